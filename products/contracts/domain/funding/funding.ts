import { assert, divide, maxOf, minOf } from '@bolsillo/kernel'
import type { FundingParts } from '../contract-transfers.ts'
import { askOthers, type CrossMargin } from '../margin/cross-margin.ts'

// Rates here are parts of 10^9: funding of an hour is smaller than a part of a million.

/** Rates of funding are whole parts of a billion: 0.01 % is 100,000. */
export const billion = 1_000_000_000n

/** The order book of a contract beside its index, at one look: what a fixed amount would be bought and sold for. */
interface PremiumLook {
  /** Average price at which the impact amount could be sold, in units of price; undefined: the book is too thin. */
  readonly impactBid: bigint | undefined
  readonly impactAsk: bigint | undefined
  readonly index: bigint
}

/**
 * How far the contract trades from its index: (max(0, impact bid − index) − max(0, index − impact ask)) / index, in parts
 * of a billion, rounded down towards zero. A side too thin to look at says nothing. Source: dYdX's description of its premium.
 */
export function premiumOf({ impactBid, impactAsk, index }: PremiumLook): bigint {
  assert(index > 0n, 'an index has a price')
  const above = impactBid === undefined || impactBid <= index ? 0n : impactBid - index
  const below = impactAsk === undefined || impactAsk >= index ? 0n : index - impactAsk
  return divide((above - below) * billion, index, 'down')
}

/** What funding depends on beside the premium; published settings with a date from which they hold. */
export interface FundingTerms {
  /** Interest of eight hours, parts of a billion. */
  readonly interest: bigint
  /** How far interest may pull the rate away from the premium. */
  readonly clamp: bigint
  /** The rate never goes beyond this, either way. */
  readonly cap: bigint
  /** Hours between two payments: 8, 4 or 1. */
  readonly hours: number
}

/**
 * The rate of one interval from the mean premium of its looks: F = (P + clamp(I − P, −c, +c)) / (8 / N), then capped. Without
 * the division a four-hour contract would be charged twice over. Rounded towards zero. Source: Binance, formula in force
 * since 18 September 2025.
 */
export function fundingRate(premiums: readonly bigint[], { interest, clamp, cap, hours }: FundingTerms): bigint {
  assert([1, 2, 4, 8].includes(hours), 'an interval divides eight hours')
  if (premiums.length === 0) return 0n
  const premium = divide(
    premiums.reduce((sum, one) => sum + one, 0n),
    BigInt(premiums.length),
    'down',
  )
  const pull = between(interest - premium, clamp)
  return between(divide((premium + pull) * BigInt(hours), 8n, 'down'), cap)
}

function between(value: bigint, bound: bigint): bigint {
  assert(bound >= 0n, 'a bound is a distance')
  if (value > bound) return bound
  return value < -bound ? -bound : value
}

/** Somebody who holds the contract at the instant of funding. */
interface FundedHolder {
  /** Unique, and the order in which equal remainders are served. */
  readonly id: string
  /** Units of quantity, below zero is short. */
  readonly size: bigint
}

/** What a holder is paid (below zero: pays), minor units of the margin asset. */
interface FundingPayment {
  readonly id: string
  readonly minor: bigint
}

/**
 * What everybody pays and is paid: −size × mark × rate, positive rate: longs pay. All sizes together are zero, and so are
 * all payments: each is rounded down and what is left over goes, a unit each, to the largest remainders.
 * `fineToMinor`: how many of the product's units make one minor unit.
 * @throws AssertionError when the sizes do not come to zero: then somebody's position is missing.
 */
export function fundingPayments(
  holders: readonly FundedHolder[],
  funding: { readonly worthOfOne: bigint; readonly rate: bigint; readonly fineToMinor: bigint },
): readonly FundingPayment[] {
  const { worthOfOne, rate, fineToMinor } = funding
  assert(
    holders.reduce((sum, { size }) => sum + size, 0n) === 0n,
    'every contract that is held long is held short by somebody',
  )
  const unit = fineToMinor * billion
  const rounded = holders.map(({ id, size }) => {
    const exact = -size * worthOfOne * rate
    const minor = divide(exact, unit, 'floor')
    return { id, minor, remainder: exact - minor * unit }
  })
  let left = -rounded.reduce((sum, { minor }) => sum + minor, 0n)
  const served = new Set<string>()
  const byRemainder = rounded.toSorted((a, b) =>
    a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  )
  for (const { id } of byRemainder) {
    if (left === 0n) break
    served.add(id)
    left -= 1n
  }
  assert(left === 0n, 'what is left is less than a unit for each')
  return rounded.map(({ id, minor }) => ({ id, minor: served.has(id) ? minor + 1n : minor }))
}

/** The instants of funding are whole intervals of UTC days: the first after `now`, epoch milliseconds. */
export function nextFundingAt(nowMs: number, hours: number): number {
  const interval = hours * 3_600_000
  return (Math.floor(nowMs / interval) + 1) * interval
}

/**
 * Who pays what of what is due, each as much as there is: free money, the position's margin, the margins of the cross
 * positions that answer with it, the fund, the market.
 */
export function fundingParts(
  owed: bigint,
  has: {
    readonly free: bigint
    readonly margin: bigint
    /** Other cross positions, in the order they answer. None for an isolated position. */
    readonly others: readonly CrossMargin[]
    readonly fund: bigint
  },
): FundingParts & { readonly taken: readonly CrossMargin[] } {
  const free = minOf(owed, maxOf(0n, has.free))
  const margin = minOf(owed - free, has.margin)
  const { taken, left } = askOthers(owed - free - margin, has.others)
  const fund = minOf(left, has.fund)
  return { free, margin, others: owed - free - margin - left, taken, fund, market: left - fund }
}

/** The most a holder may owe at an instant, minor units; 0 when paid. Rounding leaves a unit or nothing less of it. */
export function owedAtMost(
  size: bigint,
  {
    worthOfOne,
    rate,
    fineToMinor,
  }: { readonly worthOfOne: bigint; readonly rate: bigint; readonly fineToMinor: bigint },
): bigint {
  return maxOf(0n, -divide(-size * worthOfOne * rate, fineToMinor * billion, 'floor'))
}
