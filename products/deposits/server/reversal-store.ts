import { type Id, type Instant, maxOf } from '@bolsillo/kernel'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'
import { type ClaimWay, type ClearedWay, clearedWays } from '../domain/index.ts'
import { amountIn, type StoredClaim, type StoredReversal } from './stored-deposit.ts'

const reversalRows = records<StoredReversal>({
  railId: column.text('rail_id'),
  reversalId: column.text('reversal_id'),
  depositId: column.id('deposit_id', 'dep'),
  minor: column.whole('minor'),
  taken: column.whole('taken_minor'),
  claimed: column.whole('claimed_minor'),
  reason: column.text('reason'),
  entryId: column.optional(column.id('entry_id', 'ent')),
  at: column.at('at'),
})

/** Keeps what was taken back; false when this part was kept before. */
export async function insertReversal(tx: Tx, reversal: StoredReversal): Promise<boolean> {
  const rows = await tx`
    insert into deposit_reversal ${tx(reversalRows.write(reversal))} on conflict do nothing returning deposit_id`
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

/** What was taken back of these deposits, in order. */
export async function findReversals(db: Db, depositIds: readonly Id<'dep'>[]): Promise<readonly StoredReversal[]> {
  if (depositIds.length === 0) return []
  const rows = await db<Row[]>`
    select * from deposit_reversal where deposit_id = any (${[...depositIds]}::text[]) order by at, reversal_id`
  return rows.map(reversalRows.read)
}

const newClaimRows = records<Omit<StoredClaim, 'open'>>({
  claimId: column.id('id', 'clm'),
  depositId: column.optional(column.id('deposit_id', 'dep')),
  withdrawalId: column.optional(column.id('withdrawal_id', 'wdr')),
  customerId: column.optional(column.id('customer_id', 'cus')),
  amount: amountIn('minor', 'asset'),
  reason: column.text('reason'),
  openedAt: column.at('opened_at'),
})

/** Keeps a claim; false when its withdrawal has one. */
export async function insertClaim(tx: Tx, claim: Omit<StoredClaim, 'open'>): Promise<boolean> {
  const rows = await tx`
    insert into deposit_claim ${tx(newClaimRows.write(claim))} on conflict (withdrawal_id) do nothing returning id`
  return rows.length === 1
}

type ClaimRow = Row & { readonly settled: bigint }

const settledOf = (db: Db) =>
  db`coalesce((select sum(minor) from deposit_claim_cleared where claim_id = claim.id), 0)::bigint as settled`

function claimOf(row: ClaimRow): StoredClaim {
  const claim = newClaimRows.read(row)
  return { ...claim, open: claim.amount.minor - row.settled }
}

/** A claim, locked: what is open of it does not change until the transaction ends. */
export async function lockClaim(tx: Tx, claimId: Id<'clm'>): Promise<StoredClaim | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`claim ${claimId}`}, 0))`
  return await findClaim(tx, claimId)
}

export async function findClaim(db: Db, claimId: Id<'clm'>): Promise<StoredClaim | undefined> {
  const [row] = await db<ClaimRow[]>`
    select claim.*, ${settledOf(db)} from deposit_claim claim where id = ${claimId}`
  return row === undefined ? undefined : claimOf(row)
}

/** The claims of these deposits, cleared up or not. */
export async function findClaimsOf(db: Db, depositIds: readonly Id<'dep'>[]): Promise<readonly StoredClaim[]> {
  if (depositIds.length === 0) return []
  const rows = await db<ClaimRow[]>`
    select claim.*, ${settledOf(db)} from deposit_claim claim where deposit_id = any (${[...depositIds]}::text[]) order by opened_at, id`
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

/** How a claim, or a part of it, was cleared up. */
interface ClearedPart {
  readonly way: ClearedWay
  readonly minor: bigint
  readonly reason: string
  readonly entryId: Id<'ent'>
  readonly at: Instant
}

const clearedRows = records<ClearedPart>({
  way: column.oneOf('way', clearedWays),
  minor: column.whole('minor'),
  reason: column.text('reason'),
  entryId: column.id('entry_id', 'ent'),
  at: column.at('at'),
})

/** Keeps what was cleared up of a claim by one decision of two people. */
export async function insertClaimStep(
  tx: Tx,
  about: { readonly claimId: Id<'clm'>; readonly approvalId: Id<'apv'> },
  step: ClearedPart & { readonly way: ClaimWay },
): Promise<void> {
  const row = { claim_id: about.claimId, approval_id: about.approvalId, ...clearedRows.write(step) }
  await tx`insert into deposit_claim_step ${tx(row)}`
}

/** How a claim was cleared up, in order; money that came back counts with all it was given to. */
export async function findClaimSteps(db: Db, claimId: Id<'clm'>): Promise<readonly ClearedPart[]> {
  const rows = await db<Row[]>`
    select way, minor, reason, entry_id, at from deposit_claim_step where claim_id = ${claimId}
    union all
    select 'returned', open_minor + paid_minor + written_off_minor, 'return-failed', entry_id, at
    from deposit_claim_return where claim_id = ${claimId}
    union all
    select 'returned', open_minor + paid_minor + written_off_minor, 'payment-returned', entry_id, at
    from deposit_claim_back where claim_id = ${claimId}
    order by at`
  return rows.map(clearedRows.read)
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

const returnRows = records<StoredReturn>({
  returnId: column.id('id', 'ret'),
  depositId: column.id('deposit_id', 'dep'),
  minor: column.whole('minor'),
  reason: column.text('reason'),
  actor: column.text('actor'),
  askedAt: column.at('asked_at'),
})

export async function insertReturn(tx: Tx, sent: StoredReturn): Promise<void> {
  await tx`insert into deposit_return ${tx(returnRows.write(sent))}`
}

export async function findReturn(db: Db, returnId: Id<'ret'>): Promise<StoredReturn | undefined> {
  const [row] = await db<Row[]>`select * from deposit_return where id = ${returnId}`
  return row === undefined ? undefined : returnRows.read(row)
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
