import { createHash, randomBytes } from 'node:crypto'
import { idsFrom, seededRng, systemClock } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'

/** A customer a load client acts for: signed in, and authorised to order without the trade password. */
export interface LoadCustomer {
  readonly customerId: string
  readonly token: string
}

const lifeMs = 11 * 3_600_000

/**
 * Signs customers in by writing what registering and signing in leave behind: a hundred sign-ups by call would be a
 * minute of hashing and puzzles that prove nothing here. Their money comes by calls only.
 */
export async function seedCustomers(owner: Sql, count: number, seed: number): Promise<readonly LoadCustomer[]> {
  const ids = idsFrom(systemClock, seededRng(seed, 'customers under load'))
  const now = systemClock.now()
  const made = Array.from({ length: count }, (_, index) => ({
    index,
    customerId: ids.next('cus') as string,
    sessionId: ids.next('ses') as string,
    token: randomBytes(32).toString('base64url'),
  }))
  await owner`insert into customer ${owner(
    made.map(({ index, customerId }) => ({
      id: customerId,
      display_number: 30_000_000 + index,
      phone: `+5255${String(70_000_000 + index)}`,
      password_hash: 'none',
      language: 'es-ES',
      invite_code: `KILL${index}`,
      disclaimer_agreed_at: now,
      privacy_agreed_at: now,
      created_at: now,
    })),
  )}`
  await owner`insert into pin ${owner(
    made.map(({ customerId }) => ({ customer_id: customerId, kind: 'trade', hash: 'none', set_at: now })),
  )}`
  await owner`insert into customer_session ${owner(
    made.map(({ customerId, sessionId, token }) => ({
      id: sessionId,
      customer_id: customerId,
      token_hash: createHash('sha256').update(token).digest(),
      device: 'load',
      address: '127.0.0.1',
      restricted: false,
      created_at: now,
      last_seen_at: now,
      expires_at: now + lifeMs,
    })),
  )}`
  await owner`insert into order_authorisation ${owner(
    made.map(({ customerId, sessionId }) => ({
      session_id: sessionId,
      customer_id: customerId,
      authorised_at: now,
      until_at: now + lifeMs,
    })),
  )}`
  return made.map(({ customerId, token }) => ({ customerId, token }))
}

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
