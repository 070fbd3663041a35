import { type Id, type Instant, idOf, instant, maxOf, money } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { ClaimWay, ClearedWay } from '../domain/index.ts'
import { type StoredClaim, type StoredReversal, storedAsset } from './stored-deposit.ts'

const at = (ms: bigint): Instant => instant(Number(ms))

/** Keeps what was taken back; false when this part was kept before. */
export async function insertReversal(tx: Tx, reversal: StoredReversal): Promise<boolean> {
  const rows = await tx`
    insert into deposit_reversal
      (rail_id, reversal_id, deposit_id, minor, taken_minor, claimed_minor, reason, entry_id, at)
    values (${reversal.railId}, ${reversal.reversalId}, ${reversal.depositId}, ${reversal.minor}, ${reversal.taken},
      ${reversal.claimed}, ${reversal.reason}, ${reversal.entryId ?? null}, ${reversal.at})
    on conflict do nothing returning deposit_id`
  return rows.length === 1
}

export async function isReversalKnown(db: Db, railId: string, reversalId: string): Promise<boolean> {
  const rows = await db`select from deposit_reversal where rail_id = ${railId} and reversal_id = ${reversalId}`
  return rows.length === 1
}

/**
 * What rails took back of a deposit so far, also before it was found after all; not what returns of ours brought to its
 * origin. Minor units.
 */
export async function sumTakenBack(
  db: Db,
  { depositId, reversedMinor }: { readonly depositId: Id<'dep'>; readonly reversedMinor: bigint },
): Promise<bigint> {
  const [row] = await db<{ all: bigint; returned: bigint }[]>`
    select coalesce(sum(minor), 0)::bigint as "all", coalesce(sum(minor) filter (where exists (
      select from deposit_return as sent join deposit_return_end as ended on ended.return_id = sent.id
      where sent.deposit_id = part.deposit_id and ended.outcome = 'arrived' and ended.detail = part.reversal_id
    )), 0)::bigint as returned
    from deposit_reversal as part where deposit_id = ${depositId}`
  const { all = 0n, returned = 0n } = row ?? {}
  return maxOf(all, reversedMinor) - returned
}

interface ReversalRow {
  readonly rail_id: string
  readonly reversal_id: string
  readonly deposit_id: string
  readonly minor: bigint
  readonly taken_minor: bigint
  readonly claimed_minor: bigint
  readonly reason: string
  readonly entry_id: string | null
  readonly at: bigint
}

/** What was taken back of these deposits, in order. */
export async function findReversals(db: Db, depositIds: readonly Id<'dep'>[]): Promise<readonly StoredReversal[]> {
  if (depositIds.length === 0) return []
  const rows = await db<ReversalRow[]>`
    select * from deposit_reversal where deposit_id = any (${[...depositIds]}::text[]) order by at, reversal_id`
  return rows.map((row) => ({
    railId: row.rail_id,
    reversalId: row.reversal_id,
    depositId: idOf('dep', row.deposit_id),
    minor: row.minor,
    taken: row.taken_minor,
    claimed: row.claimed_minor,
    reason: row.reason,
    entryId: row.entry_id === null ? undefined : idOf('ent', row.entry_id),
    at: at(row.at),
  }))
}

/** Keeps a claim; false when its withdrawal has one. */
export async function insertClaim(tx: Tx, claim: Omit<StoredClaim, 'open'>): Promise<boolean> {
  const rows = await tx`
    insert into deposit_claim (id, deposit_id, withdrawal_id, customer_id, asset, minor, reason, opened_at)
    values (${claim.claimId}, ${claim.depositId ?? null}, ${claim.withdrawalId ?? null}, ${claim.customerId ?? null},
      ${claim.amount.asset.code}, ${claim.amount.minor}, ${claim.reason}, ${claim.openedAt})
    on conflict (withdrawal_id) do nothing returning id`
  return rows.length === 1
}

interface ClaimRow {
  readonly id: string
  readonly deposit_id: string | null
  readonly withdrawal_id: string | null
  readonly customer_id: string | null
  readonly asset: string
  readonly minor: bigint
  readonly settled: bigint
  readonly reason: string
  readonly opened_at: bigint
}

const claimOf = (row: ClaimRow): StoredClaim => ({
  claimId: idOf('clm', row.id),
  depositId: row.deposit_id === null ? undefined : idOf('dep', row.deposit_id),
  withdrawalId: row.withdrawal_id === null ? undefined : idOf('wdr', row.withdrawal_id),
  customerId: row.customer_id === null ? undefined : idOf('cus', row.customer_id),
  amount: money(row.minor, storedAsset(row.asset)),
  open: row.minor - row.settled,
  reason: row.reason,
  openedAt: at(row.opened_at),
})

/** A claim, locked: what is open of it does not change until the transaction ends. */
export async function lockClaim(tx: Tx, claimId: Id<'clm'>): Promise<StoredClaim | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`claim ${claimId}`}, 0))`
  return await findClaim(tx, claimId)
}

export async function findClaim(db: Db, claimId: Id<'clm'>): Promise<StoredClaim | undefined> {
  const [row] = await db<ClaimRow[]>`
    select claim.*,
      coalesce((select sum(minor) from deposit_claim_cleared where claim_id = claim.id), 0)::bigint as settled
    from deposit_claim claim where id = ${claimId}`
  return row === undefined ? undefined : claimOf(row)
}

/** The claims of these deposits, cleared up or not. */
export async function findClaimsOf(db: Db, depositIds: readonly Id<'dep'>[]): Promise<readonly StoredClaim[]> {
  if (depositIds.length === 0) return []
  const rows = await db<ClaimRow[]>`
    select claim.*,
      coalesce((select sum(minor) from deposit_claim_cleared where claim_id = claim.id), 0)::bigint as settled
    from deposit_claim claim where deposit_id = any (${[...depositIds]}::text[]) order by opened_at, id`
  return rows.map(claimOf)
}

/** Claims of which something is open, oldest first. */
export async function findOpenClaims(db: Db, limit: number): Promise<readonly StoredClaim[]> {
  const rows = await db<ClaimRow[]>`
    select claim.*, coalesce(step.settled, 0)::bigint as settled
    from deposit_claim claim
    left join (select claim_id, sum(minor) as settled from deposit_claim_cleared group by claim_id) step
      on step.claim_id = claim.id
    where claim.minor > coalesce(step.settled, 0) order by claim.opened_at limit ${limit}`
  return rows.map(claimOf)
}

/** What was cleared up of a claim by one decision of two people. */
interface ClaimStep {
  readonly claimId: Id<'clm'>
  readonly approvalId: Id<'apv'>
  readonly way: ClaimWay
  readonly minor: bigint
  readonly reason: string
  readonly entryId: Id<'ent'>
  readonly at: Instant
}

export async function insertClaimStep(tx: Tx, step: ClaimStep): Promise<void> {
  await tx`
    insert into deposit_claim_step (claim_id, approval_id, way, minor, reason, entry_id, at)
    values (${step.claimId}, ${step.approvalId}, ${step.way}, ${step.minor}, ${step.reason}, ${step.entryId}, ${step.at})`
}

/** How a claim, or a part of it, was cleared up. */
interface ClearedPart {
  readonly way: ClearedWay
  readonly minor: bigint
  readonly reason: string
  readonly entryId: Id<'ent'>
  readonly at: Instant
}

/** How a claim was cleared up, in order; money that came back counts with all it was given to. */
export async function findClaimSteps(db: Db, claimId: Id<'clm'>): Promise<readonly ClearedPart[]> {
  const rows = await db<{ way: ClearedWay; minor: bigint; reason: string; entry_id: string; at: bigint }[]>`
    select way, minor, reason, entry_id, at from deposit_claim_step where claim_id = ${claimId}
    union all
    select 'returned', open_minor + paid_minor + written_off_minor, 'return-failed', entry_id, at
    from deposit_claim_return where claim_id = ${claimId}
    union all
    select 'returned', open_minor + paid_minor + written_off_minor, 'payment-returned', entry_id, at
    from deposit_claim_back where claim_id = ${claimId}
    order by at`
  return rows.map((row) => ({
    way: row.way,
    minor: row.minor,
    reason: row.reason,
    entryId: idOf('ent', row.entry_id),
    at: at(row.at),
  }))
}

/** Keeps that money which came back settled a claim. */
export async function insertClaimReturn(
  tx: Tx,
  settled: {
    readonly claimId: Id<'clm'>
    readonly returnId: Id<'ret'>
    readonly open: bigint
    readonly paid: bigint
    readonly writtenOff: bigint
    readonly entryId: Id<'ent'>
    readonly at: Instant
  },
): Promise<void> {
  await tx`
    insert into deposit_claim_return (claim_id, return_id, open_minor, paid_minor, written_off_minor, entry_id, at)
    values (${settled.claimId}, ${settled.returnId}, ${settled.open}, ${settled.paid}, ${settled.writtenOff},
      ${settled.entryId}, ${settled.at})`
}

/** A try to send held money back. */
export interface StoredReturn {
  readonly returnId: Id<'ret'>
  readonly depositId: Id<'dep'>
  readonly minor: bigint
  readonly reason: string
  readonly actor: string
  readonly askedAt: Instant
}

export async function insertReturn(tx: Tx, sent: StoredReturn): Promise<void> {
  await tx`
    insert into deposit_return (id, deposit_id, minor, reason, actor, asked_at)
    values (${sent.returnId}, ${sent.depositId}, ${sent.minor}, ${sent.reason}, ${sent.actor}, ${sent.askedAt})`
}

export async function findReturn(db: Db, returnId: Id<'ret'>): Promise<StoredReturn | undefined> {
  const [row] = await db<
    { deposit_id: string; minor: bigint; reason: string; actor: string; asked_at: bigint }[]
  >`select deposit_id, minor, reason, actor, asked_at from deposit_return where id = ${returnId}`
  if (row === undefined) return undefined
  const { minor, reason, actor } = row
  return { returnId, depositId: idOf('dep', row.deposit_id), minor, reason, actor, askedAt: at(row.asked_at) }
}

/** Keeps how a way back ended; false when it had ended before. */
export async function insertReturnEnd(
  tx: Tx,
  end: {
    readonly returnId: Id<'ret'>
    readonly outcome: 'arrived' | 'failed'
    readonly detail: string
    readonly at: Instant
  },
): Promise<boolean> {
  const rows = await tx`
    insert into deposit_return_end (return_id, outcome, detail, at)
    values (${end.returnId}, ${end.outcome}, ${end.detail}, ${end.at}) on conflict do nothing returning return_id`
  return rows.length === 1
}
