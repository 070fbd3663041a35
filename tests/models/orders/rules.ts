// The rules of orders, fees and money as they are published, in plain whole numbers. Imports nothing: what the product
// computes is compared with this.

export type Side = 'buy' | 'sell'

export const other = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** What may be traded. Prices, quantities and money are whole units; `factor` of price × quantity is one unit of money. */
export interface Spec {
  readonly id: string
  readonly base: string
  readonly quote: string
  readonly purse: 'stock' | 'coin'
  readonly factor: bigint
  readonly tick: bigint
  readonly lot: bigint
  readonly fractional: boolean
  readonly min: bigint
  readonly max: bigint
  /** Milliseconds before what was bought may be sold. */
  readonly lockMs: number
  readonly amountMin: bigint
  readonly amountMax: bigint
}

/** What orders cost: basis points of what is taken from the book and of what waited, the least, VAT on it. */
export interface Schedule {
  readonly name: string
  readonly takerBps: bigint
  readonly makerBps: bigint
  readonly feeMin: bigint
  readonly vatBps: bigint
}

const whole = 10_000n
export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a
  return b
}
export function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}
const floor = (a: bigint, b: bigint): bigint => a / b
const ceiling = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** Money of price × quantity: a buyer's rounded up, a seller's down, once over the whole order. */
export function moneyOf(exact: bigint, side: Side, { factor }: Spec): bigint {
  return side === 'buy' ? ceiling(exact, factor) : floor(exact, factor)
}

export interface Charges {
  readonly fee: bigint
  readonly vat: bigint
}

/** Commission and VAT of fills that come to `amount`, of which `taken` was taken from the book. Both round down. */
export function dueOf(side: Side, amount: bigint, taken: bigint, schedule: Schedule): Charges {
  if (amount === 0n) return { fee: 0n, vat: 0n }
  const share = floor(taken * schedule.takerBps + (amount - taken) * schedule.makerBps, whole)
  const wanted = larger(share, schedule.feeMin)
  const most = floor(amount * whole, whole + schedule.vatBps)
  const fee = side === 'sell' && wanted > most ? most : wanted
  return { fee, vat: floor(fee * schedule.vatBps, whole) }
}

/** The most a purchase may come to that costs, with commission and VAT, no more than `budget`. */
export function affordable(budget: bigint, schedule: Schedule): bigint {
  let [low, high] = [0n, budget]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const { fee, vat } = dueOf('buy', middle, middle, schedule)
    if (middle + fee + vat <= budget) low = middle
    else high = middle - 1n
  }
  return low
}

/** How far above the last price a purchase (below it a sale) may go, and how far on the patient side; basis points. */
export const collar = { near: 1000n, far: 9000n }

/** The prices an order may have around a price, on ticks, ends included. */
export function collarOf(around: bigint, side: Side, { tick }: Spec): { readonly low: bigint; readonly high: bigint } {
  const [down, up] = side === 'buy' ? [collar.far, collar.near] : [collar.near, collar.far]
  const low = ceiling(ceiling(around * (whole - down), whole), tick) * tick
  const high = floor(floor(around * (whole + up), whole), tick) * tick
  return { low: low > 0n ? low : tick, high }
}

/** The worst price of an order that goes to market from this price. */
export function protection(from: bigint, side: Side, spec: Spec): bigint {
  const { low, high } = collarOf(from, side, spec)
  return side === 'buy' ? high : low
}

/** A part of a cost, rounded half to even. */
export function partOf(cost: bigint, part: bigint, of: bigint): bigint {
  if (part === of) return cost
  const [product, sign] = cost < 0n ? [-cost * part, -1n] : [cost * part, 1n]
  const [quotient, rest] = [product / of, (product % of) * 2n]
  const up = rest > of || (rest === of && quotient % 2n === 1n)
  return sign * (up ? quotient + 1n : quotient)
}
