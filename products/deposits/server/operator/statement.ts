import { type Id, type Instant, type Money, money, type Rejection, reject, writeMoneyAndCode } from '@bolsillo/kernel'
import { paymentRejections } from '@bolsillo/payments/contract'
import { eventAmountMax, readPayerAccount } from '@bolsillo/payments/domain'
import type { StoredLine } from '@bolsillo/payments/server'
import type { Db } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import { findByExternalId } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { isNotFound, type StoredDeposit } from '../stored-deposit.ts'

/** The line of an imported statement somebody names, and what they type only where the bank left it out. */
export interface NamedLine {
  readonly lineId: string
  readonly payerName?: string | undefined
  readonly payerAccount?: string | undefined
}

/** A line of the firm's statement as the rail will report it. */
export interface StatementLine {
  readonly line: StoredLine
  readonly amount: Money
  readonly trackingKey: string
  readonly reference: string
  readonly payerName: string
  readonly payerAccount: string
}

/** The reference where the bank has none. */
const noReference = 'SIN REFERENCIA'
const referenceLengthMax = 60

/**
 * Reads what the rail will report of a line of an imported statement, or why it cannot. `people` propose or decide it.
 * Asked when it is proposed and again when it is decided: what passes takes effect, and what cannot take effect is never
 * approved. Nobody types what the bank wrote: amount, number, reference, and payer where it names one, are the line's.
 */
export async function readStatementLine(
  { payments }: Pick<DepositsDeps, 'payments'>,
  db: Db,
  named: NamedLine,
  people: readonly Id<'opr'>[],
  now: Instant,
): Promise<StatementLine | Rejection> {
  const { manual, byHand } = payments
  const line = await byHand.line(db, named.lineId)
  if (manual === undefined || line?.railId !== manual.railId) {
    return reject(paymentRejections.lineUnknown, { field: 'lineId' })
  }
  const unfit = byHand.lineProblem(line, people)
  if (unfit !== undefined) return unfit
  const { amount, number: trackingKey } = line
  const payerName = line.payerName === '' ? (named.payerName ?? '') : line.payerName
  if (payerName === '') return reject(r.payerMissing, { field: 'payerName' })
  const payer = readPayerAccount(line.payerAccount === '' ? (named.payerAccount ?? '') : line.payerAccount)
  if (payer.kind === 'problem') {
    // An account the bank wrote that nothing can be paid to is no reason to keep money from its owner.
    if (line.payerAccount === '') return reject(r.payerAccountMalformed, { field: 'payerAccount' })
  }
  const payerAccount = payer.kind === 'account' ? payer.account : line.payerAccount
  const earlier = await findByExternalId(db, manual.railId, trackingKey)
  const isKnown = (await manual.isRecorded(db, 'in', trackingKey)) || (earlier !== undefined && !isNotFound(earlier))
  if (isKnown) return reject(r.trackingKeyUsed, { field: 'lineId' })
  const reference = line.reference === '' ? noReference : line.reference.slice(0, referenceLengthMax)
  const told = { externalId: trackingKey, amount, to: reference, from: { name: payerName, account: payerAccount }, now }
  if (manual.receivedProblem(told) !== undefined) {
    const most = writeMoneyAndCode(money(eventAmountMax, amount.asset))
    return reject(r.amountTooLarge, { field: 'amount', values: { most } })
  }
  return { line, amount, trackingKey, reference, payerName, payerAccount }
}

/**
 * The line of a held deposit of the rail of transfers by hand: the one it was reported by, or the one that has it now. None
 * where no statement has it, with that amount.
 */
export async function manualLine(
  { payments }: Pick<DepositsDeps, 'payments'>,
  db: Db,
  deposit: StoredDeposit | undefined,
): Promise<StoredLine | undefined> {
  const { manual, byHand } = payments
  if (deposit === undefined || deposit.railId !== manual?.railId || deposit.externalId === undefined) return undefined
  const line = await byHand.lineOf(db, deposit.railId, deposit.externalId)
  const told = deposit.amount
  // A part of a payment that came back is less than its line.
  const fits =
    line !== undefined &&
    told !== undefined &&
    line.amount.asset.code === told.asset.code &&
    (line.usedBy === undefined ? line.amount.minor === told.minor : line.amount.minor >= told.minor)
  return fits ? line : undefined
}
