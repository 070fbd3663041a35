import type { ReplyOf } from '@bolsillo/contract'
import { writeDecimal } from '@bolsillo/kernel'
import { Button, CheckField, DefinitionList, Note, PinField, Price, Sheet, type SheetProps, useNow } from '@bolsillo/ui'
import { type Refusal, useKit, useRefresh, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { authorise, ticket } from '../../contract.ts'
import type { TicketFacts } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useSaid } from '../said.ts'
import { CostLines } from './cost-lines.tsx'
import type { TicketState } from './ticket-form.ts'

export type SharedSheet = Pick<SheetProps, 'open' | 'onOpenChange' | 'title' | 'aside' | 'locked'>

export interface OrderPassword {
  /** Orders of this session pass without it for now. */
  readonly authorised: boolean
  readonly value: string
  readonly set: (value: string) => void
  readonly remember: boolean
  readonly setRemember: (remember: boolean) => void
  readonly error: string | undefined
  /** What to send with the order; undefined when the password was refused and nothing may be sent. */
  readonly fieldsForOrder: () => Promise<{ readonly tradePassword?: string } | undefined>
  /** A refused order asks for the password again when that is why. */
  readonly onRefused: (refusal: Refusal) => void
}

const passwordLength = 6

/** The trade password of one order: typed, or covered by an authorisation of some minutes. */
export function useOrderPassword(authorisedUntil: number | undefined): OrderPassword {
  const [value, setValue] = useState('')
  const [remember, setRemember] = useState(false)
  const [until, setUntil] = useState(authorisedUntil)
  const [error, setError] = useState<string>()
  const now = useNow(1_000)
  const { client } = useKit()
  const refresh = useRefresh()
  const t = useWords<Messages>('stocks')
  const end = Math.max(until ?? 0, authorisedUntil ?? 0)
  const authorised = end > now
  const refuse = (message: string): void => {
    setError(message)
    setValue('')
  }
  return {
    authorised,
    value,
    set: (next) => {
      setError(undefined)
      setValue(next)
    },
    remember,
    setRemember,
    error,
    fieldsForOrder: async () => {
      if (authorised) return {}
      if (!remember) return { tradePassword: value }
      const answer = await client.call(authorise, { tradePassword: value }, client.newKey())
      if (answer.kind === 'reply') {
        setUntil(answer.data.until)
        refresh(ticket)
        return {}
      }
      refuse(answer.kind === 'rejected' ? answer.message : t('common.failed'))
      return undefined
    },
    onRefused: ({ rejection, message }) => {
      if (rejection.startsWith('trade-password')) refuse(message)
    },
  }
}

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
  const t = useWords<Messages>('stocks')
  const side = state.input.side
  const ready = password.authorised || password.value.length === passwordLength
  const own = refusal !== undefined && !refusal.rejection.startsWith('trade-password')
  return (
    <Sheet
      {...sheet}
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button kind="ghost" disabled={props.pending} onClick={props.onBack}>
            {t('ticket.change')}
          </Button>
          <Button kind={side} loading={props.pending} disabled={!ready} onClick={props.onConfirm}>
            {t(`ticket.confirm.${side}`)}
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
          {refusal.message === '' ? t('common.failed') : `${refusal.message} ${t('ticket.result.nothingDone')}`}
        </Note>
      )}
    </Sheet>
  )
}

function Asked({ ticker, state, facts }: ReviewStepProps) {
  const t = useWords<Messages>('stocks')
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
        ...price(t(input.type === 'oco' ? 'ticket.profitPrice' : 'ticket.limitPrice'), input.limitPrice),
        ...price(t('ticket.stopPrice'), input.stopPrice),
        ...price(t('ticket.takeProfit'), input.takeProfitPrice),
        ...price(t('ticket.stopLoss'), input.stopLossPrice),
        { label: t('times.label'), value: t(`times.${input.timeInForce ?? 'day'}`) },
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

function PasswordPart({ password }: { readonly password: OrderPassword }) {
  const t = useWords<Messages>('stocks')
  return (
    <div className="grid gap-2">
      <PinField
        label={t('ticket.password')}
        value={password.value}
        onChange={password.set}
        error={password.error}
        autoFocus
      />
      <CheckField checked={password.remember} onChange={password.setRemember}>
        {t('ticket.remember', { minutes: 15 })}
      </CheckField>
    </div>
  )
}
