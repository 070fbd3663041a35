import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { postFitting } from '@bolsillo/cases/server'
import {
  type Asset,
  decimalUnits,
  idOf,
  isRejection,
  type Money,
  money,
  present,
  type Rejection,
  reject,
  writeMoney,
  writeMoneyAndCode,
} from '@bolsillo/kernel'
import { accountId } from '@bolsillo/ledger/domain'
import { paymentRejections } from '@bolsillo/payments/contract'
import { lineFacts } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { depositRejections as r } from '../contract/index.ts'
import {
  claimEntry,
  claimReasons,
  confirmReasons,
  creditedAccount,
  depositPowers,
  matchEntry,
  matchReasons,
  notArrivedReasons,
  payableAsset,
  returnReasons,
} from '../domain/index.ts'
import { beyondLimits, isConfirmable, isStuck, lockAccounts, moveOf, standingAmount } from './book.ts'
import { referenceOf } from './claims/claims.ts'
import { moveDeposit, notifyCustomer, refuseDeposit } from './deposit-case.ts'
import { customerFacts, depositFacts, depositOf } from './deposit-facts.ts'
import { lockDeposit } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { elsewhereKinds } from './elsewhere/elsewhere-kinds.ts'
import { proofProblem } from './operator/evidence.ts'
import { manualLine, type NamedLine, readStatementLine } from './operator/statement.ts'
import { originOf, startReturn } from './return.ts'
import { findClaim, insertClaimStep, lockClaim } from './reversal-store.ts'
import type { StoredDeposit } from './stored-deposit.ts'

const makers = ['treasury', 'compliance'] as const
const checkers = ['treasury', 'compliance', 'admin'] as const

/** The acts on deposits that need two operators. Each reads the stored deposit again under lock. */
export function approvalKinds(deps: DepositsDeps): readonly ApprovalKind[] {
  return [
    ...[confirmKind(deps), matchKind(deps), returnKind(deps), notArrivedKind(deps), claimKind(deps)],
    ...elsewhereKinds(deps),
  ]
}

/** Money was found on the firm's statement: of an offline deposit, or under a reference that is nobody's. */
function confirmKind(deps: DepositsDeps): ApprovalKind {
  return {
    name: depositPowers.confirmOffline,
    titleKey: 'deposits.powers.confirmOffline',
    makerRoles: makers,
    checkerRoles: checkers,
    reasons: confirmReasons,
    facts: async (db, payload) => {
      const deposit = await depositOf(db, payload)
      return [
        ...(await customerFacts(deps, db, deposit?.customerId)),
        ...(deposit?.asked === undefined ? [] : [factOf('asked', writeMoneyAndCode(deposit.asked))]),
        ...(payload.read === undefined ? [] : [factOf('read', `${payload.read} ${payloadText(payload, 'asset')}`)]),
        factOf('amount', `${payloadText(payload, 'amount')} ${payloadText(payload, 'asset')}`),
        factOf('trackingKey', payloadText(payload, 'trackingKey')),
        factOf('reference', payloadText(payload, 'reference')),
        factOf('payer', payloadText(payload, 'payerName')),
        factOf('payerAccount', payloadText(payload, 'payerAccount')),
        ...lineFacts(await deps.payments.byHand.line(db, payloadText(payload, 'lineId'))),
      ]
    },
    deciders: (db, payload, now) =>
      deps.payments.byHand.deciders(db, { kind: 'found', amount: amountOf(payload) }, now),
    agreeProblem: async (db, payload, by) => await proofProblem(deps, db, await depositOf(db, payload), by),
    execute: async (tx, { payload, approvalId, maker, checker, agreed, now }) => {
      const manual = present(deps.payments.manual, 'the desk of transfers by hand')
      const { depositId } = payload
      const deposit = depositId === undefined ? undefined : await lockDeposit(tx, idOf('dep', depositId))
      if (depositId !== undefined && (deposit === undefined || !isConfirmable(deposit, now)))
        return reject(r.stateUnfit)
      const line = await readStatementLine(deps, tx, lineOf(payload), [maker, checker, ...agreed], now)
      if (isRejection(line)) return line
      const { amount, trackingKey: externalId } = line
      // Of money nobody is known for there is no proof to read.
      if (payload.read !== undefined && payload.read !== writeMoney(amount)) return reject(r.lineAmount)
      const subject = depositId ?? line.line.lineId
      const people = { approvalId, maker, checker, agreed, now }
      const counted = { kind: 'found', amount, subject, line: line.line, ...people } as const
      const refused = await deps.payments.byHand.take(tx, counted)
      if (refused !== undefined) return refused
      // Of a proof, the reference its customer was given; else what the bank has.
      const to = payloadText(payload, 'reference')
      const from = { name: line.payerName, account: line.payerAccount }
      const told = await manual.confirmReceived(tx, { externalId, amount, to, from, approvalId, now })
      if (!told) return reject(r.trackingKeyUsed, { field: 'trackingKey' })
      if (deposit === undefined) return undefined
      // The rail tells it from here on; what it tells finds the deposit by this number.
      const change = { asset: amount.asset, stage: 'confirming', externalId } as const
      await moveDeposit(deps, tx, deposit, change, { at: now, actor: checker, reason: 'found-on-statement' })
      return undefined
    },
  }
}

/** The line of the statement that was proposed. */
function lineOf(payload: ApprovalPayload): NamedLine {
  const text = (name: string): string => payloadText(payload, name)
  return { lineId: text('lineId'), payerName: text('payerName'), payerAccount: text('payerAccount') }
}

/** Held money belongs to a customer. */
function matchKind(deps: DepositsDeps): ApprovalKind {
  return {
    name: depositPowers.match,
    titleKey: 'deposits.powers.match',
    makerRoles: makers,
    checkerRoles: checkers,
    reasons: matchReasons,
    facts: async (db, payload) => [
      ...(await depositFacts(db, payload)),
      ...(await customerFacts(deps, db, idOf('cus', payloadText(payload, 'customerId')))),
      ...lineFacts(await manualLine(deps, db, await depositOf(db, payload))),
    ],
    deciders: (db, payload, now) =>
      deps.payments.byHand.deciders(db, { kind: 'match', amount: amountOf(payload) }, now),
    execute: (tx, act) => match(deps, tx, act),
  }
}

async function match(deps: DepositsDeps, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, checker, now } = act
  const deposit = await lockDeposit(tx, idOf('dep', payloadText(payload, 'depositId')))
  if (deposit?.stage !== 'held') return reject(r.stateUnfit)
  const customerId = idOf('cus', payloadText(payload, 'customerId'))
  if ((await deps.people.find(tx, customerId)) === undefined) return reject(r.customerUnverified)
  const amount = standingAmount(deposit)
  if (writeMoneyAndCode(amount) !== `${payloadText(payload, 'amount')} ${payloadText(payload, 'asset')}`)
    return reject(r.stateUnfit)
  const unfit = await countMatch(deps, tx, act, deposit)
  if (unfit !== undefined) return unfit
  const { code } = amount.asset
  await lockAccounts(deps, tx, [accountId('house', 'unmatched', code), creditedAccount(customerId, code)])
  const move = moveOf(deps, deposit, { amount, at: now, actor: checker })
  await postFitting(deps, tx, [matchEntry(move, customerId), ...(await beyondLimits(deps, tx, move, customerId))])
  const change = { customerId, stage: 'credited', credited: amount, entryId: move.entryId } as const
  const notice = { name: 'credited', amount } as const
  await moveDeposit(deps, tx, deposit, change, { at: now, actor: checker, reason: act.reason, notice })
  return undefined
}

/**
 * Counts a match against the caps. Money that was recorded by hand before statements were imported names its line now;
 * money a rail reported by itself has that rail's own line, which reconciliation compares.
 */
async function countMatch(
  deps: DepositsDeps,
  tx: Tx,
  { approvalId, maker, checker, agreed, now }: ApprovedAct,
  deposit: StoredDeposit,
): Promise<Rejection | undefined> {
  const { byHand, manual } = deps.payments
  const line = await manualLine(deps, tx, deposit)
  if (deposit.railId === manual?.railId && line === undefined) return reject(r.lineMissing)
  const people = [maker, checker, ...agreed]
  if (line !== undefined && people.includes(line.importedBy)) return reject(paymentRejections.lineImporter)
  const isFresh = line !== undefined && line.usedBy === undefined
  const amount = isFresh ? line.amount : standingAmount(deposit)
  const counted = { kind: 'match', amount, subject: deposit.depositId, ...(isFresh ? { line } : {}) } as const
  return await byHand.take(tx, { ...counted, approvalId, maker, checker, agreed, now })
}

/** Held money goes back to where it came from. */
function returnKind(deps: DepositsDeps): ApprovalKind {
  return {
    name: depositPowers.return,
    titleKey: 'deposits.powers.return',
    makerRoles: makers,
    checkerRoles: checkers,
    reasons: returnReasons,
    facts: depositFacts,
    execute: async (tx, { payload, reason, checker, now }) => {
      const deposit = await lockDeposit(tx, idOf('dep', payloadText(payload, 'depositId')))
      if (deposit?.stage !== 'held') return reject(r.stateUnfit)
      if (originOf(deps, deposit) === undefined) return reject(r.returnImpossible)
      await startReturn(deps, tx, deposit, { reason, actor: checker, now })
      return undefined
    },
  }
}

/**
 * A payment that was seen, or confirmed in vain, and never became final ends: nothing was booked of it. Its number is
 * free again, so that what comes under it after all is a deposit of its own.
 */
function notArrivedKind(deps: DepositsDeps): ApprovalKind {
  return {
    name: depositPowers.notArrived,
    titleKey: 'deposits.powers.notArrived',
    makerRoles: makers,
    checkerRoles: checkers,
    reasons: notArrivedReasons,
    facts: depositFacts,
    execute: async (tx, { payload, reason, checker, now }) => {
      const deposit = await lockDeposit(tx, idOf('dep', payloadText(payload, 'depositId')))
      if (deposit === undefined || !isStuck(deposit, now)) return reject(r.stateUnfit)
      // Its number stays with it until the rail delivers it after all: what the rail takes back meanwhile belongs here.
      await refuseDeposit(deps, tx, deposit, 'payment-not-found', { at: now, actor: checker, reason })
      return undefined
    },
  }
}

/** A claim is cleared up: from what the customer has, or out of what the house earned. */
function claimKind(deps: DepositsDeps): ApprovalKind {
  return {
    name: depositPowers.settleClaim,
    titleKey: 'deposits.powers.settleClaim',
    makerRoles: makers,
    checkerRoles: checkers,
    reasons: claimReasons,
    facts: async (db, payload) => {
      const claim = present(
        await findClaim(db, idOf('clm', payloadText(payload, 'claimId'))),
        'the claim proposed about',
      )
      return [
        ...(await customerFacts(deps, db, claim.customerId)),
        factOf('claimOf', referenceOf(claim)),
        factOf('claimed', writeMoneyAndCode(claim.amount)),
        factOf('open', writeMoneyAndCode(money(claim.open, claim.amount.asset))),
        factOf('amount', `${payloadText(payload, 'amount')} ${payloadText(payload, 'asset')}`),
        factOf('way', payloadText(payload, 'way')),
      ]
    },
    execute: (tx, act) => settle(deps, tx, act),
  }
}

async function settle(deps: DepositsDeps, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { payload, approvalId, reason, checker, now } = act
  const found = present(await findClaim(tx, idOf('clm', payloadText(payload, 'claimId'))), 'the claim proposed about')
  // The deposit before its claim, as a return that fails locks them.
  if (found.depositId !== undefined) await lockDeposit(tx, found.depositId)
  const claim = present(await lockClaim(tx, found.claimId), 'the claim just found')
  const amount = amountOf(payload)
  if (amount.minor > claim.open) return reject(r.claimAmount, { field: 'amount' })
  const way = payloadText(payload, 'way') === 'write-off' ? 'write-off' : 'take-available'
  const { customerId } = claim
  if (way === 'take-available' && customerId === undefined) return reject(r.claimFunds)
  const { code } = amount.asset
  const payer =
    way === 'write-off' || customerId === undefined
      ? accountId('house', 'fees', code)
      : creditedAccount(customerId, code)
  const balanceOf = await lockAccounts(deps, tx, [payer, accountId('house', 'claims', code)])
  if (balanceOf(payer).available < amount.minor) return reject(r.claimFunds, { field: 'amount' })
  const entryId = deps.services.ids.next('ent')
  const move = { entryId, reference: referenceOf(claim), amount, at: now, actor: checker }
  await postFitting(deps, tx, [
    claimEntry(move, way === 'write-off' || customerId === undefined ? 'fees' : { customerId }),
  ])
  const { claimId } = claim
  await insertClaimStep(tx, { claimId, approvalId }, { way, minor: amount.minor, reason, entryId, at: now })
  const name = claim.withdrawalId === undefined ? 'claimPaid' : 'overpaidPaid'
  if (way === 'take-available') await notifyCustomer(deps, tx, customerId, { name, amount, now })
  return undefined
}

function amountOf(payload: ApprovalPayload): Money {
  const asset: Asset = present(payableAsset(payloadText(payload, 'asset')), 'the asset proposed')
  return money(decimalUnits(payloadText(payload, 'amount'), asset.scale), asset)
}
