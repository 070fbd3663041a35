import { writeDecimal } from '@bolsillo/kernel'
import { DefinitionList, Price, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { type ReactNode, useEffect } from 'react'
import type { FormFacts } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import type { SharedSheet } from '../order-password.tsx'
import type { ResultStepProps } from '../result-step.tsx'
import { BookLines } from './book-lines.tsx'
import { CostLines } from './cost-lines.tsx'
import { ReviewSheet, type Sending } from './review-sheet.tsx'
import type { TicketState } from './ticket-form.ts'

interface ReviewStepProps {
  readonly sheet: SharedSheet
  readonly ticker: string
  readonly facts: FormFacts
  readonly state: TicketState
  readonly sending: Sending<Exclude<ResultStepProps['result'], 'unknown'>>
  readonly onBack: () => void
  /** What follows from it, in the product's words. */
  readonly children?: ReactNode
}

/** Everything an order of shares or coins is, once more, before it is sent. */
export function ReviewStep(props: ReviewStepProps) {
  const { sheet, state, facts, sending, onBack } = props
  const t = useWords<Messages>('trading')
  const { side } = state.input
  const { setReviewed } = state
  useEffect(() => setReviewed(true), [setReviewed])
  return (
    <ReviewSheet sheet={sheet} side={side} confirm={t(`ticket.confirm.${side}`)} sending={sending} onBack={onBack}>
      <Asked {...props} />
      <BookLines
        instrument={facts.desk.instrument}
        book={facts.book}
        walk={state.verdict?.estimate?.walk}
        unit={props.ticker}
        asked={state.input}
      />
      <CostLines side={side} facts={facts} verdict={state.verdict} apart />
      {props.children}
    </ReviewSheet>
  )
}

function Asked({ ticker, state, facts }: ReviewStepProps) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const { input, verdict } = state
  const { scale } = facts.desk.instrument
  const quantity = verdict?.estimate === undefined ? '' : writeDecimal(verdict.estimate.quantity, scale.quantityScale)
  const size =
    input.amount === undefined
      ? `${said.quantity(input.quantity ?? '0')} ${ticker}`
      : `${said.amount(input.amount, facts.currency.code)} · ≈ ${said.quantity(quantity)} ${ticker}`
  const price = (label: string, value: string | undefined) =>
    value === undefined ? [] : [{ label, value: <Price value={value} /> }]
  return (
    <DefinitionList
      facts={[
        { label: t(`sides.${input.side}`), value: size, strong: true },
        { label: t('order.type'), value: t(`types.${input.type}`) },
        ...price(
          t(input.type === 'oco' && input.side === 'sell' ? 'ticket.profitPrice' : 'ticket.limitPrice'),
          input.limitPrice,
        ),
        ...price(t('ticket.stopPrice'), input.stopPrice),
        ...price(t('ticket.stopLimitPrice'), input.stopLimitPrice),
        ...price(t('ticket.takeProfit'), input.takeProfitPrice),
        ...price(t('ticket.stopLoss'), input.stopLossPrice),
        { label: t('times.label'), value: t(`times.${input.timeInForce ?? 'day'}`) },
        ...(input.postOnly === true ? [{ label: t('ticket.postOnly'), value: '✓' }] : []),
      ]}
    />
  )
}
