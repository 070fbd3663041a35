import type { ApprovalFact, ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { idOf, isRejection, plusMs, present, type Rejection, reject, writeMoney } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import { depositLimits, depositPowers, elsewhereReasons, unclaimedReasons } from '../../domain/index.ts'
import { standingAmount, tellCustomer } from '../book.ts'
import { findDeposit, lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import type { StoredDeposit } from '../stored-deposit.ts'
import { refuseUnclaimed, wayElsewhere } from './elsewhere-facts.ts'
import { findElsewhere, insertElsewhere, insertUnclaimed } from './elsewhere-store.ts'

const textOf = (payload: ApprovalPayload, name: string): string => present(payload[name], `payload ${name}`)
const fact = (label: string, value: string): ApprovalFact => ({ labelKey: `facts.${label}`, value })
const shown = (deposit: StoredDeposit): string => {
  const amount = standingAmount(deposit)
  return `${writeMoney(amount)} ${amount.asset.code}`
}

/** How two people end held money that cannot go back to where it came from. Each looks at what is stored anew, under lock. */
export function elsewhereKinds(deps: DepositsDeps): readonly ApprovalKind[] {
  return [
    {
      name: depositPowers.returnElsewhere,
      titleKey: 'deposits.powers.returnElsewhere',
      // Two departments: whoever makes payments does not also say whose account it is.
      makerRoles: ['treasury'],
      checkerRoles: ['compliance'],
      reasons: elsewhereReasons,
      facts: async (db, payload) => [
        ...(await factsOf(db, payload)),
        fact('otherAccount', textOf(payload, 'account')),
        fact('holder', textOf(payload, 'holder')),
        fact('documentHash', textOf(payload, 'documentHash')),
      ],
      execute: (tx, act) => plan(deps, tx, act),
    },
    {
      name: depositPowers.unclaimed,
      titleKey: 'deposits.powers.unclaimed',
      makerRoles: ['treasury', 'compliance'],
      checkerRoles: ['compliance', 'admin'],
      reasons: unclaimedReasons,
      facts: factsOf,
      execute: (tx, act) => rest(deps, tx, act),
    },
  ]
}

async function factsOf(db: Db, payload: ApprovalPayload): Promise<readonly ApprovalFact[]> {
  const deposit = present(
    await findDeposit(db, idOf('dep', textOf(payload, 'depositId'))),
    'the deposit proposed about',
  )
  const { from, heldReason, externalId } = deposit
  return [
    fact('amount', shown(deposit)),
    ...(heldReason === undefined ? [] : [fact('heldReason', heldReason)]),
    ...(from === undefined ? [] : [fact('payer', from.name), fact('payerAccount', from.account)]),
    ...(externalId === undefined ? [] : [fact('trackingKey', externalId)]),
  ]
}

/** The deposit a payload is about, locked, if it is still what was proposed. */
async function lockProposed(tx: Tx, payload: ApprovalPayload): Promise<StoredDeposit | undefined> {
  const deposit = await lockDeposit(tx, idOf('dep', textOf(payload, 'depositId')))
  if (deposit?.stage !== 'held') return undefined
  return shown(deposit) === `${textOf(payload, 'amount')} ${textOf(payload, 'asset')}` ? deposit : undefined
}

/** Keeps what was agreed on. Nothing moves before its day. */
async function plan(deps: DepositsDeps, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, approvalId, reason, maker, checker, now } = act
  const deposit = await lockProposed(tx, payload)
  if (deposit === undefined) return reject(r.stateUnfit)
  const { depositId, customerId } = deposit
  if ((await findElsewhere(tx, depositId)) !== undefined) return reject(r.elsewherePlanned)
  const [account, holder] = [textOf(payload, 'account'), textOf(payload, 'holder')]
  const way = await wayElsewhere(deps, tx, deposit, { account, holder, staff: [maker, checker] }, now)
  if (isRejection(way)) return way
  const documentHash = textOf(payload, 'documentHash')
  const elsewhereId = deps.services.ids.next('dre')
  const dueAt = plusMs(now, depositLimits.elsewhereWaitMs)
  await insertElsewhere(tx, {
    ...{ elsewhereId, depositId, account, holder, documentHash, reason, approvalId, maker, checker },
    decidedAt: now,
    dueAt,
  })
  await deps.audit.record(tx, {
    at: now,
    actor: checker,
    action: 'deposits.elsewhere-planned',
    subject: customerId ?? depositId,
    details: { deposit: depositId, hash: documentHash, reason },
  })
  await tellCustomer(deps, tx, customerId, { name: 'elsewhere', amount: standingAmount(deposit), now })
  return undefined
}

/** Lets money rest: it stays owed, and is looked at again. */
async function rest(deps: DepositsDeps, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, approvalId, reason, checker, now } = act
  const deposit = await lockProposed(tx, payload)
  if (deposit === undefined) return reject(r.stateUnfit)
  const refused = await refuseUnclaimed(deps, tx, deposit, now)
  if (refused !== undefined) return refused
  const { depositId, customerId } = deposit
  const reviewAt = plusMs(now, depositLimits.unclaimedReviewMs)
  await insertUnclaimed(tx, { approvalId, depositId, reason, actor: checker, decidedAt: now, reviewAt })
  await deps.audit.record(tx, {
    at: now,
    actor: checker,
    action: 'deposits.unclaimed',
    subject: customerId ?? depositId,
    details: { deposit: depositId, reason },
  })
  return undefined
}
