import { writeDecimal } from '@bolsillo/kernel'
import { Button, DecimalField, DefinitionList, Note, Price, Segmented, Sheet, showToast, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  activePositions,
  addMargin,
  marginDirections,
  type WireContract,
  type WireContractPosition,
  type WireMarginAccount,
} from '../../contract/index.ts'
import { leverageWith, liquidationWith, marginScale, writeLeverage } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { tickerOf } from '../addresses.ts'
import { inCents, knownPosition, termsOf, unitsOf } from '../contract-figures.ts'
import { useContractSaid } from '../use-contract-said.ts'

interface MarginSheetProps {
  readonly position: WireContractPosition
  readonly contract: WireContract
  readonly account: WireMarginAccount
  readonly onDone: () => void
}

/** What the amount typed would make of the position. */
function useMarginReading(
  { position, contract, account }: MarginSheetProps,
  direction: (typeof marginDirections)[number],
  amount: string,
) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  // What the field can hold: finer parts of a cent cannot be asked for.
  const most = inCents(direction === 'add' ? account.available : position.removable)
  const units = unitsOf(amount === '' ? undefined : amount, marginScale)
  const mostUnits = unitsOf(most, marginScale) ?? 0n
  const known = knownPosition(position, termsOf(contract))
  const withMargin =
    known === undefined || units === undefined ? undefined : known.margin + (direction === 'add' ? units : -units)
  const after = known === undefined || withMargin === undefined ? undefined : liquidationWith(known, withMargin)
  const ownError =
    units === 0n
      ? t('rejections.margin-amount-zero')
      : units !== undefined && units > mostUnits
        ? direction === 'add'
          ? t('rejections.margin-above-available', { available: said.quantity(most) })
          : t('rejections.margin-removal-above-free', { removable: said.quantity(most) })
        : undefined
  const times = (margin: bigint): string => {
    const leverage = known === undefined || margin <= 0n ? undefined : leverageWith(known, margin)
    return leverage === undefined ? '—' : `${said.quantity(writeLeverage(leverage))}×`
  }
  const leverageText =
    known === undefined
      ? '—'
      : withMargin === undefined
        ? times(known.margin)
        : t('margin.leverageAfter', { from: times(known.margin), to: times(withMargin) })
  return { most, units, after, ownError, leverageText }
}

/** Adds margin to an isolated position or takes some out; where it would be liquidated afterwards is shown first. */
export function MarginSheet(props: MarginSheetProps) {
  const { position, contract, onDone } = props
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const { words } = useUi()
  const [direction, setDirection] = useState<(typeof marginDirections)[number]>('add')
  const [amount, setAmount] = useState('')
  const changing = useAction(addMargin, { refreshes: [activePositions] })
  const reading = useMarginReading(props, direction, amount)
  const { most, units, ownError } = reading
  const refused = changing.error
  const onSuccess = (): void => {
    showToast(t('margin.done'))
    onDone()
  }
  const send = (): void => changing.mutate({ positionId: position.positionId, amount, direction }, { onSuccess })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone()}
      title={`${t('margin.title')} · ${tickerOf(position.symbol)}`}
      locked={changing.isPending}
      footer={
        <Button
          wide
          loading={changing.isPending}
          disabled={units === undefined || ownError !== undefined}
          onClick={send}
        >
          {t(`margin.confirm.${direction}`)}
        </Button>
      }
    >
      <Segmented
        label={t('margin.title')}
        value={direction}
        onChange={(next) => {
          changing.reset()
          setDirection(next)
        }}
        choices={marginDirections.map((value) => ({ value, label: t(`margin.${value}`) }))}
      />
      <DecimalField
        label={t('margin.amount')}
        value={amount}
        onChange={setAmount}
        scale={2}
        suffix="USDT"
        error={refused?.field === 'amount' ? refused.message : ownError}
        hint={t(direction === 'add' ? 'margin.available' : 'margin.free', { amount: said.usdt(most) })}
      />
      <MarginFacts position={position} contract={contract} reading={reading} />
      {refused !== null && refused.field !== 'amount' && (
        <Note tone="bad">{refused.message === '' ? words.failed : refused.message}</Note>
      )}
    </Sheet>
  )
}

function MarginFacts(props: {
  readonly position: WireContractPosition
  readonly contract: WireContract
  readonly reading: ReturnType<typeof useMarginReading>
}) {
  const { position, contract, reading } = props
  const { units, after, leverageText } = reading
  const t = useWords<Messages>('contracts')
  return (
    <DefinitionList
      facts={[
        { label: t('positions.mark'), value: <Price value={position.mark} flash /> },
        { label: t('positions.liquidation'), value: <Price value={position.liquidationPrice} /> },
        {
          label: t('margin.after'),
          value:
            after === undefined ? (
              units === undefined ? (
                '—'
              ) : (
                t('ticket.noLiquidation')
              )
            ) : (
              <Price value={writeDecimal(after, contract.priceScale)} />
            ),
          strong: true,
        },
        { label: t('margin.leverage'), value: leverageText },
      ]}
    />
  )
}
