import { divide, writeDecimal } from '@bolsillo/kernel'
import { PartChips } from '@bolsillo/trading/web'
import {
  Amount,
  Button,
  Change,
  DecimalField,
  DefinitionList,
  Note,
  Price,
  Segmented,
  Sheet,
  showToast,
  useUi,
} from '@bolsillo/ui'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  activePositions,
  close,
  contractOrders,
  type WireContract,
  type WireContractPosition,
} from '../../contract/index.ts'
import { feeReserve, marginScale, resultAt, worthOf } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import {
  decimalsOf,
  isBeyondWorst,
  knownPosition,
  lotOf,
  termsOf,
  tickerOf,
  trimmed,
  unitsOf,
} from '../contract-figures.ts'
import { useContractSaid } from '../use-contract-said.ts'

interface CloseSheetProps {
  readonly position: WireContractPosition
  readonly contract: WireContract
  readonly onDone: () => void
}

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

/** Closes a position or a part of it, at market or at a limit, with what it would come to. */
export function CloseSheet({ position, contract, onDone }: CloseSheetProps) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { words } = useUi()
  const form = useCloseForm(position, contract)
  const { quantity, at, limitPrice, units, size, price, isBeyond, ownError } = form
  const closing = useAction(close, { refreshes: [activePositions, contractOrders] })
  const refused = closing.error
  const send = (): void =>
    closing.mutate(
      {
        positionId: position.positionId,
        ...(units === size ? {} : { quantity }),
        ...(at === 'limit' ? { limitPrice } : {}),
      },
      {
        onSuccess: ({ order }) => {
          const none = order.filledQuantity === '0' || /^0\.0*$/.test(order.filledQuantity)
          const rests = none && order.type === 'limit'
          const done = t('close.done', {
            quantity: said.quantity(order.filledQuantity),
            price: said.price(order.averagePrice ?? '0'),
          })
          showToast(none ? t(rests ? 'close.rests' : 'close.none') : done, none && !rests ? { kind: 'error' } : {})
          onDone()
        },
      },
    )
  const shown = ['quantity', 'limitPrice']
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone()}
      title={`${t('close.action')} · ${tickerOf(position.symbol)}`}
      aside={<Price value={position.mark} flash />}
      locked={closing.isPending}
      footer={
        <Button
          wide
          kind={position.side === 'long' ? 'sell' : 'buy'}
          loading={closing.isPending}
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
