import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { idOf, isRejection, plusMs, type Rejection, reject, writeMoneyAndCode } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import { depositLimits, depositPowers, elsewhereReasons, unclaimedReasons } from '../../domain/index.ts'
import { standingAmount } from '../book.ts'
import { happened, noticeValues } from '../deposit-case.ts'
import { depositFacts } from '../deposit-facts.ts'
import { lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import type { StoredDeposit } from '../stored-deposit.ts'
import { refuseUnclaimed, wayElsewhere } from './elsewhere-facts.ts'
import { findElsewhere, insertElsewhere, insertUnclaimed } from './elsewhere-store.ts'

/** How two people end held money that cannot go back to where it came from. Each reads what is stored again, under lock. */
export function elsewhereKinds(deps: DepositsDeps): readonly ApprovalKind[] {
  return [
    {
      name: depositPowers.returnElsewhere,
      titleKey: 'deposits.powers.returnElsewhere',
      // Two departments: the department that pays does not also declare whose account it is.
      makerRoles: ['treasury'],
      checkerRoles: ['compliance'],
      reasons: elsewhereReasons,
      facts: async (db, payload) => [
        ...(await depositFacts(db, payload, 'withoutTarget')),
        factOf('otherAccount', payloadText(payload, 'account')),
        factOf('holder', payloadText(payload, 'holder')),
        factOf('documentHash', payloadText(payload, 'documentHash')),
      ],
      execute: (tx, act) => plan(deps, tx, act),
    },
    {
      name: depositPowers.unclaimed,
      titleKey: 'deposits.powers.unclaimed',
      makerRoles: ['treasury', 'compliance'],
      checkerRoles: ['compliance', 'admin'],
      reasons: unclaimedReasons,
      facts: (db, payload) => depositFacts(db, payload, 'withoutTarget'),
      execute: (tx, act) => rest(deps, tx, act),
    },
  ]
}

/** The deposit a payload is about, locked, if it is still what was proposed. */
async function lockProposed(tx: Tx, payload: ApprovalPayload): Promise<StoredDeposit | undefined> {
  const deposit = await lockDeposit(tx, idOf('dep', payloadText(payload, 'depositId')))
  if (deposit?.stage !== 'held') return undefined
  return writeMoneyAndCode(standingAmount(deposit)) ===
    `${payloadText(payload, 'amount')} ${payloadText(payload, 'asset')}`
    ? deposit
    : undefined
}

/** Keeps what was agreed on. Nothing moves before its day. */
async function plan(deps: DepositsDeps, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, approvalId, reason, maker, checker, now } = act
  const deposit = await lockProposed(tx, payload)
  if (deposit === undefined) return reject(r.stateUnfit)
  const { depositId } = deposit
  if ((await findElsewhere(tx, depositId)) !== undefined) return reject(r.elsewherePlanned)
  const [account, holder] = [payloadText(payload, 'account'), payloadText(payload, 'holder')]
  const way = await wayElsewhere(deps, tx, deposit, { account, holder, staff: [maker, checker] }, now)
  if (isRejection(way)) return way
  const documentHash = payloadText(payload, 'documentHash')
  const elsewhereId = deps.services.ids.next('dre')
  const dueAt = plusMs(now, depositLimits.elsewhereWaitMs)
  await insertElsewhere(tx, {
    ...{ elsewhereId, depositId, account, holder, documentHash, reason, approvalId, maker, checker },
    decidedAt: now,
    dueAt,
  })
  const details = { hash: documentHash, reason }
  const valuesOf = noticeValues({ amount: standingAmount(deposit) })
  await happened(deps, tx, deposit, { what: 'elsewhere-planned', at: now, actor: checker, details, valuesOf })
  return undefined
}

/** Lets money rest: it stays owed, and is looked at again. */
async function rest(deps: DepositsDeps, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, approvalId, reason, checker, now } = act
  const deposit = await lockProposed(tx, payload)
  if (deposit === undefined) return reject(r.stateUnfit)
  const refused = await refuseUnclaimed(deps, tx, deposit, now)
  if (refused !== undefined) return refused
  const { depositId } = deposit
  const reviewAt = plusMs(now, depositLimits.unclaimedReviewMs)
  await insertUnclaimed(tx, { approvalId, depositId, reason, actor: checker, decidedAt: now, reviewAt })
  await happened(deps, tx, deposit, { what: 'unclaimed', at: now, actor: checker, details: { reason } })
  return undefined
}
