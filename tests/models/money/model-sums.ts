// Sums that round, each in the words of the rule it follows. Everything is a whole number of smallest units.

const ten = (digits: number): bigint => 10n ** BigInt(digits)
const floor = (top: bigint, bottom: bigint): bigint => top / bottom
const ceiling = (top: bigint, bottom: bigint): bigint => (top + bottom - 1n) / bottom

/** What is taken of a withdrawal and what arrives. */
export interface Charges {
  readonly fee: bigint
  readonly vat: bigint
  readonly net: bigint
}

/**
 * Fee and VAT come out of the amount and are never more than a tenth of it. VAT is 16 % of the fee, rounded down. Where
 * the tenth binds, the whole charge is that tenth rounded down, and the fee is the least that with its VAT comes to it.
 */
export function chargesOf(amount: bigint, fee: bigint, hasVat: boolean): Charges {
  const vatOf = (of: bigint): bigint => (hasVat ? floor(of * 16n, 100n) : 0n)
  const most = floor(amount, 10n)
  const whole = fee + vatOf(fee)
  if (whole <= most) return { fee, vat: vatOf(fee), net: amount - whole }
  const capped = hasVat ? ceiling(most * 100n, 116n) : most
  return { fee: capped, vat: most - capped, net: amount - most }
}

/** A price: so many units of 10^-scale of `quote` for one `base`. */
export interface Price {
  readonly base: string
  readonly quote: string
  readonly mid: bigint
  readonly scale: number
}

/** What a conversion takes and gives. */
export interface Exchanged {
  readonly source: bigint
  readonly target: bigint
  readonly charge: bigint
  readonly rounding: bigint
}

/** How much of `into` one unit of `from` is, exactly: a fraction. All currencies have two decimals. */
function rateOf(from: string, into: string, prices: readonly Price[]): readonly [bigint, bigint] | undefined {
  const own = prices.find(({ base, quote }) => base === from && quote === into)
  if (own !== undefined) return [own.mid, ten(own.scale)]
  const turned = prices.find(({ base, quote }) => base === into && quote === from)
  return turned === undefined ? undefined : [ten(turned.scale), turned.mid]
}

/** The same, of their own pair or through the dollar; both prices exactly as they are. */
export function crossOf(from: string, into: string, prices: readonly Price[]): readonly [bigint, bigint] | undefined {
  const own = rateOf(from, into, prices)
  if (own !== undefined) return own
  const [first, second] = [rateOf(from, 'USD', prices), rateOf('USD', into, prices)]
  return first === undefined || second === undefined ? undefined : [first[0] * second[0], first[1] * second[1]]
}

const spread = 30n
const whole = 10_000n

/**
 * A conversion takes the target's value and the spread together, rounded up once. Who names the source gets the most that
 * pays for, and gives no more than that takes. The charge alone is rounded down; what is left between is rounding.
 */
export function exchange(
  wish: { readonly from: string; readonly into: string; readonly exact: 'source' | 'target'; readonly minor: bigint },
  prices: readonly Price[],
): Exchanged | undefined {
  const rate = crossOf(wish.from, wish.into, prices)
  if (rate === undefined) return undefined
  const [top, bottom] = rate
  const target = wish.exact === 'target' ? wish.minor : floor(wish.minor * top * whole, bottom * (whole + spread))
  if (target === 0n) return undefined
  const source = ceiling(target * bottom * (whole + spread), top * whole)
  const middle = ceiling(target * bottom, top)
  const charge = floor(target * bottom * spread, top * whole)
  return { source, target, charge, rounding: source - middle - charge }
}
