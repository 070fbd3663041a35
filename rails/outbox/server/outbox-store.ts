import type { MessageChannel, MessageProblem } from '@bolsillo/identity/server'
import type { Instant } from '@bolsillo/kernel'
import type { Db, Sql, Tx } from '@bolsillo/server-kit'

interface NewMessage {
  readonly id: string
  readonly channel: MessageChannel
  readonly shownTo: string
  readonly kind: string
  readonly hasCode: boolean
  readonly customerId: string | undefined
  readonly at: Instant
  readonly expiresAt: Instant
  readonly sealed: Buffer
}

/** Stores a message. @returns whether it was new: one under the same id that waits or ended stays as it is. */
export async function insertWaiting(tx: Tx, message: NewMessage): Promise<boolean> {
  const stored = await tx`
    insert into message_outbox (id, channel, shown_to, kind, has_code, customer_id, created_at, expires_at, state, sealed,
      next_try_at)
    values (${message.id}, ${message.channel}, ${message.shownTo}, ${message.kind}, ${message.hasCode},
      ${message.customerId ?? null}, ${message.at}, ${message.expiresAt}, 'waiting', ${message.sealed}, ${message.at})
    on conflict (id) do nothing`
  return stored.count === 1
}

/** A message taken for one try. */
export interface TakenMessage {
  readonly id: string
  readonly sealed: Buffer
  /** How often it was tried, this time included. */
  readonly tries: number
}

/**
 * Takes due messages of a channel for one try, codes first. Others leave them alone until `leaseUntil`, when a process
 * that died in the middle counts as one that failed.
 */
export async function takeDue(
  db: Sql,
  query: {
    readonly channel: MessageChannel
    readonly now: Instant
    readonly leaseUntil: Instant
    readonly limit: number
  },
): Promise<readonly TakenMessage[]> {
  return await db<TakenMessage[]>`
    update message_outbox set tries = tries + 1, next_try_at = ${query.leaseUntil}
    where id in (
      select id from message_outbox
      where state = 'waiting' and channel = ${query.channel} and next_try_at <= ${query.now}
      order by has_code desc, next_try_at, id limit ${query.limit}
      for update skip locked)
    returning id, sealed, tries`
}

/** Notes that a message is tried again. Only the try that holds the message may. */
export async function noteLater(
  db: Db,
  taken: TakenMessage,
  { problem, nextTryAt }: { readonly problem: MessageProblem; readonly nextTryAt: Instant },
): Promise<void> {
  await db`
    update message_outbox set problem = ${problem}, next_try_at = ${nextTryAt}
    where id = ${taken.id} and state = 'waiting' and tries = ${taken.tries}`
}

/** Ends a message and erases what it says. */
export async function noteEnd(
  db: Db,
  taken: TakenMessage,
  end: {
    readonly state: 'sent' | 'refused' | 'late'
    readonly problem: MessageProblem | undefined
    readonly at: Instant
  },
): Promise<void> {
  await db`
    update message_outbox
    set state = ${end.state}, problem = ${end.problem ?? (end.state === 'late' ? db`problem` : null)}, sealed = null,
      ended_at = ${end.at}
    where id = ${taken.id} and state = 'waiting' and tries = ${taken.tries}`
}

/**
 * Ends messages whose time is over and that no process tries now: those of a channel without a transport, which nobody
 * takes, are ended by this alone. @returns how many.
 */
export async function endLate(db: Db, now: Instant, limit: number): Promise<number> {
  const ended = await db`
    update message_outbox set state = 'late', sealed = null, ended_at = ${now}
    where id in (
      select id from message_outbox where state = 'waiting' and expires_at <= ${now} and next_try_at <= ${now}
      order by id limit ${limit} for update skip locked)`
  return ended.count
}

/** Removes messages that ended before a time, the oldest first. @returns how many. */
export async function removeEndedBefore(db: Db, before: Instant, limit: number): Promise<number> {
  const gone = await db`
    delete from message_outbox where id in (
      select id from message_outbox where ended_at < ${before} order by ended_at, id limit ${limit})`
  return gone.count
}

/** How many messages of each channel wait or ended without being sent, and since when the oldest waits. */
export async function countOutbox(
  db: Db,
): Promise<readonly { channel: MessageChannel; state: string; count: number; oldestAt: Instant }[]> {
  return await db<{ channel: MessageChannel; state: string; count: number; oldestAt: Instant }[]>`
    select channel, state, count(*)::int as count, min(created_at)::float8 as "oldestAt" from message_outbox
    group by channel, state order by channel, state`
}
