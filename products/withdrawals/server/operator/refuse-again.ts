import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { isId, isRejection, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { type Db, type Tx, useCase } from '@bolsillo/server-kit'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { payers } from '../../contract/operator.ts'
import { refusalReasons } from '../../domain/index.ts'
import { release } from '../cancel-withdrawal.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { countRefused } from '../review-store.ts'
import { referenceOf } from '../rows.ts'
import { findAnyWithdrawal } from '../withdrawal-store.ts'
import { lockToRefuse } from './review-withdrawal.ts'

const kindName = 'withdrawal.refuse'

/** Refusing a customer again takes two people, a reason of the list, and evidence an auditor can ask for. */
export function refuseKind(deps: WithdrawalsGiven): ApprovalKind {
  return {
    name: kindName,
    titleKey: 'withdrawals.powers.refuse',
    makerRoles: payers,
    checkerRoles: payers,
    reasons: refusalReasons,
    facts: (db, payload) => factsOf(deps, db, payload),
    execute: (tx, act) => execute(deps, tx, act),
  }
}

async function factsOf({ customers }: WithdrawalsGiven, db: Db, payload: ApprovalPayload) {
  const { withdrawalId = '', evidence = '', refusedBefore = '' } = payload
  const found = isId('wdr', withdrawalId) ? await findAnyWithdrawal(db, withdrawalId) : undefined
  if (found === undefined) return []
  const { channel, customerId, amount, state } = found
  const customer = await customers.find(db, customerId)
  return [
    factOf('reference', referenceOf(found.withdrawalId)),
    factOf('customer', customer?.displayNumber ?? '—'),
    factOf('amount', `${writeDecimal(amount, channel.asset.scale)} ${channel.asset.code}`),
    factOf('refusedBefore', refusedBefore),
    factOf('evidence', evidence),
    factOf('state', state),
  ]
}

export const proposeRefusal = useCase(
  calls.proposeRefusal,
  async ({ withdrawalId, reason, evidence }, { tx, now, operator }, { approvals }: WithdrawalsGiven) => {
    const withdrawal = await lockToRefuse(tx, withdrawalId)
    if (isRejection(withdrawal)) return withdrawal
    const { customerId } = withdrawal
    const refusedBefore = String(await countRefused(tx, customerId))
    return await approvals.propose(tx, {
      kind: kindName,
      subject: withdrawalId,
      customerId,
      payload: { withdrawalId, customerId, reason, evidence, refusedBefore },
      reason,
      by: operator,
      now,
    })
  },
)

async function execute(deps: WithdrawalsGiven, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, checker, approvalId, now } = act
  const { withdrawalId = '' } = payload
  const reason = refusalReasons.find((one) => one === payload.reason)
  if (!isId('wdr', withdrawalId) || reason === undefined) return reject(r.withdrawalUnknown)
  const withdrawal = await lockToRefuse(tx, withdrawalId)
  if (isRejection(withdrawal)) return withdrawal
  await release(deps, tx, withdrawal, { move: 'refuse', reason, actor: checker, now, approvalId })
  return undefined
}
