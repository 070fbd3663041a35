import { type Id, type Instant, instant } from '@bolsillo/kernel'
import { type RailEvent, readEvent, storedEvent } from '@bolsillo/payments/domain'
import type { Db, Tx } from '@bolsillo/server-kit'

/** The bank's own number of a transfer, in its one spelling. */
interface BankNumber {
  readonly direction: 'in' | 'out'
  readonly number: string
}

/** Records an event once. @returns false when it, or the bank's number of it, was recorded before. */
export async function insertTelling(
  tx: Tx,
  telling: {
    readonly key: string
    readonly event: RailEvent
    readonly number?: BankNumber
    readonly approvalId: Id<'apv'>
    readonly now: Instant
  },
): Promise<boolean> {
  await tx`select from manual_head where one for update`
  const known = await tx`select from manual_telling where key = ${telling.key}`
  if (known.length > 0) return false
  if (telling.number !== undefined) {
    const { direction, number } = telling.number
    const kept = await tx`
      insert into manual_number (direction, number, telling_key) values (${direction}, ${number}, ${telling.key})
      on conflict do nothing returning number`
    if (kept.length === 0) return false
  }
  const rows = await tx`
    insert into manual_telling (key, event, approval_id, told_at)
    values (${telling.key}, ${JSON.stringify(storedEvent(telling.event))}::text::jsonb, ${telling.approvalId},
      ${telling.now})
    on conflict (key) do nothing returning seq`
  return rows.length === 1
}

export interface Telling {
  readonly seq: bigint
  readonly event: RailEvent
  readonly approvalId: Id<'apv'>
  readonly at: Instant
}

interface Row {
  readonly seq: bigint
  readonly event: Record<string, unknown>
  readonly approval_id: Id<'apv'>
  readonly told_at: bigint
}

const tellingOf = (row: Row): Telling => ({
  seq: row.seq,
  event: readEvent(row.event),
  approvalId: row.approval_id,
  at: instant(Number(row.told_at)),
})

/** The reports after a position, in order. */
export async function findTellings(db: Db, after: bigint, limit: number): Promise<readonly Telling[]> {
  const rows = await db<Row[]>`select * from manual_telling where seq > ${after} order by seq limit ${limit}`
  return rows.map(tellingOf)
}

/** The reports of a span of time. */
export async function findTellingsBetween(db: Db, from: Instant, to: Instant): Promise<readonly Telling[]> {
  const rows = await db<Row[]>`
    select * from manual_telling where told_at >= ${from} and told_at < ${to} order by seq`
  return rows.map(tellingOf)
}

/** Whether a number of the bank is recorded. */
export async function isNumberKnown(db: Db, { direction, number }: BankNumber): Promise<boolean> {
  const rows = await db`select from manual_number where direction = ${direction} and number = ${number}`
  return rows.length > 0
}

/** Notes that a payment is to be made at the bank. */
export async function insertPayout(tx: Tx, payoutId: Id<'pay'>, now: Instant): Promise<void> {
  await tx`insert into manual_payout (payout_id, asked_at) values (${payoutId}, ${now}) on conflict do nothing`
}

/** Whether a payment was noted to be made at the bank. */
export async function isAsked(db: Db, payoutId: Id<'pay'>): Promise<boolean> {
  const rows = await db`select 1 from manual_payout where payout_id = ${payoutId}`
  return rows.length > 0
}
