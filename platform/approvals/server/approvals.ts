import type { OperatorRole } from '@bolsillo/contract'
import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { Db, OperatorSession, Tx } from '@bolsillo/server-kit'

/** A fact the one who decides is shown, and whose bytes the decision is bound to. */
export interface ApprovalFact {
  /** Message key of the label within the room that declares the kind. */
  readonly labelKey: string
  /** As it is written on the wire: amounts with their code, times as epoch milliseconds. */
  readonly value: string
}

/** What a proposal is about. Everything in it is hashed; a decision names the hash of what was seen. */
export type ApprovalPayload = Readonly<Record<string, string>>

/**
 * A kind of act that takes two people: one proposes, another decides, and only then it happens. The room whose act it is
 * declares the kind; it is part of the closed list of staff powers.
 */
export interface ApprovalKind {
  /** `withdrawal.accept`. Unique. */
  readonly name: string
  /** Message key of what happens when it is approved, within the declaring room: `withdrawals.powers.accept`. */
  readonly titleKey: string
  readonly makerRoles: readonly OperatorRole[]
  readonly checkerRoles: readonly OperatorRole[]
  /** The closed list of reasons; each has words under `<room>.reasons.<code>`. */
  readonly reasons: readonly string[]
  /** What the one who decides is shown, from the payload and what is stored now. */
  readonly facts: (db: Db, payload: ApprovalPayload) => Promise<readonly ApprovalFact[]>
  /**
   * Does it, in the transaction of the second person's decision. A rejection undoes the decision.
   * Must be safe against what happened since the proposal: it looks at the state anew, under lock.
   */
  readonly execute: (tx: Tx, act: ApprovedAct) => Promise<Rejection | undefined>
}

export interface ApprovedAct {
  readonly approvalId: Id<'apv'>
  readonly payload: ApprovalPayload
  readonly reason: string
  readonly maker: Id<'opr'>
  readonly checker: Id<'opr'>
  readonly now: Instant
}

/** What rooms ask of the approvals. */
export interface Approvals {
  /**
   * Proposes an act. One proposal of a kind and subject may be open at a time.
   * @returns its id, or why not: the reason is not of the list, the role may not, one is open.
   */
  readonly propose: (
    tx: Tx,
    proposal: {
      readonly kind: string
      /** What it is about: `wdr_…`, `kyc_…`, a setting's key. */
      readonly subject: string
      /** The customer it concerns: it appears in their own log. */
      readonly customerId?: Id<'cus'>
      readonly payload: ApprovalPayload
      readonly reason: string
      readonly by: OperatorSession
      readonly now: Instant
    },
  ) => Promise<{ readonly approvalId: Id<'apv'> } | Rejection>
  /** The open proposal about a subject, if there is one. */
  readonly openAbout: (
    db: Db,
    kind: string,
    subject: string,
  ) => Promise<{ readonly approvalId: Id<'apv'>; readonly maker: Id<'opr'>; readonly payloadHash: string } | undefined>
}
