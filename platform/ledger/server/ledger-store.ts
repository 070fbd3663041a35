import { type Id, type Instant, idOf, instant, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  accountParts,
  type Balance,
  type ChainHead,
  genesis,
  type RecordedPosting,
} from '../domain/index.ts'
import type { AccountLine, ChainedEntry, CustomerBalance, CustomerPosting, Hold, PageOfAccount } from './ledger.ts'

/** A balance row, locked until the transaction ends. */
export interface LockedBalance extends Balance {
  readonly account: AccountId
  readonly accountNo: number
}

// postgres.js writes arrays element by element through a serialiser; thousands of postings a batch are worth writing
// the literal at once. Only numbers and identifiers go this way, whose shapes `entryProblems` has checked: nothing in
// them needs quoting, and no word of ours is the literal's NULL.
/** The literal of an array of these. */
export const plain = (values: readonly (bigint | number | string)[]): string => `{${values.join(',')}}`

/** Locks balances in id order, opening what is missing. */
export async function lockBalances(tx: Tx, accounts: readonly AccountId[]): Promise<readonly LockedBalance[]> {
  const rows = await tx<{ id: AccountId; account_no: number; posted: bigint; held: bigint }[]>`
    select id, account_no, posted, held from ledger_lock(${accounts}::text[])`
  return rows.map((row) => ({ account: row.id, accountNo: row.account_no, posted: row.posted, held: row.held }))
}

/** The numbers of those of these accounts that exist. */
export async function findAccountNumbers(
  db: Db,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, number>> {
  const rows = await db<{ id: AccountId; account_no: number }[]>`
    select id, account_no from ledger_account where id = any (${plain(accounts)}::text[])`
  return new Map(rows.map((row) => [row.id, row.account_no]))
}

/** The same for accounts whose numbers are known. What is not there is left out of the answer. */
export async function lockNumbered(
  tx: Tx,
  accounts: readonly AccountId[],
  numberOf: (account: AccountId) => number,
): Promise<readonly LockedBalance[]> {
  const byNumber = new Map(accounts.map((account) => [numberOf(account), account]))
  const rows = await tx<{ account_no: number; posted: bigint; held: bigint }[]>`
    select account_no, posted, held from ledger_lock_numbers(${plain([...byNumber.keys()])}::integer[])`
  return rows.map((row) => ({
    account: present(byNumber.get(row.account_no), 'account locked'),
    accountNo: row.account_no,
    posted: row.posted,
    held: row.held,
  }))
}

/** Locks the head of the chain. */
export async function lockHead(tx: Tx): Promise<ChainHead> {
  const [row] = await tx<{ seq: bigint; hash: Buffer }[]>`select seq, hash from ledger_lock_head()`
  return headOf(row)
}

/** The head of the chain. */
export async function readHead(db: Db): Promise<ChainHead> {
  const [row] = await db<{ seq: bigint; hash: Buffer }[]>`select seq, hash from ledger_head`
  return headOf(row)
}

function headOf(row: { readonly seq: bigint; readonly hash: Buffer } | undefined): ChainHead {
  if (row === undefined) throw new Error('ledger_head has no row')
  return { seq: row.seq, hash: row.hash.toString('hex') }
}

/** The numbers of those of these entries that are in the journal. */
export async function findKnownEntries(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db<{ id: string; seq: bigint }[]>`
    select id, seq from ledger_entry_id where id = any (${plain(ids)}::text[])`
  return new Map(rows.map((row) => [row.id, row.seq]))
}

/** Holds by id, open and closed. */
export async function findHolds(db: Db, ids: readonly string[]): Promise<readonly Hold[]> {
  if (ids.length === 0) return []
  const rows = await db<HoldRow[]>`
    select hold.id, account.id as account, hold.opened, hold.remaining
    from ledger_hold as hold join ledger_account as account using (account_no)
    where hold.id = any (${ids}::text[])`
  return rows.map(holdOf)
}

/** The open holds of an account, oldest first. */
export async function findOpenHolds(db: Db, account: AccountId): Promise<readonly Hold[]> {
  const rows = await db<HoldRow[]>`
    select hold.id, account.id as account, hold.opened, hold.remaining
    from ledger_account as account join ledger_hold as hold using (account_no)
    where account.id = ${account} and hold.closed_seq is null
    order by hold.opened_seq, hold.id`
  return rows.map(holdOf)
}

interface HoldRow {
  readonly id: string
  readonly account: AccountId
  readonly opened: bigint
  readonly remaining: bigint
}

function holdOf(row: HoldRow): Hold {
  return { id: idOf('hld', row.id), account: row.account, opened: row.opened, remaining: row.remaining }
}

/** Balances of accounts known by their numbers. */
export async function findNumberedBalances(
  db: Db,
  accounts: ReadonlyMap<number, AccountId>,
): Promise<ReadonlyMap<AccountId, Balance>> {
  if (accounts.size === 0) return new Map()
  const rows = await db<{ account_no: number; posted: bigint; held: bigint }[]>`
    select account_no, posted, held from ledger_balance where account_no = any (${plain([...accounts.keys()])}::integer[])`
  return new Map(
    rows.map(({ account_no, posted, held }) => [present(accounts.get(account_no), 'account read'), { posted, held }]),
  )
}

/** Balances of those of these accounts that exist. */
export async function findBalances(db: Db, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Balance>> {
  const rows = await db<{ id: AccountId; posted: bigint; held: bigint }[]>`
    select account.id, balance.posted, balance.held
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.id = any (${plain(accounts)}::text[])`
  return new Map(rows.map((row) => [row.id, { posted: row.posted, held: row.held }]))
}

/** Everything an owner has, accounts that stand at zero included. */
export async function findBalancesOfOwner(db: Db, owner: string): Promise<readonly CustomerBalance[]> {
  const rows = await db<{ id: AccountId; posted: bigint; held: bigint; holds: number }[]>`
    select account.id, balance.posted, balance.held, (
        select count(*)::integer from ledger_hold as hold
        where hold.account_no = balance.account_no and hold.closed_seq is null) as holds
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.owner = ${owner}
    order by account.id`
  return rows.map((row) => {
    const { purse, asset } = accountParts(row.id)
    return { account: row.id, purse, asset, posted: row.posted, held: row.held, holds: row.holds }
  })
}

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
    account: row.account ?? 'unknown:custody:UNKNOWN',
    posted: row.posted,
    held: row.held,
    ...(row.hold_id === null ? {} : { holdId: row.hold_id as Id<'hld'> }),
    postedAfter: row.posted_after,
    heldAfter: row.held_after,
  }
}

function join(entries: readonly EntryRow[], postings: readonly PostingRow[]): readonly ChainedEntry[] {
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
  }))
}

/** The postings of entries whose numbers lie in `after < seq ≤ upTo`. */
async function findPostingsBetween(db: Db, after: bigint, upTo: bigint): Promise<readonly PostingRow[]> {
  return await db<PostingRow[]>`
    select posting.seq, posting.line, account.id as account, posting.posted, posting.held, posting.hold_id,
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

/** The entries with these numbers, in order. Each is looked up by itself: they may lie far apart. */
async function findEntriesNumbered(db: Db, seqs: readonly bigint[]): Promise<readonly ChainedEntry[]> {
  const found = await Promise.all(
    seqs.map(async (seq) => {
      const [entries, postings] = await Promise.all([
        findEntriesBetween(db, seq - 1n, seq, 1),
        findPostingsBetween(db, seq - 1n, seq),
      ])
      return join(entries, postings)
    }),
  )
  return found.flat()
}

/** Whole entries by id, in the order they were made. */
export async function findEntries(db: Db, ids: readonly string[]): Promise<readonly ChainedEntry[]> {
  const known = await findKnownEntries(db, ids)
  return await findEntriesNumbered(
    db,
    [...known.values()].sort((a, b) => (a < b ? -1 : 1)),
  )
}

/** At most `limit` whole entries of the `limit` numbers above `after`, in order. */
export async function findEntriesAfter(db: Db, after: bigint, limit: number): Promise<readonly ChainedEntry[]> {
  const entries = await findEntriesBetween(db, after, after + BigInt(limit), limit)
  const last = entries.at(-1)
  return last === undefined ? [] : join(entries, await findPostingsBetween(db, after, last.seq))
}

/** The lines of an account, newest first, with their whole entries. */
export async function findLinesOfAccount(
  db: Db,
  account: AccountId,
  { before, limit, movedOnly = false }: PageOfAccount,
): Promise<readonly AccountLine[]> {
  const int8Max = 9_223_372_036_854_775_807n
  const [seqMax, lineMax] = [before?.seq ?? int8Max, before?.line ?? 0]
  const lines = await db<{ seq: bigint; line: number }[]>`
    select noted.first_seq + posting.place as seq, posting.line
    from ledger_account as account join ledger_account_block as noted using (account_no)
      join ledger_block as block using (first_seq),
      unnest(block.places, block.lines, block.account_nos, block.posted)
        as posting (place, line, account_no, posted)
    where account.id = ${account} and posting.account_no = account.account_no and noted.first_seq <= ${seqMax}
      and (noted.first_seq + posting.place, posting.line) < (${seqMax}, ${lineMax})
      and (posting.posted <> 0 or ${!movedOnly})
    order by noted.first_seq desc, posting.place desc, posting.line desc limit ${limit}`
  const entries = new Map(
    (await findEntriesNumbered(db, [...new Set(lines.map(({ seq }) => seq))])).map((found) => [found.entry.seq, found]),
  )
  return lines.flatMap(({ seq, line }) => {
    const found = entries.get(seq)
    return found === undefined ? [] : [{ seq, line, ...found }]
  })
}

/** What was posted to an owner's accounts from an instant on, in the order it was recorded. */
export async function findPostingsOfOwner(db: Db, owner: string, since: Instant): Promise<readonly CustomerPosting[]> {
  const rows = await db<{ seq: bigint; recorded_at: bigint; kind: string; id: AccountId; posted: bigint }[]>`
    select block.first_seq + posting.place as seq, block.recorded_ats[posting.place + 1] as recorded_at,
      block.kinds[posting.place + 1] as kind, account.id, posting.posted
    from ledger_account as account join ledger_account_block as noted using (account_no)
      join ledger_block as block using (first_seq),
      unnest(block.places, block.lines, block.account_nos, block.posted)
        as posting (place, line, account_no, posted)
    where account.owner = ${owner} and posting.account_no = account.account_no and posting.posted <> 0
      and block.recorded_ats[posting.place + 1] >= ${since}
    order by seq, posting.line`
  return rows.map((row) => {
    const { purse, asset } = accountParts(row.id)
    return { seq: row.seq, at: instant(Number(row.recorded_at)), kind: row.kind, purse, asset, posted: row.posted }
  })
}

/** When an entry was recorded, and how many there are: what the public page shows. */
export async function findLastEntryAt(db: Db): Promise<Instant | undefined> {
  const [row] = await db<{ recorded_at: bigint }[]>`
    select recorded_ats[cardinality(recorded_ats)] as recorded_at from ledger_block order by first_seq desc limit 1`
  return row === undefined ? undefined : instant(Number(row.recorded_at))
}

/** Per asset, what stands on the accounts of customers, the house (what it owes rails included) and venues. */
export async function findSums(
  db: Db,
): Promise<
  readonly { readonly asset: string; readonly customers: bigint; readonly house: bigint; readonly venues: bigint }[]
> {
  return await db<{ asset: string; customers: bigint; house: bigint; venues: bigint }[]>`
    select account.asset,
      coalesce(sum(balance.posted) filter (where account.owner_kind = 'customer'), 0)::bigint as customers,
      coalesce(sum(balance.posted) filter (where account.owner_kind = 'house' or account.purse = 'owed'), 0)::bigint as house,
      coalesce(sum(balance.posted) filter (where account.owner_kind = 'venue' and account.purse <> 'owed'), 0)::bigint as venues
    from ledger_account as account join ledger_balance as balance using (account_no)
    group by account.asset order by account.asset`
}
