import { systemClock } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import type { SignedInCustomer } from '@bolsillo/test-kit'

/** Of these keys, those whose effect is there, with the server's time at which it was recorded. */
export async function findRecordedKeys(sql: Sql, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ key: string; created_at: bigint }[]>`
    select key, created_at from idempotency_record where key = any(${[...keys]}::text[])`
  return new Map(rows.map(({ key, created_at }) => [key, Number(created_at)]))
}

/** Of these orders, those that are there. */
export async function findOrders(sql: Sql, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<
    { order_id: string }[]
  >`select order_id from trade_order where order_id = any(${[...orderIds]}::text[])`
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Makes commits answer before they are on disk, and the disk wait: the unsafe setting an experiment must catch. */
export async function commitWithoutWaiting(owner: Sql): Promise<void> {
  await owner`alter system set synchronous_commit = off`
  await owner`alter system set wal_writer_delay = '10s'`
  await owner`alter system set wal_writer_flush_after = '1GB'`
  await owner`select pg_reload_conf()`
}

/** Marks the sessions of these customers as used now: on a slow machine they idle out between one experiment and the next. */
export async function useSessions(owner: Sql, customers: readonly SignedInCustomer[]): Promise<void> {
  await owner`
    update customer_session set last_seen_at = ${systemClock.now()}
    where customer_id = any(${customers.map(({ customerId }) => customerId)}::text[])`
}
