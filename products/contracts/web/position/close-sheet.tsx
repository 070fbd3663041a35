import type { ReplyOf } from '@bolsillo/contract'
import { divide, writeDecimal } from '@bolsillo/kernel'
import { PartChips, ResultStep, type SharedSheet } from '@bolsillo/trading/web'
import {
  Amount,
  Button,
  ButtonLink,
  Change,
  DecimalField,
  DefinitionList,
  everyDecimal,
  Note,
  Price,
  Segmented,
  Sheet,
  useUi,
} from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  activePositions,
  close,
  contractOrders,
  positionBookings,
  type WireContract,
  type WireContractPosition,
} from '../../contract/index.ts'
import { feeReserve, marginScale, resultAt, worthOf } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { bookingsAt, orderAt, tickerOf } from '../addresses.ts'
import { decimalsOf, isBeyondWorst, knownPosition, lotOf, termsOf, trimmed, unitsOf } from '../contract-figures.ts'
import { shownFill, shownOrder } from '../shown.ts'
import { useContractSaid } from '../use-contract-said.ts'
import { closedFigures } from './closed-figures.ts'

interface CloseSheetProps {
  readonly position: WireContractPosition
  readonly contract: WireContract
  /** It is not open any more. */
  readonly gone: boolean
  readonly onBack: () => void
  /** There is a result, and it was seen. */
  readonly onDone: () => void
}

/** Fills of one order and what came between them fit into one page of bookings. */
const bookingsAsked = 50

/** What was typed, and what closing would come to at it. */
function useCloseForm(position: WireContractPosition, contract: WireContract) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const [quantity, setQuantity] = useState(trimmed(position.size))
  const [at, setAt] = useState<'market' | 'limit'>('market')
  const [limitPrice, setLimitPrice] = useState('')
  const terms = termsOf(contract)
  const known = knownPosition(position, terms)
  const size = unitsOf(position.size, terms.quantityScale) ?? 0n
  const units = unitsOf(quantity === '' ? undefined : quantity, terms.quantityScale)
  const price = at === 'limit' ? unitsOf(limitPrice === '' ? undefined : limitPrice, terms.priceScale) : known?.mark
  const result =
    known === undefined || units === undefined || price === undefined
      ? undefined
      : writeDecimal(resultAt(known, price, units), marginScale)
  const fee =
    units === undefined || price === undefined
      ? undefined
      : writeDecimal(feeReserve(worthOf(terms, price, units)), marginScale)
  const setPart = (percent: bigint): void => {
    const lot = lotOf(contract)
    const part = percent === 100n ? size : divide((size * percent) / 100n, lot, 'down') * lot
    setQuantity(trimmed(writeDecimal(part, terms.quantityScale)))
  }
  const isBeyond = price !== undefined && isBeyondWorst(position, price, terms)
  const ownError =
    units === 0n
      ? t('rejections.contract-quantity-zero')
      : units !== undefined && units > size
        ? t('rejections.more-than-position', { open: said.quantity(position.size), free: said.quantity(position.size) })
        : undefined
  return {
    quantity,
    setQuantity,
    at,
    setAt,
    limitPrice,
    setLimitPrice,
    setPart,
    units,
    size,
    price,
    isBeyond,
    result,
    fee,
    ownError,
  }
}

/** Closes a position or a part of it, at market or at a limit: what it would come to, then what it came to. */
export function CloseSheet({ position, contract, gone, onBack, onDone }: CloseSheetProps) {
  const t = useWords<Messages>('contracts')
  const form = useCloseForm(position, contract)
  const { quantity, at, limitPrice, units, size } = form
  const closing = useAction(close, { refreshes: [activePositions, contractOrders, positionBookings] })
  const send = (): void =>
    closing.mutate({
      positionId: position.positionId,
      ...(units === size ? {} : { quantity }),
      ...(at === 'limit' ? { limitPrice } : {}),
    })
  const result = closing.data ?? (closing.error?.outcome === 'unknown' ? 'unknown' : undefined)
  const sheet = { open: true, title: `${t('close.action')} · ${tickerOf(position.symbol)}`, locked: closing.isPending }
  if (result !== undefined) {
    // The very request is asked for again: built anew after the position has changed it would be another one, with another key.
    const again = (): void => {
      if (closing.variables !== undefined) closing.mutate(closing.variables)
    }
    return <CloseResult sheet={sheet} position={position} result={result} onAsk={again} onDone={onDone} />
  }
  // The stream may be faster than the answer to what was sent.
  if (gone && !closing.isPending) return <ClosedSheet position={position} onDone={onDone} />
  return <CloseForm {...{ position, contract, form, sheet, send, onBack }} refused={closing.error} />
}

/** That a position is closed, and where its result is: nothing can be done with it any more. */
export function ClosedSheet({ position, onDone }: Pick<CloseSheetProps, 'position' | 'onDone'>) {
  const t = useWords<Messages>('contracts')
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone()}
      title={`${tickerOf(position.symbol)} · ${t(`sides.${position.side}`)}`}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <ButtonLink kind="ghost" href={bookingsAt(position.positionId)}>
            {t('close.see')}
          </ButtonLink>
          <Button onClick={onDone}>{t('close.ready')}</Button>
        </div>
      }
    >
      <Note>{t('rejections.contract-position-closed')}</Note>
    </Sheet>
  )
}

/** What a closing order came to: price, fees, result, and what is left of the position. */
function CloseResult(props: {
  readonly sheet: Omit<SharedSheet, 'onOpenChange'>
  readonly position: WireContractPosition
  readonly result: ReplyOf<typeof close> | 'unknown'
  readonly onAsk: () => void
  readonly onDone: () => void
}) {
  const { sheet, position, result, onAsk, onDone } = props
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { positionId } = position
  const booked = useCall(positionBookings, { positionId, limit: bookingsAsked }, { enabled: result !== 'unknown' })
  const exact = (value: string | undefined) => <Change value={value} currency="USDT" decimals={everyDecimal} />
  const figures = result === 'unknown' ? undefined : closedFigures(result.order, booked.data?.rows ?? [])
  return (
    <ResultStep
      sheet={{ ...sheet, onOpenChange: (open) => !open && onDone() }}
      result={
        result === 'unknown'
          ? result
          : { order: shownOrder(result.order), fills: result.fills.map((fill) => shownFill(fill)) }
      }
      onAsk={onAsk}
      onDone={onDone}
      orderAt={orderAt}
      filledTitle={({ filledQuantity, ticker }) =>
        t('close.filled', { quantity: said.quantity(filledQuantity), ticker })
      }
      comesTo={[
        { label: t('close.result'), value: exact(figures?.result) },
        { label: t('close.net'), value: exact(figures?.net), strong: true },
      ]}
    />
  )
}

function CloseForm(props: {
  readonly position: WireContractPosition
  readonly contract: WireContract
  readonly form: ReturnType<typeof useCloseForm>
  readonly sheet: Omit<SharedSheet, 'onOpenChange'>
  readonly refused: Refusal | null
  readonly send: () => void
  readonly onBack: () => void
}) {
  const { position, contract, form, sheet, refused, send, onBack } = props
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { words } = useUi()
  const { quantity, at, units, price, isBeyond, ownError } = form
  const shown = ['quantity', 'limitPrice']
  return (
    <Sheet
      {...sheet}
      onOpenChange={(open) => !open && onBack()}
      aside={<Price value={position.mark} flash />}
      footer={
        <Button
          wide
          kind={position.side === 'long' ? 'sell' : 'buy'}
          loading={sheet.locked ?? false}
          disabled={
            units === undefined || ownError !== undefined || (at === 'limit' && (price === undefined || isBeyond))
          }
          onClick={send}
        >
          {t('close.confirm', { quantity: said.quantity(quantity === '' ? '0' : quantity), ticker: contract.base })}
        </Button>
      }
    >
      <CloseFields contract={contract} form={form} refused={refused} />
      <CloseFacts position={position} contract={contract} form={form} />
      {isBeyond && <BeyondNote position={position} />}
      {refused !== null && !shown.includes(refused.field ?? '') && (
        <Note tone="bad">{refused.message === '' ? words.failed : refused.message}</Note>
      )}
    </Sheet>
  )
}

/** Why it cannot be closed at such a price, and what its holder may do about it. */
function BeyondNote({ position }: { readonly position: WireContractPosition }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { mode, closeFirst, closeWorst = '0' } = position
  const price = said.price(closeWorst)
  return (
    <Note tone="warning">
      {closeFirst === undefined
        ? t(`close.beyond.${mode}`, { price })
        : t('close.beyond.gain', { price, ticker: tickerOf(closeFirst) })}
    </Note>
  )
}

function CloseFields(props: {
  readonly contract: WireContract
  readonly form: ReturnType<typeof useCloseForm>
  readonly refused: Refusal | null
}) {
  const { contract, form, refused } = props
  const t = useWords<Messages>('contracts')
  return (
    <>
      <Segmented
        label={t('close.at')}
        value={form.at}
        onChange={form.setAt}
        choices={[
          { value: 'market', label: t('close.market') },
          { value: 'limit', label: t('close.limit') },
        ]}
      />
      {form.at === 'limit' && (
        <DecimalField
          label={t('exits.price')}
          value={form.limitPrice}
          onChange={form.setLimitPrice}
          scale={decimalsOf(contract.tick)}
          suffix="USDT"
          error={refused?.field === 'limitPrice' ? refused.message : undefined}
        />
      )}
      <DecimalField
        label={t('close.part')}
        value={form.quantity}
        onChange={form.setQuantity}
        scale={decimalsOf(contract.lot)}
        suffix={contract.base}
        error={refused?.field === 'quantity' ? refused.message : form.ownError}
      />
      <PartChips label={t('close.part')} onPick={form.setPart} />
    </>
  )
}

function CloseFacts(props: {
  readonly position: WireContractPosition
  readonly contract: WireContract
  readonly form: ReturnType<typeof useCloseForm>
}) {
  const { position, contract, form } = props
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const percent = said.percent(String(contract.fees.takerBps / 100))
  return (
    <DefinitionList
      facts={[
        { label: t('positions.entry'), value: <Price value={position.entryPrice} /> },
        ...(position.closeWorst === undefined
          ? []
          : [{ label: t('close.worst'), value: <Price value={position.closeWorst} /> }]),
        { label: t('close.estimate'), value: <Change value={form.result} currency="USDT" />, strong: true },
        { label: t('close.fee', { percent }), value: <Amount value={form.fee} currency="USDT" /> },
      ]}
    />
  )
}
