import {
  assert,
  decimalUnits,
  divide,
  type Money,
  money,
  type Price,
  powerOfTen,
  priceOf,
  type Quantity,
  quantityOf,
  writeDecimal,
} from '@bolsillo/kernel'
import { affordable, type FeeSchedule } from './fees.ts'
import type { TradingRules } from './form-rules.ts'
import type { OrderSide } from './order.ts'
import type { Ticket } from './order-form.ts'
import { amountOf } from './order-sums.ts'

/** One price of a book and the quantity at it. */
export interface BookLevel {
  readonly price: Price
  readonly quantity: Quantity
}

/** The part of an order book that is shown to everybody, best first. */
export interface VisibleBook {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** What an order would meet in the visible book now, at each price for the quantity at it. */
export interface BookWalk {
  readonly quantity: Quantity
  /** Σ price × quantity, rounded as the desk rounds a fill. */
  readonly amount: Money
  /** What a unit comes to on average: rounded against whoever orders. */
  readonly average: Price
  /** Of the last unit. */
  readonly worst: Price
  /** What does not fit: of an order sized by quantity the rest of it, of one sized by an amount the money left over. */
  readonly rest: Quantity
  readonly restAmount: Money
}

/** A book of the wire in units; undefined while none has come. */
export function visibleBook(
  book: Readonly<Record<'bids' | 'asks', readonly { readonly price: string; readonly quantity: string }[]>> | undefined,
  { scale }: { readonly scale: Pick<TradingRules['scale'], 'priceScale' | 'quantityScale'> },
): VisibleBook | undefined {
  if (book === undefined) return undefined
  const read = (levels: (typeof book)['bids']): readonly BookLevel[] =>
    levels.map(({ price, quantity }) => ({
      price: priceOf(decimalUnits(price, scale.priceScale)),
      quantity: quantityOf(decimalUnits(quantity, scale.quantityScale)),
    }))
  return { bids: read(book.bids), asks: read(book.asks) }
}

const percentScale = 2

/**
 * From the best bid to the best ask, and what part of the middle that is, in percent with two decimals, rounded once: of more
 * decimals 0.0549996 would come out as 0.06. Undefined without both sides.
 */
export function spreadOf(
  book: VisibleBook | undefined,
): { readonly width: Price; readonly percent: string } | undefined {
  const [bid, ask] = [book?.bids[0]?.price, book?.asks[0]?.price]
  if (bid === undefined || ask === undefined || ask < bid) return undefined
  return {
    width: priceOf(ask - bid),
    percent: writeDecimal(
      divide((ask - bid) * 2n * 100n * powerOfTen(percentScale), ask + bid, 'half-even'),
      percentScale,
    ),
  }
}

/**
 * Walks the visible book as an order that is sent now would: best price first, no further than its own limit and its size.
 * Undefined for orders that wait for a price first, and where nothing would be met.
 */
export function walkBook(
  ticket: Pick<Ticket, 'side' | 'type' | 'size' | 'limitPrice' | 'postOnly'>,
  rules: Pick<TradingRules, 'scale' | 'lot' | 'fractional'>,
  book: VisibleBook | undefined,
  /** What a purchase by an amount is charged; of one sized by quantity it says nothing. */
  schedule?: FeeSchedule,
): BookWalk | undefined {
  const { side, type, size, limitPrice } = ticket
  assert(size.kind === 'quantity' || schedule !== undefined, 'an amount is spent with its charges')
  if ((type !== 'market' && type !== 'limit') || ticket.postOnly === true || book === undefined) return undefined
  const { priceScale, quantityScale, quote } = rules.scale
  // A purchase by amount: what its shares may come to, fee and VAT apart, as Σ price × quantity.
  const spendable = size.kind === 'amount' && schedule !== undefined ? affordable(size.amount, schedule) : undefined
  const exactUnit = powerOfTen(priceScale + quantityScale - quote.scale)
  const step = rules.fractional ? 1n : rules.lot
  let [quantity, exact, worst] = [0n, 0n, 0n]
  for (const level of side === 'buy' ? book.asks : book.bids) {
    if (limitPrice !== undefined && isBeyond(side, level.price, limitPrice)) break
    const fits =
      size.kind === 'quantity'
        ? size.quantity - quantity
        : (((spendable?.minor ?? 0n) * exactUnit - exact) / level.price / step) * step
    const taken = fits < level.quantity ? fits : level.quantity
    if (taken <= 0n) break
    quantity += taken
    exact += taken * level.price
    worst = level.price
  }
  if (quantity === 0n) return undefined
  const amount = amountOf(exact, side, rules.scale)
  const left = spendable === undefined ? 0n : spendable.minor - amount.minor
  // Less than one more step at the worst price is no rest: nothing smaller can be bought.
  const isRest = left * exactUnit >= worst * step
  return {
    quantity: quantityOf(quantity),
    amount,
    average: priceOf(divide(exact, quantity, side === 'buy' ? 'up' : 'down')),
    worst: priceOf(worst),
    rest: quantityOf(size.kind === 'quantity' ? size.quantity - quantity : 0n),
    restAmount: money(isRest ? left : 0n, quote),
  }
}

function isBeyond(side: OrderSide, price: Price, limit: Price): boolean {
  return side === 'buy' ? price > limit : price < limit
}
