import type { Sql } from '@bolsillo/server-kit'

/** How many of these orders are in the books. */
export async function countOrders(sql: Sql, orderIds: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) as count from trade_order where order_id = any (${[...orderIds]}::text[])`
  return Number(row?.count ?? 0n)
}

/** How many of these keys were answered with an effect or a refusal for good. */
export async function countKeys(sql: Sql, keys: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: bigint }[]>`
    select count(*) as count from idempotency_record where key = any (${[...keys]}::text[])`
  return Number(row?.count ?? 0n)
}
