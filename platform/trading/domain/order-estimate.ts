import { divide, type Money, notional, type Price, powerOfTen, type Quantity, quantityOf } from '@bolsillo/kernel'
import { type BookWalk, type VisibleBook, walkBook } from './book-walk.ts'
import { affordable, costOf, type FeeSchedule, type TradeCost } from './fees.ts'
import type { QuotePrices, TradingRules } from './form-rules.ts'
import type { OrderSide } from './order.ts'
import type { Ticket } from './order-form.ts'

/** What an order is expected to come to. `exact` is false where the price is the market's to make. */
export interface Estimate {
  readonly price: Price
  readonly quantity: Quantity
  readonly cost: TradeCost
  readonly exact: boolean
  /** What of it the visible book would fill at once; undefined when nothing, or when no book is shown. */
  readonly walk?: BookWalk | undefined
}

/** What an order would fill at now: its own limit or stop, else the best opposite price, else the last. */
export function expectedPrice(
  order: { readonly side: OrderSide; readonly limitPrice?: Price; readonly stopPrice?: Price },
  quote: QuotePrices | undefined,
): Price | undefined {
  return order.limitPrice ?? order.stopPrice ?? (order.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last
}

/** What quantities move in: single units of the scale where parts of shares are traded, whole lots elsewhere. */
function stepOf({ fractional, lot }: TradingRules): bigint {
  return fractional ? 1n : lot
}

/** The most shares, or coins, that `amount`, fee and VAT apart, pays for at a price; whole steps. */
export function sharesFor(amount: Money, price: Price, rules: TradingRules): Quantity {
  const { priceScale, quantityScale, quote } = rules.scale
  const units = divide(amount.minor * powerOfTen(priceScale + quantityScale), price * powerOfTen(quote.scale), 'down')
  const step = stepOf(rules)
  return quantityOf((units / step) * step)
}

/** The most shares that money buys at a price with fee and VAT paid out of it. */
export function largestPurchase(money: Money, price: Price, rules: TradingRules, schedule: FeeSchedule): Quantity {
  return sharesFor(affordable(money, schedule), price, rules)
}

/** A part of a quantity, in whole steps: what the quick buttons of the form put in. */
export function partOf(quantity: Quantity, percent: bigint, rules: TradingRules): Quantity {
  const step = stepOf(rules)
  return quantityOf(((quantity * percent) / 100n / step) * step)
}

/**
 * What an order is expected to cost or bring; undefined while there is no price at all. Rounded as the desk rounds. What goes
 * to market costs what the visible book asks for, price by price, as far as it goes.
 */
export function estimate(
  ticket: Ticket,
  rules: TradingRules,
  quote: QuotePrices | undefined,
  schedule: FeeSchedule,
  book?: VisibleBook,
): Estimate | undefined {
  const walk = walkBook(ticket, rules, book, schedule)
  if (walk !== undefined && ticket.type === 'market') {
    const { average, quantity, amount } = walk
    return { price: average, quantity, cost: costOf(ticket.side, amount, schedule), exact: false, walk }
  }
  const price = expectedPrice(ticket, quote)
  if (price === undefined || price === 0n) return undefined
  const { side, size } = ticket
  const quantity = size.kind === 'quantity' ? size.quantity : largestPurchase(size.amount, price, rules, schedule)
  const amount = notional(price, quantity, rules.scale, side === 'buy' ? 'up' : 'down')
  const exact = size.kind === 'quantity' && ticket.limitPrice !== undefined
  return { price, quantity, cost: costOf(side, amount, schedule), exact, ...(walk === undefined ? {} : { walk }) }
}
