import type { Sql, Tx } from '@bolsillo/server-kit'
import type { Notice } from '../notice-channel.ts'

/** What a channel of a test was given. */
export interface SentNotice {
  readonly channel: string
  readonly key: string
  readonly customerId: string
  readonly title: string
  readonly text: string
  readonly path: string
  readonly urgent: boolean
}

/** Where the channels of a test store what they are given: written in the transaction that queues it. */
export async function createTestOutbox(owner: Sql): Promise<void> {
  await owner`
    create table test_outbox (
      no bigint generated always as identity, channel text, key text, customer_id text, title text, text text, path text,
      urgent boolean
    )`
  await owner`grant insert on test_outbox to bolsillo_app`
}

export async function insertSent(tx: Tx, channel: string, notice: Notice): Promise<void> {
  const { key, customerId, title, text, path, urgent } = notice
  await tx`
    insert into test_outbox (channel, key, customer_id, title, text, path, urgent)
    values (${channel}, ${key}, ${customerId}, ${title}, ${text}, ${path}, ${urgent})`
}

export async function findSent(owner: Sql): Promise<readonly SentNotice[]> {
  return await owner<SentNotice[]>`
    select channel, key, customer_id as "customerId", title, text, path, urgent from test_outbox order by no`
}

/** The notices of the room, as its table has them. */
export async function findNotices(
  owner: Sql,
): Promise<readonly { about: string; channel: string; state: string; messages: number; isErased: boolean }[]> {
  return await owner`
    select about, channel, state, messages, sealed is null as "isErased" from notice order by happened_at, event, channel`
}

/** Ends the connection of a transaction in the middle of it. */
export async function endConnection(tx: Tx): Promise<void> {
  await tx`select pg_terminate_backend(pg_backend_pid())`
}

/** Moves the place on, as whoever owns the database can: what happened before it would be left out. */
export async function movePlace(owner: Sql, by: number, seal: 'kept' | 'removed'): Promise<void> {
  await owner`
    update notice_place set entry = entry + ${by}, act = act + ${by}, seal = ${seal === 'kept' ? owner`seal` : null}`
}

/** Alters what waits, as whoever owns the database can. */
export async function alterWaiting(owner: Sql): Promise<void> {
  await owner`update notice set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where state = 'waiting'`
}
