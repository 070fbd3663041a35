import type { MessageChannel } from '@bolsillo/identity/server'
import type { Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { type ChannelState, type ListedMessage, type ListedState, problems } from '../contract/operator.ts'

/** What a channel has not sent, and what it has. */
type Counted = Omit<ChannelState, 'channel' | 'isCarried'>

/** Where a message is in a list: by the time it ended, or was written, and its id. */
export interface UnsentPlace {
  readonly at: number
  readonly id: string
}

/** The last instant a date can be: whoever owns the database may write any number there. */
const lastInstant = 8_640_000_000_000_000
const shownAt = (at: number): number => Math.min(Math.max(Math.trunc(at), 0), lastInstant)
const shownLength = 80

/** A reason that no transport gives was written by somebody else. */
function problemOf(problem: string | null): { readonly problem?: (typeof problems)[number] } {
  return problem === null ? {} : { problem: problems.find((known) => known === problem) ?? 'altered' }
}

/** What each channel has not sent, and how many it sent since a time. */
export async function countChannels(
  db: Db,
  { sentSince }: { readonly sentSince: Instant },
): Promise<ReadonlyMap<MessageChannel, Counted>> {
  const unsent = await db<UnsentColumns[]>`
    select channel, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'waiting' and problem is not null)::int as failing,
      min(created_at) filter (where state = 'waiting')::float8 as oldest_at,
      mode() within group (order by problem) filter (where state = 'waiting') as problem,
      count(*) filter (where state = 'refused')::int as refused, count(*) filter (where state = 'late')::int as late
    from message_outbox where state <> 'sent' group by channel`
  const sent = await db<SentColumns[]>`
    with receipt as (
      select channel, fate from message_receipt join message_outbox on id = message_id where received_at >= ${sentSince})
    select channel, (select max(ended_at)::float8 from message_outbox as sent
        where sent.channel = each.channel and state = 'sent') as last_sent_at,
      (select count(*)::int from message_outbox as sent
        where sent.channel = each.channel and state = 'sent' and ended_at >= ${sentSince}) as sent_lately,
      (select count(*) filter (where fate = 'delivered')::int from receipt where receipt.channel = each.channel) as delivered,
      (select count(*) filter (where fate = 'undelivered')::int from receipt where receipt.channel = each.channel)
        as undelivered
    from (values ('email'), ('sms'), ('whatsapp'), ('push')) as each (channel)`
  return new Map(
    sent.map(({ channel, last_sent_at, sent_lately, delivered, undelivered }) => {
      const row = unsent.find((one) => one.channel === channel)
      const counted: Counted = {
        ...{ waiting: row?.waiting ?? 0, failing: row?.failing ?? 0, refused: row?.refused ?? 0, late: row?.late ?? 0 },
        ...problemOf(row?.problem ?? null),
        ...(row === undefined || row.oldest_at === null ? {} : { oldestAt: shownAt(row.oldest_at) }),
        ...{ sentLately: sent_lately, deliveredLately: delivered, undeliveredLately: undelivered },
        ...(last_sent_at === null ? {} : { lastSentAt: shownAt(last_sent_at) }),
      }
      return [channel, counted] as const
    }),
  )
}

interface UnsentColumns {
  channel: MessageChannel
  waiting: number
  failing: number
  oldest_at: number | null
  problem: string | null
  refused: number
  late: number
}

interface SentColumns {
  channel: MessageChannel
  last_sent_at: number | null
  sent_lately: number
  delivered: number
  undelivered: number
}

/** Messages of one state: those that wait the oldest first, those that ended the last first. Never what is sealed. */
export async function findUnsent(
  db: Db,
  wanted: {
    readonly state: ListedState
    readonly channel: MessageChannel | undefined
    readonly after: UnsentPlace | undefined
    readonly limit: number
  },
): Promise<readonly ListedMessage[]> {
  const { state, channel, after, limit } = wanted
  const place = db`(coalesce(ended_at, created_at), id)`
  const from = after === undefined ? undefined : db`(${after.at}::bigint, ${after.id})`
  const beyond = from === undefined ? db`true` : state === 'waiting' ? db`${place} > ${from}` : db`${place} < ${from}`
  const order = state === 'waiting' ? db`asc` : db`desc`
  const rows = await db<MessageColumns[]>`
    select id, channel, shown_to, has_code, tries, problem, created_at::float8, next_try_at::float8, expires_at::float8,
      ended_at::float8
    from message_outbox
    where state = ${state} and state <> 'sent' and (${channel ?? null}::text is null or channel = ${channel ?? null})
      and ${beyond}
    order by coalesce(ended_at, created_at) ${order}, id ${order} limit ${limit}`
  return rows.map((row) => ({
    ...{ id: row.id, channel: row.channel, state, hasCode: row.has_code, tries: row.tries },
    shownTo: row.shown_to.slice(0, shownLength),
    ...problemOf(row.problem),
    ...{ createdAt: shownAt(row.created_at), expiresAt: shownAt(row.expires_at) },
    ...(row.ended_at === null ? { nextTryAt: shownAt(row.next_try_at) } : { endedAt: shownAt(row.ended_at) }),
  }))
}

interface MessageColumns {
  id: string
  channel: MessageChannel
  shown_to: string
  has_code: boolean
  tries: number
  problem: string | null
  created_at: number
  next_try_at: number
  expires_at: number
  ended_at: number | null
}
