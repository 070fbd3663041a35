import type { Tx } from '@bolsillo/server-kit'
import type { TradingBefore } from '../../domain/index.ts'
import { type LockRow, lockOf, type OrderRow, orderOf, type PositionRow, positionOf } from './order-rows.ts'

// What trading had when its acts became complete, as the migration wrote it down.

/** Open orders, positions and locks of then. */
export async function readBefore(tx: Tx): Promise<TradingBefore> {
  const orders = await tx<(OrderRow & { readonly step_count: number; readonly last_act: bigint | null })[]>`
    select * from trade_before_order`
  const positions = await tx<PositionRow[]>`select * from trade_before_position`
  const locks = await tx<LockRow[]>`select * from trade_before_lock`
  return {
    orders: orders.map((row) => ({
      order: orderOf(row),
      stepCount: row.step_count,
      lastAct: row.last_act ?? undefined,
    })),
    positions: positions.map(positionOf),
    locks: locks.map(lockOf),
  }
}

/** Names of rows that stay as they are: orders that had ended, fills. */
export const orderOfBefore = 'order_id in (select id from trade_before_id)'
export const fillOfBefore = `customer_id || ' ' || fill_id in (select id from trade_before_id)`
/** Locks that have lapsed. */
export const lapsedAt = (now: number): string => `sellable_at <= ${BigInt(now)}`

/** Earlier rows that are missing, at most so many. */
export async function findLost(tx: Tx, limit: number): Promise<readonly string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from trade_before_id
    except (select order_id from trade_order union all select customer_id || ' ' || fill_id from trade_fill)
    order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** What was written down, as it is now: whether it has the recorded hash, and the commitment to that row. */
interface BeforeNow {
  readonly isWhole: boolean
  /** Undefined when the row, or the salt of its commitment, is gone. */
  readonly commitment: Uint8Array | undefined
}

/** Compares what was written down with its hash. */
export async function readBeforeNow(tx: Tx): Promise<BeforeNow> {
  const [row] = await tx<{ whole: boolean; commitment: Buffer | null }[]>`
    select kept.digest = sha256(
      (select coalesce(string_agg(part, ''::bytea order by hours), ''::bytea) from (
        select left(id, 9) as hours, sha256(convert_to(string_agg(id, ' ' order by id), 'UTF8')) as part
        from trade_before_id group by hours) as ids)
      || (select coalesce(string_agg(sha256(convert_to('order ' || kept::text, 'UTF8')), ''::bytea order by order_id), ''::bytea)
        from trade_before_order as kept)
      || (select coalesce(string_agg(sha256(convert_to('position ' || kept::text, 'UTF8')), ''::bytea
          order by customer_id, instrument_id collate "C"), ''::bytea) from trade_before_position as kept)
      || (select coalesce(string_agg(sha256(convert_to('lock ' || kept::text, 'UTF8')), ''::bytea
          order by customer_id, instrument_id collate "C", sellable_at), ''::bytea) from trade_before_lock as kept)
    ) as whole,
      (select sha256(salt || convert_to(to_jsonb(kept)::text, 'UTF8')) from row_salt
        where table_name = 'trade_before' and key = 'true') as commitment
    from trade_before as kept`
  return { isWhole: row?.whole ?? false, commitment: row?.commitment ?? undefined }
}

/** What the first act about that row commits to, while it waits for its number. */
export async function findWaitingCommitment(tx: Tx): Promise<Uint8Array | undefined> {
  const [row] = await tx<{ commitment: Buffer }[]>`
    select commitment from act_queue where subject = 'trade_before' and kind = 'row-kept' order by place limit 1`
  return row?.commitment
}
