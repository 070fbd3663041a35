import type { Transitions } from '@bolsillo/cases/domain'

/** The state of a deposit, as the specification names it. `complete` and `fail` are for ever. */
export const depositStates = ['review', 'doing', 'complete', 'fail'] as const
type DepositState = (typeof depositStates)[number]

/** The stage within a state. */
export const depositStages = [
  /** The customer announced it; nothing has come. */
  'awaiting-payment',
  /** They sent a proof; staff look for the money on the firm's account. */
  'proof-check',
  /** Money came that cannot be credited as it is: it is on `house:unmatched`. */
  'held',
  /** Seen, and not final yet: the network counts confirmations, or two people confirmed it and it is being booked. */
  'confirming',
  /** On its way back to where it came from. */
  'returning',
  'credited',
  'failed',
] as const
export type DepositStage = (typeof depositStages)[number]

/** The state a stage belongs to. */
export const stateOfStage: Readonly<Record<DepositStage, DepositState>> = {
  'awaiting-payment': 'review',
  'proof-check': 'review',
  held: 'review',
  confirming: 'doing',
  returning: 'doing',
  credited: 'complete',
  failed: 'fail',
}

/**
 * Every move there is; the database holds the same rows and refuses any other. News within a stage (another
 * confirmation) is no move. What is credited or failed never moves again: that a bank took it back later is a fact of
 * its own beside the deposit.
 */
export const depositMoves: Transitions<DepositStage> = {
  'awaiting-payment': ['proof-check', 'confirming', 'held', 'credited', 'failed'],
  'proof-check': ['confirming', 'failed'],
  confirming: ['held', 'credited', 'failed'],
  held: ['credited', 'returning', 'failed'],
  returning: ['held', 'failed'],
  credited: [],
  failed: [],
}

/** Why money is on `house:unmatched` instead of on the customer's account. Each has words for the customer. */
export const heldReasons = ['unknown-reference', 'other-name', 'wrong-asset', 'not-verified'] as const
export type HeldReason = (typeof heldReasons)[number]

/** Why a deposit failed. A failed deposit always has one. */
export const failReasons = [
  'cancelled',
  'expired',
  'reversed',
  'returned',
  'payment-not-found',
  'proof-unreadable',
  'proof-of-other-payment',
  'proof-used-before',
] as const
export type FailReason = (typeof failReasons)[number]

/** The reasons one person of the staff refuses a proof with. Nothing was received: money that came is never refused. */
export const refusalReasons = [
  'payment-not-found',
  'proof-unreadable',
  'proof-of-other-payment',
  'proof-used-before',
] as const satisfies readonly FailReason[]
export type RefusalReason = (typeof refusalReasons)[number]

/** How a deposit came, as lists are filtered. */
export const depositKinds = ['bank', 'crypto', 'offline'] as const
export type DepositKind = (typeof depositKinds)[number]

/** The kind a payment method belongs to. */
export function kindOfMethod(method: 'spei' | 'pix' | 'chain' | 'transfer'): DepositKind {
  if (method === 'chain') return 'crypto'
  return method === 'transfer' ? 'offline' : 'bank'
}

/** Limits of this room that no setting changes. */
export const depositLimits = {
  /** Announcements of a customer that may wait at once. */
  openMax: 10,
  /** Tries of a channel's password, and for how long no more are taken after that. */
  passwordTriesMax: 5,
  passwordWaitMs: 15 * 60_000,
  /**
   * How long a return to another account waits after two people agreed, so that others of the staff can see and stop it.
   * In code, because a person who could shorten it could send a stranger's money away before anybody looks.
   */
  elsewhereWaitMs: 72 * 3_600_000,
  /** After how long money that rests unclaimed is looked at again. */
  unclaimedReviewMs: 180 * 24 * 3_600_000,
  externalIdLength: 120,
  nameLength: 140,
  accountLength: 120,
} as const
