import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { NoticeChannelName } from '../domain/index.ts'

/** Up to where what happens is queued. */
export interface NoticePlace {
  readonly entry: bigint
  readonly act: bigint
}

/** Locks the place: whoever queues has it until the transaction ends, so that nothing is queued by two. */
export async function lockPlace(tx: Tx): Promise<NoticePlace & { readonly seal: Buffer | null }> {
  const [row] = await tx<
    (NoticePlace & { readonly seal: Buffer | null })[]
  >`select entry, act, seal from notice_place for update`
  if (row === undefined) throw new Error('notice_place has no row')
  return row
}

/** Stores the place with what proves that the server wrote it. */
export async function savePlace(tx: Tx, { entry, act }: NoticePlace, seal: Buffer): Promise<void> {
  await tx`update notice_place set entry = ${entry}, act = ${act}, seal = ${seal}`
}

/** The last entry and the last act that a notice was queued of; 0 where there is none. */
export async function findQueuedUpTo(tx: Tx): Promise<NoticePlace> {
  const [row] = await tx<NoticePlace[]>`
    select coalesce(max(substr(event, 2)::bigint) filter (where event ~ '^e[0-9]+$'), 0) as entry,
      coalesce(max(substr(event, 2)::bigint) filter (where event ~ '^a[0-9]+$'), 0) as act from notice`
  return row ?? { entry: 0n, act: 0n }
}

/** Which notice: what happened, to whom, on which channel. */
export interface NoticeKey {
  /** `e12`, `a34`: an entry or an act by its number; `n…`: what a room writes by itself. */
  readonly event: string
  readonly customerId: Id<'cus'>
  readonly channel: NoticeChannelName
}

interface NewNotice extends NoticeKey {
  readonly about: string
  readonly happenedAt: Instant
}

/** Whether a notice is there, queued or waiting. */
export async function hasNotice(tx: Tx, { event, customerId, channel }: NoticeKey): Promise<boolean> {
  const rows = await tx`
    select 1 from notice where event = ${event} and customer_id = ${customerId} and channel = ${channel}`
  return rows.length > 0
}

/** Whether a customer got a notice about the same since a time. */
export async function hasNoticeSince(
  tx: Tx,
  { customerId, channel, about, happenedAt }: Omit<NewNotice, 'event'>,
): Promise<boolean> {
  const rows = await tx`
    select 1 from notice
    where customer_id = ${customerId} and channel = ${channel} and about = ${about} and happened_at > ${happenedAt}
    limit 1`
  return rows.length > 0
}

/** Notes a notice that is queued. */
export async function insertQueued(
  tx: Tx,
  { event, customerId, channel, about, happenedAt }: NewNotice,
  { messages, at }: { readonly messages: number; readonly at: Instant },
): Promise<void> {
  await tx`
    insert into notice (event, customer_id, channel, about, happened_at, due_at, state, messages, ended_at)
    values (${event}, ${customerId}, ${channel}, ${about}, ${happenedAt}, ${at}, 'queued', ${messages}, ${at})`
}

/** Stores a notice that waits. */
export async function insertWaiting(
  tx: Tx,
  { event, customerId, channel, about, happenedAt }: NewNotice,
  { dueAt, sealed }: { readonly dueAt: Instant; readonly sealed: Buffer },
): Promise<void> {
  await tx`
    insert into notice (event, customer_id, channel, about, happened_at, due_at, state, sealed)
    values (${event}, ${customerId}, ${channel}, ${about}, ${happenedAt}, ${dueAt}, 'waiting', ${sealed})`
}

/** A notice that waited. */
export interface WaitingNotice extends NewNotice {
  readonly sealed: Buffer
}

/** For whom, on which channel, something is due. */
export async function findDue(tx: Tx, now: Instant): Promise<Omit<NoticeKey, 'event'> | undefined> {
  const [row] = await tx<{ customer_id: Id<'cus'>; channel: NoticeChannelName }[]>`
    select customer_id, channel from notice where state = 'waiting' and due_at <= ${now} order by due_at limit 1`
  return row === undefined ? undefined : { customerId: row.customer_id, channel: row.channel }
}

/** What is due for a customer on a channel, oldest first. */
export async function findWaiting(
  tx: Tx,
  { customerId, channel }: Omit<NoticeKey, 'event'>,
  now: Instant,
  limit: number,
): Promise<readonly WaitingNotice[]> {
  const rows = await tx<{ event: string; about: string; happened_at: bigint; sealed: Buffer }[]>`
    select event, about, happened_at, sealed from notice
    where state = 'waiting' and due_at <= ${now} and customer_id = ${customerId} and channel = ${channel}
    order by happened_at, event limit ${limit}`
  return rows.map(({ event, about, happened_at, sealed }) => {
    return { event, about, sealed, customerId, channel, happenedAt: instant(Number(happened_at)) }
  })
}

/** Ends notices that waited, and erases what they say. */
export async function endWaiting(
  tx: Tx,
  of: readonly NoticeKey[],
  end: { readonly state: 'queued' | 'merged' | 'dropped'; readonly messages: number; readonly at: Instant },
): Promise<void> {
  for (const { event, customerId, channel } of of)
    await tx`
      update notice set state = ${end.state}, sealed = null, messages = ${end.messages}, ended_at = ${end.at}
      where event = ${event} and customer_id = ${customerId} and channel = ${channel} and state = 'waiting'`
}

/** What is due for a customer on a channel becomes due at another time. */
export async function delayWaiting(
  tx: Tx,
  { customerId, channel }: Omit<NoticeKey, 'event'>,
  now: Instant,
  dueAt: Instant,
): Promise<void> {
  await tx`
    update notice set due_at = ${dueAt}
    where customer_id = ${customerId} and channel = ${channel} and state = 'waiting' and due_at <= ${now}`
}

/** What waits for a customer becomes due at another time. */
export async function moveWaiting(tx: Tx, customerId: Id<'cus'>, dueAt: Instant): Promise<void> {
  await tx`update notice set due_at = ${dueAt} where customer_id = ${customerId} and state = 'waiting'`
}

/** Removes notices that ended before a time. @returns how many. */
export async function removeEndedBefore(db: Db, before: Instant, limit: number): Promise<number> {
  const gone = await db`
    delete from notice where (event, customer_id, channel) in (
      select event, customer_id, channel from notice where ended_at < ${before} order by ended_at limit ${limit})`
  return gone.count
}
