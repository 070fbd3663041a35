import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** A restriction as stored, with its end when it is over. */
export interface StoredRestriction {
  readonly approvalId: Id<'apv'>
  readonly customerId: Id<'cus'>
  readonly reason: string
  readonly evidence: string
  readonly from: Instant
  readonly until: Instant
  readonly maker: Id<'opr'>
  readonly checker: string
  readonly ended: { readonly at: Instant; readonly reason: string; readonly by: string } | undefined
}

interface Row {
  readonly approval_id: string
  readonly customer_id: string
  readonly reason: string
  readonly evidence: string
  readonly from_at: bigint
  readonly until_at: bigint
  readonly maker: string
  readonly decided_by: string
  readonly ended_at: bigint | null
  readonly end_reason: string | null
  readonly ended_by: string | null
}

const at = (value: bigint): Instant => instant(Number(value))

function restrictionOf(row: Row): StoredRestriction {
  return {
    approvalId: idOf('apv', row.approval_id),
    customerId: idOf('cus', row.customer_id),
    reason: row.reason,
    evidence: row.evidence,
    from: at(row.from_at),
    until: at(row.until_at),
    maker: idOf('opr', row.maker),
    checker: row.decided_by,
    ended:
      row.ended_at === null
        ? undefined
        : { at: at(row.ended_at), reason: row.end_reason ?? '', by: row.ended_by ?? '' },
  }
}

const selected = (db: Db) => db`
  select restriction.approval_id, restriction.customer_id, restriction.reason, evidence, from_at, until_at,
    maker, decided_by, ended_at, ending.reason as end_reason, ended_by
  from customer_restriction restriction
    join approval on approval.id = restriction.approval_id
    join approval_decision decision on decision.approval_id = restriction.approval_id
    left join customer_restriction_end ending on ending.approval_id = restriction.approval_id`

/** Lets what restricts and frees a customer happen one after the other. */
export async function lockRestrictionsOf(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`restrictions of ${customerId}`}, 0))`
}

const shownMax = 50

/** The latest restrictions of a customer. */
export async function findRestrictionsOf(db: Db, customerId: Id<'cus'>): Promise<readonly StoredRestriction[]> {
  const rows = await db<Row[]>`
    ${selected(db)} where restriction.customer_id = ${customerId} order by from_at desc limit ${shownMax}`
  return rows.map(restrictionOf)
}

/** The restriction a customer is under. */
export async function findStanding(db: Db, customerId: Id<'cus'>): Promise<StoredRestriction | undefined> {
  const [row] = await db<Row[]>`
    ${selected(db)} where restriction.customer_id = ${customerId} and ended_at is null order by from_at desc limit 1`
  return row === undefined ? undefined : restrictionOf(row)
}

/** Restrictions in force, soonest to end first, after a place in that order. */
export async function findAllStanding(
  db: Db,
  page: { readonly after: readonly [number, string]; readonly limit: number },
): Promise<readonly StoredRestriction[]> {
  const [until, id] = page.after
  const rows = await db<Row[]>`
    ${selected(db)} where ended_at is null and (until_at, restriction.approval_id) > (${until}::bigint, ${id}::text)
    order by until_at, restriction.approval_id limit ${page.limit}`
  return rows.map(restrictionOf)
}

/** Restrictions whose time is over. */
export async function findOver(db: Db, now: Instant, limit: number): Promise<readonly StoredRestriction[]> {
  const rows = await db<Row[]>`
    ${selected(db)} where ended_at is null and until_at <= ${now} order by until_at limit ${limit}`
  return rows.map(restrictionOf)
}

export async function insertRestriction(
  tx: Tx,
  restriction: Omit<StoredRestriction, 'maker' | 'checker' | 'ended'>,
): Promise<void> {
  const { approvalId, customerId, reason, evidence, from, until } = restriction
  await tx`
    insert into customer_restriction (approval_id, customer_id, reason, evidence, from_at, until_at)
    values (${approvalId}, ${customerId}, ${reason}, ${evidence}, ${from}, ${until})`
}

export async function insertRestrictionEnd(
  tx: Tx,
  end: { readonly approvalId: Id<'apv'>; readonly at: Instant; readonly reason: string; readonly by: string },
): Promise<void> {
  await tx`
    insert into customer_restriction_end (approval_id, ended_at, reason, ended_by)
    values (${end.approvalId}, ${end.at}, ${end.reason}, ${end.by})`
}
