import { waitingOf } from '@bolsillo/cases/server'
import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'
import {
  type EarlierHolds,
  type HoldReason,
  holdReasons,
  type LegalReason,
  legalReasons,
  refusalReasons,
  type WithdrawalState,
} from '../domain/index.ts'

/** Why a review waits, or the law stops a customer's withdrawals. Always with an end. */
export interface StoredHold {
  readonly id: Id<'whd'>
  readonly withdrawalId: Id<'wdr'> | undefined
  readonly customerId: Id<'cus'>
  readonly reason: HoldReason | LegalReason
  readonly legal: boolean
  readonly evidence: string | undefined
  readonly maker: string
  readonly checker: string | undefined
  /** Of an authority: its SHA-256, and what the file is called. */
  readonly document: { readonly hash: string; readonly name: string } | undefined
  readonly from: Instant
  readonly until: Instant
  readonly endedAt: Instant | undefined
}

const holdRows = records<StoredHold>({
  id: column.id('id', 'whd'),
  withdrawalId: column.optional(column.id('withdrawal_id', 'wdr')),
  customerId: column.id('customer_id', 'cus'),
  reason: column.oneOf('reason', [...holdReasons, ...legalReasons]),
  legal: column.flag('legal'),
  evidence: column.optional(column.text('evidence')),
  maker: column.text('maker'),
  checker: column.optional(column.text('checker')),
  document: column.optional({
    names: ['document_hash', 'document_name'],
    read: (row) => ({ hash: column.text('document_hash').read(row), name: column.text('document_name').read(row) }),
    write: ({ hash, name }) => ({ document_hash: hash, document_name: name }),
  }),
  from: column.at('from_at'),
  until: column.at('until_at'),
  endedAt: column.optional(column.at('ended_at')),
})

export async function insertHold(tx: Tx, hold: StoredHold): Promise<void> {
  await tx`insert into withdrawal_hold ${tx(holdRows.write(hold))}`
}

/** Ends a hold that still holds. @returns it, or undefined when it ended before. */
export async function endHoldNow(
  tx: Tx,
  id: Id<'whd'>,
  ended: { readonly at: Instant; readonly by: string; readonly legal: boolean },
): Promise<StoredHold | undefined> {
  const [row] = await tx<Row[]>`
    update withdrawal_hold set ended_at = ${ended.at}, ended_by = ${ended.by}
    where id = ${id} and legal = ${ended.legal} and ended_at is null and until_at > ${ended.at} returning *`
  return row === undefined ? undefined : holdRows.read(row)
}

/** Whose withdrawals a hold holds up. */
export async function findHeldCustomer(db: Db, id: Id<'whd'>): Promise<string | undefined> {
  const [row] = await db<{ customer_id: string }[]>`select customer_id from withdrawal_hold where id = ${id}`
  return row?.customer_id
}

/** The legal hold on a customer that holds now; the last to end. */
export async function findLegalHold(db: Db, customerId: Id<'cus'>, now: Instant): Promise<StoredHold | undefined> {
  const [row] = await db<Row[]>`
    select * from withdrawal_hold
    where customer_id = ${customerId} and legal and ended_at is null and until_at > ${now} and from_at <= ${now}
    order by until_at desc limit 1`
  return row === undefined ? undefined : holdRows.read(row)
}

/** What is known of a customer's legal holds so far. */
export async function findEarlierHolds(db: Db, customerId: Id<'cus'>): Promise<EarlierHolds> {
  const rows = await db<{ document_hash: string | null }[]>`
    select document_hash from withdrawal_hold where customer_id = ${customerId} and legal`
  return { count: rows.length, documents: rows.flatMap(({ document_hash }) => document_hash ?? []) }
}

/** How long reviews of a customer were held for one reason, all their withdrawals together; to the end of one that runs. */
export async function sumHolds(db: Db, customerId: Id<'cus'>, reason: HoldReason): Promise<number> {
  const [row] = await db<{ ms: bigint }[]>`
    select coalesce(sum(coalesce(ended_at, until_at) - from_at), 0)::bigint as ms from withdrawal_hold
    where customer_id = ${customerId} and not legal and reason = ${reason}`
  return Number(row?.ms ?? 0n)
}

/** How many withdrawals of a customer staff refused. */
export async function countRefused(db: Db, customerId: Id<'cus'>): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from withdrawal
    where customer_id = ${customerId} and state = 'fail' and fail_reason = any (${[...refusalReasons]}::text[])`
  return row?.count ?? 0
}

/** Returns to origin that were asked for before an instant and wait, the oldest first. */
export async function findReturnsDue(db: Db, before: Instant, limit: number): Promise<readonly Id<'wdr'>[]> {
  const rows = await db<{ id: string }[]>`
    select id from withdrawal where returned and state = 'under-review' and requested_at <= ${before}
    order by requested_at, id limit ${limit}`
  return rows.map(({ id }) => idOf('wdr', id))
}

/** Holds on withdrawals that hold now, by withdrawal. */
export async function findHolds(
  db: Db,
  ids: readonly Id<'wdr'>[],
  now: Instant,
): Promise<ReadonlyMap<Id<'wdr'>, StoredHold>> {
  if (ids.length === 0) return new Map()
  const rows = await db<Row[]>`
    select * from withdrawal_hold
    where withdrawal_id = any (${[...ids]}::text[]) and ended_at is null and until_at > ${now} order by until_at`
  return new Map(
    rows.map(holdRows.read).flatMap((hold) => (hold.withdrawalId === undefined ? [] : [[hold.withdrawalId, hold]])),
  )
}

/** Every hold there ever was on a withdrawal, or for legal reasons on its customer, newest first. */
export async function listHolds(db: Db, id: Id<'wdr'>, customerId: Id<'cus'>): Promise<readonly StoredHold[]> {
  const rows = await db<Row[]>`
    select * from withdrawal_hold
    where withdrawal_id = ${id} or (legal and customer_id = ${customerId}) order by id desc limit 50`
  return rows.map(holdRows.read)
}

/** Holds on reviews that ended by time and were not noted yet. */
export async function findRunOutHolds(db: Db, now: Instant, limit: number): Promise<readonly StoredHold[]> {
  const rows = await db<Row[]>`
    select * from withdrawal_hold
    where ended_at is null and until_at <= ${now} order by until_at limit ${limit}`
  return rows.map(holdRows.read)
}

/** Notes that a hold ended by time. @returns false when somebody else noted it. */
export async function noteRunOut(tx: Tx, id: Id<'whd'>, until: Instant): Promise<boolean> {
  const rows = await tx`
    update withdrawal_hold set ended_at = ${until}, ended_by = 'clock' where id = ${id} and ended_at is null`
  return rows.count === 1
}

/** Reviews nobody decided in time, not escalated yet. */
export async function findOverdue(db: Db, before: Instant, limit: number): Promise<readonly Id<'wdr'>[]> {
  const rows = await db<{ id: string }[]>`
    select id from withdrawal
    where state = 'under-review' and escalated_at is null and requested_at <= ${before} order by requested_at limit ${limit}`
  return rows.map(({ id }) => idOf('wdr', id))
}

/** Escalates a review. @returns false when it is decided, or escalated already. */
export async function escalate(tx: Tx, id: Id<'wdr'>, now: Instant): Promise<boolean> {
  const rows = await tx`
    update withdrawal set escalated_at = ${now}
    where id = ${id} and state = 'under-review' and escalated_at is null`
  return rows.count === 1
}

/** A page of withdrawals in these states: the longest waiting first, or (for what ended) the latest first. */
export async function findQueue(
  db: Db,
  page: {
    readonly states: readonly WithdrawalState[]
    readonly newestFirst: boolean
    readonly after?: { readonly at: number; readonly id: string } | undefined
    readonly limit: number
  },
): Promise<readonly { readonly id: Id<'wdr'>; readonly at: number }[]> {
  const { states, newestFirst, after, limit } = page
  const rows = newestFirst
    ? await db<{ id: string; at: bigint }[]>`
        select id, changed_at as at from withdrawal
        where state = any (${[...states]}::text[])
          and (${after === undefined} or (changed_at, id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
        order by changed_at desc, id desc limit ${limit}`
    : await db<{ id: string; at: bigint }[]>`
        select id, requested_at as at from withdrawal
        where state = any (${[...states]}::text[])
          and (${after === undefined} or (requested_at, id) > (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
        order by requested_at, id limit ${limit}`
  return rows.map(({ id, at: when }) => ({ id: idOf('wdr', id), at: Number(when) }))
}

/** How many reviews wait, and since when the oldest does. */
export async function countWaiting(db: Db): Promise<ReturnType<typeof waitingOf>> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(requested_at) as oldest from withdrawal where state = 'under-review'`
  return waitingOf(row)
}

/** What a customer withdrew before: for the hints of a review. */
export async function findPast(
  db: Db,
  about: { readonly customerId: Id<'cus'>; readonly asset: string; readonly destinationId: Id<'dst'> },
): Promise<{ readonly count: number; readonly largest: bigint | undefined; readonly toDestination: number }> {
  const [row] = await db<{ count: number; largest: bigint | null; to_destination: number }[]>`
    select count(*)::int as count, max(amount) filter (where asset = ${about.asset}) as largest,
      (count(*) filter (where destination_id = ${about.destinationId}))::int as to_destination
    from withdrawal where customer_id = ${about.customerId} and state = 'complete'`
  return { count: row?.count ?? 0, largest: row?.largest ?? undefined, toDestination: row?.to_destination ?? 0 }
}
