import type postgres from 'postgres'

// SQL of the checker; that of orders is in orders-store.ts. It reads what is stored; whole numbers travel as text and become bigints here.

/** A pool or an open transaction of postgres.js, as the product configures it. */
export type BooksPool = postgres.Sql<{ bigint: bigint; date: string }>
export type BooksRead = postgres.TransactionSql<{ bigint: bigint; date: string }>

export const pageRows = 4000
const blocksAtOnce = 64
const oldBlocksAtOnce = 64

/** Runs `work` on one unchanging view of the database. An open transaction is used as it is. */
export async function onSnapshot<T>(sql: BooksPool | BooksRead, work: (read: BooksRead) => Promise<T>): Promise<T> {
  if (!isPool(sql)) return await work(sql)
  return (await sql.begin('isolation level repeatable read read only', async (read) => {
    // Longer than any books of ours take to be read, and to be thought about between two reads.
    await read`set local statement_timeout = '30min'`
    await read`set local idle_in_transaction_session_timeout = '30min'`
    return await work(read)
  })) as T
}

function isPool(sql: BooksPool | BooksRead): sql is BooksPool {
  return 'begin' in sql && !('savepoint' in sql)
}

export interface AccountRow {
  readonly no: number
  /** `<owner>:<purse>:<asset>`. */
  readonly id: string
  /** Undefined when the account has no balance row. */
  readonly posted: bigint | undefined
  readonly held: bigint | undefined
  /** The act that gave it its number; undefined when it has none. */
  readonly namedSeq: bigint | undefined
}

/** Every account with its balance, and balances without an account (their name is empty). */
export async function readAccounts(read: BooksPool | BooksRead): Promise<readonly AccountRow[]> {
  const rows = await read<
    { no: number; id: string | null; posted: string | null; held: string | null; named: string | null }[]
  >`
    select account_no as no, account.id, balance.posted::text, balance.held::text, balance.named_seq::text as named
    from ledger_account as account full join ledger_balance as balance using (account_no)`
  return rows.map(({ no, id, posted, held, named }) => ({
    no,
    id: id ?? '',
    posted: whole(posted),
    held: whole(held),
    namedSeq: whole(named),
  }))
}

export interface PostingRow {
  readonly seq: bigint
  readonly line: number
  readonly accountNo: number
  readonly posted: bigint
  readonly held: bigint
  readonly holdId: string | undefined
  readonly postedAfter: bigint
  readonly heldAfter: bigint
}

/** An entry of the books, of either kind of block. */
export interface EntryRow {
  readonly seq: bigint
  readonly id: string
  readonly kind: string
  readonly at: bigint
  readonly actor: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
  readonly postings: readonly PostingRow[]
}

/** A block from before acts: entries with the hash of each, and postings that belong to none of them. */
export interface OldBlock {
  readonly first: bigint
  readonly entries: readonly (EntryRow & { readonly hash: string })[]
  readonly strays: readonly PostingRow[]
}

/** The blocks from before acts, from the first to the last. Empty in an installation that began with acts. */
export async function* readOldBlocks(read: BooksRead): AsyncGenerator<OldBlock> {
  await read`
    declare old_blocks no scroll cursor for
    select first_seq::text as first, ids, kinds, recorded_ats::text[] as ats, actors, "references", details,
      array(select encode(one.hash, 'hex') from unnest(hashes) with ordinality as one (hash, place) order by place) as hashes,
      places, lines, account_nos, posted::text[], held::text[], array_replace(hold_ids, null, '') as hold_ids, posted_after::text[], held_after::text[]
    from ledger_block order by ledger_block.first_seq`
  for await (const row of fetched<StoredOldBlock>(read, 'old_blocks', oldBlocksAtOnce)) yield oldBlockOf(row)
}

interface StoredOldBlock {
  readonly first: string
  readonly ids: readonly string[]
  readonly kinds: readonly string[]
  readonly ats: readonly string[]
  readonly actors: readonly string[]
  readonly references: readonly string[]
  readonly details: readonly string[]
  readonly hashes: readonly string[]
  readonly places: readonly number[]
  readonly lines: readonly number[]
  readonly account_nos: readonly number[]
  readonly posted: readonly string[]
  readonly held: readonly string[]
  /** Empty where nothing is reserved. */
  readonly hold_ids: readonly string[]
  readonly posted_after: readonly string[]
  readonly held_after: readonly string[]
}

function oldBlockOf(row: StoredOldBlock): OldBlock {
  const first = BigInt(row.first)
  const postings = row.places.map((place, at): PostingRow & { place: number } => ({
    place,
    seq: first + BigInt(place),
    line: row.lines[at] ?? 0,
    accountNo: row.account_nos[at] ?? 0,
    posted: BigInt(row.posted[at] ?? 0),
    held: BigInt(row.held[at] ?? 0),
    holdId: row.hold_ids[at] === '' ? undefined : row.hold_ids[at],
    postedAfter: BigInt(row.posted_after[at] ?? 0),
    heldAfter: BigInt(row.held_after[at] ?? 0),
  }))
  const own = Map.groupBy(postings, ({ place }) => place)
  const entries = row.ids.map((id, place) => ({
    seq: first + BigInt(place),
    id,
    kind: row.kinds[place] ?? '',
    at: BigInt(row.ats[place] ?? 0),
    actor: row.actors[place] ?? '',
    reference: row.references[place] ?? '',
    details: detailsOf(row.details[place] ?? '{}'),
    hash: row.hashes[place] ?? '',
    postings: (own.get(place) ?? []).toSorted((a, b) => a.line - b.line),
  }))
  return { first, entries, strays: postings.filter(({ place }) => place < 0 || place >= row.ids.length) }
}

const detailsOf = (text: string): Readonly<Record<string, string>> => JSON.parse(text) as Record<string, string>

/** A block of acts as it is stored. */
export interface BlockRow {
  readonly first: bigint
  readonly last: bigint
  /** 64 hex digits. */
  readonly head: string
  /** Where each act begins: four bytes each, the largest first. */
  readonly places: Buffer
  readonly body: Buffer
}

/** The blocks of acts, from the first to the last. */
export async function* readBlocks(read: BooksRead): AsyncGenerator<BlockRow> {
  await read`
    declare act_blocks no scroll cursor for
    select first::text, last::text, encode(head, 'hex') as head, places, body
    from journal_block order by journal_block.first`
  type Stored = { first: string; last: string; head: string; places: Buffer; body: Buffer }
  for await (const row of fetched<Stored>(read, 'act_blocks', blocksAtOnce))
    yield { ...row, first: BigInt(row.first), last: BigInt(row.last) }
}

/** A row of the index of accounts: which acts posted to an account. */
export interface NotedRow {
  readonly accountNo: number
  /** The act it is found by; undefined for the newest, which are kept with the balance. */
  readonly last: number | undefined
  readonly acts: readonly number[]
}

/** The index of accounts, each account's acts in the order of its rows. */
export async function* readNoted(read: BooksRead): AsyncGenerator<NotedRow> {
  await read`
    declare noted_acts no scroll cursor for
    select no, last::text as last, acts from (
      select account_no as no, last, acts from ledger_account_acts
      union all select account_no, null, recent_acts from ledger_balance where recent_acts <> ''
    ) as noted order by no, noted.last nulls last`
  type Stored = { no: number; last: string | null; acts: Buffer }
  for await (const { no, last, acts } of fetched<Stored>(read, 'noted_acts', pageRows))
    yield { accountNo: no, last: last === null ? undefined : Number(last), acts: numbersOf(acts) }
}

/** Numbers of acts: eight bytes each, the largest first. */
const numbersOf = (bytes: Buffer): readonly number[] =>
  Array.from({ length: Math.ceil(bytes.length / 8) }, (_, at) =>
    bytes.length < 8 * at + 8 ? -1 : Number(bytes.readBigInt64BE(8 * at)),
  )

/** In which blocks from before acts an account was posted to, by the blocks. */
export async function* readOldNoted(
  read: BooksRead,
): AsyncGenerator<{ readonly accountNo: number; readonly first: bigint }> {
  await read`
    declare noted_blocks no scroll cursor for
    select account_no as no, first_seq::text as first
    from ledger_account_block order by ledger_account_block.first_seq, account_no`
  for await (const row of fetched<{ no: number; first: string }>(read, 'noted_blocks', pageRows))
    yield { accountNo: row.no, first: BigInt(row.first) }
}

/** Where entries are filed by their ids. */
export async function* readFiled(read: BooksRead): AsyncGenerator<{ readonly id: string; readonly seq: bigint }> {
  await read`
    declare filed_ids no scroll cursor for
    select id, seq::text from ledger_entry_id
    union all select case when (first_id, last_id) = (ids[1], ids[cardinality(ids)]) then filed.id else first_id end,
      (first_seq + place - 1)::text
    from ledger_entry_ids, unnest(ids) with ordinality as filed (id, place)`
  for await (const row of fetched<{ id: string; seq: string }>(read, 'filed_ids', pageRows))
    yield { id: row.id, seq: BigInt(row.seq) }
}

/** Rows behind a cursor, some at a time; it is closed behind the last. */
export async function* fetched<Row>(read: BooksRead, cursor: string, count: number): AsyncGenerator<Row> {
  for (let isMore = true; isMore; ) {
    const rows = (await read.unsafe(`fetch ${count} from ${cursor}`)) as unknown as readonly Row[]
    isMore = rows.length === count
    yield* rows
  }
  await read.unsafe(`close ${cursor}`)
}

export interface HoldRow {
  readonly id: string
  readonly accountNo: number
  readonly opened: bigint
  readonly remaining: bigint
  readonly openedSeq: bigint
}

/** Every reservation that is open. */
export async function readHolds(read: BooksRead): Promise<readonly HoldRow[]> {
  const rows = await read<{ id: string; no: number; opened: string; remaining: string; from: string }[]>`
    select id, account_no as no, opened::text, remaining::text, opened_seq::text as from from ledger_hold`
  return rows.map((row) => ({
    id: row.id,
    accountNo: row.no,
    opened: BigInt(row.opened),
    remaining: BigInt(row.remaining),
    openedSeq: BigInt(row.from),
  }))
}

/** Where the journal says it ends. */
export async function readHead(read: BooksRead): Promise<{ readonly seq: bigint; readonly hash: string } | undefined> {
  const [row] = await read<{ seq: string; hash: string }[]>`
    select seq::text, encode(hash, 'hex') as hash from ledger_head`
  return row === undefined ? undefined : { seq: BigInt(row.seq), hash: row.hash }
}

/** The records of the audit from before they were acts, in order. */
export async function* readAuditRecords(
  read: BooksRead,
): AsyncGenerator<{ readonly seq: bigint; readonly payload: string; readonly hash: string }> {
  await read`
    declare audit_records no scroll cursor for
    select seq::text, payload, encode(hash, 'hex') as hash from audit_record order by audit_record.seq`
  for await (const row of fetched<{ seq: string; payload: string; hash: string }>(read, 'audit_records', pageRows))
    yield { ...row, seq: BigInt(row.seq) }
}

/** Where their chain says that it ends. */
export async function readAuditHead(
  read: BooksRead,
): Promise<{ readonly seq: bigint; readonly hash: string } | undefined> {
  const [row] = await read<{ seq: string; hash: string }[]>`
    select seq::text, encode(hash, 'hex') as hash from audit_head`
  return row === undefined ? undefined : { seq: BigInt(row.seq), hash: row.hash }
}

/** A record that waits for the number of its act, or the end of the chain from before. */
export interface WaitingRecord {
  readonly place: string
  readonly number: string
  readonly actor: string
  readonly subject: string
  /** Null of the end of the chain, whose hash is `ended`. */
  readonly payload: string | null
  readonly ended: string | null
}

/** What of the audit waits, in the order it was written in. */
export async function readWaitingRecords(read: BooksRead): Promise<readonly WaitingRecord[]> {
  return await read<WaitingRecord[]>`
    select place::text, key as number, actor, subject, payload, encode(commitment, 'hex') as ended
    from act_queue where kind in ('audit', 'audit-head') order by act_queue.place`
}

/** How records that are acts are found. */
export async function* readAuditIndex(
  read: BooksRead,
): AsyncGenerator<
  Readonly<Record<'place' | 'actor' | 'action' | 'subject' | 'digest', string>> & { readonly seq: bigint }
> {
  await read`
    declare audit_found_rows no scroll cursor for
    select seq::text, place::text, actor, action, subject, encode(digest, 'hex') as digest
    from audit_index order by audit_index.seq`
  type Stored = Record<'seq' | 'place' | 'actor' | 'action' | 'subject' | 'digest', string>
  for await (const row of fetched<Stored>(read, 'audit_found_rows', pageRows)) yield { ...row, seq: BigInt(row.seq) }
}

/** How many records the audit says it has. */
export async function readAuditCount(read: BooksRead): Promise<bigint | undefined> {
  const [row] = await read<{ records: string }[]>`select records::text from audit_count`
  return row === undefined ? undefined : BigInt(row.records)
}

/** The practice grants that were taken: by whom, with which entry. */
export async function readGrants(
  read: BooksRead,
): Promise<readonly { readonly customerId: string; readonly entryId: string }[]> {
  return await read<{ customerId: string; entryId: string }[]>`
    select customer_id as "customerId", entry_id as "entryId" from ledger_practice_grant`
}

/** A whole number that may be absent. */
export function whole(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text)
}
