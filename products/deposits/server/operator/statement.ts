import { type Instant, type Money, money, type Rejection, reject, writeMoneyAndCode } from '@bolsillo/kernel'
import { canonicalTrackingKey, eventAmountMax, isTrackingKey, readPayerAccount } from '@bolsillo/payments/domain'
import type { Db } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract.ts'
import { findByExternalId } from '../deposit-store.ts'
import type { DepositsPorts } from '../ports.ts'
import { isNotFound } from '../stored-deposit.ts'

/** What somebody read on the firm's statement, as it was typed. */
export interface StatementLine {
  readonly amount: Money
  readonly trackingKey: string
  readonly reference: string
  readonly payerName: string
  readonly payerAccount: string
}

/**
 * Reads a line of the firm's statement into what the rail will tell of it, or says what is wrong. Asked when it is
 * proposed and again when it is decided: what passes takes effect, and what cannot take effect is never approved.
 */
export async function readStatementLine(
  { payments }: Pick<DepositsPorts, 'payments'>,
  db: Db,
  line: StatementLine,
  now: Instant,
): Promise<StatementLine | Rejection> {
  const trackingKey = canonicalTrackingKey(line.trackingKey)
  if (!isTrackingKey(trackingKey)) return reject(r.trackingKeyMalformed, { field: 'trackingKey' })
  const payer = readPayerAccount(line.payerAccount)
  if (payer.kind === 'problem') return reject(r.payerAccountMalformed, { field: 'payerAccount' })
  const { manual } = payments
  if (manual !== undefined) {
    const earlier = await findByExternalId(db, manual.railId, trackingKey)
    const isKnown = (await manual.isTold(db, 'in', trackingKey)) || (earlier !== undefined && !isNotFound(earlier))
    if (isKnown) return reject(r.trackingKeyUsed, { field: 'trackingKey' })
    const from = { name: line.payerName, account: payer.account }
    const told = { externalId: trackingKey, amount: line.amount, to: line.reference, from, now }
    if (manual.receivedProblem(told) !== undefined) {
      const most = writeMoneyAndCode(money(eventAmountMax, line.amount.asset))
      return reject(r.amountTooLarge, { field: 'amount', values: { most } })
    }
  }
  return { ...line, trackingKey, payerAccount: payer.account }
}
