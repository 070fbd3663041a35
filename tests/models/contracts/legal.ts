import type { Follower } from './follow.ts'
import { type Customer, type Exit, freeOf, type Market, type Order, type Position } from './market.ts'
import {
  abs,
  beforeInQueue,
  down,
  equityOf,
  handOverPrices,
  isUnder,
  legToClose,
  marginOf,
  minorFine,
  most,
  type Queued,
  stepQuantity,
  stepWorst,
  up,
  worth,
} from './model.ts'
import { Found } from './tickets.ts'
import type { FundingRow, PaymentRow, StepRow } from './world-store.ts'

// When the product acts is its own choice within the rules; what it does then is not. These say whether it was allowed.

/** The funding of an instant, as it must be paid. */
export interface FundingAt {
  readonly symbol: string
  /** Sizes at the instant, by customer and contract. */
  readonly sizes: ReadonlyMap<string, bigint>
  readonly paid: Set<string>
  readonly rate: bigint
  readonly worthOfOne: bigint
}

/** Prices as they were seen, and what they reached. */
export class Prices {
  private readonly market: Market
  private readonly marks = new Map<string, bigint>()
  private readonly lasts = new Map<string, bigint>()
  readonly instants = new Map<string, FundingAt>()
  now: () => number

  constructor(market: Market, now: () => number) {
    this.market = market
    this.now = now
  }

  readonly markOf = (symbol: string): bigint | undefined => this.marks.get(symbol)
  readonly lastOf = (symbol: string): bigint | undefined => this.lasts.get(symbol)

  mark(symbol: string, price: bigint | undefined): void {
    if (price === undefined) this.marks.delete(symbol)
    else this.marks.set(symbol, price)
    this.look(symbol, 'mark')
  }

  print(symbol: string, price: bigint): void {
    this.lasts.set(symbol, price)
    this.look(symbol, 'last')
  }

  /** The process that saw prices is gone: an exit it saw reached is known only as reached at some time. */
  forget(): void {
    this.marks.clear()
    this.lasts.clear()
    for (const exit of this.exits()) if (exit.exit.reached === 'seen') exit.exit.reached = 'once'
  }

  lookAtAll(): void {
    for (const symbol of this.market.contracts.keys()) for (const on of ['mark', 'last'] as const) this.look(symbol, on)
  }

  private *exits(): Generator<{ symbol: string; size: bigint; exit: Exit }> {
    for (const { positions } of this.market.customers.values())
      for (const { symbol, size, exits } of positions.values()) for (const exit of exits) yield { symbol, size, exit }
  }

  private look(symbol: string, on: Exit['on']): void {
    const price = on === 'mark' ? this.marks.get(symbol) : this.lasts.get(symbol)
    if (price === undefined) return
    for (const { exit, size, symbol: of } of this.exits())
      if (of === symbol && exit.on === on && isReached(size, exit, price)) exit.reached = 'seen'
  }

  funding(symbol: string, at: number, rows: readonly FundingRow[]): FundingAt {
    const known = this.instants.get(`${symbol} ${at}`)
    if (known === undefined)
      throw new Found('funding', `${symbol} paid funding of ${at}, which was no instant of funding`)
    const row = rows.find((one) => one.symbol === symbol && Number(one.at) === at)
    if (row !== undefined && row.rate !== known.rate)
      throw new Found('funding', `${symbol} paid at a rate of ${row.rate}, the looks come to ${known.rate}`)
    return known
  }
}

/** A long gains upwards, a short downwards. */
export function isReached(size: bigint, { kind, price }: Pick<Exit, 'kind' | 'price'>, now: bigint): boolean {
  return size > 0n === (kind === 'take-profit') ? now >= price : now <= price
}

/** Looks nobody took anything at before the fund bears its part, and before everything is handed over. */
const looksBeforeFund = 3
const looksBeforeHandOver = 6

/** The account an order or a position is of, as liquidations have it. */
export const subjectKey = (customer: string, of: { readonly mode: string; readonly symbol: string }): string =>
  `${customer} ${of.mode === 'cross' ? 'cross' : of.symbol}`

/**
 * A step of a liquidation: of an account below maintenance, of the position that must keep most, as much as the rules say
 * and no worse than bankruptcy; or all of it with the fund behind it, once nobody would take that for some looks.
 */
export function checkStep(follower: Follower, order: Order, step: StepRow | undefined): void {
  const { market, prices } = follower
  const customer = market.customer(order.customer)
  const position = customer.positions.get(order.symbol)
  if (position === undefined) throw new Found('liquidation', `${order.id} closes what is not open`)
  const found = market.account(customer, position, prices.markOf)
  if (found === undefined) throw new Found('liquidation', `${order.id} was placed without a mark`)
  const { account, place } = found
  const what = `${position.mode} ${order.symbol} of ${order.customer}`
  if (!isUnder(account))
    throw new Found(
      'liquidation',
      `${what} has ${equityOf(account)} and must keep ${marginOf(account, 'maintenancePpm') / 1_000_000n}`,
    )
  const isPatient = follower.vainLooks(subjectKey(order.customer, order)) >= looksBeforeFund
  const legs = [0n, ...(isPatient ? [market.fund] : [])].map((fund) => legToClose(account, fund))
  const expected = legs.find((leg) => leg === place) ?? legs[0] ?? 0
  follower.same('liquidation', `position of a step of ${what}`, found.positions[expected]?.symbol, order.symbol)
  const length = most(position.size, -position.size)
  const isWithFund = order.quantity === length && order.worst === stepWorst(account, place, market.fund)
  const [quantity, fund] = isWithFund && isPatient ? [length, market.fund] : [stepQuantity(account, place), 0n]
  follower.same('liquidation', `quantity of a step of ${what}`, order.quantity, quantity)
  follower.same('liquidation', `worst price of a step of ${what}`, order.worst, stepWorst(account, place, fund))
  follower.count('liquidation steps')
  if (fund > 0n) follower.count('steps with the fund')
  if (step !== undefined) {
    follower.same('receipt', `size before a step of ${what}`, step.size, position.size)
    follower.same(
      'receipt',
      `quantity and worst price of a step of ${what}`,
      `${step.quantity} ${step.worst_price}`,
      `${quantity} ${order.worst}`,
    )
  }
}

/** An order that found nobody, at some moment of a step in which more happened: it was allowed at one of them. */
export function checkUnplaced(follower: Follower, order: Order): void {
  const { customer, symbol, mode, cause } = order
  follower.count('comparisons')
  if (cause === 'liquidation') {
    if (!follower.wasUnder.has(`${customer} ${mode === 'cross' ? 'cross' : symbol}`))
      throw new Found(
        'liquidation',
        `${order.id} of ${customer} in ${symbol}, who had what they must keep all the time`,
      )
    return
  }
  const exit = follower.wasSet.get(`${customer} ${symbol} ${cause}`)
  if (exit === undefined || exit.reached === 'no')
    throw new Found(
      'exit',
      `${cause} ${order.id} of ${customer} in ${symbol} was done, and was ${exit === undefined ? 'not set' : 'not reached'}`,
    )
}

/** A payment is −size × mark × rate, rounded down, or a unit more where that is not whole. */
export function checkPayment({ rate, worthOfOne }: FundingAt, payment: PaymentRow, size: bigint): void {
  const { customer_id, symbol, minor } = payment
  const exact = -size * worthOfOne * rate
  const unit = 1_000_000n * 1_000_000_000n
  const floor = down(exact, unit)
  if (minor !== floor && (minor !== floor + 1n || up(exact, unit) !== floor + 1n))
    throw new Found('funding', `${customer_id} was paid ${minor} in ${symbol}, of exactly ${exact} / ${unit}`)
}

/** What an order has reserved pays funding only where free money and the margins that answer do not. */
export function checkFundingEnd(customer: Customer, order: Order, payments: readonly PaymentRow[]): void {
  const isOwed = payments.some(({ customer_id, symbol, minor, mode }) => {
    if (customer_id !== customer.id) return false
    const answering = [...customer.positions.values()].filter((one) =>
      mode === 'cross' ? one.mode === 'cross' : one.symbol === symbol,
    )
    return -minor > answering.reduce((sum, { margin }) => sum + margin, freeOf(customer))
  })
  if (!isOwed) throw new Found('order', `${order.id} was ended for funding that there was money for`)
}

/** Others pay funding only for whoever has nothing reserved for an order. */
export function checkFundingShort(customer: Customer, short: bigint, market: Market): void {
  const reserved = market.heldByOrders(customer)
  if (short > 0n && reserved > 0n)
    throw new Found(
      'whose money',
      `others paid ${short} of funding for ${customer.id}, whose orders reserve ${reserved}`,
    )
}

/** An exit closes what it is of, when a price it watches was there. */
export function checkFired(follower: Follower, order: Order): void {
  const position = follower.market.customer(order.customer).positions.get(order.symbol)
  const exit = position?.exits.find(({ kind }) => kind === order.cause)
  if (position === undefined || exit === undefined)
    throw new Found(
      'exit',
      `${order.cause} ${order.id} of ${order.customer} in ${order.symbol} was done, and is not set`,
    )
  follower.count('exits')
  follower.count('comparisons')
  if (exit.reached === 'no')
    throw new Found(
      'exit',
      `${order.cause} of ${order.customer} in ${order.symbol} at ${exit.price} on ${exit.on} was done, and was not reached (mark ${follower.prices.markOf(order.symbol)}, last ${follower.prices.lastOf(order.symbol)}, worst ${order.worst})`,
    )
  follower.same('exit', `quantity of ${order.id}`, order.quantity, most(position.size, -position.size))
}

export const queuedOf = (market: Market, customer: Customer, symbol: string, mark: bigint): Queued | undefined => {
  const position = customer.positions.get(symbol)
  if (position === undefined) return undefined
  const { size, entry, margin } = position
  return { id: customer.id, size, entry, value: worth(market.contract(symbol), mark, size), margin: margin * minorFine }
}

/** A handing over that has begun: the prices of all that is handed over, by contract. */
export interface HandingOver {
  readonly customer: string
  readonly prices: ReadonlyMap<string, bigint>
  /** Who of the other side has given how much so far. */
  readonly asked: { readonly symbol: string; readonly quantity: bigint }[]
}

/** Holders of the other side who are asked in one handing over, in all contracts of the account together. */
const holdersMax = 200

/** An account that nobody would take is handed over after some looks only, while it is below maintenance. */
export function handingOver(follower: Follower, customer: Customer, position: Position): HandingOver {
  const found = follower.market.account(customer, position, follower.prices.markOf)
  const what = `${position.mode} ${position.symbol} of ${customer.id}`
  if (found === undefined || !isUnder(found.account))
    throw new Found('deleveraging', `${what} is handed over, and has what it must keep`)
  const vain = follower.vainLooks(subjectKey(customer.id, position))
  follower.count('comparisons')
  if (vain < looksBeforeHandOver)
    throw new Found('deleveraging', `${what} is handed over after ${vain} looks at which nobody took it`)
  const prices = handOverPrices(found.account)
  return {
    customer: customer.id,
    prices: new Map(found.positions.map(({ symbol }, at) => [symbol, prices[at] ?? 0n])),
    asked: [],
  }
}

/** The market takes a part of what is handed over only when nobody of the other side is left to be asked, or enough were. */
export function checkAskedEnough(follower: Follower, handing: HandingOver, victim: Customer, symbol: string): void {
  const { market } = follower
  const size = victim.positions.get(symbol)?.size ?? 0n
  const asked = handing.asked.filter((one) => one.symbol === symbol)
  const most = Math.floor(holdersMax / handing.prices.size)
  const given = asked.reduce((sum, one) => sum + one.quantity, 0n)
  const what = `${asked.length} holders gave ${given} of the ${size} in ${symbol} of ${victim.id}`
  follower.count('comparisons')
  if (asked.length > most || given > abs(size))
    throw new Found('deleveraging', `${what}: no more than ${most} are asked, for no more than that`)
  if (given === abs(size)) return
  const left = [...market.customers.values()].filter((other) => {
    const position = other.positions.get(symbol)
    if (position === undefined || other === victim || position.size > 0n === size > 0n) return false
    return position.liquidation === undefined && !follower.wasUnder.has(subjectKey(other.id, position))
  })
  if (asked.length === most && left.length > 0) follower.count('handings over beyond a step')
  if (asked.length < most && left.length > 0)
    throw new Found('deleveraging', `${what}, and the market takes what ${left[0]?.id} could`)
}

/** Whoever gains most on the other side is asked first. */
export function checkAsked(follower: Follower, customer: Customer, symbol: string): void {
  const { market, prices } = follower
  const own = queuedOf(market, customer, symbol, prices.markOf(symbol) ?? 0n)
  if (own === undefined) throw new Found('deleveraging', `${customer.id} has nothing in ${symbol} to be deleveraged`)
  for (const other of market.customers.values()) {
    const queued = queuedOf(market, other, symbol, prices.markOf(symbol) ?? 0n)
    const position = other.positions.get(symbol)
    if (queued === undefined || position === undefined || other === customer || queued.size > 0n !== own.size > 0n)
      continue
    if (position.liquidation !== undefined || follower.wasUnder.has(subjectKey(other.id, position))) continue
    follower.count('comparisons')
    if (isClearlyBefore(queued, own))
      throw new Found('deleveraging', `${customer.id} in ${symbol} is deleveraged before ${other.id}, who gains more`)
  }
}

/** Whether somebody comes before somebody else by more than what rounding to millionths may turn round. */
export function isClearlyBefore(a: Queued, b: Queued): boolean {
  // A price a little worse for whoever is compared first.
  const worse = { ...a, value: a.value - most(a.value, -a.value) / 50_000n }
  return beforeInQueue(worse, b) > 0n
}

/** A closing order that filled asked for no more than its account could spend, wherever it then filled. */
export function checkClosing(follower: Follower, order: Order): void {
  const { market, prices } = follower
  const customer = market.customer(order.customer)
  const position = customer.positions.get(order.symbol)
  if (position === undefined || market.account(customer, position, prices.markOf) === undefined) return
  follower.count('comparisons')
  if (!market.bearsClosing(customer, position, order.worst, prices.markOf))
    throw new Found(
      'whose money',
      `${order.cause} ${order.id} may close at ${order.worst}, which its account cannot pay`,
    )
}
