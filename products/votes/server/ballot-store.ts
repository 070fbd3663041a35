import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { BallotLine } from '../domain/index.ts'
import type { Count } from './vote-store.ts'

/** A ballot as it lies until the closing. */
interface StoredBallot {
  readonly voteId: string
  readonly customerId: Id<'cus'>
  readonly weight: bigint
  readonly receipt: string
  readonly sealed: Uint8Array
  readonly castAt: Instant
}

const lockName = (voteId: string): string => `vote ${voteId}`

/** Until the transaction ends the vote is not counted: ballots go together. */
export async function lockForBallot(tx: Tx, voteId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(voteId)}, 0))`
}

/** Waits for every ballot that is under way, and lets none begin until the transaction ends. */
export async function lockForCount(tx: Tx, voteId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${lockName(voteId)}, 0))`
}

/** What a customer's ballot counts in each of these votes, by the record of holdings. */
export async function findWeights(
  db: Db,
  customerId: string,
  voteIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db<{ vote_id: string; weight: bigint }[]>`
    select vote_id, weight from vote_weight where customer_id = ${customerId} and vote_id = any(${[...voteIds]})`
  return new Map(rows.map(({ vote_id, weight }) => [vote_id, weight]))
}

/** A customer's ballots of these votes, without their choice. */
export async function findOwnBallots(
  db: Db,
  customerId: string,
  voteIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly receipt: string; readonly castAt: number }>> {
  const rows = await db<{ vote_id: string; receipt: string; cast_at: bigint }[]>`
    select vote_id, receipt, cast_at from vote_ballot
    where customer_id = ${customerId} and vote_id = any(${[...voteIds]})`
  return new Map(rows.map(({ vote_id, receipt, cast_at }) => [vote_id, { receipt, castAt: Number(cast_at) }]))
}

/** Keeps a ballot; what else has its place keeps it: the customer's own ballot, or another with this receipt. */
export async function insertBallot(tx: Tx, ballot: StoredBallot): Promise<'kept' | 'cast' | 'receipt'> {
  const { voteId, customerId, weight, receipt, sealed, castAt } = ballot
  const kept = await tx`
    insert into vote_ballot (vote_id, customer_id, weight, receipt, sealed, cast_at)
    values (${voteId}, ${customerId}, ${weight}, ${receipt}, ${Buffer.from(sealed)}, ${castAt})
    on conflict do nothing returning vote_id`
  if (kept.length > 0) return 'kept'
  return (await findOwnBallots(tx, customerId, [voteId])).has(voteId) ? 'cast' : 'receipt'
}

/** Every ballot of a vote, sealed. For the count alone. */
export async function findBallots(tx: Tx, voteId: string): Promise<readonly Omit<StoredBallot, 'voteId' | 'castAt'>[]> {
  const rows = await tx<{ customer_id: Id<'cus'>; weight: bigint; receipt: string; sealed: Buffer }[]>`
    select customer_id, weight, receipt, sealed from vote_ballot where vote_id = ${voteId} order by receipt collate "C"`
  return rows.map(({ customer_id: customerId, ...row }) => ({ customerId, ...row }))
}

/** The count of a vote, and the list it was made of. Weights are in the unit of the vote. */
export async function insertCount(
  tx: Tx,
  voteId: string,
  count: Count,
  lines: ReadonlyArray<Omit<BallotLine, 'weight'> & { readonly units: bigint }>,
): Promise<void> {
  await tx`
    insert into vote_count (vote_id, counted_at, ballots, list_hash, tally)
    values (${voteId}, ${count.countedAt}, ${count.ballots}, ${count.listHash},
      ${JSON.stringify(count.options)}::text::jsonb)`
  await tx`
    insert into vote_line (vote_id, receipt, option, weight, nonce)
    select ${voteId}, receipt, option, weight, nonce
    from unnest(${lines.map(({ receipt }) => receipt)}::text[], ${lines.map(({ option }) => option)}::int[],
      ${lines.map(({ units }) => String(units))}::bigint[], ${lines.map(({ nonce }) => nonce)}::text[])
      as line (receipt, option, weight, nonce)`
}

/** The published list, by receipt, behind `after`. */
export async function findLines(
  db: Db,
  voteId: string,
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ReadonlyArray<Omit<BallotLine, 'weight'> & { readonly units: bigint }>> {
  return await db<{ receipt: string; option: number; units: bigint; nonce: string }[]>`
    select receipt, option, weight as units, nonce from vote_line
    where vote_id = ${voteId} and receipt collate "C" > ${after} order by receipt collate "C" limit ${limit}`
}
