import { type Instant, type Money, plusMs } from '@bolsillo/kernel'
import type { PayoutState } from './payout.ts'
import type { StatementLine } from './rail.ts'
import { canonicalTrackingKey } from './tracking-key.ts'

/** How long after its rail was asked last a payment may still turn up there: requests and queues of a bank end before. */
export const certaintyQuietMs = 15 * 60_000

/** The facts that decide whether a payment was certainly not made. */
export interface CertaintyFacts {
  readonly state: PayoutState
  readonly amount: Money
  readonly requestedAt: Instant
  readonly now: Instant
  /** How often its rail was asked, and when the last time. */
  readonly attempts: number
  readonly attemptAt: Instant | undefined
  /** The rail's answer about it now; undefined without an answer. */
  readonly answer: 'unknown' | 'under-way' | 'paid' | 'failed' | undefined
  /** The rail's statement since the payment was asked for; undefined when it cannot be read. */
  readonly lines: readonly StatementLine[] | undefined
  /** Numbers of payments out that are explained: other payments ended by them, or the books have them. */
  readonly explained: ReadonlySet<string>
}

/** Why it is not certain that a payment was not made. */
export type Doubt = 'ended' | 'taken' | 'asked-lately' | 'rail-silent' | 'statement-silent' | 'on-statement'

/**
 * Whether a payment was certainly not made: the one rule by which money may be given back, or paid by another rail. A
 * rail that was never called cannot have paid. One that was called must answer, some time after the last call, that the
 * payment is unknown or failed, and its statement must have no unexplained payment of that amount.
 */
export function doubtOf(facts: CertaintyFacts): Doubt | undefined {
  const { state, amount, attempts, attemptAt, answer, lines, now } = facts
  if (state === 'confirmed' || state === 'failed') return 'ended'
  if (state === 'requested' && attempts === 0) return undefined
  if (attemptAt === undefined || plusMs(attemptAt, certaintyQuietMs) > now) return 'asked-lately'
  if (answer === undefined) return 'rail-silent'
  if (answer !== 'failed' && (answer !== 'unknown' || state !== 'requested')) return 'taken'
  if (lines === undefined) return 'statement-silent'
  const isLikeIt = lines.some(
    (line) =>
      line.direction === 'out' &&
      line.amount.asset.code === amount.asset.code &&
      line.amount.minor === amount.minor &&
      !facts.explained.has(canonicalTrackingKey(line.externalId)),
  )
  return isLikeIt ? 'on-statement' : undefined
}
