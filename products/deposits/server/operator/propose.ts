import { refuseDecimal } from '@bolsillo/contract'
import {
  type Asset,
  type Id,
  isRejection,
  type Money,
  present,
  type Rejection,
  readMoney,
  reject,
  writeMoney,
} from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { paymentRejections } from '@bolsillo/payments/contract'
import { payInKey } from '@bolsillo/payments/domain'
import { type Db, useCase } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { depositPowers, purseOf } from '../../domain/index.ts'
import { isConfirmable, isStuck, standingAmount } from '../book.ts'
import { findDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { originOf } from '../return.ts'
import { findClaim } from '../reversal-store.ts'
import type { StoredDeposit } from '../stored-deposit.ts'
import { proofProblem } from './evidence.ts'
import { manualLine, readStatementLine, type StatementLine } from './statement.ts'

function readPositive(text: string, asset: Asset): Money | Rejection {
  const reading = readMoney(text, asset)
  if (reading.kind !== 'value') {
    const values = { decimals: String(asset.scale), asset: asset.code }
    return refuseDecimal('amount', reading, reject(r.amountDecimals, { field: 'amount', values }))
  }
  return reading.money.minor === 0n ? reject(r.amountZero, { field: 'amount' }) : reading.money
}

/** The payload of a line, in the spelling of the event it becomes. */
function payloadOf({ line, amount, trackingKey, reference, payerName, payerAccount }: StatementLine) {
  const [text, asset, { lineId }] = [writeMoney(amount), amount.asset.code, line]
  return { lineId, amount: text, asset, trackingKey, reference, payerName, payerAccount }
}

/** Proposes which line of the firm's statement is an offline payment. */
export const proposeConfirm = useCase(calls.proposeConfirm, async (request, context, deps: DepositsDeps) => {
  const { tx, now } = context
  const by = context.operator
  const deposit = await findDeposit(tx, request.depositId)
  if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
  const { customerId, channel, depositId } = deposit
  if (!isConfirmable(deposit, now) || customerId === undefined || channel === undefined) return reject(r.stateUnfit)
  const unseen = await proofProblem(deps, tx, deposit, by)
  if (unseen !== undefined) return unseen
  const line = await readStatementLine(deps, tx, request, [by.operatorId], now)
  if (isRejection(line)) return line
  const { amount } = line
  if (amount.asset.code !== deposit.asset.code) return reject(r.lineCurrency, { field: 'lineId' })
  const capped = await deps.payments.byHand.capProblem(tx, { kind: 'found', amount }, now)
  if (capped !== undefined) return capped
  const read = readMoney(request.amount, amount.asset)
  if (read.kind !== 'value' || read.money.minor !== amount.minor) return reject(r.lineAmount, { field: 'amount' })
  const address = await deps.payments.findPayInAddress(tx, { customerId, channel })
  const reference = payInKey(present(address, 'the address an announcement was shown'))
  const { reason } = request
  const payload = { depositId, ...payloadOf({ ...line, reference }), read: writeMoney(read.money) }
  const kind = depositPowers.confirmOffline
  return await deps.approvals.propose(tx, { kind, subject: depositId, customerId, payload, reason, by, now })
})

/** Proposes to record money nobody is known for. */
export const proposeUnmatched = useCase(calls.proposeUnmatched, async (request, context, deps: DepositsDeps) => {
  const { tx, now } = context
  const by = context.operator
  const line = await readStatementLine(deps, tx, request, [by.operatorId], now)
  if (isRejection(line)) return line
  const capped = await deps.payments.byHand.capProblem(tx, { kind: 'found', amount: line.amount }, now)
  if (capped !== undefined) return capped
  const { reason, lineId: subject } = request
  const kind = depositPowers.confirmOffline
  return await deps.approvals.propose(tx, { kind, subject, payload: payloadOf(line), reason, by, now })
})

/** A deposit whose money is held, or why nothing can be proposed about it. */
export async function findHeld(db: Db, depositId: Id<'dep'>): Promise<StoredDeposit | Rejection> {
  const deposit = await findDeposit(db, depositId)
  if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
  return deposit.stage === 'held' ? deposit : reject(r.stateUnfit)
}

/** The payload of an act about all that is held of a deposit: what is decided is what was seen. */
export function heldPayload(deposit: StoredDeposit) {
  const amount = standingAmount(deposit)
  return { depositId: deposit.depositId, amount: writeMoney(amount), asset: amount.asset.code }
}

/** Proposes whose held money is. */
export const proposeMatch = useCase(
  calls.proposeMatch,
  async ({ depositId, customer: number, reason }, { tx, now, operator: by }, deps: DepositsDeps) => {
    const deposit = await findHeld(tx, depositId)
    if (isRejection(deposit)) return deposit
    const customer = await deps.customers.findByNumber(tx, number)
    if (customer === undefined) return reject(r.customerUnknown, { field: 'customer' })
    const { customerId } = customer
    if ((await deps.people.find(tx, customerId)) === undefined)
      return reject(r.customerUnverified, { field: 'customer' })
    const line = await manualLine(deps, tx, deposit)
    const { byHand, manual } = deps.payments
    if (deposit.railId === manual?.railId && line === undefined) return reject(r.lineMissing)
    if (line?.importedBy === by.operatorId) return reject(paymentRejections.lineImporter)
    const capped = await byHand.capProblem(tx, { kind: 'match', amount: standingAmount(deposit) }, now)
    if (capped !== undefined) return capped
    const payload = { ...heldPayload(deposit), customerId }
    const kind = depositPowers.match
    return await deps.approvals.propose(tx, { kind, subject: depositId, customerId, payload, reason, by, now })
  },
)

/** Proposes to send held money back to where it came from. */
export const proposeReturn = useCase(
  calls.proposeReturn,
  async ({ depositId, reason }, { tx, now, operator: by }, deps: DepositsDeps) => {
    const deposit = await findHeld(tx, depositId)
    if (isRejection(deposit)) return deposit
    if (originOf(deps, deposit) === undefined) return reject(r.returnImpossible)
    const { customerId } = deposit
    const kind = depositPowers.return
    const payload = heldPayload(deposit)
    return await deps.approvals.propose(tx, { kind, subject: depositId, customerId, payload, reason, by, now })
  },
)

/** Proposes to end a payment that has had no news for a day. */
export const proposeNotArrived = useCase(
  calls.proposeNotArrived,
  async ({ depositId, reason }, { tx, now, operator: by }, deps: DepositsDeps) => {
    const deposit = await findDeposit(tx, depositId)
    if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
    if (!isStuck(deposit, now)) return reject(r.stateUnfit, { field: 'depositId' })
    const { customerId } = deposit
    const [kind, payload] = [depositPowers.notArrived, { depositId }]
    return await deps.approvals.propose(tx, { kind, subject: depositId, customerId, payload, reason, by, now })
  },
)

/** Proposes to clear up a claim, or a part of it. */
export const proposeClaim = useCase(
  calls.proposeClaim,
  async ({ claimId, way, amount: text, reason }, context, deps: DepositsDeps) => {
    const { tx, now } = context
    const claim = await findClaim(tx, claimId)
    if (claim === undefined) return reject(r.caseUnknown, { field: 'claimId' })
    const amount = readPositive(text, claim.amount.asset)
    if (isRejection(amount)) return amount
    if (amount.minor > claim.open) return reject(r.claimAmount, { field: 'amount' })
    const { customerId } = claim
    const { code } = amount.asset
    if (way === 'take-available') {
      if (customerId === undefined) return reject(r.claimFunds, { field: 'way' })
      const account = customerAccount(customerId, purseOf(code), code)
      const balance = (await deps.ledger.balances(tx, [account])).get(account)
      if (balance === undefined || balance.posted - balance.held < amount.minor) {
        return reject(r.claimFunds, { field: 'amount' })
      }
    }
    const payload = { claimId, way, amount: writeMoney(amount), asset: code }
    const [kind, by] = [depositPowers.settleClaim, context.operator]
    return await deps.approvals.propose(tx, { kind, subject: claimId, customerId, payload, reason, by, now })
  },
)
