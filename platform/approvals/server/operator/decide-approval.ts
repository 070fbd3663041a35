import { coreRejections, type ReplyOf, type RequestOf } from '@bolsillo/contract'
import { isOwnAccount } from '@bolsillo/identity/server'
import {
  type Instant,
  instant,
  isRejection,
  present,
  type Rejection,
  type RejectionSpec,
  reject,
} from '@bolsillo/kernel'
import {
  type Db,
  type OperatorSession,
  type Services,
  saveIdempotencyRecords,
  type Tx,
  transaction,
  useCase,
} from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { canonicalFacts, type DecisionProblem, decisionProblem } from '../../domain/index.ts'
import type { ApprovalKind } from '../approvals.ts'
import {
  findApproval,
  insertConsent,
  insertDecision,
  lockApproval,
  type StoredApproval,
  sha256,
} from '../approvals-store.ts'
import type { Declarations } from '../declarations.ts'
import { close } from '../propose.ts'
import { shownFacts } from '../shown-facts.ts'

type Request = RequestOf<typeof operatorCalls.decideApproval>
type Reply = ReplyOf<typeof operatorCalls.decideApproval>

const problems: Readonly<Record<DecisionProblem, RejectionSpec>> = {
  'role-needed': coreRejections.roleNeeded,
  'approval-closed': r.approvalClosed,
  'approval-expired': r.approvalExpired,
  'approval-own': r.approvalOwn,
  'approval-agreed': r.approvalAgreed,
  'approval-changed': r.approvalChanged,
  'reason-unlisted': r.reasonUnlisted,
}

class Undone extends Error {
  readonly why: Rejection
  constructor(why: Rejection) {
    super('undone')
    this.why = why
  }
}

/**
 * The second person decides. The second factor is checked before the transaction opens; then, under the proposal's lock,
 * everything is looked at anew, the decision is kept, and what was proposed is done: all of it or nothing.
 */
export const decideApproval = useCase(
  operatorCalls.decideApproval,
  async (request, context, declared: Declarations): Promise<Reply | Rejection> => {
    const { services } = declared
    const operator = context.operator
    const { now } = context
    const found = await findApproval(context.db, request.approvalId)
    const refused =
      problemOf(declared, found, { request, operator, now }) ??
      (await ownAccountProblem(context.db, found, operator)) ??
      (await onePersonProblem(declared, context.db, found, { request, operator, now })) ??
      (await factorProblem(declared, request, operator, now))
    if (refused !== undefined) return refused
    try {
      const reply = await transaction(services.sql, async (tx) => {
        const decided = await decideLocked(declared, tx, { request, operator, now })
        const { claim } = context
        if (claim !== undefined) {
          await saveIdempotencyRecords(tx, [{ claim, answer: context.answer(decided) }], now)
        }
        return decided
      })
      if (reply.state === 'approved')
        await followDecision(services, kindOf(declared, present(found, 'what was decided')))
      return reply
    } catch (error) {
      if (error instanceof Undone) return error.why
      throw error
    }
  },
)

/**
 * What this process does once a decision is committed. The decision stands whatever happens here: without it this process
 * follows as the others do, when the outbox is dispatched.
 */
async function followDecision({ log }: Services, { committed }: ApprovalKind): Promise<void> {
  try {
    await committed?.()
  } catch (error) {
    log.error({ error: String(error) }, 'a decision is committed, and this process has not followed it yet')
  }
}

interface Asked {
  readonly request: Request
  readonly operator: OperatorSession
  readonly now: Instant
}

/** @throws Undone when it may not be, or the act itself is refused: nothing stays then. */
async function decideLocked(declared: Declarations, tx: Tx, asked: Asked): Promise<Reply> {
  const { request, operator } = asked
  const { decision, reason, payloadHash } = request
  const approval = await lockApproval(tx, request.approvalId)
  const refused = problemOf(declared, approval, asked)
  if (refused !== undefined) throw new Undone(refused)
  const standing = present(approval, 'a proposal with no problem')
  const own = await ownAccountProblem(tx, standing, operator)
  if (own !== undefined) throw new Undone(own)
  const shared = await onePersonProblem(declared, tx, standing, asked)
  if (shared !== undefined) throw new Undone(shared)
  const kind = kindOf(declared, standing)
  if (sha256(canonicalFacts(await shownFacts(declared, tx, kind, standing))) !== request.factsHash) {
    throw new Undone(reject(r.approvalChanged))
  }
  const unseen = decision === 'approve' ? await kind.agreeProblem?.(tx, standing.payload, operator) : undefined
  if (unseen !== undefined) throw new Undone(unseen)
  const now = instant(Math.max(asked.now, standing.createdAt))
  const outcome = decision === 'approve' ? 'approved' : 'refused'
  const { operatorId } = operator
  const { id, subject, customerId, maker, payload, agreed, deciders } = standing
  const isLast = decision === 'refuse' || agreed.length + 1 >= deciders
  if (!isLast) {
    await insertConsent(tx, { approval: standing, by: operatorId, reason, at: now })
    const details = { kind: kind.name, about: subject, approval: id, reason, maker, hash: payloadHash }
    const about = kind.quietUntilDecided === true ? `approval:${id}` : (customerId ?? subject)
    await declared.audit.record(tx, { at: now, actor: operatorId, action: 'approvals.agree', subject: about, details })
    return { approvalId: id, state: 'open' }
  }
  await insertDecision(tx, { approval: standing, outcome, payloadHash, by: operatorId, reason, at: now })
  await declared.audit.record(tx, {
    at: now,
    actor: operatorId,
    action: decision === 'approve' ? 'approvals.approve' : 'approvals.refuse',
    subject: customerId ?? subject,
    details: { kind: kind.name, about: subject, approval: id, reason, maker, hash: payloadHash },
  })
  if (decision === 'approve') {
    const failed = await kind.execute(tx, { approvalId: id, payload, reason, maker, checker: operatorId, agreed, now })
    if (isRejection(failed)) throw new Undone(failed)
  }
  return { approvalId: id, state: outcome }
}

function problemOf(declared: Declarations, approval: StoredApproval | undefined, asked: Asked): Rejection | undefined {
  if (approval === undefined) return reject(r.approvalUnknown, { field: 'approvalId' })
  const { request, operator, now } = asked
  const { checkerRoles, reasons } = kindOf(declared, approval)
  const problem = decisionProblem(
    { ...approval, checkerRoles, reasons },
    { ...request, checker: operator.operatorId, roles: operator.roles, now },
  )
  if (problem === undefined) return undefined
  return reject(problems[problem], problem === 'reason-unlisted' ? { field: 'reason' } : {})
}

/** Nobody decides about a customer account of their own. The database refuses the decision as well. */
async function ownAccountProblem(
  db: Db,
  approval: StoredApproval | undefined,
  { operatorId }: OperatorSession,
): Promise<Rejection | undefined> {
  const customerId = approval?.customerId
  if (customerId === undefined || !(await isOwnAccount(db, operatorId, customerId))) return undefined
  return reject(r.ownAccount)
}

/** Two accounts that share what only one person has are one person. The database refuses the decision as well. */
async function onePersonProblem(
  { desk }: Declarations,
  db: Db,
  approval: StoredApproval | undefined,
  { operator, now }: Asked,
): Promise<Rejection | undefined> {
  if (desk === undefined || approval === undefined) return undefined
  const shared = await desk.staff.sharedMark(db, approval.maker, operator.operatorId, now)
  if (shared === undefined) return undefined
  return reject(r.approvalOnePerson, { values: { shared } })
}

async function factorProblem(
  { factors }: Declarations,
  request: Request,
  { operatorId }: OperatorSession,
  now: Instant,
): Promise<Rejection | undefined> {
  if (factors === undefined) return undefined
  const { challengeId, code, assertion, payloadHash, decision } = request
  if (challengeId === undefined || (code === undefined && assertion === undefined)) {
    return reject(r.factorMissing, { field: 'code' })
  }
  return await factors.verify({
    operatorId,
    purpose: { action: 'approval', bound: { payloadHash, decision } },
    proof: {
      challengeId,
      ...(code === undefined ? {} : { code }),
      ...(assertion === undefined ? {} : { assertion }),
    },
    now,
  })
}

/** The kind of a stored proposal. Kinds are never taken out of the program while proposals of them may be open. */
export function kindOf({ kinds }: Declarations, { kind }: StoredApproval): ApprovalKind {
  return present(kinds.get(kind), `the kind of approval ${kind}`)
}

/** Takes back a proposal of one's own. Of somebody else's it answers as if there were none. */
export const withdrawApproval = useCase(
  operatorCalls.withdrawApproval,
  async ({ approvalId }, context, declared: Declarations) => {
    const { operatorId } = context.operator
    const approval = await lockApproval(context.tx, approvalId)
    if (approval === undefined || approval.maker !== operatorId) {
      return reject(r.approvalUnknown, { field: 'approvalId' })
    }
    if (approval.state === 'expired') return reject(r.approvalExpired)
    if (approval.state !== 'open') return reject(r.approvalClosed)
    if (context.now > approval.expiresAt) return reject(r.approvalExpired)
    await close(declared, context.tx, approval, { outcome: 'void', by: operatorId, now: context.now })
    return { approvalId, state: 'void' as const }
  },
)
