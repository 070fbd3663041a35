import {
  assert,
  type Money,
  maxOf,
  minOf,
  money,
  type Price,
  priceOf,
  type Quantity,
  quantityOf,
  rescale,
  type TradingScale,
} from '@bolsillo/kernel'
import { chargedAfter, costOf, type FeeSchedule, feeScheduleOf, type TradeCost } from './fees.ts'
import { type Fill, isOpen, type Order, type OrderSide, type PairFilled, waitsForOpening } from './order.ts'

/** What is still to be filled. For an order sized by amount this is not known, and 0 is answered. */
export function remainingOf(order: Order): Quantity {
  return quantityOf(order.quantity === undefined ? 0n : order.quantity - order.filledQuantity)
}

/**
 * The worst price an order may be filled at: its customer's own limit, whatever it and its twin reserve; for one without a
 * limit what the collar allows.
 */
export function fillBound({ side, limitPrice, worstPrice }: Pick<Order, 'side' | 'limitPrice' | 'worstPrice'>): Price {
  if (limitPrice === undefined) return worstPrice
  return priceOf(side === 'buy' ? minOf(limitPrice, worstPrice) : maxOf(limitPrice, worstPrice))
}

/**
 * Σ price × quantity of an order's fills, rounded once for the whole order: up for what a buyer pays, down for what a
 * seller gets. So an order filled in many parts costs exactly what it would have cost in one, and splitting never gains.
 */
export function amountOf(exact: bigint, side: OrderSide, scale: TradingScale): Money {
  const rounding = side === 'buy' ? 'up' : 'down'
  return money(rescale(exact, scale.priceScale + scale.quantityScale, scale.quote.scale, rounding), scale.quote)
}

/**
 * What fills cost that come to `filledExact`, of which `takerExact` was taken from the book: what was taken is rounded
 * down, in favor of the one who pays for it. So commission never falls from one fill to the next.
 */
export function costOfFills(
  side: OrderSide,
  filledExact: bigint,
  takerExact: bigint,
  schedule: FeeSchedule,
  scale: TradingScale,
): TradeCost {
  return costOf(side, amountOf(filledExact, side, scale), schedule, amountOf(takerExact, 'sell', scale).minor)
}

/** What a buyer has paid so far: shares, fee and VAT; minor units. */
export function paidOf(order: Order): bigint {
  return order.filledAmount.minor + order.fee.minor + order.vat.minor
}

const nothingFilled: PairFilled = { exact: 0n, takerExact: 0n, fee: 0n, vat: 0n }

/** What the fills of an order come to, those of the leg it took over from included; minor units. */
function soFar(
  order: Pick<Order, 'pairFilled' | 'side' | 'filledExact' | 'takerExact' | 'fee' | 'vat'>,
  scale: TradingScale,
): PairFilled & { readonly amount: bigint } {
  const { pairFilled = nothingFilled, side } = order
  const exact = pairFilled.exact + order.filledExact
  return {
    exact,
    takerExact: pairFilled.takerExact + order.takerExact,
    amount: amountOf(exact, side, scale).minor,
    fee: pairFilled.fee + order.fee.minor,
    vat: pairFilled.vat + order.vat.minor,
  }
}

/** What an order was filled, for the other leg of its pair that takes over; undefined when nothing was. */
export function pairFilledOf(order: Order, scale: TradingScale): PairFilled | undefined {
  if (order.filledQuantity === 0n) return order.pairFilled
  const { exact, takerExact, fee, vat } = soFar(order, scale)
  return { exact, takerExact, fee, vat }
}

/**
 * What must be reserved for the rest of an order: for a sell the shares left, for a buy what it costs in all if the
 * rest fills at the worst price, less what is paid. An order that has ended needs nothing, nor does an exit that waits.
 */
export function needOf(order: Order, scale: TradingScale): bigint {
  if (!isOpen(order.state) || (order.state === 'waiting' && !waitsForOpening(order))) return 0n
  // While its twin rests at the venue, or waits for its opening, the twin holds the shares for both.
  if (order.state === 'pending-trigger' && order.twinId !== undefined) return 0n
  if (order.side === 'sell') return remainingOf(order)
  if (order.amount !== undefined) return order.amount.minor - paidOf(order)
  const { exact, amount, fee, vat } = soFar(order, scale)
  const worst = amountOf(exact + order.worstPrice * remainingOf(order), 'buy', scale)
  return costOf('buy', worst, feeScheduleOf(order.feeSchedule)).total.minor - amount - fee - vat
}

/** What one fill adds to an order. `surplus`: what rounding up for a buyer, down for a seller left over, for the rounding account. */
export interface FillSums {
  readonly filledQuantity: Quantity
  readonly filledExact: bigint
  readonly takerExact: bigint
  readonly amount: Money
  readonly fee: Money
  readonly vat: Money
  readonly surplus: bigint
}

/** The sums of one more fill: each the order's new total less its old one, so that parts add up to the whole. */
export function fillSums(
  order: Order,
  price: Price,
  quantity: Quantity,
  scale: TradingScale,
  liquidity: Fill['liquidity'] = 'taker',
): FillSums {
  const bound = fillBound(order)
  assert(order.side === 'buy' ? price <= bound : price >= bound, 'a fill keeps to the limit and the worst price')
  const filledQuantity = quantityOf(order.filledQuantity + quantity)
  assert(quantity > 0n && (order.quantity === undefined || filledQuantity <= order.quantity), 'filled ≤ quantity')
  const added = price * quantity
  const taken = liquidity === 'taker' ? added : 0n
  const { exact, takerExact } = soFar(order, scale)
  const schedule = feeScheduleOf(order.feeSchedule)
  const cost = costOfFills(order.side, exact + added, takerExact + taken, schedule, scale)
  // The sums due before, not those charged: the product decides how much of them it charges.
  const before = costOfFills(order.side, exact, takerExact, schedule, scale)
  assert(order.amount === undefined || cost.total.minor <= order.amount.minor, 'spent ≤ amount')
  // As whoever trades with the customer has it: rounded the other way, over the whole order, too.
  const across = (sum: bigint): bigint => amountOf(sum, order.side === 'buy' ? 'sell' : 'buy', scale).minor
  const difference = across(exact + added) - across(exact)
  const amount = cost.amount.minor - before.amount.minor
  return {
    filledQuantity,
    filledExact: order.filledExact + added,
    takerExact: order.takerExact + taken,
    amount: money(amount, scale.quote),
    fee: money(cost.fee.minor - before.fee.minor, scale.quote),
    vat: money(cost.vat.minor - before.vat.minor, scale.quote),
    surplus: order.side === 'buy' ? amount - difference : difference - amount,
  }
}

/** The sums of a fill with what is charged of what is due: see `chargedAfter`. */
export function chargedSums(order: Order, sums: FillSums, scale: TradingScale): FillSums {
  const before = soFar(order, scale)
  const { pairFilled, side } = order
  const { exact, takerExact } = soFar({ ...sums, pairFilled, side }, scale)
  const schedule = feeScheduleOf(order.feeSchedule)
  const charged = chargedAfter(
    order.side,
    costOfFills(order.side, exact, takerExact, schedule, scale),
    before,
    schedule,
  )
  return {
    ...sums,
    fee: money(charged.fee - before.fee, scale.quote),
    vat: money(charged.vat - before.vat, scale.quote),
  }
}

/** The average price of an order's fills in price units, rounded half to even; undefined without fills. For showing. */
export function averagePriceOf(order: Order): Price | undefined {
  if (order.filledQuantity === 0n) return undefined
  const doubled = order.filledExact * 2n + order.filledQuantity
  return priceOf(doubled / (order.filledQuantity * 2n))
}
