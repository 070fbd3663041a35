import { assertNever } from '@bolsillo/kernel'

/**
 * Where a withdrawal is. The first four are the specification's; `cancelled` is the customer's own ending.
 * No state waits for the customer to do anything, least of all to pay.
 */
export const withdrawalStates = ['under-review', 'doing', 'complete', 'fail', 'cancelled'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** What moves a withdrawal from one state to another. */
export const withdrawalMoves = ['accept', 'refuse', 'cancel', 'payout-confirmed', 'payout-failed'] as const
export type WithdrawalMove = (typeof withdrawalMoves)[number]

/** What happens to a withdrawal without changing its state: it is in its history too. */
export const withdrawalNotes = [
  'requested',
  'escalated',
  'held',
  'hold-ended',
  'payout-sent',
  'payout-returned',
] as const
export type WithdrawalNote = (typeof withdrawalNotes)[number]

const transitions: Readonly<Record<WithdrawalState, Partial<Readonly<Record<WithdrawalMove, WithdrawalState>>>>> = {
  'under-review': { accept: 'doing', refuse: 'fail', cancel: 'cancelled' },
  doing: { 'payout-confirmed': 'complete', 'payout-failed': 'fail' },
  complete: {},
  fail: {},
  cancelled: {},
}

/** The state a move leads to, or undefined when it is not allowed from here. */
export function afterMove(state: WithdrawalState, move: WithdrawalMove): WithdrawalState | undefined {
  return transitions[state][move]
}

/** Whether nothing can happen to it any more. */
export function isEnded(state: WithdrawalState): boolean {
  return state === 'complete' || state === 'fail' || state === 'cancelled'
}

/** Where the money is while a withdrawal is in a state. */
export function moneyIn(state: WithdrawalState): 'reserved' | 'on-its-way' | 'paid' | 'with-customer' {
  switch (state) {
    case 'under-review':
      return 'reserved'
    case 'doing':
      return 'on-its-way'
    case 'complete':
      return 'paid'
    case 'fail':
    case 'cancelled':
      return 'with-customer'
    default:
      return assertNever(state, 'state')
  }
}

/** Why one person of the staff may refuse a withdrawal. Closed; none of them asks for anything to be paid or bought. */
export const refusalReasons = [
  'destination-not-own',
  'destination-wrong',
  'not-asked-by-customer',
  'asked-twice',
  'customer-asked',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Why a payment did not arrive. What a rail says in other words is `payment-rejected`. */
const payoutFailures = [
  'payment-rejected',
  'account-unknown',
  'account-closed',
  'holder-mismatch',
  'rail-unavailable',
] as const
type PayoutFailure = (typeof payoutFailures)[number]

export const failReasons = [...refusalReasons, ...payoutFailures] as const
export type FailReason = RefusalReason | PayoutFailure

/** The closed word for what a rail said. */
export function failureOf(said: string): PayoutFailure {
  return payoutFailures.find((reason) => reason === said) ?? 'payment-rejected'
}

/** Why a review may be held up, and for how long at most; then the hold ends by itself. The customer sees both. */
export const holdReasons = ['destination-check', 'security-check', 'name-check', 'rail-outage'] as const
export type HoldReason = (typeof holdReasons)[number]
export const holdHoursMax: Readonly<Record<HoldReason, number>> = {
  'destination-check': 24,
  'security-check': 24,
  'name-check': 48,
  'rail-outage': 12,
}

/** Holds of reviews of one customer for one reason take no more than this together, however many withdrawals they are of. */
export const holdHoursInAll = 90 * 24

/**
 * Money that goes back where it came from is neither refused nor held by staff. Two people may send it sooner; a day after it
 * was asked for it is sent by the clock, in any market.
 */
export const returnLeavesMs = 24 * 3_600_000

/** Why the law may stop a customer's withdrawals: two people, evidence, an end, and words the customer reads. */
export const legalReasons = ['court-order', 'authority-request', 'sanctions-list'] as const
export type LegalReason = (typeof legalReasons)[number]
/**
 * A legal hold ends by itself after this many days at the latest. Whoever was held once is held again only by a document of
 * an authority that was not used for them before; its hash is in the journal.
 */
export const legalHoldDaysMax = 90

/** A time-bound reason why a withdrawal cannot be accepted now. */
export interface Hold {
  readonly reason: HoldReason | LegalReason
  readonly until: number
  readonly endedAt?: number | undefined
}

/** Whether a hold still holds. It ends by time without anybody doing anything. */
export function isHolding(hold: Hold, now: number): boolean {
  return hold.endedAt === undefined && hold.until > now
}

/** What is known of a customer's earlier legal holds when another is asked for. */
export interface EarlierHolds {
  readonly count: number
  /** SHA-256 of the documents they were by. */
  readonly documents: readonly string[]
}

/** Why a customer cannot be held again: a new document is missing, or this one was used. */
export function legalHoldProblem(
  earlier: EarlierHolds,
  document: string | undefined,
): 'document-missing' | 'document-used' | undefined {
  if (document !== undefined && earlier.documents.includes(document)) return 'document-used'
  return earlier.count > 0 && document === undefined ? 'document-missing' : undefined
}

/** Whether one person alone may refuse: only the first withdrawal of a customer that is refused, and none that goes back. */
export function mayRefuseAlone({
  refusedBefore,
  returned,
}: {
  readonly refusedBefore: number
  readonly returned: boolean
}) {
  return !returned && refusedBefore === 0
}
