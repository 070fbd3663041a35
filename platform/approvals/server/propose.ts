import { coreRejections } from '@bolsillo/contract'
import { isOwnAccount } from '@bolsillo/identity/server'
import { assert, type Instant, instant, present, type Rejection, reject } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../contract/index.ts'
import { canonicalPayload, expiryOf, freshFactorMs, hasRole, payloadProblem } from '../domain/index.ts'
import type { Approvals } from './approvals.ts'
import {
  findOpenAbout,
  insertApproval,
  insertDecision,
  lockApproval,
  type StoredApproval,
  sha256,
} from './approvals-store.ts'
import type { Declarations } from './declarations.ts'

type Proposal = Parameters<Approvals['propose']>[1]

/** Proposes an act: kept with its hash, for one hour, for somebody else to decide. */
export function createPropose(declared: Declarations): Approvals['propose'] {
  const { services, audit, factors } = declared
  return async (tx, proposal) => {
    const { by, now, reason, subject, customerId } = proposal
    const kind = present(declared.kinds.get(proposal.kind), `the kind of approval ${proposal.kind}`)
    const problem = payloadProblem(proposal.payload)
    assert(problem === undefined, `the payload of ${proposal.kind}: ${problem}`)
    if (!hasRole(by.roles, kind.makerRoles)) return reject(coreRejections.roleNeeded)
    if (!kind.reasons.includes(reason)) return reject(r.reasonUnlisted, { field: 'reason' })
    if (factors !== undefined) {
      const givenAt = await factors.givenAt(tx, by.sessionId)
      if (givenAt === undefined || now - givenAt > freshFactorMs) return reject(r.factorStale)
    }
    if (customerId !== undefined && (await isOwnAccount(tx, by.operatorId, customerId))) return reject(r.ownAccount)
    const payloadText = canonicalPayload(proposal.payload)
    const payloadHash = sha256(payloadText)
    const refused = await makeRoom(declared, tx, proposal, payloadHash)
    if (refused !== undefined) return refused
    const id = services.ids.next('apv')
    const deciders = (await kind.deciders?.(tx, proposal.payload, now)) ?? 1
    const added = await insertApproval(tx, {
      id,
      kind: kind.name,
      subject,
      customerId,
      payloadText,
      payloadHash,
      reason,
      maker: by.operatorId,
      createdAt: now,
      expiresAt: expiryOf(now),
      deciders,
    })
    // Somebody else proposed the same meanwhile.
    if (!added) return reject(r.approvalOpen)
    await audit.record(tx, {
      at: now,
      actor: by.operatorId,
      action: 'approvals.propose',
      subject: kind.quietUntilDecided === true ? `approval:${id}` : (customerId ?? subject),
      details: { kind: kind.name, about: subject, approval: id, reason, hash: payloadHash },
    })
    return { approvalId: id }
  }
}

/** Closes the proposal that blocks a new one: one whose hour is over, or the maker's own before they edited it. */
async function makeRoom(
  declared: Declarations,
  tx: Tx,
  { kind, subject, by, now }: Proposal,
  payloadHash: string,
): Promise<Rejection | undefined> {
  const found = await findOpenAbout(tx, kind, subject)
  if (found === undefined) return undefined
  const standing = await lockApproval(tx, found.id)
  if (standing === undefined || standing.state !== 'open') return undefined
  if (now > standing.expiresAt) return await close(declared, tx, standing, { outcome: 'expired', by: 'approvals', now })
  if (standing.maker !== by.operatorId || standing.payloadHash === payloadHash) return reject(r.approvalOpen)
  return await close(declared, tx, standing, { outcome: 'void', by: by.operatorId, now })
}

/** Closes a locked, open proposal without an effect, and writes it down. */
export async function close(
  { audit, kinds }: Pick<Declarations, 'audit' | 'kinds'>,
  tx: Tx,
  approval: StoredApproval,
  how: { readonly outcome: 'void' | 'expired'; readonly by: string; readonly now: Instant },
): Promise<undefined> {
  const { outcome, by } = how
  const { id, kind, subject, customerId, payloadHash, createdAt } = approval
  // The clock may have been set back since: a decision is never before its proposal.
  const decidedAt = instant(Math.max(how.now, createdAt))
  await insertDecision(tx, { approval, outcome, payloadHash, by, reason: outcome, at: decidedAt })
  await audit.record(tx, {
    at: decidedAt,
    actor: by,
    action: outcome === 'void' ? 'approvals.take-back' : 'approvals.expire',
    subject: kinds.get(kind)?.quietUntilDecided === true ? `approval:${id}` : (customerId ?? subject),
    details: { kind, about: subject, approval: id },
  })
  return undefined
}
