import type { OperatorRole } from '@bolsillo/contract'
import { factorRules } from '@bolsillo/factors/domain'
import { type Instant, plusMs } from '@bolsillo/kernel'
import { hasRole } from './payload.ts'

/** How long a proposal waits for its second person. The database holds the same hour. */
export const approvalLifeMs = 3_600_000

/** How long the second factor of a session counts as fresh for proposing. */
export const freshFactorMs = factorRules.freshMs

/** The outcome of a proposal. `void`: its maker withdrew or edited it. `expired`: nobody decided in time. */
const approvalOutcomes = ['approved', 'refused', 'void', 'expired'] as const
export type ApprovalOutcome = (typeof approvalOutcomes)[number]
export type ApprovalState = 'open' | ApprovalOutcome

/** When a proposal made now ends. */
export function expiryOf(madeAt: Instant): Instant {
  return plusMs(madeAt, approvalLifeMs)
}

/** What a decision is checked against. */
interface OpenProposal {
  readonly state: ApprovalState
  readonly maker: string
  /** Who agreed already. */
  readonly agreed?: readonly string[]
  readonly payloadHash: string
  readonly expiresAt: Instant
  readonly checkerRoles: readonly OperatorRole[]
  readonly reasons: readonly string[]
}

interface DecisionAttempt {
  readonly decision: 'approve' | 'refuse'
  readonly payloadHash: string
  readonly reason: string
  readonly checker: string
  readonly roles: readonly string[]
  readonly now: Instant
}

export type DecisionProblem =
  | 'role-needed'
  | 'approval-closed'
  | 'approval-expired'
  | 'approval-own'
  | 'approval-agreed'
  | 'approval-changed'
  | 'reason-unlisted'

/** Why somebody may not decide a proposal, the first reason in the order of the contract; undefined when they may. */
export function decisionProblem(proposal: OpenProposal, attempt: DecisionAttempt): DecisionProblem | undefined {
  if (!hasRole(attempt.roles, proposal.checkerRoles)) return 'role-needed'
  if (proposal.state === 'expired') return 'approval-expired'
  if (proposal.state !== 'open') return 'approval-closed'
  if (attempt.now > proposal.expiresAt) return 'approval-expired'
  if (attempt.checker === proposal.maker) return 'approval-own'
  if (proposal.agreed?.includes(attempt.checker) === true) return 'approval-agreed'
  if (attempt.payloadHash !== proposal.payloadHash) return 'approval-changed'
  // Refusing has reasons of its own; approving names one of those the act may have.
  const reasons = attempt.decision === 'approve' ? proposal.reasons : refusalReasons
  return reasons.includes(attempt.reason) ? undefined : 'reason-unlisted'
}

/** Why the second person may refuse: the same closed list for every kind. */
export const refusalReasons = [
  'not-founded',
  'evidence-missing',
  'wrong-details',
  'suspicious',
  'no-longer-needed',
] as const
