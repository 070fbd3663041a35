import { approvalsRejections } from '@bolsillo/approvals/contract'
import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { type Id, isId, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type Tx, useCase } from '@bolsillo/server-kit'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { lawyers } from '../../contract/operator.ts'
import { legalHoldDaysMax, legalHoldProblem, legalReasons } from '../../domain/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { lockCustomer } from '../destinations/destination-store.ts'
import { tellLegalHold } from '../notices.ts'
import { endHoldNow, findEarlierHolds, findLegalHold, insertHold } from '../review-store.ts'
import { isOwnHold } from './review-withdrawal.ts'

const kindName = 'withdrawal.legal-hold'
const dayMs = 86_400_000

/** Stopping a customer's withdrawals takes the law, evidence, an end, and two people; the customer reads why. */
export function legalHoldKind(deps: WithdrawalsGiven): ApprovalKind {
  return {
    name: kindName,
    titleKey: 'withdrawals.powers.legalHold',
    makerRoles: lawyers,
    checkerRoles: lawyers,
    reasons: legalReasons,
    facts: (db, payload) => factsOf(deps, db, payload),
    execute: (tx, act) => execute(deps, tx, act),
  }
}

async function factsOf({ customers }: WithdrawalsGiven, db: Db, payload: ApprovalPayload) {
  const { customerId = '', evidence = '', days = '', documentName, documentHash } = payload
  const customer = isId('cus', customerId) ? await customers.find(db, customerId) : undefined
  return [
    factOf('customer', customer?.displayNumber ?? '—'),
    factOf('evidence', evidence),
    factOf('days', days),
    ...(documentHash === undefined
      ? []
      : [factOf('documentName', documentName ?? ''), factOf('documentHash', documentHash)]),
  ]
}

export const proposeLegalHold = useCase(
  calls.proposeLegalHold,
  async (
    { customerId, reason, evidence, days, documentSha256, documentName },
    { tx, now, operator },
    { approvals, customers }: WithdrawalsGiven,
  ) => {
    if ((await customers.find(tx, customerId)) === undefined) return reject(r.customerUnknown, { field: 'customerId' })
    if ((await findLegalHold(tx, customerId, now)) !== undefined) return reject(r.holdOpen, { field: 'customerId' })
    const unfit = await refuseDocument(tx, customerId, documentSha256)
    if (unfit !== undefined) return unfit
    const documented =
      documentSha256 === undefined
        ? {}
        : { documentHash: documentSha256, documentName: documentName ?? documentSha256.slice(0, 12) }
    return await approvals.propose(tx, {
      kind: kindName,
      subject: customerId,
      customerId,
      payload: { customerId, reason, evidence, days: String(days), ...documented },
      reason,
      by: operator,
      now,
    })
  },
)

/** Whoever was held before is held again only by a document of an authority that was not used for them. */
async function refuseDocument(db: Db, customerId: Id<'cus'>, hash: string | undefined): Promise<Rejection | undefined> {
  const problem = legalHoldProblem(await findEarlierHolds(db, customerId), hash)
  if (problem === undefined) return undefined
  return reject(problem === 'document-used' ? r.documentUsed : r.documentMissing, { field: 'document' })
}

async function execute(deps: WithdrawalsGiven, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, maker, checker, approvalId, now } = act
  const { customerId = '', evidence = '', documentHash, documentName = '' } = payload
  const reason = legalReasons.find((one) => one === payload.reason)
  const days = Math.min(Number(payload.days), legalHoldDaysMax)
  if (!isId('cus', customerId) || reason === undefined) return reject(r.customerUnknown)
  await lockCustomer(tx, customerId)
  if ((await findLegalHold(tx, customerId, now)) !== undefined) return reject(r.holdOpen)
  const unfit = await refuseDocument(tx, customerId, documentHash)
  if (unfit !== undefined) return unfit
  const document = documentHash === undefined ? undefined : { hash: documentHash, name: documentName }
  const until = plusMs(now, days * dayMs)
  await insertHold(tx, {
    id: deps.services.ids.next('whd'),
    withdrawalId: undefined,
    customerId,
    reason,
    legal: true,
    evidence,
    maker,
    checker,
    document,
    from: now,
    until,
    endedAt: undefined,
  })
  // The journal keeps the document's hash: whoever has the file can tell that it was this one, and when.
  const details = {
    reason,
    maker,
    approval: approvalId,
    until: String(until),
    ...(document === undefined ? {} : { document: document.hash }),
  }
  await deps.audit.record(tx, {
    at: now,
    actor: checker,
    action: 'withdrawals.legal-hold',
    subject: customerId,
    details,
  })
  await tellLegalHold(deps, tx, { customerId, reason, days }, now)
  return undefined
}

/** Ends a legal hold before its time. */
export const endLegalHold = useCase(
  calls.endLegalHold,
  async ({ holdId }, { tx, now, operator }, { audit }: WithdrawalsGiven) => {
    const { operatorId } = operator
    if (await isOwnHold(tx, operatorId, holdId)) return reject(approvalsRejections.ownAccount)
    const ended = await endHoldNow(tx, holdId, { at: now, by: operatorId, legal: true })
    if (ended === undefined) return reject(r.holdUnknown, { field: 'holdId' })
    const { customerId: subject, reason } = ended
    await audit.record(tx, {
      at: now,
      actor: operatorId,
      action: 'withdrawals.legal-hold-end',
      subject,
      details: { reason },
    })
    return {}
  },
)
