import { isRejection, present, reject, writeMoney } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { depositPowers } from '../../domain/index.ts'
import { standingAmount } from '../book.ts'
import { findDeposit, lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { accountOf, refuseUnclaimed, wayElsewhere } from './elsewhere-facts.ts'
import { findElsewhere, insertElsewhereEnd } from './elsewhere-store.ts'

/** Proposes to send held money to another account of its payer. */
export const proposeElsewhere = useCase(
  calls.proposeElsewhere,
  async ({ depositId, account, holder, documentHash, reason }, context, deps: DepositsDeps) => {
    const { tx, now } = context
    const by = context.operator
    const deposit = await findDeposit(tx, depositId)
    if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
    if (deposit.stage !== 'held') return reject(r.stateUnfit)
    if ((await findElsewhere(tx, depositId)) !== undefined) return reject(r.elsewherePlanned)
    const way = await wayElsewhere(deps, tx, deposit, { account, holder, staff: [by.operatorId] }, now)
    if (isRejection(way)) return way
    const amount = standingAmount(deposit)
    const { customerId } = deposit
    return await deps.approvals.propose(tx, {
      kind: depositPowers.returnElsewhere,
      subject: depositId,
      ...(customerId === undefined ? {} : { customerId }),
      payload: {
        depositId,
        amount: writeMoney(amount),
        asset: amount.asset.code,
        account: accountOf(way),
        // Whom the rail named: what staff wrote is the same name, and the payment carries this one.
        holder: present(deposit.from, 'who paid').name,
        documentHash,
      },
      reason,
      by,
      now,
    })
  },
)

/** One person stops a return to another account before its day: the money stays where it is. */
export const stopElsewhere = useCase(calls.stopElsewhere, async ({ depositId }, context, deps: DepositsDeps) => {
  const { tx, now } = context
  const { operatorId } = context.operator
  const deposit = await lockDeposit(tx, depositId)
  if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
  const planned = await findElsewhere(tx, depositId)
  if (planned === undefined) return reject(r.elsewhereNotPlanned)
  await insertElsewhereEnd(tx, { elsewhereId: planned.elsewhereId, outcome: 'stopped', actor: operatorId, at: now })
  await deps.audit.record(tx, {
    at: now,
    actor: operatorId,
    action: 'deposits.elsewhere-stopped',
    subject: deposit.customerId ?? depositId,
    details: { deposit: depositId },
  })
  return {}
})

/** Proposes to let held money rest unclaimed. */
export const proposeUnclaimed = useCase(
  calls.proposeUnclaimed,
  async ({ depositId, reason }, context, deps: DepositsDeps) => {
    const { tx, now } = context
    const by = context.operator
    const deposit = await findDeposit(tx, depositId)
    if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
    const refused = await refuseUnclaimed(deps, tx, deposit, now)
    if (refused !== undefined) return refused
    const amount = standingAmount(deposit)
    const { customerId } = deposit
    return await deps.approvals.propose(tx, {
      kind: depositPowers.unclaimed,
      subject: depositId,
      ...(customerId === undefined ? {} : { customerId }),
      payload: { depositId, amount: writeMoney(amount), asset: amount.asset.code },
      reason,
      by,
      now,
    })
  },
)
