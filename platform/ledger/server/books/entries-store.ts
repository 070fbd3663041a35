import type { Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type AccountId, accountParts } from '../../domain/index.ts'
import {
  type AccountsWanted,
  actHash,
  type EntryAct,
  entriesOfActs,
  findActs,
  findFirstNoted,
  findLastAct,
  findNotedActs,
  findOldBlocksOf,
} from '../journal/journal-store.ts'
import { findOldEnd, findOldEntries, findOldEntriesAfter, findOldSeqs } from '../journal/old-blocks-store.ts'
import type { AccountLine, ChainedEntry, CustomerPosting, PageOfAccount } from '../ledger.ts'
import { findKnownEntries } from '../ledger-store.ts'

const int8Max = 9_223_372_036_854_775_807n
/** Acts, or blocks from before acts, that the index of accounts names at once. */
const notedAtOnce = 200

const byNumber = (a: bigint, b: bigint): number => (a < b ? -1 : 1)

function chainedOf({ entry, bytes }: EntryAct): ChainedEntry {
  return { entry, hash: actHash(bytes).toString('hex'), act: bytes }
}

/** The entries with these numbers, in their order. */
export async function findEntriesNumbered(db: Db, seqs: readonly bigint[]): Promise<readonly ChainedEntry[]> {
  const acts = await findActs(db, seqs)
  const found = (await entriesOfActs(db, acts)).map(chainedOf)
  if (acts.length < seqs.length) {
    const known = new Set(acts.map(({ seq }) => seq))
    found.push(
      ...(await findOldEntries(
        db,
        seqs.filter((seq) => !known.has(seq)),
      )),
    )
  }
  return found.sort((a, b) => byNumber(a.entry.seq, b.entry.seq))
}

/** Whole entries by id, in the order they were made. */
export async function findEntries(db: Db, ids: readonly string[]): Promise<readonly ChainedEntry[]> {
  return await findEntriesNumbered(db, [...(await findKnownEntries(db, ids)).values()])
}

/** Entries numbered above `after` and below `before`; `atOnce` of them are read together. */
interface EntriesBetween {
  readonly after?: bigint | undefined
  readonly before?: bigint | undefined
  readonly atOnce?: number | undefined
}

/** Every entry that posted to these accounts, the newest first. */
export async function* entriesOf(
  db: Db,
  wanted: AccountsWanted,
  { after = 0n, before = int8Max, atOnce = notedAtOnce }: EntriesBetween = {},
): AsyncGenerator<ChainedEntry> {
  for (let below = before; ; ) {
    const seqs = await findNotedActs(db, wanted, below, atOnce)
    const last = seqs.at(-1)
    if (last === undefined) break
    const wantedSeqs = seqs.filter((seq) => seq > after)
    yield* (await findEntriesNumbered(db, wantedSeqs)).toReversed()
    if (wantedSeqs.length < seqs.length) return
    below = last
  }
  for (let below = before; ; ) {
    const blocks = await findOldBlocksOf(db, wanted, below, atOnce)
    const last = blocks.at(-1)
    if (last === undefined) return
    const [firsts, accounts] = [new Set(blocks.map(({ first }) => first)), blocks.map(({ accountNo }) => accountNo)]
    const seqs = await findOldSeqs(db, [...firsts], [...new Set(accounts)])
    const entries = await findEntriesNumbered(
      db,
      seqs.filter((seq) => seq > after && seq < before),
    )
    yield* entries.toReversed()
    if (last.first <= after) return
    below = last.first
  }
}

/** The lines of an account, newest first, with their whole entries. */
export async function findLinesOfAccount(
  db: Db,
  account: AccountId,
  { before, limit, movedOnly = false }: PageOfAccount,
): Promise<readonly AccountLine[]> {
  const lines: AccountLine[] = []
  const end = before === undefined ? int8Max : before.seq + 1n
  // A page of twenty reads little more than twenty; one that leaves lines out goes on.
  for await (const found of entriesOf(db, { account }, { before: end, atOnce: limit })) {
    const { seq, postings } = found.entry
    for (let line = postings.length - 1; line >= 0; line -= 1) {
      const posting = postings[line]
      const isBefore = before === undefined || seq < before.seq || line < before.line
      if (posting?.account !== account || !isBefore || (movedOnly && posting.posted === 0n)) continue
      lines.push({ seq, line, ...found })
      if (lines.length === limit) return lines
    }
  }
  return lines
}

/** The first entry that posted to an account; undefined while there is none. */
export async function findFirstEntryOf(db: Db, account: AccountId): Promise<ChainedEntry | undefined> {
  const { act, old } = await findFirstNoted(db, account)
  if (old !== undefined) {
    const seqs = await findOldSeqs(db, [old.first], [old.accountNo])
    const first = [...seqs].sort(byNumber)[0]
    if (first !== undefined) return (await findEntriesNumbered(db, [first]))[0]
  }
  return act === undefined ? undefined : (await findEntriesNumbered(db, [act]))[0]
}

/** What was posted to an owner's accounts from an instant on, by entries behind `after`, in the order it was recorded. */
export async function findPostingsOfOwner(
  db: Db,
  owner: string,
  since: Instant,
  after = 0n,
): Promise<readonly CustomerPosting[]> {
  const found: CustomerPosting[][] = []
  for await (const { entry } of entriesOf(db, { owner }, { after })) {
    const { seq, at, kind } = entry
    if (at < since) continue
    found.push(
      entry.postings.flatMap(({ account, posted }) => {
        const parts = accountParts(account)
        return parts.owner === owner && posted !== 0n
          ? [{ seq, at, kind, purse: parts.purse, asset: parts.asset, posted }]
          : []
      }),
    )
  }
  return found.reverse().flat()
}

/** When the last entry was recorded: what the public page shows. */
export async function findLastEntryAt(db: Db): Promise<Instant | undefined> {
  const act = await findLastAct(db)
  if (act !== undefined) return act.at
  const end = await findOldEnd(db)
  return (await findOldEntriesAfter(db, end - 1n, 1))[0]?.entry.at
}
