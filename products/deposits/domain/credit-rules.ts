import type { Money } from '@bolsillo/kernel'
import type { HeldReason } from './deposit.ts'

/** What is known about money that has finally arrived. */
interface ArrivalFacts {
  /** What the provider confirms as delivered, less what it took back since. */
  readonly delivered: Money
  /** Whose address or reference it came to; undefined: nobody's. */
  readonly owner:
    | {
        readonly verified: boolean
        /** Bank rails report a name; chains report none. */
        readonly nameFits: boolean | undefined
      }
    | undefined
  /** The channel the rail delivers this asset by; undefined: we keep no such asset for customers. */
  readonly channel: { readonly amountMin: Money } | undefined
  /** What the customer announced; undefined: nothing. */
  readonly asked: Money | undefined
  /** What the level's day still has room for; undefined: no bound. Minor units. */
  readonly dayLeft: bigint | undefined
}

type ArrivalDecision =
  | { readonly kind: 'credit'; readonly marks: readonly ArrivalMark[] }
  | { readonly kind: 'hold'; readonly reason: HeldReason }

/** A note to the customer on a deposit that was credited nevertheless. */
export const arrivalMarks = ['below-minimum', 'over-limit', 'other-amount', 'other-asset'] as const
export type ArrivalMark = (typeof arrivalMarks)[number]

/**
 * What is done with money that has arrived: credited in full and in the asset it came in, or held for its owner. Never
 * refused, never cut, never converted. Minimum and day's limit bound what we invite, not what came (docs/decisions/0036).
 */
export function decideArrival(facts: ArrivalFacts): ArrivalDecision {
  const { delivered, owner, channel, asked, dayLeft } = facts
  if (owner === undefined) return { kind: 'hold', reason: 'unknown-reference' }
  if (channel === undefined) return { kind: 'hold', reason: 'wrong-asset' }
  if (!owner.verified) return { kind: 'hold', reason: 'not-verified' }
  if (owner.nameFits === false) return { kind: 'hold', reason: 'other-name' }
  return { kind: 'credit', marks: marksOf({ delivered, asked, dayLeft, amountMin: channel.amountMin }) }
}

function marksOf(facts: {
  readonly delivered: Money
  readonly asked: Money | undefined
  readonly dayLeft: bigint | undefined
  readonly amountMin: Money
}): readonly ArrivalMark[] {
  const { delivered, asked, dayLeft, amountMin } = facts
  const otherAsset = asked !== undefined && asked.asset.code !== delivered.asset.code
  const marks: ArrivalMark[] = []
  if (otherAsset) marks.push('other-asset')
  else if (asked !== undefined && asked.minor !== delivered.minor) marks.push('other-amount')
  if (delivered.minor < amountMin.minor) marks.push('below-minimum')
  if (dayLeft !== undefined && delivered.minor > dayLeft) marks.push('over-limit')
  return marks
}

/** What a reversal after crediting takes back at once, and what remains as a claim; minor units. Never below zero. */
export function splitReversal(amount: bigint, available: bigint): { readonly taken: bigint; readonly claimed: bigint } {
  const free = available > 0n ? available : 0n
  const taken = free < amount ? free : amount
  return { taken, claimed: amount - taken }
}
