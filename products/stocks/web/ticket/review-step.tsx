import type { ReplyOf } from '@bolsillo/contract'
import { writeDecimal } from '@bolsillo/kernel'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { type OrderPassword, PasswordPart, type SharedSheet } from '@bolsillo/trading/web'
import { Button, DefinitionList, Note, Price, Sheet, useSaid, useUi } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import type { ticket } from '../../contract.ts'
import type { TicketFacts } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CostLines } from './cost-lines.tsx'
import type { TicketState } from './ticket-form.ts'

export interface ReviewStepProps {
  readonly sheet: SharedSheet
  readonly ticker: string
  readonly reply: ReplyOf<typeof ticket>
  readonly facts: TicketFacts
  readonly state: TicketState
  readonly password: OrderPassword
  readonly pending: boolean
  readonly refusal: Refusal | undefined
  readonly onBack: () => void
  readonly onConfirm: () => void
}

/** Everything the order is, once more, and the one button that sends it. */
export function ReviewStep(props: ReviewStepProps) {
  const { sheet, state, facts, password, refusal } = props
  const { words } = useUi()
  const trading = useWords<TradingMessages>('trading')
  const side = state.input.side
  const own = refusal !== undefined && !refusal.rejection.startsWith('trade-password')
  return (
    <Sheet
      {...sheet}
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button kind="ghost" disabled={props.pending} onClick={props.onBack}>
            {trading('ticket.change')}
          </Button>
          <Button kind={side} loading={props.pending} disabled={!password.ready} onClick={props.onConfirm}>
            {trading(`ticket.confirm.${side}`)}
          </Button>
        </div>
      }
    >
      <Asked {...props} />
      <CostLines side={side} facts={facts} verdict={state.verdict} apart />
      <Consequences {...props} />
      {!password.authorised && <PasswordPart password={password} />}
      {own && (
        <Note tone="bad">
          {refusal.message === '' ? words.failed : `${refusal.message} ${trading('ticket.result.nothingDone')}`}
        </Note>
      )}
    </Sheet>
  )
}

function Asked({ ticker, state, facts }: ReviewStepProps) {
  const trading = useWords<TradingMessages>('trading')
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
        { label: trading(`sides.${input.side}`), value: size, strong: true },
        { label: trading('order.type'), value: trading(`types.${input.type}`) },
        ...price(trading(input.type === 'oco' ? 'ticket.profitPrice' : 'ticket.limitPrice'), input.limitPrice),
        ...price(trading('ticket.stopPrice'), input.stopPrice),
        ...price(trading('ticket.takeProfit'), input.takeProfitPrice),
        ...price(trading('ticket.stopLoss'), input.stopLossPrice),
        { label: trading('times.label'), value: trading(`times.${input.timeInForce ?? 'day'}`) },
      ]}
    />
  )
}

function Consequences({ state, reply }: ReviewStepProps) {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  if (state.input.side === 'sell')
    return <Note icon={Lock}>{t('ticket.settles', { when: said.day(reply.settlesOn) })}</Note>
  return (
    <Note icon={Lock}>
      {t('ticket.unlock', { when: said.moment(reply.sellableAt) })}{' '}
      {t('ticket.settles', { when: said.day(reply.settlesOn) })}
    </Note>
  )
}
