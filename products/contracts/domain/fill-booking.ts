import { assert, divide, minOf } from '@bolsillo/kernel'
import { askOthers, type CrossMargin } from './margin/cross-margin.ts'
import type { MarginMode } from './position.ts'

/** What a fill meets and wants; minor units of the margin asset. */
interface BookingInput {
  readonly mode: MarginMode
  /** The customer's free money before the fill. */
  readonly available: bigint
  /** What the order had reserved for the part that filled. */
  readonly released: bigint
  /** What the position has set aside, and what of it the closed part frees. */
  readonly margin: bigint
  readonly freed: bigint
  /** Other cross positions of the customer, in the order they answer. Empty when isolated. */
  readonly others: readonly CrossMargin[]
  /** Result of the closed part. */
  readonly realised: bigint
  /** Margin the opened part should have. */
  readonly wanted: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly vatBps: bigint
  /** Of a liquidation: goes to the insurance fund, out of what is left. */
  readonly liquidationFee: bigint
  /** Whether the position's own margin may be asked for fees: only when it is being liquidated. */
  readonly marginPays: boolean
}

/** What is booked. Nothing of the customer's falls below zero, whatever came in. */
interface BookedFill {
  /** What the position has set aside after it. */
  readonly margin: bigint
  /** The customer's free money after it. */
  readonly available: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly liquidationFee: bigint
  /** What other cross positions had to give. */
  readonly taken: readonly CrossMargin[]
  /** Of the loss: what neither margin nor money could bear. The insurance fund's, then the market's. */
  readonly shortfall: bigint
}

/**
 * Books one fill. A loss is borne by what the closed part frees, then (cross) by free money, then by the position's own
 * margin, then (cross) by the margin of the other cross positions. An isolated position never costs more than its margin.
 * What that cannot bear is the shortfall. Fees are taken from what is there, never from what is not: a fee that is not
 * there is not charged.
 */
export function bookFill(input: BookingInput): BookedFill {
  assert(input.available >= 0n && input.released >= 0n && input.freed >= 0n, 'nothing is below zero before a fill')
  assert(input.freed <= input.margin, 'no more is freed than was set aside')
  const isCross = input.mode === 'cross'
  let free = input.available + input.released
  let pot = input.freed
  let margin = input.margin - input.freed
  let taken: readonly CrossMargin[] = []
  let shortfall = 0n

  if (input.realised >= 0n) pot += input.realised
  else {
    let loss = -input.realised
    const bear = (has: bigint): bigint => {
      const part = minOf(loss, has)
      loss -= part
      return part
    }
    pot -= bear(pot)
    if (isCross) free -= bear(free)
    margin -= bear(margin)
    const asked = askOthers(loss, isCross ? input.others : [])
    taken = asked.taken
    shortfall = asked.left
  }

  // What may be charged: the proceeds, free money (a liquidation of an isolated position leaves it alone), and margin
  // only when it is being liquidated.
  const mayAskFree = isCross || !input.marginPays
  const charge = (wanted: bigint): bigint => {
    let left = wanted
    const fromPot = minOf(left, pot)
    pot -= fromPot
    left -= fromPot
    const fromFree = mayAskFree ? minOf(left, free) : 0n
    free -= fromFree
    left -= fromFree
    const fromMargin = input.marginPays ? minOf(left, margin) : 0n
    margin -= fromMargin
    return wanted - (left - fromMargin)
  }
  const there = pot + (mayAskFree ? free : 0n) + (input.marginPays ? margin : 0n)
  const [fee, vat] = chargesWithin(input, there)
  charge(fee + vat)
  const liquidationFee = charge(input.liquidationFee)

  let wanted = input.wanted
  const fromPot = minOf(wanted, pot)
  pot -= fromPot
  wanted -= fromPot
  const fromFree = minOf(wanted, free)
  free -= fromFree
  margin += fromPot + fromFree
  return { margin, available: free + pot, fee, vat, liquidationFee, taken, shortfall }
}

/** Fee and VAT as wanted, or as much of them as there is, in their proportion. */
function chargesWithin({ fee, vat, vatBps }: BookingInput, there: bigint): readonly [fee: bigint, vat: bigint] {
  if (fee + vat <= there) return [fee, vat]
  const part = divide(there * 10_000n, 10_000n + vatBps, 'down')
  return [part, divide(part * vatBps, 10_000n, 'down')]
}
