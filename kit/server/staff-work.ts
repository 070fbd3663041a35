import type { ApprovalFact, ApprovalPayload, OperatorRole } from '@bolsillo/contract'
import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { Db, Tx } from './room.ts'

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
   * Whether the customer is notified only when it is decided: a thief must not be warned of a restriction, nor does the
   * law let us warn. Left out: the proposal is recorded in their log at once.
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
   * Why somebody cannot agree yet: there is evidence they have not opened. Asked of each who agrees, never of who refuses.
   * Left out: nothing has to be opened.
   */
  readonly agreeProblem?: (
    db: Db,
    payload: ApprovalPayload,
    by: { readonly operatorId: Id<'opr'>; readonly roles: readonly string[] },
  ) => Promise<Rejection | undefined>
  /**
   * Does it, in the transaction of the second person's decision. A rejection undoes the decision.
   * Must be safe against what happened since the proposal: it looks at the state anew, under lock.
   */
  readonly execute: (tx: Tx, act: ApprovedAct) => Promise<Rejection | undefined>
  /**
   * What this process does once it is committed and before anybody is answered: it reads anew what it remembers and the act
   * has changed. Other processes are notified by the outbox.
   */
  readonly committed?: () => Promise<void>
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

/** A kind of case a room keeps: what makes a look at its customer's data necessary. */
export interface CaseKind {
  /** What its ids begin with: `wdr`. */
  readonly prefix: string
  /** Whose case it is and since when it is over, if it is; undefined when there is no such case. */
  readonly find: (
    db: Db,
    caseId: string,
    /** Without an operator it is the customer who asks. */
    asked: { readonly operatorId: Id<'opr'> | undefined; readonly now: Instant },
  ) => Promise<{ readonly customerId: Id<'cus'> | undefined; readonly endedAt: Instant | undefined } | undefined>
}
