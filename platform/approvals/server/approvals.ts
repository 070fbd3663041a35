import type { OperatorRole } from '@bolsillo/contract'
import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { Db, OperatorSession, Tx } from '@bolsillo/server-kit'
import type { ApprovalFact, ApprovalPayload } from '../domain/index.ts'

export type { ApprovalFact, ApprovalPayload } from '../domain/index.ts'

/**
 * A kind of act that takes two people: one proposes, another decides, and only then it happens. The room whose act it is
 * declares the kind; it is part of the closed list of staff powers.
 */
export interface ApprovalKind {
  /** `withdrawal.accept`. Unique. */
  readonly name: string
  /**
   * Message key of what happens when it is approved: `withdrawals.powers.accept`. Its first word is the room whose words
   * the labels of the facts (`facts.amount`) and the reasons (`reasons.<code>`) are.
   */
  readonly titleKey: string
  readonly makerRoles: readonly OperatorRole[]
  readonly checkerRoles: readonly OperatorRole[]
  /**
   * Whether the customer hears of it only when it is decided: a thief must not be warned of a restriction, nor does the
   * law let us warn. Left out: the proposal stands in their log at once.
   */
  readonly quietUntilDecided?: boolean
  /** The closed list of reasons; each has words under `<room>.reasons.<code>`. */
  readonly reasons: readonly string[]
  /**
   * What the one who decides is shown, from the payload and what is stored now. It must not change by itself (no ages,
   * no market values): a decision is refused when the facts are others by then.
   */
  readonly facts: (db: Db, payload: ApprovalPayload) => Promise<readonly ApprovalFact[]>
  /**
   * How many people decide it beside whoever proposes: two for what is too much for one. Asked when it is proposed, and kept
   * with the proposal; the act looks anew whether that is still enough. Left out: one.
   */
  readonly deciders?: (db: Db, payload: ApprovalPayload, now: Instant) => Promise<1 | 2>
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
  /** Who agreed before the decision, where it takes more than two people. */
  readonly agreed: readonly Id<'opr'>[]
  readonly now: Instant
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
  readonly openAbout: (
    db: Db,
    kind: string,
    subject: string,
  ) => Promise<{ readonly approvalId: Id<'apv'>; readonly maker: Id<'opr'>; readonly payloadHash: string } | undefined>
}

/** A queue of a room: what the rail counts, and the page of work to do lists. */
export interface WorkQueue {
  /** The section of the console it is worked in: `/withdrawals`. */
  readonly path: string
  /** Message key of its name. */
  readonly titleKey: string
  /** Who works it. */
  readonly roles: readonly OperatorRole[]
  /** How long a piece of work may wait. */
  readonly slaMs: number
  /** How many wait, and since when the oldest does. */
  readonly waiting: (db: Db, now: Instant) => Promise<{ readonly count: number; readonly oldestAt?: Instant }>
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

/** A kind of case a room keeps: what makes a look at its customer's data necessary. */
export interface CaseKind {
  /** What its ids begin with: `wdr`. */
  readonly prefix: string
  /** Whose case it is and since when it is over, if it is; undefined when there is no such case. */
  readonly find: (
    db: Db,
    caseId: string,
    asked: { readonly operatorId: Id<'opr'>; readonly now: Instant },
  ) => Promise<{ readonly customerId: Id<'cus'> | undefined; readonly endedAt: Instant | undefined } | undefined>
}
