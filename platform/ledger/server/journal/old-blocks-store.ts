import { type Id, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type AccountId, genesis, type RecordedPosting, unknownAccount } from '../../domain/index.ts'
import type { ChainedEntry } from '../ledger.ts'
import { plain } from '../ledger-store.ts'

// Blocks from before acts, as earlier versions wrote them: arrays of equal length (decision 26). They are only read.

interface EntryRow {
  readonly seq: bigint
  readonly id: string
  readonly kind: string
  readonly recorded_at: bigint
  readonly actor: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
  readonly hash: Buffer
  /** Null before the first entry. */
  readonly previous_hash: Buffer | null
}

interface PostingRow {
  readonly seq: bigint
  readonly line: number
  readonly account_no: number
  readonly account: AccountId | null
  readonly posted: bigint
  readonly held: bigint
  readonly hold_id: string | null
  readonly posted_after: bigint
  readonly held_after: bigint
}

function postingOf(row: PostingRow): RecordedPosting {
  return {
    // An account that is gone is a finding of the verifier's, not a reason to stop reading.
    account: row.account ?? unknownAccount,
    posted: row.posted,
    held: row.held,
    ...(row.hold_id === null ? {} : { holdId: row.hold_id as Id<'hld'> }),
    postedAfter: row.posted_after,
    heldAfter: row.held_after,
  }
}

/** An entry from before acts, with the numbers of its postings' accounts. */
export interface OldEntry extends ChainedEntry {
  readonly accountNos: readonly number[]
}

function join(entries: readonly EntryRow[], postings: readonly PostingRow[]): readonly OldEntry[] {
  const bySeq = Map.groupBy(postings, (posting) => posting.seq)
  return entries.map((row) => ({
    entry: {
      seq: row.seq,
      id: row.id as Id<'ent'>,
      kind: row.kind,
      at: instant(Number(row.recorded_at)),
      actor: row.actor,
      reference: row.reference,
      details: row.details,
      postings: (bySeq.get(row.seq) ?? []).map(postingOf),
    },
    hash: row.hash.toString('hex'),
    previousHash: row.previous_hash?.toString('hex') ?? genesis.hash,
    accountNos: (bySeq.get(row.seq) ?? []).map((posting) => posting.account_no),
  }))
}

/** The postings of entries whose numbers lie in `after < seq ≤ upTo`. */
async function findPostingsBetween(db: Db, after: bigint, upTo: bigint): Promise<readonly PostingRow[]> {
  return await db<PostingRow[]>`
    select posting.seq, posting.line, posting.account_no, account.id as account, posting.posted, posting.held, posting.hold_id,
      posting.posted_after, posting.held_after
    from (
      select block.first_seq + posting.place as seq, posting.*
      from ledger_block as block, unnest(block.places, block.lines, block.account_nos, block.posted, block.held,
        block.hold_ids, block.posted_after, block.held_after)
        as posting (place, line, account_no, posted, held, hold_id, posted_after, held_after)
      where block.first_seq >= (select coalesce(max(first_seq), 0) from ledger_block where first_seq <= ${after} + 1)
        and block.first_seq <= ${upTo}
        and block.first_seq + posting.place > ${after} and block.first_seq + posting.place <= ${upTo}
    ) as posting left join ledger_account as account using (account_no)
    order by posting.seq, posting.line`
}

/** At most `limit` entries whose numbers lie in `after < seq ≤ upTo`, each with the hash of the one before it. */
async function findEntriesBetween(db: Db, after: bigint, upTo: bigint, limit: number): Promise<readonly EntryRow[]> {
  const rows = await db<Omit<EntryRow, 'previous_hash'>[]>`
    select block.first_seq + entry.place - 1 as seq, entry.id, entry.kind, entry.recorded_at, entry.actor,
      entry.reference, entry.details::jsonb as details, entry.hash
    from ledger_block as block, unnest(block.ids, block.kinds, block.recorded_ats, block.actors, block."references",
      block.details, block.hashes)
      with ordinality as entry (id, kind, recorded_at, actor, reference, details, hash, place)
    where block.first_seq >= (select coalesce(max(first_seq), 0) from ledger_block where first_seq <= ${after})
      and block.first_seq <= ${upTo}
      and block.first_seq + entry.place - 1 >= ${after} and block.first_seq + entry.place - 1 <= ${upTo}
    order by block.first_seq, entry.place limit ${limit + 1}`
  // The entry before the first one asked for is read for its hash.
  return rows
    .map((row, at) => ({ ...row, previous_hash: rows[at - 1]?.hash ?? null }))
    .filter(({ seq }) => seq > after)
    .slice(0, limit)
}

/** The number of the last entry from before acts; zero where there is none. */
export async function findOldEnd(db: Db): Promise<bigint> {
  const [row] = await db<{ last: bigint | null }[]>`select max(last_seq) as last from ledger_block`
  return row?.last ?? 0n
}

/** The entries with these numbers that are from before acts. Each is looked up by itself: they may lie far apart. */
export async function findOldEntries(db: Db, seqs: readonly bigint[]): Promise<readonly ChainedEntry[]> {
  if (seqs.length === 0) return []
  const found = await Promise.all(
    seqs.map(async (seq) => {
      const [entries, postings] = await Promise.all([
        findEntriesBetween(db, seq - 1n, seq, 1),
        findPostingsBetween(db, seq - 1n, seq),
      ])
      return join(entries, postings)
    }),
  )
  return found.flat().map(({ accountNos: _, ...entry }) => entry)
}

/** At most `limit` whole entries of the `limit` numbers above `after`, in order. */
export async function findOldEntriesAfter(db: Db, after: bigint, limit: number): Promise<readonly OldEntry[]> {
  const entries = await findEntriesBetween(db, after, after + BigInt(limit), limit)
  const last = entries.at(-1)
  return last === undefined ? [] : join(entries, await findPostingsBetween(db, after, last.seq))
}

/** The numbers of the entries of these blocks that posted to any of these accounts. */
export async function findOldSeqs(
  db: Db,
  firsts: readonly bigint[],
  accountNos: readonly number[],
): Promise<readonly bigint[]> {
  if (firsts.length === 0) return []
  const rows = await db<{ seq: bigint }[]>`
    select distinct block.first_seq + posting.place as seq
    from ledger_block as block, unnest(block.places, block.account_nos) as posting (place, account_no)
    where block.first_seq = any (${plain(firsts)}::bigint[]) and posting.account_no = any (${plain(accountNos)}::integer[])`
  return rows.map(({ seq }) => seq)
}

/** Postings that belong to no entry of their block. */
export async function findStrayOldPostings(
  db: Db,
): Promise<readonly { readonly seq: bigint; readonly line: number }[]> {
  return await db<{ seq: bigint; line: number }[]>`
    select block.first_seq + posting.place as seq, posting.line
    from ledger_block as block, unnest(block.places, block.lines) as posting (place, line)
    where posting.place < 0 or posting.place >= cardinality(block.ids)
    order by 1, 2 limit 1`
}

/** The hashes of entries `from` to `to` from before acts, in order. */
export async function findOldHashes(db: Db, from: bigint, to: bigint): Promise<readonly Uint8Array[]> {
  const rows = await db<{ hash: Buffer }[]>`
    select entry.hash from ledger_block as block, unnest(block.hashes) with ordinality as entry (hash, place)
    where block.first_seq >= (select coalesce(max(first_seq), 0) from ledger_block where first_seq <= ${from})
      and block.first_seq <= ${to}
      and block.first_seq + entry.place - 1 between ${from} and ${to}
    order by block.first_seq, entry.place`
  return rows.map(({ hash }) => hash)
}

const blocksAtOnce = 500

/** The blocks from before acts, in order: where each begins, and the accounts it posted to. */
export async function* findOldBlocks(
  db: Db,
): AsyncGenerator<{ readonly first: bigint; readonly accountNos: readonly number[] }> {
  for (let after = 0n; ; ) {
    const rows = await db<{ first: bigint; account_nos: number[] }[]>`
      select first_seq as first, array(select distinct unnest(account_nos)) as account_nos
      from ledger_block where first_seq > ${after} order by first_seq limit ${blocksAtOnce}`
    for (const { first, account_nos: accountNos } of rows) yield { first, accountNos }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.first
  }
}
