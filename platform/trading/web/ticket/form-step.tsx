import { type Price as PriceUnits, tickAt, writeDecimal } from '@bolsillo/kernel'
import { Button, CheckField, Chips, DecimalField, Disclosure, Note, Segmented, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useEffect } from 'react'
import {
  type FormFacts,
  type OrderSide,
  sideOfMarket,
  spokenPrice,
  type TicketType,
  timesFor,
} from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useRefusalText } from '../refusal-text.ts'
import type { TicketWords } from '../trading-product.ts'
import { BookLines } from './book-lines.tsx'
import { CostLines } from './cost-lines.tsx'
import { PartChips } from './part-chips.tsx'
import type { TicketState } from './ticket-form.ts'

interface FormStepProps {
  readonly side: OrderSide
  readonly words: TicketWords
  /** Whether an order may ask not to take from the book. */
  readonly postOnly: boolean
  readonly facts: FormFacts
  readonly state: TicketState
  /** When the market opens, where it is closed. */
  readonly opensAt?: number | undefined
  /** Identity is to be verified before the order, and is not yet: says what for, and leads there. */
  readonly onIdentity?: (() => void) | undefined
  /** What else the product says below the figures: fee tier, locks, an offer for missing money. */
  readonly children?: ReactNode
}

const otherTypes = ['stop-limit', 'oco'] as const satisfies readonly TicketType[]
const plainTypes = ['market', 'limit', 'stop'] as const

/** The form itself: type, prices, size with quick parts, what it costs and what remains, and when it may be sold. */
export function FormStep(props: FormStepProps) {
  const { side, facts, state } = props
  const { setReviewed } = state
  useEffect(() => setReviewed(false), [setReviewed])
  return (
    <>
      <TypeChoice {...props} />
      <PriceFields {...props} />
      <div data-amount className="contents">
        <SizeField {...props} />
      </div>
      <MoreOptions {...props} />
      <BookLines
        instrument={facts.desk.instrument}
        book={facts.book}
        walk={state.verdict?.estimate?.walk}
        unit={props.words.unit}
        asked={state.form}
      />
      <CostLines side={side} facts={facts} verdict={state.verdict} />
      <Notes {...props} />
      {props.children}
    </>
  )
}

function TypeChoice({ side, state }: FormStepProps) {
  const t = useWords<Messages>('trading')
  const { form, choose } = state
  const plain = plainTypes.find((one) => one === form.type)
  return (
    <>
      <Segmented
        label={t('order.type')}
        value={plain ?? 'more'}
        onChange={(value) => choose(value === 'more' ? 'stop-limit' : value)}
        choices={[
          ...plainTypes.map((value) => ({ value, label: t(`types.${value}`) })),
          { value: 'more' as const, label: t('types.more') },
        ]}
      />
      {plain === undefined && (
        <Chips
          label={t('order.type')}
          value={form.type}
          onPick={choose}
          choices={otherTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      )}
      <p className="text-12 text-second">
        {form.type === 'oco' && side === 'buy' ? t('ticket.ocoToBuy') : t(`typesExplained.${form.type}`)}
      </p>
    </>
  )
}

/** What is wrong with one field, once the customer has changed it or tried to go on. */
function useFieldError({ state, words }: FormStepProps): (field: string) => string | undefined {
  const { touched, verdict } = state
  const text = useRefusalText(words.refusal)
  return (field) => {
    const problem = verdict?.problems.find((one) => one.field === field)
    const isMoneyShort = problem?.spec.name === 'insufficient-funds'
    return problem === undefined || isMoneyShort || !touched.has(field) ? undefined : text(problem)
  }
}

function PriceFields(props: FormStepProps) {
  const { side, facts, state } = props
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const errorOf = useFieldError(props)
  const { form, set } = state
  const { scale, ticks } = facts.desk.instrument
  const near: PriceUnits | undefined = facts.quote?.last ?? facts.desk.reference
  const tick = near === undefined ? undefined : said.quantity(writeDecimal(tickAt(near, ticks), scale.priceScale))
  const suffix = tick === undefined ? facts.currency.code : t('ticket.tick', { currency: facts.currency.code, tick })
  const hasStop = form.type === 'stop' || form.type === 'stop-limit' || form.type === 'oco'
  const hasLimit = form.type === 'limit' || form.type === 'stop-limit' || form.type === 'oco'
  const isPair = form.type === 'oco'
  const isProfit = isPair && side === 'sell'
  const problemOf = (field: 'limitPrice' | 'stopPrice' | 'stopLimitPrice'): string | undefined => {
    const problem = errorOf(field)
    const isMissing = isProfit && field === 'limitPrice' && form.limitPrice === ''
    return problem !== undefined && isMissing ? t('ticket.profitMissing') : problem
  }
  const hintOf = (field: 'limitPrice' | 'stopPrice'): string | undefined => {
    const must = sideOfMarket({ side, type: form.type }, field)
    if (must === undefined || near === undefined) return undefined
    return t(must === 'above' ? 'ticket.aboveLast' : 'ticket.belowLast', {
      last: said.price(spokenPrice(near, facts.desk.instrument)),
    })
  }
  const priced = (field: 'limitPrice' | 'stopPrice' | 'stopLimitPrice', label: string, hint: string | undefined) => (
    <DecimalField
      key={field}
      label={label}
      value={form[field]}
      onChange={(price) => set({ [field]: price })}
      scale={scale.priceScale}
      suffix={suffix}
      error={problemOf(field)}
      hint={hint}
    />
  )
  const limit =
    hasLimit && priced('limitPrice', t(isProfit ? 'ticket.profitPrice' : 'ticket.limitPrice'), hintOf('limitPrice'))
  return (
    <>
      {/* Of a pair the price it is made for comes first; of a stop the one it waits for. */}
      {isPair && limit}
      {hasStop && priced('stopPrice', t('ticket.stopPrice'), hintOf('stopPrice'))}
      {!isPair && limit}
      {isPair &&
        priced(
          'stopLimitPrice',
          t('ticket.stopLimitPrice'),
          t(side === 'buy' ? 'ticket.stopLimitToBuy' : 'ticket.stopLimitToSell'),
        )}
    </>
  )
}

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

function SizeField(props: FormStepProps) {
  const { side, facts, state, words } = props
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const errorOf = useFieldError(props)
  const { form, set, sharesOfMoney } = state
  const { currency, desk } = facts
  const inMoney = form.sizeBy === 'money'
  const about = words.about ?? ((quantity: string) => `≈ ${said.quantity(quantity)} ${words.unit}`)
  const sellable = trimmed(writeDecimal(facts.sellable, desk.instrument.scale.quantityScale))
  const hint =
    side === 'sell'
      ? t('ticket.sellable', { quantity: said.quantity(sellable) })
      : t('ticket.available', {
          amount: said.amount(writeDecimal(facts.funds.minor, currency.scale), currency.code),
        })
  return (
    <>
      {inMoney ? (
        <DecimalField
          label={t('ticket.amount')}
          value={form.money}
          onChange={(money) => set({ money })}
          scale={currency.scale}
          suffix={sharesOfMoney === undefined ? currency.code : about(sharesOfMoney)}
          error={errorOf('amount') ?? errorOf('quantity')}
          hint={hint}
        />
      ) : (
        <DecimalField
          label={t('ticket.quantity')}
          value={form.quantity}
          onChange={(quantity) => set({ quantity })}
          scale={words.quantityDecimals}
          suffix={words.unit}
          error={errorOf('quantity')}
          hint={hint}
        />
      )}
      <PartChips
        label={t(inMoney ? 'ticket.amount' : 'ticket.quantity')}
        whole={t('ticket.everything')}
        onPick={state.setPart}
        aside={
          <button
            type="button"
            onClick={() => set({ sizeBy: inMoney ? 'shares' : 'money' })}
            className="tap -my-2 shrink-0 whitespace-nowrap text-13 text-brand"
          >
            {t('ticket.inUnit', { unit: inMoney ? words.unit : words.money })}
          </button>
        }
      />
    </>
  )
}

function MoreOptions(props: FormStepProps) {
  const { side, facts, state, postOnly: offersPostOnly } = props
  const t = useWords<Messages>('trading')
  const errorOf = useFieldError(props)
  const { form, set } = state
  const scale = facts.desk.instrument.scale.priceScale
  // A pair has two orders already; exits are a third thing.
  const hasExits = side === 'buy' && form.type !== 'oco'
  return (
    <Disclosure
      label={
        <>
          {t('times.label')}: <span className="text-ink">{t(`times.${form.timeInForce}`)}</span>
          {hasExits && ` · ${t('ticket.exits')}`}
        </>
      }
    >
      <Chips
        label={t('times.label')}
        value={form.timeInForce}
        onPick={(timeInForce) => set({ timeInForce })}
        choices={timesFor(form.type).map((value) => ({ value, label: t(`times.${value}`) }))}
      />
      {offersPostOnly && form.type === 'limit' && (form.timeInForce === 'gtc' || form.timeInForce === 'day') && (
        <CheckField checked={form.postOnly} onChange={(postOnly) => set({ postOnly })}>
          {t('ticket.postOnly')}
        </CheckField>
      )}
      {hasExits && (
        <div className="grid grid-cols-2 gap-3">
          <DecimalField
            label={t('ticket.takeProfit')}
            value={form.takeProfitPrice}
            onChange={(takeProfitPrice) => set({ takeProfitPrice })}
            scale={scale}
            error={errorOf('takeProfitPrice')}
          />
          <DecimalField
            label={t('ticket.stopLoss')}
            value={form.stopLossPrice}
            onChange={(stopLossPrice) => set({ stopLossPrice })}
            scale={scale}
            error={errorOf('stopLossPrice')}
          />
        </div>
      )}
    </Disclosure>
  )
}

/** What prevents sending it: a closed market, and an identity to verify. */
function Notes({ state, facts, words, opensAt, onIdentity }: FormStepProps) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const text = useRefusalText(words.refusal)
  const general = state.verdict?.problems.find(({ field }) => field === undefined)
  return (
    <>
      {general !== undefined && (
        <Note icon={Clock} tone="warning">
          {general.spec.name === 'market-closed' && opensAt !== undefined
            ? t('ticket.closed', { when: said.moment(opensAt) })
            : text(general)}
        </Note>
      )}
      {general === undefined && facts.desk.state === 'pre' && opensAt !== undefined && (
        <Note icon={Clock}>{t('ticket.opensLater', { when: said.moment(opensAt) })}</Note>
      )}
      {onIdentity !== undefined && <IdentityNote onVerify={onIdentity} />}
    </>
  )
}

/** Identity comes first, said before anything is typed. */
export function IdentityNote({ onVerify }: { readonly onVerify: () => void }) {
  const t = useWords<Messages>('trading')
  return (
    <div className="grid gap-2">
      <Note icon={BadgeCheck} tone="warning">
        {t('ticket.verify')}
      </Note>
      <Button kind="ghost" size="medium" onClick={onVerify} wide>
        {t('ticket.verifyAction')}
      </Button>
    </div>
  )
}
