import type { ReplyOf } from '@bolsillo/contract'
import { type Price as PriceUnits, tickAt, writeDecimal } from '@bolsillo/kernel'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { ButtonLink, Chips, DecimalField, Icon, Note, Segmented, useSaid, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Clock from 'lucide-react/icons/clock'
import Lock from 'lucide-react/icons/lock'
import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import type { ticket } from '../../contract.ts'
import { type OrderType, type Side, type TicketFacts, timesFor } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { tradePasswordPath } from '../addresses.ts'
import { ConversionOffer } from './conversion-offer.tsx'
import { CostLines } from './cost-lines.tsx'
import { useStockRefusalText } from './refusal-text.ts'
import type { TicketState } from './ticket-form.ts'

type Reply = ReplyOf<typeof ticket>

export interface FormStepProps {
  readonly side: Side
  readonly reply: Reply
  readonly facts: TicketFacts
  readonly state: TicketState
}

const plainTypes = ['limit', 'market', 'stop'] as const
const parts = ['25', '50', '75', '100'] as const

/** The form itself: type, prices, size with quick parts, what it costs and what remains, and when it may be sold. */
export function FormStep(props: FormStepProps) {
  const { side, facts, state } = props
  return (
    <>
      <TypeChoice side={side} state={state} />
      <PriceFields facts={facts} state={state} />
      <SizeField {...props} />
      <MoreOptions {...props} />
      <CostLines side={side} facts={facts} verdict={state.verdict} />
      <Notes {...props} />
      {side === 'buy' && state.verdict?.short !== undefined && state.touched.size > 0 && (
        <ConversionOffer short={state.verdict.short} facts={facts} exact={state.verdict.estimate?.exact ?? false} />
      )}
    </>
  )
}

function TypeChoice({ side, state }: { readonly side: Side; readonly state: TicketState }) {
  const trading = useWords<TradingMessages>('trading')
  const { form, set } = state
  const plain = plainTypes.find((one) => one === form.type)
  const others: readonly OrderType[] = side === 'sell' ? ['stop-limit', 'oco'] : ['stop-limit']
  const choose = (type: OrderType): void => {
    const fits = timesFor(type).includes(form.timeInForce)
    set({ type, ...(fits ? {} : { timeInForce: 'day' }) })
  }
  return (
    <>
      <Segmented
        label={trading('order.type')}
        value={plain ?? 'more'}
        onChange={(value) => choose(value === 'more' ? 'stop-limit' : value)}
        choices={[
          ...plainTypes.map((value) => ({ value, label: trading(`types.${value}`) })),
          { value: 'more' as const, label: trading('types.more') },
        ]}
      />
      {plain === undefined && (
        <Chips
          label={trading('order.type')}
          value={form.type}
          onPick={choose}
          choices={others.map((value) => ({ value, label: trading(`types.${value}`) }))}
        />
      )}
      <p className="text-12 text-second">{trading(`typesExplained.${form.type}`)}</p>
    </>
  )
}

/** What is wrong with one field, once the customer has changed it or tried to go on. */
function useFieldError({ touched, verdict }: TicketState): (field: string) => string | undefined {
  const text = useStockRefusalText()
  return (field) => {
    const problem = verdict?.problems.find((one) => one.field === field)
    const isMoneyShort = problem?.spec.name === 'insufficient-funds'
    return problem === undefined || isMoneyShort || !touched.has(field) ? undefined : text(problem)
  }
}

function PriceFields({ facts, state }: { readonly facts: TicketFacts; readonly state: TicketState }) {
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const errorOf = useFieldError(state)
  const { form, set } = state
  const { scale, ticks } = facts.desk.instrument
  const near: PriceUnits | undefined = facts.quote?.last ?? facts.desk.reference
  const tick = near === undefined ? undefined : said.quantity(writeDecimal(tickAt(near, ticks), scale.priceScale))
  const suffix =
    tick === undefined ? facts.currency.code : trading('ticket.tick', { currency: facts.currency.code, tick })
  const hasStop = form.type === 'stop' || form.type === 'stop-limit' || form.type === 'oco'
  const hasLimit = form.type === 'limit' || form.type === 'stop-limit' || form.type === 'oco'
  return (
    <>
      {hasStop && (
        <DecimalField
          label={trading('ticket.stopPrice')}
          value={form.stopPrice}
          onChange={(stopPrice) => set({ stopPrice })}
          scale={scale.priceScale}
          suffix={suffix}
          error={errorOf('stopPrice')}
        />
      )}
      {hasLimit && (
        <DecimalField
          label={trading(form.type === 'oco' ? 'ticket.profitPrice' : 'ticket.limitPrice')}
          value={form.limitPrice}
          onChange={(limitPrice) => set({ limitPrice })}
          scale={scale.priceScale}
          suffix={suffix}
          error={errorOf('limitPrice')}
        />
      )}
    </>
  )
}

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

function SizeField({ side, facts, state }: FormStepProps) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const errorOf = useFieldError(state)
  const { form, set, sharesOfMoney } = state
  const { currency, desk } = facts
  const inMoney = form.sizeBy === 'money'
  const sellable = trimmed(writeDecimal(facts.sellable, desk.instrument.scale.quantityScale))
  const hint =
    side === 'sell'
      ? trading('ticket.sellable', { quantity: said.quantity(sellable) })
      : trading('ticket.available', {
          amount: said.amount(writeDecimal(facts.funds.minor, currency.scale), currency.code),
        })
  return (
    <>
      {inMoney ? (
        <DecimalField
          label={trading('ticket.amount')}
          value={form.money}
          onChange={(money) => set({ money })}
          scale={currency.scale}
          suffix={
            sharesOfMoney === undefined ? currency.code : `≈ ${said.quantity(sharesOfMoney)} ${t('ticket.shares')}`
          }
          error={errorOf('amount') ?? errorOf('quantity')}
          hint={hint}
        />
      ) : (
        <DecimalField
          label={trading('ticket.quantity')}
          value={form.quantity}
          onChange={(quantity) => set({ quantity })}
          scale={desk.instrument.fractional ? desk.instrument.scale.quantityScale : 0}
          suffix={t('ticket.shares')}
          error={errorOf('quantity')}
          hint={hint}
        />
      )}
      <Chips
        label={trading(inMoney ? 'ticket.amount' : 'ticket.quantity')}
        onPick={(part) => state.setPart(BigInt(part))}
        choices={parts.map((value) => ({
          value,
          label: value === '100' ? trading('ticket.everything') : `${value} %`,
        }))}
        aside={
          <button
            type="button"
            onClick={() => set({ sizeBy: inMoney ? 'shares' : 'money' })}
            className="tap -my-2 shrink-0 whitespace-nowrap text-13 text-brand"
          >
            {inMoney ? t('ticket.inShares') : t(currency.code === 'USD' ? 'ticket.inMoney.USD' : 'ticket.inMoney.MXN')}
          </button>
        }
      />
    </>
  )
}

function MoreOptions({ side, facts, state }: FormStepProps) {
  const trading = useWords<TradingMessages>('trading')
  const errorOf = useFieldError(state)
  const [open, setOpen] = useState(false)
  const { form, set } = state
  const scale = facts.desk.instrument.scale.priceScale
  return (
    <div className="grid gap-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-my-1.5 flex items-center justify-between py-1.5 text-13 text-second"
      >
        <span>
          {trading('times.label')}: <span className="text-ink">{trading(`times.${form.timeInForce}`)}</span>
          {side === 'buy' && ` · ${trading('ticket.exits')}`}
        </span>
        <Icon of={ChevronDown} size={18} className={open ? 'rotate-180' : ''} />
      </button>
      {open && (
        <>
          <Chips
            label={trading('times.label')}
            value={form.timeInForce}
            onPick={(timeInForce) => set({ timeInForce })}
            choices={timesFor(form.type).map((value) => ({ value, label: trading(`times.${value}`) }))}
          />
          {side === 'buy' && (
            <div className="grid grid-cols-2 gap-3">
              <DecimalField
                label={trading('ticket.takeProfit')}
                value={form.takeProfitPrice}
                onChange={(takeProfitPrice) => set({ takeProfitPrice })}
                scale={scale}
                error={errorOf('takeProfitPrice')}
              />
              <DecimalField
                label={trading('ticket.stopLoss')}
                value={form.stopLossPrice}
                onChange={(stopLossPrice) => set({ stopLossPrice })}
                scale={scale}
                error={errorOf('stopLossPrice')}
              />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** What stands in the way, then what follows: closed market, locks, trade password, VIP, unlock time. */
function Notes({ side, reply, facts, state }: FormStepProps) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const text = useStockRefusalText()
  const { Link } = useUi()
  const general = state.verdict?.problems.find(({ field }) => field === undefined)
  const next = reply.position.locks[0]
  return (
    <>
      {general !== undefined && (
        <Note icon={Clock} tone="warning">
          {general.spec.name === 'market-closed' && reply.opensAt !== undefined
            ? t('ticket.closed', { when: said.moment(reply.opensAt) })
            : text(general)}
        </Note>
      )}
      {reply.vipMissing && (
        <Note icon={Sparkles} tone="warning">
          <Link href="/pages/stock/vip">{t('ticket.vip')}</Link>
        </Note>
      )}
      {!reply.tradePasswordSet && (
        <div className="grid gap-2">
          <Note icon={Lock} tone="warning">
            {trading('ticket.setPassword')}
          </Note>
          <ButtonLink kind="ghost" size="medium" href={tradePasswordPath} wide>
            {trading('ticket.setPasswordAction')}
          </ButtonLink>
        </div>
      )}
      {side === 'sell' && next !== undefined && (
        <Note icon={Lock}>
          {t('ticket.locked', { quantity: said.quantity(next.quantity), when: said.moment(next.sellableAt) })}
        </Note>
      )}
      {side === 'buy' && facts.desk.state === 'continuous' && (
        <Note icon={Lock}>{t('ticket.unlock', { when: said.moment(reply.sellableAt) })}</Note>
      )}
    </>
  )
}
