import { isRejection, present, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { depositPowers } from '../../domain/index.ts'
import { happened } from '../deposit-case.ts'
import { findDeposit, lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { findHeld, heldPayload } from '../operator/propose.ts'
import { accountOf, refuseUnclaimed, wayElsewhere } from './elsewhere-facts.ts'
import { findElsewhere, insertElsewhereEnd } from './elsewhere-store.ts'

/** Proposes to send held money to another account of its payer. */
export const proposeElsewhere = useCase(
  calls.proposeElsewhere,
  async ({ depositId, account, holder, documentHash, reason }, context, deps: DepositsDeps) => {
    const { tx, now } = context
    const by = context.operator
    const deposit = await findHeld(tx, depositId)
    if (isRejection(deposit)) return deposit
    if ((await findElsewhere(tx, depositId)) !== undefined) return reject(r.elsewherePlanned)
    const way = await wayElsewhere(deps, tx, deposit, { account, holder, staff: [by.operatorId] }, now)
    if (isRejection(way)) return way
    const { customerId } = deposit
    const kind = depositPowers.returnElsewhere
    // The holder the rail named: what staff wrote is the same name, and the payment carries this one.
    const named = { account: accountOf(way), holder: present(deposit.from, 'who paid').name, documentHash }
    const payload = { ...heldPayload(deposit), ...named }
    return await deps.approvals.propose(tx, { kind, subject: depositId, customerId, payload, reason, by, now })
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
  await happened(deps, tx, deposit, { what: 'elsewhere-stopped', at: now, actor: operatorId })
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
    const { customerId } = deposit
    const kind = depositPowers.unclaimed
    const payload = heldPayload(deposit)
    return await deps.approvals.propose(tx, { kind, subject: depositId, customerId, payload, reason, by, now })
  },
)
