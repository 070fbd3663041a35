import { present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { AccountId, Balance, ChainHead, RecordedEntry } from '../domain/index.ts'
import { plain } from './ledger-store.ts'

/** An entry with its hash, as it goes into the journal. */
export interface HashedEntry {
  readonly entry: RecordedEntry
  readonly hash: string
}

const hashes = (values: readonly string[]): string => `{${values.map((hex) => `"\\\\x${hex}"`).join(',')}}`
const texts = (values: readonly string[]): string =>
  `{${values.map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** What `ledger_append` is given, written out, the numbers of the accounts apart. See there. */
export type WrittenOut = ReturnType<typeof writeOut>

/**
 * Writes out entries and what follows from them. `moved`: every account they touch, with what it has afterwards. The
 * accounts stay names until they are locked: one that is opened with the entries has no number before.
 */
export function writeOut(before: ChainHead, entries: readonly HashedEntry[], moved: ReadonlyMap<AccountId, Balance>) {
  const places: number[] = []
  const lines: number[] = []
  const accounts: AccountId[] = []
  const amounts = { posted: [] as bigint[], held: [] as bigint[], after: [] as bigint[], heldAfter: [] as bigint[] }
  const holds: string[] = []
  for (let place = 0; place < entries.length; place += 1) {
    const { postings } = present(entries[place], 'entry').entry
    for (let line = 0; line < postings.length; line += 1) {
      const posting = present(postings[line], 'posting')
      places.push(place)
      lines.push(line)
      accounts.push(posting.account)
      amounts.posted.push(posting.posted)
      amounts.held.push(posting.held)
      amounts.after.push(posting.postedAfter)
      amounts.heldAfter.push(posting.heldAfter)
      holds.push(posting.holdId ?? 'NULL')
    }
  }
  const final = [...moved.values()]
  return {
    seqBefore: before.seq,
    hashBefore: bytes(before.hash),
    ids: plain(entries.map(({ entry }) => entry.id)),
    kinds: plain(entries.map(({ entry }) => entry.kind)),
    ats: plain(entries.map(({ entry }) => entry.at)),
    actors: plain(entries.map(({ entry }) => entry.actor)),
    references: plain(entries.map(({ entry }) => entry.reference)),
    details: texts(entries.map(({ entry }) => JSON.stringify(entry.details))),
    hashes: hashes(entries.map(({ hash }) => hash)),
    places: plain(places),
    lines: plain(lines),
    accounts,
    posted: plain(amounts.posted),
    held: plain(amounts.held),
    holds: plain(holds),
    postedAfter: plain(amounts.after),
    heldAfter: plain(amounts.heldAfter),
    finalAccounts: [...moved.keys()],
    finalPosted: plain(final.map(({ posted }) => posted)),
    finalHeld: plain(final.map(({ held }) => held)),
  }
}

/** Appends what was written out. The balances and the head must be locked. */
export async function append(tx: Tx, to: WrittenOut, numberOf: (account: AccountId) => number): Promise<void> {
  await tx`
    select ledger_append(
      ${to.seqBefore}::bigint, ${to.hashBefore}::bytea, ${to.ids}::text[], ${to.kinds}::text[], ${to.ats}::bigint[],
      ${to.actors}::text[], ${to.references}::text[], ${to.details}::text[], ${to.hashes}::bytea[],
      ${to.places}::integer[], ${to.lines}::smallint[], ${plain(to.accounts.map(numberOf))}::integer[],
      ${to.posted}::bigint[], ${to.held}::bigint[], ${to.holds}::text[], ${to.postedAfter}::bigint[],
      ${to.heldAfter}::bigint[], ${plain(to.finalAccounts.map(numberOf))}::integer[], ${to.finalPosted}::bigint[],
      ${to.finalHeld}::bigint[])`
}
