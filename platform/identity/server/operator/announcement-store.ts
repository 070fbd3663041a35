import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/**
 * An announcement to all of the staff. `invited`: two people approved somebody. `powers`: roles that count from a time on.
 * `removal`: an account will lose roles, or end, at a time. `removed`: it did. `root-invitation`: somebody was invited on
 * the server, past the staff.
 */
export type AnnouncementKind = 'invited' | 'powers' | 'removal' | 'removed' | 'root-invitation'

export interface Announcement {
  readonly number: number
  readonly at: Instant
  readonly kind: AnnouncementKind
  readonly operatorId: Id<'opr'>
  readonly account: string
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly from: Instant | undefined
}

interface Row {
  readonly number: bigint
  readonly at: bigint
  readonly kind: AnnouncementKind
  readonly operator_id: string
  readonly account: string
  readonly name: string
  readonly roles: readonly string[]
  readonly from_at: bigint | null
}

const announcementOf = (row: Row): Announcement => ({
  number: Number(row.number),
  at: instant(Number(row.at)),
  kind: row.kind,
  operatorId: idOf('opr', row.operator_id),
  account: row.account,
  name: row.name,
  roles: operatorRoles.filter((role) => row.roles.includes(role)),
  from: row.from_at === null ? undefined : instant(Number(row.from_at)),
})

/** Notifies all of the staff: on the console at once, at their own addresses by the next run of the job. */
export async function announce(tx: Tx, what: Omit<Announcement, 'number'>): Promise<void> {
  await tx`
    insert into staff_announcement (at, kind, operator_id, account, name, roles, from_at)
    values (${what.at}, ${what.kind}, ${what.operatorId}, ${what.account}, ${what.name}, ${[...what.roles]}::text[],
      ${what.from ?? null})`
}

/** The latest, newest first. */
export async function findAnnouncements(db: Db, limit: number): Promise<readonly Announcement[]> {
  const rows = await db<Row[]>`select * from staff_announcement order by number desc limit ${limit}`
  return rows.map(announcementOf)
}

/** Those that were not sent out yet, oldest first, locked. */
export async function lockUnsent(tx: Tx, limit: number): Promise<readonly Announcement[]> {
  const rows = await tx<Row[]>`
    select * from staff_announcement where told_at is null order by number limit ${limit} for update skip locked`
  return rows.map(announcementOf)
}

export async function saveSent(tx: Tx, numbers: readonly number[], at: Instant): Promise<void> {
  await tx`
    update staff_announcement set told_at = ${at}
    where number = any (${numbers.map(String)}::bigint[]) and told_at is null`
}

/** How often somebody was invited on the server, and when last. */
export async function countRootActs(
  db: Db,
  since: Instant,
): Promise<{ readonly ever: number; readonly lately: number; readonly lastAt: Instant | undefined }> {
  const [row] = await db<{ ever: bigint; lately: bigint; last: bigint | null }[]>`
    select count(*) as ever, count(*) filter (where at > ${since}) as lately, max(at) as last
    from staff_announcement where kind = 'root-invitation'`
  const last = row?.last ?? null
  return {
    ever: Number(row?.ever ?? 0n),
    lately: Number(row?.lately ?? 0n),
    lastAt: last === null ? undefined : instant(Number(last)),
  }
}
