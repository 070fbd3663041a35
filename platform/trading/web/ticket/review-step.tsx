import { writeDecimal } from '@bolsillo/kernel'
import { Button, DefinitionList, Note, Price, Sheet, useSaid, useUi } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { FormFacts } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { type OrderPassword, PasswordPart, type SharedSheet } from '../order-password.tsx'
import { CostLines } from './cost-lines.tsx'
import type { TicketState } from './ticket-form.ts'

export interface ReviewStepProps {
  readonly sheet: SharedSheet
  readonly ticker: string
  readonly facts: FormFacts
  readonly state: TicketState
  readonly password: OrderPassword
  readonly pending: boolean
  readonly refusal: Refusal | undefined
  readonly onBack: () => void
  readonly onConfirm: () => void
  /** What follows from it, in the product's words. */
  readonly children?: ReactNode
}

/** Everything the order is, once more, and the one button that sends it. */
export function ReviewStep(props: ReviewStepProps) {
  const { sheet, state, facts, password, refusal } = props
  const { words } = useUi()
  const t = useWords<Messages>('trading')
  const side = state.input.side
  const own = refusal !== undefined && !refusal.rejection.startsWith('trade-password')
  return (
    <Sheet
      {...sheet}
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button kind="ghost" disabled={props.pending} onClick={props.onBack}>
            {t('ticket.change')}
          </Button>
          <Button kind={side} loading={props.pending} disabled={!password.ready} onClick={props.onConfirm}>
            {t(`ticket.confirm.${side}`)}
          </Button>
        </div>
      }
    >
      <Asked {...props} />
      <CostLines side={side} facts={facts} verdict={state.verdict} apart />
      {props.children}
      {!password.authorised && <PasswordPart password={password} />}
      {own && (
        <Note tone="bad">
          {refusal.message === '' ? words.failed : `${refusal.message} ${t('ticket.result.nothingDone')}`}
        </Note>
      )}
    </Sheet>
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
