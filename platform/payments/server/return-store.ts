import { type Id, type Instant, instant, type Money, money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { payableAssets } from '../domain/index.ts'

/** What came back of a payment that had been confirmed. */
export interface PayoutReturn {
  readonly railId: string
  /** The rail's own number of what came back. */
  readonly returnId: string
  readonly payoutId: Id<'pay'>
  readonly amount: Money
  readonly reason: string
  readonly at: Instant
}

/** Keeps what came back of a payment; false when the same was kept before. */
export async function insertReturn(
  tx: Tx,
  back: PayoutReturn & { readonly approvalId?: Id<'apv'> | undefined },
): Promise<boolean> {
  const rows = await tx`
    insert into payout_return (rail_id, return_id, payout_id, minor, reason, approval_id, at)
    values (${back.railId}, ${back.returnId}, ${back.payoutId}, ${back.amount.minor}, ${back.reason},
      ${back.approvalId ?? null}, ${back.at})
    on conflict (rail_id, return_id) do nothing returning return_id`
  return rows.length === 1
}

/** The payment a rail's number of what came back is about, if it is known. */
export async function findReturned(
  db: Db,
  railId: string,
  returnId: string,
): Promise<{ readonly payoutId: string; readonly minor: bigint } | undefined> {
  const [row] = await db<{ payout_id: string; minor: bigint }[]>`
    select payout_id, minor from payout_return where rail_id = ${railId} and return_id = ${returnId}`
  return row === undefined ? undefined : { payoutId: row.payout_id, minor: row.minor }
}

/** How much of a payment came back so far. */
export async function sumReturned(db: Db, payoutId: string): Promise<bigint> {
  const [row] = await db<{ minor: bigint }[]>`
    select coalesce(sum(minor), 0)::bigint as minor from payout_return where payout_id = ${payoutId}`
  return row?.minor ?? 0n
}

/** What came back of the payments of these causes, by cause, in order. */
export async function findReturnsOf(
  db: Db,
  causes: readonly string[],
): Promise<ReadonlyMap<string, readonly PayoutReturn[]>> {
  const found = new Map<string, PayoutReturn[]>()
  if (causes.length === 0) return found
  const rows = await db<
    {
      cause: string
      rail_id: string
      return_id: string
      payout_id: Id<'pay'>
      asset: string
      minor: bigint
      reason: string
      at: bigint
    }[]
  >`
    select payout.cause, back.rail_id, back.return_id, back.payout_id, payout.asset, back.minor, back.reason, back.at
    from payout_return back join payout on payout.id = back.payout_id
    where payout.cause = any (${[...causes]}::text[]) order by back.at, back.return_id`
  for (const row of rows) {
    const back: PayoutReturn = {
      railId: row.rail_id,
      returnId: row.return_id,
      payoutId: row.payout_id,
      amount: money(row.minor, present(payableAssets[row.asset], `asset ${row.asset}`)),
      reason: row.reason,
      at: instant(Number(row.at)),
    }
    found.set(row.cause, [...(found.get(row.cause) ?? []), back])
  }
  return found
}
