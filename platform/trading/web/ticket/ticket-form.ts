import { type Money, type Quantity, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { useState } from 'react'
import type { ProductForms } from '../../domain/index.ts'
import {
  expectedPrice,
  type FormFacts,
  largestPurchase,
  type OrderSide,
  partOf,
  pricesOf,
  sharesFor,
  type TicketInput,
  type TicketType,
  type TicketVerdict,
  type TimeInForce,
  timesFor,
} from '../../domain/index.ts'
import type { Draft } from './drafts.ts'
import { rememberType, useKeptForm, usualType } from './use-kept-form.ts'

type SizeBy = 'shares' | 'money'

/** The form as it is now: texts as the wire writes them, empty where nothing is. */
interface TicketForm {
  readonly type: TicketType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  readonly sizeBy: SizeBy
  readonly quantity: string
  readonly money: string
  readonly limitPrice: string
  readonly stopPrice: string
  /** The second limit of a pair: of its stop, once that is reached. */
  readonly stopLimitPrice: string
  readonly takeProfitPrice: string
  readonly stopLossPrice: string
}

const empty: TicketForm = {
  type: 'limit',
  timeInForce: 'day',
  postOnly: false,
  sizeBy: 'shares',
  quantity: '',
  money: '',
  limitPrice: '',
  stopPrice: '',
  stopLimitPrice: '',
  takeProfitPrice: '',
  stopLossPrice: '',
}

export interface TicketState {
  readonly form: TicketForm
  readonly set: (changes: Partial<TicketForm>) => void
  /** Another type: how long it waits follows where it must, and a price nobody typed goes where it would mean nothing. */
  readonly choose: (type: TicketType) => void
  /** Fields the customer has changed: only these show what is wrong with them before the form is sent on. */
  readonly touched: ReadonlySet<string>
  readonly touchAll: () => void
  /**
   * Whether the order is under review: what is looked at and sent keeps its price, while in the form a limit that nobody
   * typed follows the market.
   */
  readonly setReviewed: (isReviewed: boolean) => void
  readonly input: TicketInput
  readonly verdict: TicketVerdict | undefined
  /** The order was sent: the next form is empty. */
  readonly forget: () => void
  /** Shares that the typed money comes to, as far as a price is known. */
  readonly sharesOfMoney: string | undefined
  /** Puts in a part of what can be bought or sold. */
  readonly setPart: (percent: bigint) => void
}

const given = (text: string): string | undefined => (text === '' ? undefined : text)

/** What a ticket begins with. */
interface TicketStart {
  readonly symbol: string
  /** The price where the market is: a suggestion, until another is typed. */
  readonly suggested: string
  /** A price taken from the book or the chart, which the order is to have. */
  readonly picked?: string | undefined
}

const types = ['market', 'limit', 'stop', 'stop-limit', 'oco'] as const satisfies readonly TicketType[]

/** Whether the market is shut now, so that what is to be done at once cannot be done. */
function isShut({ desk }: FormFacts): boolean {
  return desk.state === 'pre' || desk.state === 'closed' || desk.state === 'holiday'
}

/** What the customer typed last time and did not send, or an empty form of the usual type. */
function firstForm(
  draft: Draft<TicketForm> | undefined,
  { picked }: TicketStart,
  { usualTime, name }: ProductForms['product'],
): Draft<TicketForm> {
  const typed = draft?.typed ?? []
  const type = picked === undefined ? (draft?.form.type ?? usualType(name, types)) : 'limit'
  const timeInForce = draft?.form.type === type ? draft.form.timeInForce : usualTime(type)
  const limitPrice = picked ?? (typed.includes('limitPrice') ? draft?.form.limitPrice : undefined) ?? ''
  return {
    form: { ...(draft?.form ?? empty), type, timeInForce, limitPrice },
    typed: picked === undefined ? typed : [...typed, 'type', 'limitPrice'],
  }
}

const everyField = [
  ...['quantity', 'amount', 'limitPrice', 'stopPrice', 'stopLimitPrice'],
  ...['takeProfitPrice', 'stopLossPrice', 'type'],
]

/** The state of an order form over the facts of the moment. */
export function useTicketForm(
  side: OrderSide,
  facts: FormFacts | undefined,
  start: TicketStart,
  { judge, product }: Pick<ProductForms, 'judge' | 'product'>,
): TicketState {
  const { form, typed, setForm, forget } = useKeptForm({ symbol: start.symbol, side }, empty, (draft) =>
    firstForm(draft, start, product),
  )
  const [sent, setSent] = useState(false)
  const [isReviewed, setReviewed] = useState(false)
  // Not in a pair: its limit lies on one side of the market, and the suggested price comes from the other or the middle.
  const suggestedFor = (type: TicketType): string => (type === 'oco' ? '' : start.suggested)
  // Beside a chart a form waits for hours: a limit that nobody typed goes with the market until the order is reviewed.
  const suggestion = isReviewed || typed.has('limitPrice') ? '' : suggestedFor(form.type)
  if (suggestion !== '' && suggestion !== form.limitPrice)
    setForm((current) => ({ ...current, limitPrice: suggestion }))
  const turned = (type: TicketType) => (current: TicketForm) => ({
    ...current,
    type,
    // Its time in force is the usual one of its type, until the customer chooses another.
    ...(typed.has('timeInForce') && timesFor(type).includes(current.timeInForce)
      ? {}
      : { timeInForce: product.usualTime(type) }),
    ...(typed.has('limitPrice') ? {} : { limitPrice: suggestedFor(type) }),
  })
  // While the market is shut an order at market is refused: what can wait is offered, until another type is chosen.
  const mayTurn = form.type === 'market' && !isReviewed && !typed.has('type')
  if (mayTurn && facts !== undefined && isShut(facts)) setForm(turned('limit'))
  const set = (changes: Partial<TicketForm>): void =>
    setForm((current) => ({ ...current, ...changes }), ...Object.keys(changes))
  const byAmount = form.sizeBy === 'money' && form.type === 'market' && side === 'buy'
  const shares = facts === undefined ? undefined : sharesOfMoney(form, side, facts)
  const converted = form.sizeBy === 'money' && !byAmount
  const input = inputOf(form, side, byAmount, converted ? (shares ?? '') : form.quantity)
  const verdict = facts === undefined ? undefined : judge(input, facts)
  return {
    form,
    set,
    choose: (type) => {
      rememberType(product.name, type)
      setForm(turned(type), 'type')
    },
    touched: new Set(sent ? everyField : [...typed].map(fieldOf)),
    touchAll: () => setSent(true),
    setReviewed,
    forget,
    input,
    verdict,
    sharesOfMoney: byAmount ? (sharesOf(verdict, facts) ?? shares) : converted ? shares : undefined,
    setPart: (percent) => {
      if (facts !== undefined) set(partChanges(form, side, facts, percent))
    },
  }
}

/** The form's name of a field as refusals call it. */
function fieldOf(name: string): string {
  return name === 'money' ? 'amount' : name
}

function inputOf(form: TicketForm, side: OrderSide, byAmount: boolean, quantity: string): TicketInput {
  const hasLimit = form.type === 'limit' || form.type === 'stop-limit' || form.type === 'oco'
  const hasStop = form.type === 'stop' || form.type === 'stop-limit' || form.type === 'oco'
  const mayExit = side === 'buy' && form.type !== 'oco'
  return {
    side,
    type: form.type,
    timeInForce: form.timeInForce,
    ...(form.postOnly && form.type === 'limit' ? { postOnly: true } : {}),
    ...(byAmount ? { amount: given(form.money) } : { quantity: given(quantity) }),
    ...(hasLimit ? { limitPrice: given(form.limitPrice) } : {}),
    ...(hasStop ? { stopPrice: given(form.stopPrice) } : {}),
    ...(form.type === 'oco' ? { stopLimitPrice: given(form.stopLimitPrice) } : {}),
    ...(mayExit ? { takeProfitPrice: given(form.takeProfitPrice), stopLossPrice: given(form.stopLossPrice) } : {}),
  }
}

/** The price an order is reckoned with: of a pair that buys, the dearer of the two. */
function typedPrice({ type, limitPrice, stopPrice, stopLimitPrice }: TicketForm, side: OrderSide): string {
  if (type === 'oco' && side === 'buy') return stopLimitPrice === '' ? stopPrice : stopLimitPrice
  return type === 'stop' ? stopPrice : limitPrice
}

/** The price quantities are worked out at: what is typed, else the market's. */
function workingPrice(form: TicketForm, side: OrderSide, facts: FormFacts) {
  const { priceScale } = facts.desk.instrument.scale
  const typed = form.type === 'market' ? '' : typedPrice(form, side)
  const price = typed === '' ? undefined : pricesOf({ last: typed }, priceScale)?.last
  return price !== undefined && price > 0n ? price : expectedPrice({ side }, facts.quote)
}

function sharesOfMoney(form: TicketForm, side: OrderSide, facts: FormFacts): string | undefined {
  const price = workingPrice(form, side, facts)
  if (price === undefined || form.money === '') return undefined
  const { instrument } = facts.desk
  const money = readMoneyText(form.money, facts)
  const shares =
    side === 'buy' ? largestPurchase(money, price, instrument, facts.schedule) : sharesFor(money, price, instrument)
  return writeShares(shares, facts)
}

/** What an order of money is expected to come to in the book as it is now. */
function sharesOf(verdict: TicketVerdict | undefined, facts: FormFacts | undefined): string | undefined {
  const quantity = verdict?.estimate?.quantity
  return quantity === undefined || facts === undefined ? undefined : writeShares(quantity, facts)
}

function readMoneyText(text: string, { currency }: FormFacts): Money {
  const [whole = '0', fraction = ''] = text.split('.')
  return { minor: BigInt(whole + fraction.slice(0, currency.scale).padEnd(currency.scale, '0')), asset: currency }
}

/** Shares as a form shows them: without useless zeros. */
function writeShares(quantity: Quantity, { desk }: FormFacts): string {
  const text = writeDecimal(quantity, desk.instrument.scale.quantityScale)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** A market purchase takes a part of the money; everything else a part of the shares that can be bought or sold. */
function partChanges(form: TicketForm, side: OrderSide, facts: FormFacts, percent: bigint): Partial<TicketForm> {
  const { instrument } = facts.desk
  const money = { minor: (facts.funds.minor * percent) / 100n, asset: facts.currency }
  if (side === 'sell') {
    const part = percent === 100n ? facts.sellable : partOf(facts.sellable, percent, instrument)
    return { sizeBy: 'shares', quantity: writeShares(part, facts) }
  }
  if (form.type === 'market' || form.sizeBy === 'money') return { sizeBy: 'money', money: writeMoney(money) }
  const price = workingPrice(form, side, facts)
  if (price === undefined) return {}
  const quantity = writeShares(largestPurchase(money, price, instrument, facts.schedule), facts)
  const isOfLimit = (form.type === 'limit' || form.type === 'stop-limit') && form.limitPrice !== ''
  // All the money buys only so much at this limit: it stays, or the market's next rise would leave too little.
  return isOfLimit ? { quantity, limitPrice: form.limitPrice } : { quantity }
}
