import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { ApprovalKind, CaseKind, Db, OperatorSession, Tx, WorkQueue } from '@bolsillo/server-kit'
import type { ApprovalPayload } from '../domain/index.ts'

export type { ApprovalKind, ApprovedAct, CaseKind, WorkQueue } from '@bolsillo/server-kit'
export type { ApprovalFact, ApprovalPayload } from '../domain/index.ts'

/** A proposal that waits. */
interface OpenProposal {
  readonly approvalId: Id<'apv'>
  readonly maker: Id<'opr'>
  readonly payload: ApprovalPayload
  readonly payloadHash: string
}

/** What rooms ask of the approvals. */
export interface Approvals {
  /**
   * Proposes an act. One proposal of a kind and subject may be open at a time; what its maker proposes anew with another
   * payload voids the one before.
   * @returns its id, or why not: the role may not, the reason is not of the list, the maker's second factor was given too
   * long ago, one is open (`proposeRejections` of the contract).
   */
  readonly propose: (
    tx: Tx,
    proposal: {
      readonly kind: string
      /** What it is about: `wdr_…`, `kyc_…`, a setting's key. */
      readonly subject: string
      /** The customer it concerns: it appears in their own log. */
      readonly customerId?: Id<'cus'> | undefined
      readonly payload: ApprovalPayload
      readonly reason: string
      readonly by: OperatorSession
      readonly now: Instant
    },
  ) => Promise<{ readonly approvalId: Id<'apv'> } | Rejection>
  /** The open proposal about a subject, if there is one. */
  readonly openAbout: (db: Db, kind: string, subject: string) => Promise<OpenProposal | undefined>
}

/** The declared behind it: rooms hand over their kinds and queues once all are made, before anything starts. */
export interface ApprovalsRegistry extends Approvals {
  readonly declare: (kinds: readonly ApprovalKind[]) => void
  readonly declareQueues: (queues: readonly WorkQueue[]) => void
  /** What may be named as the reason of a look. */
  readonly declareCases: (cases: readonly CaseKind[]) => void
  /** The closed list of acts that take two people. */
  readonly kinds: () => readonly ApprovalKind[]
}

/** Keeps who of the staff looked at whose personal data. */
export interface PersonalDataViews {
  /**
   * Writes a look into the customer's own log, before the data is answered. The same look within ten minutes is one.
   * @returns why the data may not be shown: too many customers within an hour.
   */
  readonly viewed: (
    context: { readonly operator: OperatorSession; readonly now: Instant },
    look: {
      readonly customerId: Id<'cus'>
      /** What was looked at, a word in kebab-case: `identity-file`. */
      readonly what: string
      /** The case that made it necessary: `wdr_…`. */
      readonly caseId: string
      /** When that case ended, as the room that keeps it found it; left out while it is open. */
      readonly endedAt?: Instant | undefined
    },
  ) => Promise<Rejection | undefined>
  /** Whether data of a customer may be read for a case of theirs: it is open, or has not been over for long. */
  readonly isReadable: (
    db: Db,
    look: {
      readonly customerId: Id<'cus'>
      readonly caseId: string
      readonly operatorId: Id<'opr'>
      readonly now: Instant
    },
  ) => Promise<boolean>
  /** The same for whoever names the case themselves: it must exist, be open, concern this customer, and not be their own proposal. */
  readonly viewedForCase: (
    context: { readonly operator: OperatorSession; readonly now: Instant },
    look: { readonly customerId: Id<'cus'>; readonly what: string; readonly caseId: string },
  ) => Promise<Rejection | undefined>
}
