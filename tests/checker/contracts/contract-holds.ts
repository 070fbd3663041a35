import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'
import { purseOf } from './contract-books.ts'
import { readContractPositions } from './contract-rows-store.ts'

/** I5 of positions: the margin of each open one is a reservation of its own. @returns those reservations. */
export async function contractHolds(
  read: BooksRead,
  ledger: DerivedLedger,
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const holders = new Set<string>()
  for (const { positionId, customerId, holdId, margin } of await readContractPositions(read)) {
    if (holdId === undefined) continue
    const hold = ledger.holds.get(holdId)
    if (hold?.remaining !== margin || hold.account !== purseOf(customerId))
      findings.add(
        'I5',
        `position ${positionId} has a margin of ${margin}, hold ${holdId} has ${hold?.remaining} left on ${hold?.account}`,
      )
    if (holders.has(holdId)) findings.add('I5', `hold ${holdId} belongs to two positions, one of them ${positionId}`)
    holders.add(holdId)
  }
  return holders
}
