import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'
import {
  findDoubledDeposits,
  findForgotten,
  findStandingMoney,
  findWrongApprovals,
  findWrongClaims,
  findWrongPayouts,
  readCreditedDeposits,
  readDepositEntries,
  readLimitHolds,
  readWithdrawalHolds,
} from './money-store.ts'

/**
 * I5 of withdrawals and of money beyond limits, I10, I11 and I12: reservations belong to withdrawals under review, credits to
 * payments a provider reported, payments out to accepted withdrawals, and two people decided.
 * @returns the holds that belong to withdrawals or limits, which therefore need no order.
 */
export async function checkMoney(
  read: BooksRead,
  ledger: DerivedLedger,
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const holders = new Set<string>()
  for (const { id, holdId, account, amount, charges, state } of await readWithdrawalHolds(read)) {
    const hold = ledger.holds.get(holdId)
    const remaining = state === 'under-review' ? amount : state === 'doing' ? charges : 0n
    // One that was accepted by an earlier version paid fee and VAT then, and reserves nothing on its way.
    const isEarlier = state === 'doing' && hold?.remaining === 0n
    if (hold?.remaining !== remaining && !isEarlier)
      findings.add('I5', `withdrawal ${id} reserves ${remaining}, hold ${holdId} has ${hold?.remaining} left`)
    if (hold !== undefined && hold.account !== account)
      findings.add('I5', `withdrawal ${id} reserves on ${hold.account} instead of ${account}`)
    if (holders.has(holdId)) findings.add('I5', `hold ${holdId} belongs to two withdrawals, one of them ${id}`)
    holders.add(holdId)
  }
  for (const { holdId, account, left } of await readLimitHolds(read)) {
    const hold = ledger.holds.get(holdId)
    if (hold?.remaining !== left || hold.account !== account)
      findings.add(
        'I5',
        `hold ${holdId} beyond a limit says ${left} on ${account}, the ledger ${hold?.remaining} on ${hold?.account}`,
      )
    if (holders.has(holdId)) findings.add('I5', `hold ${holdId} is beyond a limit and of a withdrawal`)
    holders.add(holdId)
  }
  await checkDeposits(read, ledger, findings)
  for (const { what } of await findStandingMoney(read)) findings.add('I10', what)
  for (const { what } of await findWrongClaims(read)) findings.add('I10', what)
  for (const { what } of await findWrongPayouts(read)) findings.add('I11', what)
  for (const { what } of await findForgotten(read)) findings.add('I11', what)
  for (const { what } of await findWrongApprovals(read)) findings.add('I12', what)
  return holders
}

/** I10: what was credited is what the provider reported, to that customer, and once. */
async function checkDeposits(read: BooksRead, { entries }: DerivedLedger, findings: Findings): Promise<void> {
  for (const { id, customerId, entryId, credited, amount, reported } of await readCreditedDeposits(read)) {
    const lines = entries.get(entryId)?.moved.filter(({ account }) => account.startsWith(`${customerId}:`)) ?? []
    const moved = lines.length === 0 ? undefined : lines.reduce((sum, { posted }) => sum + posted, 0n)
    if (reported === undefined || amount !== reported || credited > reported || moved !== credited)
      findings.add(
        'I10',
        `deposit ${id}: credited ${credited}, the rail told of ${reported ?? 'nothing'}, its entry moved ${moved ?? 'nothing'}`,
      )
  }
  for (const { what } of await findDoubledDeposits(read)) findings.add('I10', what)
  const known = await readDepositEntries(read)
  for (const { id, seq, kind } of entries.values())
    if ((kind === 'deposit' || kind === 'unmatched-match') && !known.has(id))
      findings.add('I10', `entry ${seq} (${kind}) credits a customer and is of no deposit`)
}
