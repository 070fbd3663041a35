import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'
import { readLostTicks, readOtherTicks } from './ticks-store.ts'

/**
 * I6, the price of a fill is the market's: a fill names source and sequence of the print it was made at, and the journal seals
 * both with price and quantity. So for as long as prints are kept, the print of that name says the same, occurs once, and
 * is missing for no fill that was made while this market was recorded. Where the clock was set back, times may be as far apart
 * as it was wrong; where the process stood still in the middle of a batch, a print is later than its fill, and nothing that
 * the journal has after the fill is dated between the two. What another transaction began before the standstill is dated
 * close to the fill, and says nothing about the time between; nor does what comes after the clock was set back once more.
 */
export async function checkTicks(read: BooksRead, ledger: DerivedLedger, findings: Findings): Promise<void> {
  // What a practice market seeded before its first start was never printed.
  const seeded = [...ledger.entries.values()].filter(({ details }) => details.seed !== undefined).map(({ id }) => id)
  const setBackMs = Number(ledger.setBackMs)
  for (const { fillId, name, wanted, said, entryId, lateAt } of await readOtherTicks(read, seeded, setBackMs)) {
    if (lateAt !== null && stoodStill(ledger, entryId, BigInt(lateAt) - BigInt(setBackMs))) continue
    findings.add('I6', `the print ${name} of ${fillId} says ${said}, its fill ${wanted}`)
  }
  for (const { fillId, name } of await readLostTicks(read, seeded, setBackMs))
    findings.add('I6', `the print ${name} of ${fillId} is not there`)
}

/** How far from the fill, or from its print, another transaction that was under way at that time may be dated. */
const besideMs = 60_000n

/** Whether no entry behind this one is dated between it and a time: rare enough to go through all. */
function stoodStill({ entries }: DerivedLedger, entryId: string, until: bigint): boolean {
  const own = entries.get(entryId)
  if (own === undefined) return false
  const [from, to] = [own.at + besideMs, until - besideMs]
  // A time with nothing in it shows nothing: the print is as late as its fill may be, and no more.
  if (from >= to) return false
  for (const { seq, at, details } of entries.values())
    if (seq > own.seq && at > from && at < to && details.seed === undefined) return false
  return true
}
