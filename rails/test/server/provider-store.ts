import { type Instant, instant, money, present } from '@bolsillo/kernel'
import { payableAssets, type StatementLine } from '@bolsillo/payments/domain'
import type { Db, Tx } from '@bolsillo/server-kit'

/** A payment on its way through a made-up bank or chain. */
export interface Movement {
  readonly no: bigint
  readonly railId: string
  readonly direction: 'in' | 'out'
  readonly asset: string
  readonly minor: bigint
  readonly target: string
  readonly partyName: string
  readonly partyAccount: string
  readonly payoutId: string | undefined
  readonly fails: boolean
  readonly needed: number
  readonly step: number
  readonly stepMs: number
  readonly nextAt: Instant
}

interface Row {
  readonly no: bigint
  readonly rail_id: string
  readonly direction: Movement['direction']
  readonly asset: string
  readonly minor: bigint
  readonly target: string
  readonly party_name: string
  readonly party_account: string
  readonly payout_id: string | null
  readonly fails: boolean
  readonly needed: number
  readonly step: number
  readonly step_ms: bigint
  readonly next_at: bigint
}

const movementOf = (row: Row): Movement => ({
  no: row.no,
  railId: row.rail_id,
  direction: row.direction,
  asset: row.asset,
  minor: row.minor,
  target: row.target,
  partyName: row.party_name,
  partyAccount: row.party_account,
  payoutId: row.payout_id ?? undefined,
  fails: row.fails,
  needed: row.needed,
  step: row.step,
  stepMs: Number(row.step_ms),
  nextAt: instant(Number(row.next_at)),
})

/** Takes a provider for this transaction; others wait. */
export async function lockProvider(tx: Tx, railId: string): Promise<void> {
  await tx`insert into practice_provider (rail_id) values (${railId}) on conflict do nothing`
  await tx`select from practice_provider where rail_id = ${railId} for update`
}

/** Begins a payment. A payout begun before is not begun again. @returns its number, or undefined. */
export async function insertMovement(
  tx: Tx,
  movement: Omit<Movement, 'no' | 'step'> & { readonly madeAt: Instant },
): Promise<bigint | undefined> {
  const [row] = await tx<{ no: bigint }[]>`
    insert into practice_movement (rail_id, direction, asset, minor, target, party_name, party_account, payout_id, fails,
      needed, step_ms, made_at, next_at)
    values (${movement.railId}, ${movement.direction}, ${movement.asset}, ${movement.minor}, ${movement.target},
      ${movement.partyName}, ${movement.partyAccount}, ${movement.payoutId ?? null}, ${movement.fails},
      ${movement.needed}, ${movement.stepMs}, ${movement.madeAt}, ${movement.nextAt})
    on conflict (rail_id, payout_id) do nothing returning no`
  return row?.no
}

/** Whether any payment has a step due by `now` that is not reported yet. */
export async function isAnythingDue(db: Db, railId: string, now: Instant): Promise<boolean> {
  const rows = await db`select 1 from practice_movement where rail_id = ${railId} and next_at <= ${now} limit 1`
  return rows.length > 0
}

/** Payments to which something happened by `now`, in the order it did. */
export async function findDueMovements(tx: Tx, railId: string, now: Instant, limit: number): Promise<Movement[]> {
  const rows = await tx<Row[]>`
    select * from practice_movement where rail_id = ${railId} and next_at <= ${now} order by next_at, no limit ${limit}`
  return rows.map(movementOf)
}

export async function stepMovement(tx: Tx, no: bigint, step: number, nextAt: Instant | undefined): Promise<void> {
  await tx`update practice_movement set step = ${step}, next_at = ${nextAt ?? null} where no = ${no}`
}

/** Adds to what the provider's interface lists. The caller holds the provider. */
export async function insertPayload(tx: Tx, railId: string, payload: string, at: Instant): Promise<void> {
  await tx`insert into practice_payload (rail_id, payload, at) values (${railId}, ${payload}, ${at})`
}

/** What the provider's interface lists after a place. */
export async function findPayloads(
  db: Db,
  railId: string,
  after: bigint,
  limit: number,
): Promise<readonly { readonly seq: bigint; readonly payload: string }[]> {
  return await db<{ seq: bigint; payload: string }[]>`
    select seq, payload from practice_payload where rail_id = ${railId} and seq > ${after} order by seq limit ${limit}`
}

export async function insertLine(tx: Tx, railId: string, line: StatementLine): Promise<void> {
  await tx`
    insert into practice_line (rail_id, external_id, direction, asset, minor, at, reverses)
    values (${railId}, ${line.externalId}, ${line.direction}, ${line.amount.asset.code}, ${line.amount.minor},
      ${line.at}, ${line.reverses ?? null})`
}

/** The lines of the statement from an instant up to before another. */
export async function findLines(db: Db, railId: string, from: Instant, to: Instant): Promise<readonly StatementLine[]> {
  const rows = await db<
    {
      external_id: string
      direction: StatementLine['direction']
      asset: string
      minor: bigint
      at: bigint
      reverses: string | null
    }[]
  >`
    select external_id, direction, asset, minor, at, reverses from practice_line
    where rail_id = ${railId} and at >= ${from} and at < ${to} order by at, seq`
  return rows.map((row) => ({
    externalId: row.external_id,
    direction: row.direction,
    amount: money(row.minor, present(payableAssets[row.asset], `asset ${row.asset}`)),
    at: instant(Number(row.at)),
    ...(row.reverses === null ? {} : { reverses: row.reverses }),
  }))
}

/** The net inflow of an asset by the statement. */
export async function sumLines(db: Db, railId: string, asset: string): Promise<bigint> {
  const [row] = await db<{ sum: string }[]>`
    select coalesce(sum(case direction when 'in' then minor else -minor end), 0)::text as sum from practice_line
    where rail_id = ${railId} and asset = ${asset}`
  return BigInt(row?.sum ?? '0')
}

/** The state of a payment out at a provider. */
export async function findPayoutEnd(
  db: Db,
  railId: string,
  payoutId: string,
): Promise<'unknown' | 'under-way' | 'paid' | 'failed'> {
  const [row] = await db<{ fails: boolean; next_at: bigint | null }[]>`
    select fails, next_at from practice_movement where rail_id = ${railId} and payout_id = ${payoutId}`
  if (row === undefined) return 'unknown'
  if (row.next_at !== null) return 'under-way'
  return row.fails ? 'failed' : 'paid'
}
