import { type Instant, type Money, plusMs } from '@bolsillo/kernel'
import type { PayoutState } from './payout.ts'
import type { StatementLine } from './rail.ts'
import { canonicalTrackingKey } from './tracking-key.ts'

/** How long after its rail was asked last a payment may still turn up there: requests and queues of a bank end before. */
export const certaintyQuietMs = 15 * 60_000

/** After how long the rail's written word that it did not and will not pay counts, whatever its system answers. */
export const writtenAfterMs = 7 * 24 * 3_600_000
/** The same where its statement cannot be read either. */
const writtenUnreadAfterMs = 30 * 24 * 3_600_000

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
  /** The rail's own number of it, once it named one. */
  readonly externalId: string | undefined
  /** Two people have the rail's written word that it did not and will not pay. */
  readonly isWritten: boolean
}

/** Why it is not certain that a payment was not made. */
export type Doubt =
  | 'ended'
  | 'taken'
  | 'asked-lately'
  | 'too-early'
  | 'rail-silent'
  | 'statement-silent'
  | 'on-statement'

/**
 * Whether a payment was certainly not made: the one rule by which money may be returned, or paid by another rail. A
 * rail that was never called cannot have paid. One that was called must answer, some time after the last call, that the
 * payment is unknown or failed, and its statement must have no unexplained payment of that amount. A rail that accepted a
 * payment and never reports its end, or does not answer any more, can only say so in writing: that counts after a week,
 * against its statement, and after a month where the statement cannot be read.
 */
export function doubtOf(facts: CertaintyFacts): Doubt | undefined {
  const { state, attempts, attemptAt, answer, lines, now } = facts
  if (state === 'confirmed' || state === 'failed') return 'ended'
  if (state === 'requested' && attempts === 0) return undefined
  if (facts.isWritten) return doubtOfWritten(facts)
  if (attemptAt === undefined || plusMs(attemptAt, certaintyQuietMs) > now) return 'asked-lately'
  if (answer === undefined) return 'rail-silent'
  if (answer !== 'failed' && (answer !== 'unknown' || state !== 'requested')) return 'taken'
  if (lines === undefined) return 'statement-silent'
  return lines.some((line) => isLike(line, facts)) ? 'on-statement' : undefined
}

function doubtOfWritten(facts: CertaintyFacts): Doubt | undefined {
  const { requestedAt, attemptAt, answer, lines, now } = facts
  if (attemptAt !== undefined && plusMs(attemptAt, certaintyQuietMs) > now) return 'asked-lately'
  if (answer === 'paid') return 'taken'
  if (plusMs(requestedAt, lines === undefined ? writtenUnreadAfterMs : writtenAfterMs) > now) return 'too-early'
  return lines?.some((line) => isLike(line, facts)) === true ? 'on-statement' : undefined
}

/** Whether a line may be this payment: its number, or its amount while nobody can explain the line otherwise. */
function isLike(line: StatementLine, { amount, explained, externalId }: CertaintyFacts): boolean {
  if (line.direction !== 'out' || line.amount.asset.code !== amount.asset.code) return false
  const number = canonicalTrackingKey(line.externalId)
  if (externalId !== undefined && canonicalTrackingKey(externalId) === number) return true
  // A line that takes a payment in back is no payment of ours.
  return line.reverses === undefined && line.amount.minor === amount.minor && !explained.has(number)
}
