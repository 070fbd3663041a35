import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  type LimitChange,
  type LimitPeriod,
  type LimitSubject,
  type PauseScope,
  pausesMax,
} from '../../domain/index.ts'

interface ChangeRow {
  readonly change_no: bigint
  readonly subject: LimitSubject
  readonly period: LimitPeriod
  readonly minor: bigint | null
  readonly zone: string
  readonly asked_at: bigint
  readonly effective_at: bigint
  readonly withdrawn_at: bigint | null
}

/** A pause as it was begun. */
export interface Pause {
  readonly scope: PauseScope
  readonly from: Instant
  /** Undefined: for ever. */
  readonly until: Instant | undefined
  readonly zone: string
}

const at = (value: bigint): Instant => instant(Number(value))
const atOrNone = (value: bigint | null): Instant | undefined => (value === null ? undefined : at(value))

/** Serializes changes of one customer's limits. */
export async function lockLimits(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('limits ' || ${customerId}, 0))`
}

/**
 * What decides a customer's limits now: of each the last change in force, and the last one that waits. The changes they
 * replaced are left out, so that no number of them keeps a customer from a tighter limit.
 */
export async function findChanges(
  db: Db,
  customerId: Id<'cus'>,
  now: Instant,
  subject?: LimitSubject,
): Promise<readonly LimitChange[]> {
  const rows = await db<ChangeRow[]>`
    select distinct on (subject, period, waits)
      change_no, subject, period, minor, zone, asked_at, effective_at, withdrawn_at
    from (
      select *, effective_at > ${now} as waits from limit_change
      where customer_id = ${customerId} and withdrawn_at is null
        ${subject === undefined ? db`` : db`and subject = ${subject}`}
    ) as changes
    order by subject, period, waits, change_no desc`
  return rows.map((row) => ({
    changeNo: row.change_no,
    subject: row.subject,
    period: row.period,
    minor: row.minor ?? undefined,
    zone: row.zone,
    askedAt: at(row.asked_at),
    effectiveAt: at(row.effective_at),
    withdrawnAt: atOrNone(row.withdrawn_at),
  }))
}

/** Whose orders must be looked at, in the order asked: they paused once, or have a limit on losses. */
export async function findBound(db: Db, customerIds: readonly Id<'cus'>[]): Promise<readonly boolean[]> {
  const rows = await db<{ customer_id: Id<'cus'> }[]>`
    select customer_id from limit_pause where customer_id = any (${[...customerIds]}::text[])
    union
    select customer_id from limit_change
    where customer_id = any (${[...customerIds]}::text[]) and subject = 'loss' and withdrawn_at is null`
  const bound = new Set(rows.map(({ customer_id }) => customer_id))
  return customerIds.map((id) => bound.has(id))
}

export async function insertChange(
  tx: Tx,
  customerId: Id<'cus'>,
  change: Pick<LimitChange, 'subject' | 'period' | 'minor' | 'zone' | 'askedAt' | 'effectiveAt'>,
): Promise<void> {
  await tx`
    insert into limit_change (customer_id, subject, period, minor, zone, asked_at, effective_at)
    values (${customerId}, ${change.subject}, ${change.period}, ${change.minor ?? null}, ${change.zone},
      ${change.askedAt}, ${change.effectiveAt})`
}

export async function endChange(tx: Tx, changeNo: bigint, now: Instant): Promise<void> {
  await tx`update limit_change set withdrawn_at = ${now} where change_no = ${changeNo}`
}

/** The pauses of a customer that have not ended, the longest first. */
export async function findPauses(db: Db, customerId: Id<'cus'>, now: Instant): Promise<readonly Pause[]> {
  const rows = await db<{ scope: PauseScope; from_at: bigint; until_at: bigint | null; zone: string }[]>`
    select scope, from_at, until_at, zone from limit_pause
    where customer_id = ${customerId} and (until_at is null or until_at > ${now})
    order by until_at desc nulls first limit ${pausesMax}`
  return rows.map(({ scope, from_at, until_at, zone }) => ({
    scope,
    from: at(from_at),
    until: atOrNone(until_at),
    zone,
  }))
}

export async function insertPause(tx: Tx, customerId: Id<'cus'>, { scope, from, until, zone }: Pause): Promise<void> {
  await tx`
    insert into limit_pause (customer_id, scope, from_at, until_at, zone)
    values (${customerId}, ${scope}, ${from}, ${until ?? null}, ${zone})`
}
