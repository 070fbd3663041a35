import { integerBetween, pick, type Rng, uniform, writeDecimal } from '@bolsillo/kernel'
import type { Outgoing } from '../server/front-door.ts'
import { families, grid, listed, symbols, type Ticker } from '../server/market.ts'
import { authorise, type Counter, type Customer, perform } from './customer.ts'
import { envelopeOf, refusalOf } from './operations.ts'

// How customers write orders, whatever they trade, and what they remember of the answers.

/** An order as an answer shows it. */
export interface ShownOrder {
  readonly orderId: string
  readonly symbol: string
  readonly side: string
  readonly state: string
  readonly limitPrice?: string
  readonly filledQuantity: string
}

/** What customers think a thing is worth: the value makers quote around. */
export type Values = Readonly<Record<Ticker, number>>

const openStates = new Set(['waiting', 'pending-trigger', 'open', 'partially-filled'])

/** What of a family is of these products. */
export function tradedOf(
  { family }: Pick<Counter, 'family'>,
  ...products: readonly ('stock' | 'spot' | 'contract')[]
): readonly Ticker[] {
  return families[family].filter((symbol) => products.includes(grid[symbol].product))
}

/** The ticker an answer names. */
export function tickerOf(text: string): Ticker | undefined {
  return symbols.find((known) => known === text)
}

/** A price some steps away from a value, as a customer types it. */
export function priceText(symbol: Ticker, value: number, ticks: number): string {
  const { tick } = grid[symbol]
  // Round prices are popular: that is where orders wait behind each other.
  const exact = Math.round(value / tick) + ticks
  const units = Math.max(tick, (ticks % 3 === 0 ? exact : Math.round(exact / 4) * 4) * tick)
  return writeDecimal(BigInt(units), listed(symbol).scale.priceScale)
}

/** A quantity in whole lots, at least one, as a customer types it. */
export function quantityText(symbol: Ticker, units: number): string {
  const { lot } = grid[symbol]
  return writeDecimal(BigInt(Math.max(1, Math.ceil(units / lot)) * lot), listed(symbol).scale.quantityScale)
}

/** How much a customer buys: mostly a little, now and then more than the purse holds. */
export function someQuantity(rng: Rng, symbol: Ticker): number {
  const { size, lot } = grid[symbol]
  if (uniform(rng) < 0.06) return size * 1_000
  return lot * integerBetween(rng, 1, Math.max(2, Math.floor((size / lot) * pick(rng, [0.1, 0.5, 2, 4]))))
}

/** Remembers what an answer says of orders and of what is owned. */
export function remember(customer: Customer, answer: Outgoing | undefined, now: number): void {
  if (answer === undefined || answer.status >= 300) return
  const { order, twin } = envelopeOf(answer).data as { readonly order?: ShownOrder; readonly twin?: ShownOrder }
  for (const shown of [order, twin]) {
    if (shown === undefined) continue
    if (openStates.has(shown.state)) customer.open.set(shown.orderId, shown)
    else customer.open.delete(shown.orderId)
  }
  const symbol = order === undefined ? undefined : tickerOf(order.symbol)
  if (order === undefined || symbol === undefined || grid[symbol].product === 'contract') return
  const filled = Math.round(Number(order.filledQuantity) * 10 ** listed(symbol).scale.quantityScale)
  const sign = order.side === 'buy' ? 1 : -1
  const had = customer.shares.get(symbol) ?? 0
  if (had === 0 && sign * filled > 0) customer.ownedSince.set(symbol, now)
  customer.shares.set(symbol, Math.max(0, had + sign * filled))
}

/** Places an order; asked for the trade password, gives it for the next ones. */
export async function place(
  counter: Counter,
  customer: Customer,
  { kind, path }: { readonly kind: string; readonly path: string },
  fields: Readonly<Record<string, string>>,
): Promise<Outgoing | undefined> {
  // Some give the trade password with the order, some have given it for a while.
  const hasIt = uniform(counter.scheduler.rng) < 0.9
  const more: Readonly<Record<string, string>> = hasIt ? { tradePassword: customer.tradePassword } : {}
  const answer = await perform(counter, customer, kind, path, { ...fields, ...more })
  remember(customer, answer, counter.scheduler.trueNow())
  if (answer !== undefined && /trade-password-missing$/.test(refusalOf(answer) ?? ''))
    await authorise(counter, customer)
  return answer
}

/** A price at which an order waits: another's of the other side, to meet it, or anybody's of one's own, to stand behind it. */
export function popularPrice(
  counter: Counter,
  customer: Customer,
  symbol: Ticker,
  side: 'buy' | 'sell',
): string | undefined {
  const isMeeting = uniform(counter.scheduler.rng) < 0.6
  const waiting = counter.customers.flatMap((other) =>
    [...other.open.values()].filter(
      (order) =>
        order.symbol === symbol && (isMeeting ? other !== customer && order.side !== side : order.side === side),
    ),
  )
  const prices = waiting.flatMap(({ limitPrice }) => (limitPrice === undefined ? [] : [limitPrice]))
  return prices.length === 0 ? undefined : pick(counter.scheduler.rng, prices)
}

/** How an order of a product is cancelled. */
export const cancelPaths = {
  stock: { kind: 'cancel', path: '/stock/order/cancel' },
  spot: { kind: 'coin-cancel', path: '/coin/order/close' },
  contract: { kind: 'contract-cancel', path: '/coin/contract/order/cancel' },
} as const

/** Cancels one of the customer's open orders. */
export async function cancel(
  counter: Counter,
  customer: Customer,
  orderId: string,
  symbol: string | undefined = customer.open.get(orderId)?.symbol,
): Promise<void> {
  const ticker = symbol === undefined ? undefined : tickerOf(symbol)
  if (ticker === undefined) return
  const { kind, path } = cancelPaths[grid[ticker].product]
  const answer = await perform(counter, customer, kind, path, { orderId })
  if (answer === undefined) return
  if (answer.status < 300) remember(customer, answer, counter.scheduler.trueNow())
  else customer.open.delete(orderId)
}
