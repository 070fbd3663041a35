import { type Rejection, writeDecimal } from '@bolsillo/kernel'
import { Button, Change, Chips, DecimalField, DefinitionList, Note, Price, Sheet, showToast, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  activePositions,
  setLoss,
  setProfit,
  type WireContract,
  type WireContractPosition,
} from '../../contract/index.ts'
import {
  marginScale,
  resultAt,
  type TriggerKind,
  type TriggerSource,
  triggerProblem,
  triggerSources,
} from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { baseOf, decimalsOf, knownPosition, termsOf, ticksOf, trimmed, unitsOf } from '../contract-figures.ts'
import { useContractRefusalText } from '../refusal-words.ts'
import { useContractSaid } from '../use-contract-said.ts'

interface ExitSheetProps {
  readonly kind: TriggerKind
  readonly position: WireContractPosition
  readonly contract: WireContract
  /** A price the line was dragged to: to be looked at and confirmed, never sent by itself. */
  readonly price?: string
  readonly onDone: () => void
}

/** The price of an exit and what it watches, what is wrong with them, and what would come of it there. */
function useExitForm(kind: TriggerKind, position: WireContractPosition, contract: WireContract, first: string) {
  const textOf = useContractRefusalText()
  const trigger = position.triggers.find((one) => one.kind === kind)
  const [price, setPrice] = useState(first)
  const [on, setOn] = useState<TriggerSource>(trigger?.on ?? 'mark')
  const terms = termsOf(contract)
  const known = knownPosition(position, terms)
  const units = unitsOf(price === '' ? undefined : price, terms.priceScale)
  const problem: Rejection | undefined =
    units === undefined || known === undefined
      ? undefined
      : triggerProblem(
          { kind, price: units, on },
          { field: 'price', size: known.size, now: known.mark, priceScale: terms.priceScale, ticks: ticksOf(contract) },
        )
  const there =
    units === undefined || known === undefined
      ? undefined
      : writeDecimal(resultAt(known, units, known.size < 0n ? -known.size : known.size), marginScale)
  // The last price is not known here, so only what watches the mark is judged before it is sent.
  const own = problem === undefined || (on === 'last' && problem.spec.name.includes('wrong-side')) ? undefined : problem
  const ownError = own === undefined ? undefined : textOf(own)
  return { price, setPrice, on, setOn, units, own, ownError, there }
}

/** Sets the exit, or removes it. */
function useSaving({ kind, position, onDone }: ExitSheetProps, on: TriggerSource) {
  const t = useWords<Messages>('contracts')
  const setting = useAction(kind === 'take-profit' ? setProfit : setLoss, { refreshes: [activePositions] })
  const save = (next: string | undefined): void =>
    setting.mutate(
      { positionId: position.positionId, ...(next === undefined ? {} : { price: next, on }) },
      {
        onSuccess: () => {
          showToast(t(next === undefined ? 'exits.removed' : 'exits.saved'))
          onDone()
        },
      },
    )
  return { setting, save }
}

/** Sets, moves or takes away one exit of a position: the price, what it watches, what would come of it there. */
export function ExitSheet(props: ExitSheetProps) {
  const { kind, position, contract, price: dragged, onDone } = props
  const t = useWords<Messages>('contracts')
  const { words } = useUi()
  const trigger = position.triggers.find((one) => one.kind === kind)
  const form = useExitForm(kind, position, contract, dragged ?? trimmed(trigger?.price ?? ''))
  const { price, on, units, own } = form
  const { setting, save } = useSaving(props, on)
  const refused = setting.error
  const error = refused?.field === 'price' ? refused.message : form.ownError
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone()}
      title={`${t(kind === 'take-profit' ? 'exits.profit' : 'exits.loss')} · ${baseOf(position.symbol)}`}
      aside={<Price value={position.mark} flash />}
      locked={setting.isPending}
      footer={
        <div className="grid gap-2">
          <Button
            wide
            loading={setting.isPending}
            disabled={units === undefined || own !== undefined}
            onClick={() => save(price)}
          >
            {t('exits.confirm')}
          </Button>
          {trigger !== undefined && (
            <Button wide kind="ghost" disabled={setting.isPending} onClick={() => save(undefined)}>
              {t('exits.confirmRemove')}
            </Button>
          )}
        </div>
      }
    >
      <p className="text-13 text-second">{t('exits.explained')}</p>
      <DecimalField
        label={t('exits.price')}
        value={price}
        onChange={form.setPrice}
        scale={decimalsOf(contract.tick)}
        suffix="USDT"
        error={error}
      />
      <Chips
        label={t('ticket.watches')}
        value={on}
        onPick={form.setOn}
        choices={triggerSources.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      <ExitFacts position={position} trigger={trigger} dragged={dragged} there={form.there} />
      {refused !== null && refused.field !== 'price' && (
        <Note tone="bad">{refused.message === '' ? words.failed : refused.message}</Note>
      )}
      <p className="text-12 text-second">{t('exits.dragHint')}</p>
    </Sheet>
  )
}

function ExitFacts(props: {
  readonly position: WireContractPosition
  readonly trigger: WireContractPosition['triggers'][number] | undefined
  readonly dragged: string | undefined
  /** What would come of the position at the price typed. */
  readonly there: string | undefined
}) {
  const { position, trigger, dragged, there } = props
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <DefinitionList
      facts={[
        ...(trigger === undefined || dragged === undefined
          ? []
          : [
              {
                label: t('exits.change'),
                value: t('exits.moved', { from: said.price(trigger.price), to: said.price(dragged) }),
              },
            ]),
        { label: t('positions.entry'), value: <Price value={position.entryPrice} /> },
        { label: t('positions.liquidation'), value: <Price value={position.liquidationPrice} /> },
        { label: t('exits.estimate'), value: <Change value={there} currency="USDT" />, strong: true },
      ]}
    />
  )
}
