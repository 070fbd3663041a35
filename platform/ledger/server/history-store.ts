import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type AccountId, accountParts, type RecordedPosting } from '../domain/index.ts'
import type { AccountSpan, Movement, MovementFilter } from './history.ts'

/** Where an entry stands: its number, and the block it is kept in. */
export interface MovementPlace {
  readonly seq: bigint
  readonly firstSeq: bigint
  readonly at: Instant
}

/** A reservation that is open, with the entry that opened it. */
export interface HoldOpening {
  readonly holdId: Id<'hld'>
  readonly account: AccountId
  readonly opened: bigint
  readonly remaining: bigint
  readonly at: Instant
  readonly kind: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
}

const int8Max = 9_223_372_036_854_775_807n
const timeMax = 253_402_300_799_999n

/** Entries that moved something of a customer's, newest first, or by their time for a statement. */
export async function findMovements(
  db: Db,
  customerId: Id<'cus'>,
  { purse, asset, kinds, from, to }: MovementFilter,
  page: { readonly before?: bigint | undefined; readonly limit: number; readonly byTime?: boolean },
): Promise<readonly MovementPlace[]> {
  const before = page.before ?? int8Max
  const rows = await db<{ seq: bigint; first_seq: bigint; at: bigint }[]>`
    select distinct block.first_seq + posting.place as seq, block.first_seq,
      block.recorded_ats[posting.place + 1] as at
    from ledger_account as account join ledger_account_block as noted using (account_no)
      join ledger_block as block using (first_seq),
      unnest(block.places, block.account_nos, block.posted) as posting (place, account_no, posted)
    where account.owner = ${customerId} and posting.account_no = account.account_no and posting.posted <> 0
      and (${purse === undefined} or account.purse = ${purse ?? ''})
      and (${asset === undefined} or account.asset = ${asset ?? ''})
      and (${kinds === undefined} or block.kinds[posting.place + 1] = any (${[...(kinds ?? [])]}::text[]))
      and noted.first_seq < ${before} and block.first_seq + posting.place < ${before}
      and block.recorded_ats[posting.place + 1] >= ${from ?? 0}
      and block.recorded_ats[posting.place + 1] < ${to ?? timeMax}
    order by ${page.byTime === true ? db`at, seq` : db`seq desc`} limit ${page.limit}`
  return rows.map((row) => ({ seq: row.seq, firstSeq: row.first_seq, at: instant(Number(row.at)) }))
}

interface EntryRow {
  readonly seq: bigint
  readonly id: Id<'ent'>
  readonly kind: string
  readonly recorded_at: bigint
  readonly actor: string
  readonly reference: string
  readonly details: Readonly<Record<string, string>>
  readonly hash: Buffer
}

interface PostingRow {
  readonly seq: bigint
  readonly account: AccountId
  readonly posted: bigint
  readonly held: bigint
  readonly hold_id: Id<'hld'> | null
  readonly posted_after: bigint
  readonly held_after: bigint
}

/** The entries at these places, with all their postings, in the order of the places. Two questions, however many. */
export async function findEntriesAt(db: Db, places: readonly MovementPlace[]): Promise<readonly Movement[]> {
  if (places.length === 0) return []
  const seqs = places.map(({ seq }) => String(seq))
  const blocks = [...new Set(places.map(({ firstSeq }) => String(firstSeq)))]
  const [entries, postings] = await Promise.all([
    db<EntryRow[]>`
      select block.first_seq + entry.place - 1 as seq, entry.id, entry.kind, entry.recorded_at, entry.actor,
        entry.reference, entry.details::jsonb as details, entry.hash
      from ledger_block as block, unnest(block.ids, block.kinds, block.recorded_ats, block.actors, block."references",
        block.details, block.hashes)
        with ordinality as entry (id, kind, recorded_at, actor, reference, details, hash, place)
      where block.first_seq = any (${blocks}::bigint[]) and block.first_seq + entry.place - 1 = any (${seqs}::bigint[])`,
    db<PostingRow[]>`
      select block.first_seq + posting.place as seq, account.id as account, posting.posted, posting.held,
        posting.hold_id, posting.posted_after, posting.held_after
      from ledger_block as block, unnest(block.places, block.lines, block.account_nos, block.posted, block.held,
        block.hold_ids, block.posted_after, block.held_after)
        as posting (place, line, account_no, posted, held, hold_id, posted_after, held_after)
        join ledger_account as account on account.account_no = posting.account_no
      where block.first_seq = any (${blocks}::bigint[]) and block.first_seq + posting.place = any (${seqs}::bigint[])
      order by seq, posting.line`,
  ])
  const postingsOf = Map.groupBy(postings, ({ seq }) => seq)
  const bySeq = new Map(entries.map((row) => [row.seq, movementOf(row, postingsOf.get(row.seq) ?? [])]))
  return places.flatMap(({ seq }) => bySeq.get(seq) ?? [])
}

function movementOf(row: EntryRow, postings: readonly PostingRow[]): Movement {
  return {
    hash: row.hash.toString('hex'),
    entry: {
      seq: row.seq,
      id: row.id,
      kind: row.kind,
      at: instant(Number(row.recorded_at)),
      actor: row.actor,
      reference: row.reference,
      details: row.details,
      postings: postings.map(postingOf),
    },
  }
}

function postingOf(row: PostingRow): RecordedPosting {
  return {
    account: row.account,
    posted: row.posted,
    held: row.held,
    ...(row.hold_id === null ? {} : { holdId: row.hold_id }),
    postedAfter: row.posted_after,
    heldAfter: row.held_after,
  }
}

/** What stood on each account of a customer before `from` and before `to`, by the entries numbered up to `upTo`. */
export async function findSumsOf(
  db: Db,
  customerId: Id<'cus'>,
  { from, to, upTo }: { readonly from: Instant; readonly to: Instant; readonly upTo: bigint },
): Promise<readonly AccountSpan[]> {
  const rows = await db<{ id: AccountId; opening: bigint; closing: bigint }[]>`
    select account.id,
      coalesce(sum(posting.posted) filter (where block.recorded_ats[posting.place + 1] < ${from}), 0)::bigint as opening,
      coalesce(sum(posting.posted) filter (where block.recorded_ats[posting.place + 1] < ${to}), 0)::bigint as closing
    from ledger_account as account join ledger_account_block as noted using (account_no)
      join ledger_block as block using (first_seq),
      unnest(block.places, block.account_nos, block.posted) as posting (place, account_no, posted)
    where account.owner = ${customerId} and posting.account_no = account.account_no and posting.posted <> 0
      and noted.first_seq <= ${upTo} and block.first_seq + posting.place <= ${upTo}
    group by account.id order by account.id`
  return rows.map(({ id, opening, closing }) => {
    const { purse, asset } = accountParts(id)
    return { account: id, purse, asset, opening, closing }
  })
}

/** When a customer's money first and last moved, by the times of the entries. */
export async function findSpan(
  db: Db,
  customerId: Id<'cus'>,
): Promise<{ readonly first: Instant; readonly last: Instant } | undefined> {
  const [row] = await db<{ first: bigint | null; last: bigint | null }[]>`
    select min(block.recorded_ats[posting.place + 1]) as first, max(block.recorded_ats[posting.place + 1]) as last
    from ledger_account as account join ledger_account_block as noted using (account_no)
      join ledger_block as block using (first_seq),
      unnest(block.places, block.account_nos, block.posted) as posting (place, account_no, posted)
    where account.owner = ${customerId} and posting.account_no = account.account_no and posting.posted <> 0`
  if (row === undefined || row.first === null || row.last === null) return undefined
  return { first: instant(Number(row.first)), last: instant(Number(row.last)) }
}

/** A customer's open reservations with the entries that opened them, newest first. */
export async function findHoldOpenings(db: Db, customerId: Id<'cus'>): Promise<readonly HoldOpening[]> {
  const rows = await db<
    {
      id: Id<'hld'>
      account: AccountId
      opened: bigint
      remaining: bigint
      recorded_at: bigint
      kind: string
      reference: string
      details: Readonly<Record<string, string>>
    }[]
  >`
    select hold.id, account.id as account, hold.opened, hold.remaining, entry.recorded_at, entry.kind, entry.reference,
      entry.details::jsonb as details
    from ledger_account as account join ledger_hold as hold using (account_no)
      join lateral (
        select first_seq from ledger_block where first_seq <= hold.opened_seq order by first_seq desc limit 1
      ) as place on true
      join ledger_block as block on block.first_seq = place.first_seq,
      unnest(block.recorded_ats, block.kinds, block."references", block.details)
        with ordinality as entry (recorded_at, kind, reference, details, number)
    where account.owner = ${customerId} and hold.closed_seq is null
      and block.first_seq + entry.number - 1 = hold.opened_seq
    order by hold.opened_seq desc, hold.id`
  return rows.map(({ id, recorded_at: at, ...row }) => ({ ...row, holdId: id, at: instant(Number(at)) }))
}
