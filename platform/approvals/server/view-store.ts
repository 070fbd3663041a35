import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

export interface View {
  readonly operatorId: Id<'opr'>
  readonly customerId: Id<'cus'>
  readonly what: string
  readonly caseId: string
  readonly at: Instant
}

/** Lets the looks of one person be counted one after the other. */
export async function lockViewsOf(tx: Tx, operatorId: Id<'opr'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`personal-data-view ${operatorId}`}, 0))`
}

/** Whether somebody had the same look since a time. */
export async function isViewedSince(tx: Tx, view: View, since: number): Promise<boolean> {
  const rows = await tx`
    select 1 from personal_data_view
    where operator_id = ${view.operatorId} and at > ${since} and customer_id = ${view.customerId}
      and what = ${view.what} and case_id = ${view.caseId} limit 1`
  return rows.length > 0
}

/** Whose data somebody looked at since a time, and whether this customer is one of them. */
export async function countViewed(
  tx: Tx,
  view: View,
  since: number,
): Promise<{ readonly customers: number; readonly known: boolean }> {
  const [row] = await tx<{ customers: bigint; known: boolean | null }[]>`
    select count(distinct customer_id) as customers, bool_or(customer_id = ${view.customerId}) as known
    from personal_data_view where operator_id = ${view.operatorId} and at > ${since}`
  return { customers: Number(row?.customers ?? 0n), known: row?.known ?? false }
}

export async function insertView(tx: Tx, view: View): Promise<void> {
  await tx`
    insert into personal_data_view (operator_id, customer_id, what, case_id, at)
    values (${view.operatorId}, ${view.customerId}, ${view.what}, ${view.caseId}, ${view.at})`
}

/** Writes down that somebody looks at many, unless that was done since. @returns whether it was. */
export async function insertAlarm(
  tx: Tx,
  alarm: { readonly operatorId: Id<'opr'>; readonly customers: number; readonly at: Instant },
  since: number,
): Promise<boolean> {
  const done = await tx`
    insert into view_alarm (operator_id, customers, at)
    select ${alarm.operatorId}, ${alarm.customers}, ${alarm.at}
    where not exists (select 1 from view_alarm where operator_id = ${alarm.operatorId} and at > ${since})`
  return done.count === 1
}

/** How many alarms there were since a time, and when the first. */
export async function findAlarmsSince(
  db: Db,
  since: number,
): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: bigint; oldest: bigint | null }[]>`
    select count(*) as count, min(at) as oldest from view_alarm where at > ${since}`
  const count = Number(row?.count ?? 0n)
  return row?.oldest == null ? { count } : { count, oldestAt: instant(Number(row.oldest)) }
}
