import type { BooksRead } from './books-store.ts'
import type { DerivedLedger } from './check-ledger.ts'
import type { Findings } from './finding.ts'
import { readLostTicks, readOtherTicks } from './ticks-store.ts'

/**
 * I6, the price of a fill is the market's: a fill names source and sequence of the print it was made at, and the journal seals
 * both with price and quantity. So for as long as prints are kept, the print of that name says the same, stands there once, and
 * is missing of no fill that was made while this market was written down.
 */
export async function checkTicks(read: BooksRead, ledger: DerivedLedger, findings: Findings): Promise<void> {
  // What a practice market seeded before its first start was never printed.
  const seeded = [...ledger.entries.values()].filter(({ details }) => details.seed !== undefined).map(({ id }) => id)
  for (const { fillId, name, wanted, said } of await readOtherTicks(read, seeded))
    findings.add('I6', `the print ${name} of ${fillId} says ${said}, its fill ${wanted}`)
  for (const { fillId, name } of await readLostTicks(read, seeded))
    findings.add('I6', `the print ${name} of ${fillId} is not there`)
}
