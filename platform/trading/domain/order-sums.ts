import {
  assert,
  type Money,
  money,
  type Price,
  priceOf,
  type Quantity,
  quantityOf,
  rescale,
  type TradingScale,
} from '@bolsillo/kernel'
import { costOf, type FeeSchedule, feeScheduleOf, type TradeCost } from './fees.ts'
import { type Fill, isOpen, type Order, type OrderSide } from './order.ts'

/** What is still to be filled. For an order sized by amount this is not known, and 0 is answered. */
export function remainingOf(order: Order): Quantity {
  return quantityOf(order.quantity === undefined ? 0n : order.quantity - order.filledQuantity)
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
 * down, in favour of whoever pays for it. So commission never falls from one fill to the next.
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

/**
 * What must be reserved for the rest of an order: for a sell the shares left, for a buy what it costs in all if the
 * rest fills at the worst price, less what is paid. An order that has ended needs nothing.
 */
export function needOf(order: Order, scale: TradingScale): bigint {
  if (!isOpen(order.state) || order.state === 'waiting') return 0n
  // While its twin rests at the venue, the twin holds the shares for both.
  if (order.state === 'pending-trigger' && order.twinId !== undefined) return 0n
  if (order.side === 'sell') return remainingOf(order)
  if (order.amount !== undefined) return order.amount.minor - paidOf(order)
  const worst = order.filledExact + order.worstPrice * remainingOf(order)
  return costOf('buy', amountOf(worst, 'buy', scale), feeScheduleOf(order.feeSchedule)).total.minor - paidOf(order)
}

/** What one fill adds to an order. `surplus`: what a buyer's rounding up left over, for the rounding account. */
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
  assert(
    order.side === 'buy' ? price <= order.worstPrice : price >= order.worstPrice,
    'a fill keeps to the worst price',
  )
  const filledQuantity = quantityOf(order.filledQuantity + quantity)
  assert(quantity > 0n && (order.quantity === undefined || filledQuantity <= order.quantity), 'filled ≤ quantity')
  const filledExact = order.filledExact + price * quantity
  const takerExact = liquidity === 'taker' ? order.takerExact + price * quantity : order.takerExact
  const schedule = feeScheduleOf(order.feeSchedule)
  const cost = costOfFills(order.side, filledExact, takerExact, schedule, scale)
  // What was due before, not what was charged: a charge that was not there to be taken is not made up for later.
  const before = costOfFills(order.side, order.filledExact, order.takerExact, schedule, scale)
  assert(order.amount === undefined || cost.total.minor <= order.amount.minor, 'spent ≤ amount')
  const floor = (exact: bigint): bigint => amountOf(exact, 'sell', scale).minor
  const amount = cost.amount.minor - order.filledAmount.minor
  return {
    filledQuantity,
    filledExact,
    takerExact,
    amount: money(amount, scale.quote),
    fee: money(cost.fee.minor - before.fee.minor, scale.quote),
    vat: money(cost.vat.minor - before.vat.minor, scale.quote),
    surplus: order.side === 'buy' ? amount - (floor(filledExact) - floor(order.filledExact)) : 0n,
  }
}

/** The average price of an order's fills in price units, rounded half to even; undefined without fills. For showing. */
export function averagePriceOf(order: Order): Price | undefined {
  if (order.filledQuantity === 0n) return undefined
  const doubled = order.filledExact * 2n + order.filledQuantity
  return priceOf(doubled / (order.filledQuantity * 2n))
}
