import { type Id, type Instant, instant, type Money, money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { type Difference, type DifferenceKind, payableAssets } from '../domain/index.ts'
import type { PayoutFreeze } from './payments.ts'

/** What came and went on one day, by the statement and by the books; minor units as text. */
export interface DaySums {
  readonly date: string
  readonly asset: string
  readonly lines: number
  readonly bookings: number
  readonly lineIn: string
  readonly lineOut: string
  readonly bookedIn: string
  readonly bookedOut: string
}

export interface Run {
  readonly id: `rec_${string}`
  readonly railId: string
  readonly ranAt: Instant
  readonly from: Instant
  readonly to: Instant
  readonly lines: number
  readonly bookings: number
  readonly differences: number
  readonly days: readonly DaySums[]
}

export async function insertRun(tx: Tx, run: Run): Promise<void> {
  await tx`
    insert into reconciliation_run (id, rail_id, ran_at, from_at, to_at, lines, bookings, differences, days)
    values (${run.id}, ${run.railId}, ${run.ranAt}, ${run.from}, ${run.to}, ${run.lines}, ${run.bookings},
      ${run.differences}, ${JSON.stringify(run.days)}::text::jsonb)`
}

/** The newest run of each rail. */
export async function findLastRuns(db: Db): Promise<readonly Run[]> {
  const rows = await db<
    {
      id: Run['id']
      rail_id: string
      ran_at: bigint
      from_at: bigint
      to_at: bigint
      lines: number
      bookings: number
      differences: number
      days: DaySums[]
    }[]
  >`select distinct on (rail_id) * from reconciliation_run order by rail_id, seq desc`
  return rows.map((row) => ({
    id: row.id,
    railId: row.rail_id,
    ranAt: instant(Number(row.ran_at)),
    from: instant(Number(row.from_at)),
    to: instant(Number(row.to_at)),
    lines: row.lines,
    bookings: row.bookings,
    differences: row.differences,
    days: row.days,
  }))
}

/** A difference as it is kept. */
export interface KeptDifference extends Difference {
  readonly id: `rdf_${string}`
  readonly railId: string
  readonly foundAt: Instant
  readonly closedAt?: Instant
  /** Two people accept it as it is: it holds nothing back. */
  readonly acceptedAt?: Instant
}

interface DifferenceRow {
  readonly id: KeptDifference['id']
  readonly rail_id: string
  readonly kind: DifferenceKind
  readonly external_id: string
  readonly asset: string
  readonly minor: bigint
  readonly line_minor: bigint | null
  readonly booked_minor: bigint | null
  readonly at: bigint
  readonly found_at: bigint
  readonly closed_at: bigint | null
  readonly accepted_at: bigint | null
}

const keptOf = (row: DifferenceRow): KeptDifference => ({
  id: row.id,
  railId: row.rail_id,
  kind: row.kind,
  externalId: row.external_id,
  asset: row.asset,
  minor: row.minor,
  ...(row.line_minor === null ? {} : { lineMinor: row.line_minor }),
  ...(row.booked_minor === null ? {} : { bookedMinor: row.booked_minor }),
  at: instant(Number(row.at)),
  foundAt: instant(Number(row.found_at)),
  ...(row.closed_at === null ? {} : { closedAt: instant(Number(row.closed_at)) }),
  ...(row.accepted_at === null ? {} : { acceptedAt: instant(Number(row.accepted_at)) }),
})

export async function insertDifference(
  tx: Tx,
  found: Difference & {
    readonly id: string
    readonly railId: string
    readonly runId: string
    readonly foundAt: Instant
  },
): Promise<void> {
  await tx`
    insert into reconciliation_difference (id, rail_id, kind, external_id, asset, minor, line_minor, booked_minor, at,
      run_id, found_at)
    values (${found.id}, ${found.railId}, ${found.kind}, ${found.externalId}, ${found.asset}, ${found.minor},
      ${found.lineMinor ?? null}, ${found.bookedMinor ?? null}, ${found.at}, ${found.runId}, ${found.foundAt})`
}

export async function closeDifference(tx: Tx, id: string, runId: string, at: Instant): Promise<void> {
  await tx`insert into reconciliation_closing (difference_id, run_id, closed_at) values (${id}, ${runId}, ${at})`
}

/** Differences of a rail that are still there. */
export async function findOpenDifferences(db: Db, railId: string): Promise<readonly KeptDifference[]> {
  const rows = await db<DifferenceRow[]>`
    select difference.*, null::bigint as closed_at,
      (select at from reconciliation_acceptance accepted where accepted.difference_id = difference.id) as accepted_at
    from reconciliation_difference difference
    where rail_id = ${railId}
      and not exists (select from reconciliation_closing closing where closing.difference_id = difference.id)
    order by found_at, id`
  return rows.map(keptOf)
}

/** A difference that is open and not accepted. */
export async function findDifference(db: Db, id: string): Promise<KeptDifference | undefined> {
  const [row] = await db<DifferenceRow[]>`
    select difference.*, null::bigint as closed_at, null::bigint as accepted_at from reconciliation_difference difference
    where id = ${id}
      and not exists (select from reconciliation_closing closing where closing.difference_id = difference.id)
      and not exists (select from reconciliation_acceptance accepted where accepted.difference_id = difference.id)`
  return row === undefined ? undefined : keptOf(row)
}

/** Keeps that two people accept a difference as it is; false when it is gone, or was accepted before. */
export async function acceptDifference(
  tx: Tx,
  id: string,
  accepted: { readonly reason: string; readonly approvalId: Id<'apv'>; readonly at: Instant },
): Promise<boolean> {
  if ((await findDifference(tx, id)) === undefined) return false
  const rows = await tx`
    insert into reconciliation_acceptance (difference_id, reason, approval_id, at)
    values (${id}, ${accepted.reason}, ${accepted.approvalId}, ${accepted.at}) on conflict do nothing
    returning difference_id`
  return rows.length === 1
}

/** Differences of all rails: those still there first, then what was closed last. */
export async function findDifferences(db: Db, limit: number): Promise<readonly KeptDifference[]> {
  const rows = await db<DifferenceRow[]>`
    select difference.*, closing.closed_at,
      (select at from reconciliation_acceptance accepted where accepted.difference_id = difference.id) as accepted_at
    from reconciliation_difference difference
      left join reconciliation_closing closing on closing.difference_id = difference.id
    order by closing.closed_at desc nulls first, difference.found_at desc limit ${limit}`
  return rows.map(keptOf)
}

/** How many differences are open, and since when the oldest. */
export async function countOpenDifferences(
  db: Db,
): Promise<{ readonly count: number; readonly oldestAt: Instant | undefined }> {
  const [row] = await db<{ count: bigint; oldest: bigint | null }[]>`
    select count(*) as count, min(found_at) as oldest from reconciliation_difference difference
    where kind <> 'late'
      and not exists (select from reconciliation_closing closing where closing.difference_id = difference.id)
      and not exists (select from reconciliation_acceptance accepted where accepted.difference_id = difference.id)`
  const { count, oldest } = present(row, 'a count')
  return { count: Number(count), oldestAt: oldest === null ? undefined : instant(Number(oldest)) }
}

interface FreezeRow {
  readonly id: string
  readonly rail_id: string
  readonly asset: string
  readonly minor: bigint
  readonly from_at: bigint
  readonly until_at: bigint
}

const freezeOf = (row: FreezeRow): PayoutFreeze & { readonly id: string } => ({
  id: row.id,
  railId: row.rail_id,
  asset: row.asset,
  difference: money(row.minor, present(payableAssets[row.asset], `asset ${row.asset}`)),
  from: instant(Number(row.from_at)),
  until: instant(Number(row.until_at)),
})

/** What waits at an instant; of one asset when it is named. */
export async function findFreezes(
  db: Db,
  now: Instant,
  asset?: string,
): Promise<readonly (PayoutFreeze & { readonly id: string })[]> {
  const rows = await db<FreezeRow[]>`
    select * from payout_freeze frozen where until_at > ${now} and (${asset ?? null}::text is null or asset = ${asset ?? null})
      and not exists (select from payout_thaw thaw where thaw.freeze_id = frozen.id)
    order by until_at desc`
  return rows.map(freezeOf)
}

export async function insertFreeze(
  tx: Tx,
  freeze: {
    readonly id: string
    readonly railId: string
    readonly difference: Money
    readonly from: Instant
    readonly until: Instant
    readonly runId: string
  },
): Promise<void> {
  await tx`
    insert into payout_freeze (id, rail_id, asset, minor, from_at, until_at, run_id)
    values (${freeze.id}, ${freeze.railId}, ${freeze.difference.asset.code}, ${freeze.difference.minor}, ${freeze.from},
      ${freeze.until}, ${freeze.runId})`
}

export async function insertThaw(tx: Tx, freezeId: string, runId: string, at: Instant): Promise<void> {
  await tx`insert into payout_thaw (freeze_id, run_id, at) values (${freezeId}, ${runId}, ${at}) on conflict do nothing`
}
