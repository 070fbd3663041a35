import { type Asset, assert, divide, type Money, money, powerOfTen } from '@bolsillo/kernel'

/** The middle of a currency pair: `mid` units of 10^-scale of `quote` for one `base`. */
export interface MidRate {
  readonly base: Asset
  readonly quote: Asset
  readonly mid: bigint
  readonly scale: number
}

/** What a conversion takes and gives. `charge` is the part of `source` that is the spread; nothing else is charged. */
export interface Conversion {
  readonly source: Money
  readonly target: Money
  readonly charge: Money
}

/** `amount` in the pair's other currency at the middle, rounded as named. Asserts that the pair has its currency. */
export function atMid(amount: Money, rate: MidRate, rounding: 'ceiling' | 'half-even' | 'down'): Money {
  const one = powerOfTen(rate.scale)
  if (amount.asset.code === rate.base.code) {
    const numerator = amount.minor * rate.mid * powerOfTen(rate.quote.scale)
    return money(divide(numerator, one * powerOfTen(rate.base.scale), rounding), rate.quote)
  }
  assert(amount.asset.code === rate.quote.code, `${amount.asset.code} is not in ${rate.base.code}/${rate.quote.code}`)
  const numerator = amount.minor * one * powerOfTen(rate.base.scale)
  return money(divide(numerator, rate.mid * powerOfTen(rate.quote.scale), rounding), rate.base)
}

/**
 * What giving exactly `target` takes: its value at the middle, up to the next smallest unit so that no chain of
 * conversions gains, plus `spreadBps` of that, rounded down (a charge never rounds against the customer).
 */
export function conversionFor(target: Money, rate: MidRate, spreadBps: bigint): Conversion {
  const middle = atMid(target, rate, 'ceiling')
  const charge = money(divide(middle.minor * spreadBps, 10_000n, 'down'), middle.asset)
  return { source: money(middle.minor + charge.minor, middle.asset), target, charge }
}

/** The most that `source` can be converted to: the largest target for which `conversionFor` takes no more than it. */
export function largestTarget(source: Money, rate: MidRate, spreadBps: bigint): Money {
  let [fits, tooMuch] = [0n, atMid(source, rate, 'ceiling').minor + 1n]
  const target = (minor: bigint): Money => money(minor, otherOf(source, rate))
  // What is taken never falls as the target grows, so halving finds the edge; at most 64 steps for 64-bit amounts.
  while (tooMuch - fits > 1n) {
    const middle = (fits + tooMuch) / 2n
    if (conversionFor(target(middle), rate, spreadBps).source.minor <= source.minor) fits = middle
    else tooMuch = middle
  }
  return target(fits)
}

function otherOf(amount: Money, rate: MidRate): Asset {
  return amount.asset.code === rate.base.code ? rate.quote : rate.base
}
