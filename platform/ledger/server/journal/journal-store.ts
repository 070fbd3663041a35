import { hash } from 'node:crypto'
import { assert, present } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type AccountId, type Act, type Balance, entryOfAct, type RecordedEntry, readActs } from '../../domain/index.ts'
import { plain } from '../ledger-store.ts'

/** An act as it is stored: its number and its bytes, which are what is hashed. */
interface StoredAct {
  readonly seq: bigint
  readonly bytes: Uint8Array
}

/** A block as it is stored. */
export interface StoredBlock {
  readonly first: bigint
  readonly last: bigint
  /** 64 hex digits. */
  readonly head: string
  readonly places: Buffer
  readonly body: Buffer
}

const bytesPerPlace = 4

/** The hash of an act: what its leaf of the tree is made of. */
export const actHash = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** Blocks in order, from the one that begins with number `first` on, that begin within `actsMax` numbers. */
export async function findBlocksFrom(db: Db, first: bigint, actsMax: number): Promise<readonly StoredBlock[]> {
  const rows = await db<{ first: bigint; last: bigint; head: Buffer; places: Buffer; body: Buffer }[]>`
    select first, last, head, places, body from journal_block
    where first >= ${first} and first < ${first + BigInt(actsMax)} order by first`
  return rows.map((row) => ({ ...row, head: row.head.toString('hex') }))
}

/** The number of the first act; undefined when the journal has none. */
export async function findFirstAct(db: Db): Promise<bigint | undefined> {
  const [row] = await db<{ first: bigint | null }[]>`select min(first) as first from journal_block`
  return row?.first ?? undefined
}

/** Those of these numbers that are acts, in the order asked. Each is cut out of its block by itself. */
export async function findActs(db: Db, seqs: readonly bigint[]): Promise<readonly StoredAct[]> {
  if (seqs.length === 0) return []
  const rows = await db<{ seq: bigint; bytes: Buffer }[]>`
    select wanted.seq, substring(block.body from cut.start + 1 for cut.stop - cut.start) as bytes
    from unnest(${plain(seqs)}::bigint[]) with ordinality as wanted (seq, place),
      lateral (
        select first, last, places, body from journal_block where first <= wanted.seq order by first desc limit 1
      ) as block,
      lateral (
        select substring(block.places from (4 * (wanted.seq - block.first))::integer + 1 for 4)::integer as start,
          case when wanted.seq = block.last then octet_length(block.body)
            else substring(block.places from (4 * (wanted.seq - block.first))::integer + 5 for 4)::integer end as stop
      ) as cut
    where block.last >= wanted.seq order by wanted.place`
  return rows
}

/** The acts numbered `from` to `to`, both included, in order: each block is read once, and of it only what is asked for. */
export async function findActsBetween(db: Db, from: bigint, to: bigint): Promise<readonly StoredAct[]> {
  const rows = await db<{ first: bigint; places: Buffer; bytes: Buffer }[]>`
    select part.first, part.places, substring(part.body from part.start + 1 for part.stop - part.start) as bytes
    from (
      select greatest(block.first, ${from}) as first, block.body, span.places,
        substring(span.places from 1 for 4)::integer as start,
        case when block.last <= ${to} then octet_length(block.body)
          else substring(block.places from (4 * (${to}::bigint - block.first))::integer + 5 for 4)::integer end as stop
      from journal_block as block, lateral (
        select substring(block.places from (4 * (greatest(block.first, ${from}) - block.first))::integer + 1
          for (4 * (least(block.last, ${to}) - greatest(block.first, ${from}) + 1))::integer) as places offset 0
      ) as span
      where block.first >= (select coalesce(max(first), 0) from journal_block where first <= ${from})
        and block.first <= ${to} and block.last >= ${from}
    ) as part order by part.first`
  return rows.flatMap(({ first, places, bytes }) => cutActs(first, places, bytes))
}

/** The acts of bytes whose first act is number `first`. `places`: where each begins, counted from any origin. */
function cutActs(first: bigint, places: Buffer, bytes: Buffer): StoredAct[] {
  const count = places.length / bytesPerPlace
  const origin = places.readUInt32BE(0)
  return Array.from({ length: count }, (_, step) => {
    const start = places.readUInt32BE(step * bytesPerPlace) - origin
    const stop = step + 1 < count ? places.readUInt32BE((step + 1) * bytesPerPlace) - origin : bytes.length
    return { seq: first + BigInt(step), bytes: bytes.subarray(start, stop) }
  })
}

/** The one act that these bytes are. */
export function actOf({ seq, bytes }: StoredAct): Act {
  const [act, ...others] = readActs(bytes)
  assert(act !== undefined && others.length === 0 && act.number === seq, `act ${seq} is at its place`)
  return act
}

/** The names of accounts by their numbers. */
export async function findAccountNames(db: Db, numbers: Iterable<number>): Promise<ReadonlyMap<number, AccountId>> {
  const wanted = [...new Set(numbers)]
  if (wanted.length === 0) return new Map()
  const rows = await db<{ account_no: number; id: AccountId }[]>`
    select account_no, id from ledger_account where account_no = any (${plain(wanted)}::integer[])`
  return new Map(rows.map((row) => [row.account_no, row.id]))
}

/** An entry and the act it is. */
export interface EntryAct {
  readonly entry: RecordedEntry
  readonly bytes: Uint8Array
}

/** The entries among these acts, with the names of their accounts, in the order given. */
export async function entriesOfActs(db: Db, acts: readonly StoredAct[]): Promise<readonly EntryAct[]> {
  const read = acts.map((stored) => ({ act: actOf(stored), bytes: stored.bytes }))
  const names = await findAccountNames(
    db,
    read.flatMap(({ act }) => act.postings.map(({ account }) => account)),
  )
  return read.flatMap(({ act, bytes }) => {
    const entry = entryOfAct(act, (number) => names.get(number))
    return entry === undefined ? [] : [{ entry, bytes }]
  })
}

/** What accounts have after the acts behind number `after` up to `last`: those that these moved. */
export async function findMovedBetween(db: Db, after: bigint, last: bigint): Promise<ReadonlyMap<AccountId, Balance>> {
  const left = new Map<number, Balance>()
  for (const stored of await findActsBetween(db, after + 1n, last))
    for (const { account, postedAfter, heldAfter } of actOf(stored).postings)
      left.set(account, { posted: postedAfter, held: heldAfter })
  const names = await findAccountNames(db, left.keys())
  return new Map([...left].map(([number, balance]) => [present(names.get(number), `account ${number}`), balance]))
}

/** The last act of the journal. */
export async function findLastAct(db: Db): Promise<Act | undefined> {
  const [row] = await db<{ seq: bigint; bytes: Buffer }[]>`
    select last as seq, substring(body from substring(places from octet_length(places) - 3 for 4)::integer + 1) as bytes
    from journal_block order by first desc limit 1`
  return row === undefined ? undefined : actOf(row)
}

/** The acts that gave these accounts their numbers, as they are stored, in the order of the journal. */
export async function findNamingActs(db: Db, accounts: readonly AccountId[]): Promise<readonly StoredAct[]> {
  const rows = await db<{ seq: bigint }[]>`
    select balance.named_seq as seq from ledger_account as account join ledger_balance as balance using (account_no)
    where account.id = any (${plain(accounts)}::text[]) and balance.named_seq is not null order by balance.named_seq`
  return await findActs(
    db,
    rows.map(({ seq }) => seq),
  )
}

/** Which accounts: all of an owner's, or one. */
export type AccountsWanted = { readonly owner: string } | { readonly account: AccountId }

/** Of an act, where the index of accounts names it. */
export const bytesPerNumber = 8
/** How many acts a row of the index of accounts has, about; a row of a busy account has more. */
const actsPerRow = 16

/** The numbers of acts as the index of accounts keeps them. */
function actNumbers(bytes: Buffer): readonly bigint[] {
  return Array.from({ length: Math.floor(bytes.length / bytesPerNumber) }, (_, at) =>
    bytes.readBigInt64BE(bytesPerNumber * at),
  )
}

/** The last acts numbered below `before` that posted to any of these accounts, newest first; at most `count`. */
export async function findNotedActs(
  db: Db,
  wanted: AccountsWanted,
  before: bigint,
  count: number,
): Promise<readonly bigint[]> {
  const rowsMax = Math.ceil(count / actsPerRow)
  const rows = await db<{ account_no: number; acts: Buffer; is_before: boolean }[]>`
    select account.account_no, noted.acts, noted.is_before
    from ledger_account as account join ledger_balance as balance using (account_no), lateral (
      select balance.recent_acts as acts, false as is_before
      union all (
        select acts, false from ledger_account_acts as row
        where row.account_no = account.account_no and row.last >= ${before} order by last limit 1)
      union all (
        select acts, true from ledger_account_acts as row
        where row.account_no = account.account_no and row.last < ${before} order by last desc limit ${rowsMax})
    ) as noted
    where ${'owner' in wanted ? db`account.owner = ${wanted.owner}` : db`account.id = ${wanted.account}`}`
  const found = new Set<bigint>()
  // Below this an account that has more rows may have acts that are not read here.
  let floor = 0n
  for (const own of Map.groupBy(rows, ({ account_no: number }) => number).values()) {
    const seqs = own.flatMap(({ acts }) => actNumbers(acts)).filter((seq) => seq < before)
    let lowest = before
    for (const seq of seqs) {
      found.add(seq)
      if (seq < lowest) lowest = seq
    }
    if (own.filter(({ is_before: isBefore }) => isBefore).length < rowsMax) continue
    if (lowest > floor) floor = lowest
  }
  return [...found]
    .filter((seq) => seq >= floor)
    .sort((a, b) => (a > b ? -1 : 1))
    .slice(0, count)
}

/** The last blocks from before acts, numbered below `before`, that posted to any of these accounts, newest first. */
export async function findOldBlocksOf(
  db: Db,
  wanted: AccountsWanted,
  before: bigint,
  count: number,
): Promise<readonly { readonly accountNo: number; readonly first: bigint }[]> {
  const rows = await db<{ account_no: number; first_seq: bigint }[]>`
    select account.account_no, noted.first_seq
    from ledger_account as account, lateral (
      select first_seq from ledger_account_block as block
      where block.account_no = account.account_no and block.first_seq < ${before}
      order by first_seq desc limit ${count}
    ) as noted
    where ${'owner' in wanted ? db`account.owner = ${wanted.owner}` : db`account.id = ${wanted.account}`}
    order by noted.first_seq desc fetch first ${count} rows with ties`
  return rows.map((row) => ({ accountNo: row.account_no, first: row.first_seq }))
}

/** Where the index of accounts first names an account: the act, and the block of one from before acts. */
export async function findFirstNoted(
  db: Db,
  account: AccountId,
): Promise<{
  readonly act: bigint | undefined
  readonly old: { readonly accountNo: number; readonly first: bigint } | undefined
}> {
  const [row] = await db<{ account_no: number; acts: Buffer; first_seq: bigint | null }[]>`
    select account.account_no,
      coalesce((select acts from ledger_account_acts as row where row.account_no = account.account_no order by last limit 1),
        balance.recent_acts) as acts,
      (select min(first_seq) from ledger_account_block as block where block.account_no = account.account_no) as first_seq
    from ledger_account as account join ledger_balance as balance using (account_no) where account.id = ${account}`
  if (row === undefined) return { act: undefined, old: undefined }
  return {
    act: actNumbers(row.acts)[0],
    old: row.first_seq === null ? undefined : { accountNo: row.account_no, first: row.first_seq },
  }
}

/** The heads that these numbers had: of blocks, and of entries from before acts. */
export async function findHeads(db: Db, seqs: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (seqs.length === 0) return new Map()
  const rows = await db<{ seq: bigint; hash: string }[]>`
    select wanted.seq, encode(coalesce(block.head, old.hash), 'hex') as hash
    from unnest(${plain(seqs)}::bigint[]) as wanted (seq)
      left join lateral (
        select last, head from journal_block where first <= wanted.seq order by first desc limit 1
      ) as block on block.last = wanted.seq
      left join lateral (
        select last_seq, hashes[wanted.seq - first_seq + 1] as hash from ledger_block
        where first_seq <= wanted.seq order by first_seq desc limit 1
      ) as old on old.last_seq >= wanted.seq
    where block.head is not null or old.hash is not null`
  return new Map(rows.map(({ seq, hash: found }) => [seq, found]))
}
