import type postgres from 'postgres'

// SQL of the checker; that of orders is in orders-store.ts. It reads what is stored; whole numbers travel as text and become bigints here.

/** A pool or an open transaction of postgres.js, as the product configures it. */
export type BooksPool = postgres.Sql<{ bigint: bigint; date: string }>
export type BooksRead = postgres.TransactionSql<{ bigint: bigint; date: string }>

export const pageRows = 4000

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
}

/** Every account with its balance, and balances without an account (their name is empty). */
export async function readAccounts(read: BooksRead): Promise<readonly AccountRow[]> {
  const rows = await read<{ no: number; id: string | null; posted: string | null; held: string | null }[]>`
    select account_no as no, account.id, balance.posted::text, balance.held::text
    from ledger_account as account full join ledger_balance as balance using (account_no)`
  return rows.map(({ no, id, posted, held }) => ({
    no,
    id: id ?? '',
    posted: whole(posted),
    held: whole(held),
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

export interface EntryRow {
  readonly seq: bigint
  readonly id: string
  readonly kind: string
  readonly at: bigint
  readonly actor: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
  readonly hash: string
  readonly postings: readonly PostingRow[]
}

/** Some entries in order with their postings, and the postings between them that belong to none. */
export interface EntryPage {
  readonly entries: readonly EntryRow[]
  readonly strays: readonly PostingRow[]
}

/**
 * The journal from its first entry to its last, by two cursors side by side: both views are computed and sorted once,
 * however long the journal is. Columns are named with their table in `order by`: alone, the name would be the text.
 */
export async function* readJournal(read: BooksRead): AsyncGenerator<EntryPage> {
  await read`
    declare journal_entries no scroll cursor for
    select seq::text, id, kind, recorded_at::text as at, actor, reference, details, encode(hash, 'hex') as hash
    from ledger_entry order by ledger_entry.seq`
  await read`
    declare journal_postings no scroll cursor for
    select seq::text, line, account_no, posted::text, held::text, hold_id, posted_after::text, held_after::text
    from ledger_posting order by ledger_posting.seq, line`
  let ahead: readonly PostingRow[] = []
  for (let isLast = false; !isLast; ) {
    const heads = await read<StoredEntry[]>`fetch ${read.unsafe(String(pageRows))} from journal_entries`
    isLast = heads.length < pageRows
    const to = isLast ? undefined : BigInt(heads.at(-1)?.seq ?? 0)
    let own = ahead
    // Postings up to the last entry of the page; behind the last page, all that are left.
    for (let isMore = true; isMore && (to === undefined || (own.at(-1)?.seq ?? to) <= to); ) {
      const more = await read<StoredPosting[]>`fetch ${read.unsafe(String(pageRows))} from journal_postings`
      isMore = more.length === pageRows
      own = [...own, ...more.map(postingOf)]
    }
    ahead = to === undefined ? [] : own.filter(({ seq }) => seq > to)
    const bySeq = Map.groupBy(to === undefined ? own : own.filter(({ seq }) => seq <= to), ({ seq }) => seq)
    const entries = heads.map((head): EntryRow => {
      const seq = BigInt(head.seq)
      const postings = bySeq.get(seq) ?? []
      bySeq.delete(seq)
      return { ...head, seq, at: BigInt(head.at), postings }
    })
    yield { entries, strays: [...bySeq.values()].flat() }
  }
  await read`close journal_entries`
  await read`close journal_postings`
}

interface StoredEntry {
  readonly seq: string
  readonly id: string
  readonly kind: string
  readonly at: string
  readonly actor: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
  readonly hash: string
}

interface StoredPosting {
  readonly seq: string
  readonly line: number
  readonly account_no: number
  readonly posted: string
  readonly held: string
  readonly hold_id: string | null
  readonly posted_after: string
  readonly held_after: string
}

const postingOf = (row: StoredPosting): PostingRow => ({
  seq: BigInt(row.seq),
  line: row.line,
  accountNo: row.account_no,
  posted: BigInt(row.posted),
  held: BigInt(row.held),
  holdId: row.hold_id ?? undefined,
  postedAfter: BigInt(row.posted_after),
  heldAfter: BigInt(row.held_after),
})

export interface HoldRow {
  readonly id: string
  readonly accountNo: number
  readonly opened: bigint
  readonly remaining: bigint
  readonly openedSeq: bigint
  readonly closedSeq: bigint | undefined
}

/** Every reservation ever made. */
export async function readHolds(read: BooksRead): Promise<readonly HoldRow[]> {
  const rows = await read<
    { id: string; no: number; opened: string; remaining: string; from: string; to: string | null }[]
  >`
    select id, account_no as no, opened::text, remaining::text, opened_seq::text as from, closed_seq::text as to
    from ledger_hold`
  return rows.map((row) => ({
    id: row.id,
    accountNo: row.no,
    opened: BigInt(row.opened),
    remaining: BigInt(row.remaining),
    openedSeq: BigInt(row.from),
    closedSeq: whole(row.to),
  }))
}

/** Where the journal says it ends. */
export async function readHead(read: BooksRead): Promise<{ readonly seq: bigint; readonly hash: string } | undefined> {
  const [row] = await read<{ seq: string; hash: string }[]>`
    select seq::text, encode(hash, 'hex') as hash from ledger_head`
  return row === undefined ? undefined : { seq: BigInt(row.seq), hash: row.hash }
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
