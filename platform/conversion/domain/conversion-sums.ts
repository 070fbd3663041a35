import { type Asset, assert, divide, type Money, money, powerOfTen } from '@bolsillo/kernel'

/** The mid of a currency pair: `mid` units of 10^-scale of `quote` for one `base`. */
export interface MidRate {
  readonly base: Asset
  readonly quote: Asset
  readonly mid: bigint
  readonly scale: number
}

/**
 * What a conversion takes and gives. `source` is the total taken: the target's value at the mid, `charge` (the
 * spread), and `rounding` (less than a smallest unit, shown on a line of its own).
 */
export interface Conversion {
  readonly source: Money
  readonly target: Money
  readonly charge: Money
  readonly rounding: Money
}

/** `amount` in the pair's other currency at the middle, rounded as named. Asserts that the pair has its currency. */
export function atMid(amount: Money, rate: MidRate, rounding: 'ceiling' | 'half-even' | 'down'): Money {
  const { numerator, denominator, asset } = valueAtMid(amount, rate)
  return money(divide(numerator, denominator, rounding), asset)
}

/**
 * The source needed for exactly `target`: its value at the mid plus `spreadBps` of it, rounded up once, as one sum.
 * So neither splitting nor converting back and forth is ever cheaper. The charge itself is rounded down, because no
 * fee rounds against the customer; `rounding` is what rounding the sum adds, at most one smallest unit.
 */
export function conversionFor(target: Money, rate: MidRate, spreadBps: bigint): Conversion {
  const { numerator, denominator, asset } = valueAtMid(target, rate)
  const source = divide(numerator * (bpsOfOne + spreadBps), denominator * bpsOfOne, 'ceiling')
  return takenFor(target, money(source, asset), rate, spreadBps)
}

/** The most that `source` can be converted to: the largest target for which `conversionFor` takes no more than it. */
export function largestTarget(source: Money, rate: MidRate, spreadBps: bigint): Money {
  const { numerator, denominator, asset } = valueAtMid(source, rate)
  return money(divide(numerator * bpsOfOne, denominator * (bpsOfOne + spreadBps), 'down'), asset)
}

/**
 * The conversion of up to `source`: the largest target it pays for, at exactly its cost. A remainder too small for
 * another smallest unit of the target is not taken. If `source` buys less than one such unit, nothing is taken and
 * `target` is 0.
 */
export function conversionOf(source: Money, rate: MidRate, spreadBps: bigint): Conversion {
  return conversionFor(largestTarget(source, rate, spreadBps), rate, spreadBps)
}

const bpsOfOne = 10_000n

function takenFor(target: Money, source: Money, rate: MidRate, spreadBps: bigint): Conversion {
  const { numerator, denominator } = valueAtMid(target, rate)
  const middle = divide(numerator, denominator, 'ceiling')
  const charge = divide(numerator * spreadBps, denominator * bpsOfOne, 'down')
  const rounding = source.minor - middle - charge
  assert(rounding >= 0n, `${source.minor} is less than ${middle} and a charge of ${charge}`)
  return { source, target, charge: money(charge, source.asset), rounding: money(rounding, source.asset) }
}

/** An amount's exact value in the pair's other currency, as a fraction of its smallest unit. */
function valueAtMid(
  amount: Money,
  rate: MidRate,
): { readonly numerator: bigint; readonly denominator: bigint; readonly asset: Asset } {
  const { base, quote, mid } = rate
  const one = powerOfTen(rate.scale)
  if (amount.asset.code === base.code) {
    const numerator = amount.minor * mid * powerOfTen(quote.scale)
    return { numerator, denominator: one * powerOfTen(base.scale), asset: quote }
  }
  assert(amount.asset.code === quote.code, `${amount.asset.code} is not in ${base.code}/${quote.code}`)
  const numerator = amount.minor * one * powerOfTen(base.scale)
  return { numerator, denominator: mid * powerOfTen(quote.scale), asset: base }
}
