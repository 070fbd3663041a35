import { refuseDecimal } from '@bolsillo/contract'
import {
  type Money,
  money,
  type Price,
  present,
  priceOf,
  type Quantity,
  quantityOf,
  type Rejection,
  readDecimal,
  reject,
} from '@bolsillo/kernel'
import { formRejections as r } from '../contract/index.ts'
import type { TradingRules } from './form-rules.ts'
import type { OrderSide, OrderType, TimeInForce } from './order.ts'
import type { TradedProduct } from './traded-instrument.ts'

/** What a customer chooses from: an OCO is two orders to the desk. */
export type TicketType = 'market' | 'limit' | 'stop' | 'stop-limit' | 'oco'

/** An order form as typed: texts, in the wire's grammar. What is left out is absent. */
export interface TicketInput {
  readonly side: OrderSide
  readonly type: TicketType
  readonly timeInForce?: TimeInForce | undefined
  readonly quantity?: string | undefined
  readonly amount?: string | undefined
  readonly limitPrice?: string | undefined
  readonly stopPrice?: string | undefined
  /** The stop of an OCO trades at this or better; at market when left out. */
  readonly stopLimitPrice?: string | undefined
  readonly postOnly?: boolean | undefined
  readonly takeProfitPrice?: string | undefined
  readonly stopLossPrice?: string | undefined
}

/** How big an order is: so many shares or coins, or so much money of the instrument's currency. */
export type Size =
  | { readonly kind: 'quantity'; readonly quantity: Quantity }
  | { readonly kind: 'amount'; readonly amount: Money }

/** An order form, read. */
export interface Ticket {
  readonly side: OrderSide
  readonly type: TicketType
  readonly timeInForce: TimeInForce
  readonly size: Size
  readonly limitPrice?: Price
  readonly stopPrice?: Price
  readonly stopLimitPrice?: Price
  readonly postOnly?: boolean
  readonly takeProfitPrice?: Price
  readonly stopLossPrice?: Price
}

/** What a form came to: the ticket, or everything wrong with it, in the contract's order of checks. */
type TicketReading =
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  | { readonly kind: 'problems'; readonly problems: readonly Rejection[] }

type PriceField = 'limitPrice' | 'stopPrice' | 'stopLimitPrice' | 'takeProfitPrice' | 'stopLossPrice'
type DecimalField = 'quantity' | 'amount' | PriceField

/** Which prices a type of order has, and how long it may wait. */
const shapes: Readonly<Record<TicketType, { limit: boolean; stop: boolean; times: readonly TimeInForce[] }>> = {
  market: { limit: false, stop: false, times: ['day', 'ioc', 'fok'] },
  limit: { limit: true, stop: false, times: ['day', 'gtc', 'ioc', 'fok'] },
  stop: { limit: false, stop: true, times: ['day', 'gtc'] },
  'stop-limit': { limit: true, stop: true, times: ['day', 'gtc'] },
  oco: { limit: true, stop: true, times: ['day', 'gtc'] },
}

/** How long orders of a type may wait, the usual one first. */
export function timesFor(type: TicketType): readonly TimeInForce[] {
  return shapes[type].times
}

/**
 * Reads an order form against an instrument's rules. Only what the form itself shows is checked here; ticks, sides of the
 * market, collar, hours, funds and locks are the desk's (`ticketProblem` of trading), which checks them under lock.
 */
export function readTicket(input: TicketInput, rules: TradingRules): TicketReading {
  const read = readDecimals(input, rules)
  const problems = [
    ...sizeProblems(input),
    ...read.problems,
    ...zeroProblems(read.units),
    ...fitProblems(input, rules, read.units),
    ...priceProblems(input, read.units),
    ...(shapes[input.type].times.includes(input.timeInForce ?? 'day')
      ? []
      : [
          reject(r.timeInForceUnfit, {
            field: 'timeInForce',
            values: { allowed: shapes[input.type].times.join(', ') },
          }),
        ]),
    ...exitProblems(input),
  ]
  if (problems.length > 0) return { kind: 'problems', problems }
  return { kind: 'ticket', ticket: ticketOf(input, rules, read.units) }
}

type Units = Partial<Record<DecimalField, bigint>>

function readDecimals(input: TicketInput, rules: TradingRules): { units: Units; problems: readonly Rejection[] } {
  const { priceScale, quantityScale, quote } = rules.scale
  const scales: ReadonlyArray<readonly [DecimalField, number]> = [
    ['quantity', quantityScale],
    ['amount', quote.scale],
    ['limitPrice', priceScale],
    ['stopPrice', priceScale],
    ['stopLimitPrice', priceScale],
    ['takeProfitPrice', priceScale],
    ['stopLossPrice', priceScale],
  ]
  const units: Units = {}
  const problems: Rejection[] = []
  for (const [field, scale] of scales) {
    const text = input[field]
    if (text === undefined) continue
    const reading = readDecimal(text, scale)
    if (reading.kind === 'value' && reading.units >= 0n) units[field] = reading.units
    else if (reading.kind === 'too-many-decimals' && field === 'quantity' && isWhole(rules))
      problems.push(reject(r.notFractional, { field }))
    else {
      const tooFine = reject(r.decimalsTooMany, { field, values: { decimals: String(scale) } })
      problems.push(reading.kind === 'value' ? tooFine : refuseDecimal(field, reading, tooFine))
    }
  }
  return { units, problems }
}

/** Whether only whole shares are traded. A coin's lot is a part of one. */
function isWhole({ fractional, lot, scale }: TradingRules): boolean {
  return !fractional && lot % 10n ** BigInt(scale.quantityScale) === 0n
}

function sizeProblems(input: TicketInput): readonly Rejection[] {
  if (input.quantity !== undefined && input.amount !== undefined)
    return [reject(r.quantityAndAmount, { field: 'amount' })]
  if (input.quantity === undefined && input.amount === undefined) return [reject(r.sizeMissing, { field: 'quantity' })]
  return []
}

function zeroProblems(units: Units): readonly Rejection[] {
  const problems: Rejection[] = []
  if (units.amount === 0n) problems.push(reject(r.amountZero, { field: 'amount' }))
  if (units.quantity === 0n) problems.push(reject(r.quantityZero, { field: 'quantity' }))
  return problems
}

function fitProblems(input: TicketInput, rules: TradingRules, units: Units): readonly Rejection[] {
  const problems: Rejection[] = []
  if (input.amount !== undefined && (input.type !== 'market' || input.side === 'sell'))
    problems.push(reject(r.amountUnfit, { field: 'amount' }))
  const whole = 10n ** BigInt(rules.scale.quantityScale)
  if (isWhole(rules) && units.quantity !== undefined && units.quantity % whole !== 0n)
    problems.push(reject(r.notFractional, { field: 'quantity' }))
  return problems
}

function priceProblems(input: TicketInput, units: Units): readonly Rejection[] {
  const { limit, stop } = shapes[input.type]
  const problems: Rejection[] = []
  if (limit && input.limitPrice === undefined) problems.push(reject(r.limitPriceMissing, { field: 'limitPrice' }))
  if (units.limitPrice === 0n) problems.push(reject(r.limitPriceZero, { field: 'limitPrice' }))
  if (!limit && input.limitPrice !== undefined) problems.push(reject(r.limitPriceUnexpected, { field: 'limitPrice' }))
  if (units.stopLimitPrice === 0n) problems.push(reject(r.limitPriceZero, { field: 'stopLimitPrice' }))
  if (input.stopLimitPrice !== undefined && input.type !== 'oco')
    problems.push(reject(r.limitPriceUnexpected, { field: 'stopLimitPrice' }))
  if (stop && input.stopPrice === undefined) problems.push(reject(r.stopPriceMissing, { field: 'stopPrice' }))
  for (const field of ['stopPrice', 'takeProfitPrice', 'stopLossPrice'] as const)
    if (units[field] === 0n) problems.push(reject(r.stopPriceZero, { field }))
  if (!stop && input.stopPrice !== undefined) problems.push(reject(r.stopPriceUnexpected, { field: 'stopPrice' }))
  return problems
}

function exitProblems(input: TicketInput): readonly Rejection[] {
  const problems: Rejection[] = []
  for (const field of ['takeProfitPrice', 'stopLossPrice'] as const)
    if (input[field] !== undefined && (input.side === 'sell' || input.type === 'oco'))
      problems.push(reject(r.exitsUnfit, { field }))
  return problems
}

function ticketOf(input: TicketInput, rules: TradingRules, units: Units): Ticket {
  const price = (field: PriceField) => (units[field] === undefined ? {} : { [field]: priceOf(units[field]) })
  return {
    side: input.side,
    type: input.type,
    timeInForce: input.timeInForce ?? 'day',
    size:
      units.amount === undefined
        ? { kind: 'quantity', quantity: quantityOf(units.quantity ?? 0n) }
        : { kind: 'amount', amount: money(units.amount, rules.scale.quote) },
    ...price('limitPrice'),
    ...price('stopPrice'),
    ...price('stopLimitPrice'),
    ...(input.postOnly === true ? { postOnly: true } : {}),
    ...price('takeProfitPrice'),
    ...price('stopLossPrice'),
  }
}

/** What an order form says, as the desk takes it. Exactly one of `quantity` and `amount` is given; amounts only size market buys. */
export interface DeskOrder {
  /** What it is meant to be an order of; instruments of other products are refused as not listed. */
  readonly product: TradedProduct
  readonly side: OrderSide
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly quantity?: Quantity
  /** Spent at most, fee and VAT included. */
  readonly amount?: Money
  readonly limitPrice?: Price
  readonly stopPrice?: Price
  readonly postOnly?: boolean
  /** Buys: exits placed when the purchase is done, from the moment its shares may be sold. One cancels the other. */
  readonly bracket?: { readonly takeProfit?: Price; readonly stopLoss?: Price }
  /** A limit order gets a twin: a stop (with `limitPrice`: a stop-limit) of the same size. One cancels the other. */
  readonly oco?: { readonly stopPrice: Price; readonly limitPrice?: Price }
}

/** A form as the desk takes it: an OCO is a limit order with a twin, exits of a purchase are its bracket. */
export function deskOrder(product: TradedProduct, ticket: Ticket): DeskOrder {
  const { side, timeInForce, size, limitPrice, stopPrice, stopLimitPrice, takeProfitPrice, stopLossPrice } = ticket
  const base = {
    product,
    side,
    timeInForce,
    ...(size.kind === 'amount' ? { amount: size.amount } : { quantity: size.quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
    ...(ticket.postOnly === true ? { postOnly: true } : {}),
  } as const
  const bracket = {
    ...(takeProfitPrice === undefined ? {} : { takeProfit: takeProfitPrice }),
    ...(stopLossPrice === undefined ? {} : { stopLoss: stopLossPrice }),
  }
  if (ticket.type === 'oco') {
    const twin = stopLimitPrice === undefined ? {} : { limitPrice: stopLimitPrice }
    return { ...base, type: 'limit', oco: { stopPrice: present(stopPrice, 'the stop of an OCO'), ...twin } }
  }
  return {
    ...base,
    type: ticket.type,
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(Object.keys(bracket).length === 0 ? {} : { bracket }),
  }
}
