import { createHash } from 'node:crypto'
import type { EntryRow } from '../books-store.ts'

/** The hash before the first entry. */
export const noHash = '0'.repeat(64)

/**
 * The hash an entry from before acts must have, from the published description of the chain: SHA-256 of a JSON array in the form of
 * RFC 8785 with the name of the format, the number, the hash before, id, kind, time, actor, reference, details and the
 * postings, each of account, posted, held, hold, posted after, held after. Numbers beyond 2^53 are texts, the time is
 * a number.
 */
export function hashOfEntry(entry: EntryRow, previous: string, accountOf: (no: number) => string): string {
  const keys = Object.keys(entry.details).sort()
  const list = [
    'bolsillo.ledger.entry.1',
    entry.seq.toString(),
    previous,
    entry.id,
    entry.kind,
    Number(entry.at),
    entry.actor,
    entry.reference,
    Object.fromEntries(keys.map((key) => [key, entry.details[key]])),
    entry.postings.map((row) => [
      accountOf(row.accountNo),
      row.posted.toString(),
      row.held.toString(),
      row.holdId ?? null,
      row.postedAfter.toString(),
      row.heldAfter.toString(),
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(list)).digest('hex')
}
