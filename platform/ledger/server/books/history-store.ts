import { type Id, type Instant, minOf } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type AccountId, accountParts, type RecordedEntry } from '../../domain/index.ts'
import { entriesOfActs, findActsBetween } from '../journal/journal-store.ts'
import { readHead } from '../ledger-store.ts'
import { entriesOf, findEntriesNumbered } from './entries-store.ts'
import type { AccountSpan, Movement, MovementFilter } from './history.ts'

/** The place of an entry: its number and its time. */
export interface MovementPlace {
  readonly seq: bigint
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

/** Whether an entry moved something of an owner's that the filter lets through. */
function isMovement(entry: RecordedEntry, owner: string, { purse, asset, kinds, from, to }: MovementFilter): boolean {
  if (kinds !== undefined && !kinds.includes(entry.kind)) return false
  if ((from !== undefined && entry.at < from) || (to !== undefined && entry.at >= to)) return false
  return entry.postings.some(({ account, posted }) => {
    const parts = accountParts(account)
    const isMoved = posted !== 0n && parts.owner === owner
    return isMoved && (purse === undefined || parts.purse === purse) && (asset === undefined || parts.asset === asset)
  })
}

/** Entries that moved something of a customer's, newest first. */
export async function findMovements(
  db: Db,
  customerId: Id<'cus'>,
  filter: MovementFilter,
  { before, limit }: { readonly before?: bigint | undefined; readonly limit: number },
): Promise<readonly Movement[]> {
  const found: Movement[] = []
  for await (const { entry, hash } of entriesOf(db, { owner: customerId }, { before, atOnce: limit })) {
    if (!isMovement(entry, customerId, filter)) continue
    found.push({ entry, hash })
    if (found.length === limit) break
  }
  return found
}

/** Where the movements of a period are, by their time; at most `limit`. */
export async function findPlaces(
  db: Db,
  customerId: Id<'cus'>,
  { from, to, upTo }: { readonly from: Instant; readonly to: Instant; readonly upTo: bigint },
  limit: number,
): Promise<readonly MovementPlace[]> {
  const found: MovementPlace[] = []
  for await (const { entry } of entriesOf(db, { owner: customerId }, { before: upTo + 1n }))
    if (isMovement(entry, customerId, { from, to })) found.push({ seq: entry.seq, at: entry.at })
  return found.sort((a, b) => a.at - b.at || (a.seq < b.seq ? -1 : 1)).slice(0, limit)
}

/** The entries at these places, with all their postings, in the order of the places. */
export async function findEntriesAt(db: Db, places: readonly MovementPlace[]): Promise<readonly Movement[]> {
  const entries = await findEntriesNumbered(
    db,
    places.map(({ seq }) => seq),
  )
  const bySeq = new Map(entries.map(({ entry, hash }) => [entry.seq, { entry, hash }]))
  return places.flatMap(({ seq }) => bySeq.get(seq) ?? [])
}

/** The entries of the acts behind number `after`, of at most `limit` acts, and the number of the last act looked at. */
export async function findEntriesAfter(
  db: Db,
  after: bigint,
  limit: number,
): Promise<{ readonly entries: readonly RecordedEntry[]; readonly upTo: bigint }> {
  const { seq: head } = await readHead(db)
  const upTo = minOf(head, after + BigInt(limit))
  if (upTo <= after) return { entries: [], upTo: after }
  const entries = await entriesOfActs(db, await findActsBetween(db, after + 1n, upTo))
  return { entries: entries.map(({ entry }) => entry), upTo }
}

/** The balance of each account of a customer before `from` and before `to`, by the entries numbered up to `upTo`. */
export async function findSumsOf(
  db: Db,
  customerId: Id<'cus'>,
  { from, to, upTo }: { readonly from: Instant; readonly to: Instant; readonly upTo: bigint },
): Promise<readonly AccountSpan[]> {
  const sums = new Map<AccountId, { opening: bigint; closing: bigint }>()
  for await (const { entry } of entriesOf(db, { owner: customerId }, { before: upTo + 1n })) {
    for (const { account, posted } of entry.postings) {
      if (posted === 0n || accountParts(account).owner !== customerId) continue
      const sum = sums.get(account) ?? { opening: 0n, closing: 0n }
      sums.set(account, sum)
      if (entry.at < from) sum.opening += posted
      if (entry.at < to) sum.closing += posted
    }
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, sum]) => {
      const { purse, asset } = accountParts(account)
      return { account, purse, asset, ...sum }
    })
}

/** When a customer's money first and last moved, by the times of the entries. */
export async function findSpan(
  db: Db,
  customerId: Id<'cus'>,
): Promise<{ readonly first: Instant; readonly last: Instant } | undefined> {
  const ats: Instant[] = []
  for await (const { entry } of entriesOf(db, { owner: customerId }))
    if (isMovement(entry, customerId, {})) ats.push(entry.at)
  ats.sort((a, b) => a - b)
  const [first, last] = [ats[0], ats.at(-1)]
  return first === undefined || last === undefined ? undefined : { first, last }
}

/** A customer's open reservations with the entries that opened them, newest first. */
export async function findHoldOpenings(db: Db, customerId: Id<'cus'>): Promise<readonly HoldOpening[]> {
  const rows = await db<{ id: Id<'hld'>; account: AccountId; opened: bigint; remaining: bigint; opened_seq: bigint }[]>`
    select hold.id, account.id as account, hold.opened, hold.remaining, hold.opened_seq
    from ledger_account as account join ledger_hold as hold using (account_no)
    where account.owner = ${customerId}
    order by hold.opened_seq desc, hold.id`
  const seqs = new Set(rows.map(({ opened_seq: seq }) => seq))
  const openings = new Map((await findEntriesNumbered(db, [...seqs])).map(({ entry }) => [entry.seq, entry]))
  return rows.flatMap(({ id, opened_seq: seq, ...row }) => {
    const opening = openings.get(seq)
    if (opening === undefined) return []
    const { at, kind, reference, details } = opening
    return [{ ...row, holdId: id, at, kind, reference, details }]
  })
}
