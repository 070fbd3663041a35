import { writeDecimal, writeMoney } from '@bolsillo/kernel'
import { Amount, DefinitionList, everyDecimal, type FactProps, Icon, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import { useState } from 'react'
import { type FormFacts, formMoney, type OrderSide, type TicketVerdict } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

interface CostLinesProps {
  readonly side: OrderSide
  readonly facts: FormFacts
  readonly verdict: TicketVerdict | undefined
  /** Fee and VAT on lines of their own, as they will be booked. */
  readonly apart?: boolean
}

const percentScale = 2

/** What an order costs or brings: amount, fee with VAT, total, and what remains. Its room is kept while nothing is known. */
export function CostLines({ side, facts, verdict, apart = false }: CostLinesProps) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const [explained, setExplained] = useState(false)
  const { schedule, currency } = facts
  const estimate = verdict?.estimate
  const amount = (minor: bigint | undefined) => <Sum minor={minor} of={currency} />
  const cost = estimate?.cost
  const percent = said.percent(writeDecimal(schedule.feeBps, percentScale))
  const { total, setAside, left } = formMoney(side, facts, verdict)
  const feeLabel = (
    <>
      {t('ticket.fee', { percent })}
      <ExplainButton explained={explained} onClick={() => setExplained(!explained)} />
    </>
  )
  const fees: readonly FactProps[] = apart
    ? [
        { label: t('order.fee'), value: amount(cost?.fee.minor) },
        { label: t('order.vat'), value: amount(cost?.vat.minor) },
      ]
    : [{ label: feeLabel, value: amount(cost === undefined ? undefined : cost.fee.minor + cost.vat.minor) }]
  return (
    <>
      <DefinitionList
        facts={[
          {
            label: t(estimate === undefined || estimate.exact ? 'ticket.orderAmount' : 'ticket.approxAmount'),
            value: amount(cost?.amount.minor),
          },
          ...fees,
          {
            label: t(side === 'buy' ? 'ticket.total' : 'ticket.receive'),
            value: amount(total),
            strong: true,
          },
          ...(setAside === undefined ? [] : [{ label: t('ticket.setAside'), value: amount(setAside) }]),
          {
            label: t(side === 'buy' ? 'ticket.left' : 'ticket.leftAfterSale'),
            value: amount(left),
          },
        ]}
      />
      {explained && (
        <p className="text-12 text-second">
          {t(schedule.feeMin > 0n ? 'ticket.feeExplained' : 'ticket.feeExplainedNoMin', {
            percent,
            min: said.amount(writeMoney({ minor: schedule.feeMin, asset: currency }), currency.code),
            vat: said.percent(writeDecimal(schedule.vatBps, percentScale)),
          })}
        </p>
      )}
    </>
  )
}

/** With every decimal it has: a customer may add the lines up. */
function Sum({ minor, of }: { readonly minor: bigint | undefined; readonly of: FormFacts['currency'] }) {
  const value = minor === undefined ? undefined : writeDecimal(minor, of.scale)
  return <Amount value={value} currency={of.code} decimals={everyDecimal} />
}

function ExplainButton({ explained, onClick }: { readonly explained: boolean; readonly onClick: () => void }) {
  const t = useWords<Messages>('trading')
  return (
    <button
      type="button"
      aria-label={t('order.details')}
      aria-expanded={explained}
      onClick={onClick}
      className="relative grid place-items-center text-second before:absolute before:-inset-3.5"
    >
      <Icon of={Info} size={15} />
    </button>
  )
}
