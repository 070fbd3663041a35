import { waitingOf } from '@bolsillo/cases/server'
import type { Id, Instant } from '@bolsillo/kernel'
import { instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { CloseReason, LineKind, Topic } from '../domain/index.ts'

/** A conversation, with what follows from its lines. */
export interface Conversation {
  readonly id: Id<'cnv'>
  readonly customerId: Id<'cus'>
  readonly topic: Topic
  readonly about: string | undefined
  readonly openedAt: Instant
  /** How many lines it has, and when the last was written. */
  readonly lines: number
  readonly lastAt: Instant
  /** Who took it last. */
  readonly owner: Id<'opr'> | undefined
  /** The oldest message of the customer after the last answer. */
  readonly waitsSince: Instant | undefined
  readonly closedAt: Instant | undefined
  readonly closedFor: CloseReason | undefined
}

export interface StoredLine {
  readonly no: number
  readonly kind: LineKind
  readonly actor: string
  readonly at: Instant
  readonly sealed: Buffer | undefined
  readonly hash: string | undefined
  readonly reason: CloseReason | undefined
}

interface ConversationColumns {
  id: Id<'cnv'>
  customer_id: Id<'cus'>
  topic: Topic
  about: string | null
  opened_at: bigint
  lines: number
  last_at: bigint
  owner: Id<'opr'> | null
  waits_since: bigint | null
  closed_at: bigint | null
  closed_for: CloseReason | null
}

const optionalAt = (at: bigint | null): Instant | undefined => (at === null ? undefined : instant(Number(at)))

function conversationOf(row: ConversationColumns): Conversation {
  return {
    ...{ id: row.id, customerId: row.customer_id, topic: row.topic, about: row.about ?? undefined },
    ...{ openedAt: instant(Number(row.opened_at)), lines: row.lines, lastAt: instant(Number(row.last_at)) },
    ...{ owner: row.owner ?? undefined, waitsSince: optionalAt(row.waits_since) },
    ...{ closedAt: optionalAt(row.closed_at), closedFor: row.closed_for ?? undefined },
  }
}

/** Every conversation with the state that its lines say. */
const everything = (db: Db) => db`
  select conversation.*, course.lines, coalesce(course.last_at, opened_at) as last_at, waits.since as waits_since,
    (select actor from support_line where conversation_id = conversation.id and kind = 'taken'
      order by no desc limit 1) as owner,
    case when turn.kind = 'closed' then turn.at end as closed_at,
    case when turn.kind = 'closed' then turn.reason end as closed_for
  from support_conversation as conversation
    cross join lateral (
      select count(*)::int as lines, max(at) as last_at,
        coalesce(max(no) filter (where kind = 'message' and actor <> conversation.customer_id), 0) as answered
      from support_line where conversation_id = conversation.id) as course
    left join lateral (
      select kind, at, reason from support_line
      where conversation_id = conversation.id and kind in ('closed', 'reopened') order by no desc limit 1) as turn on true
    cross join lateral (
      select min(at) as since from support_line
      where conversation_id = conversation.id and kind = 'message' and actor = conversation.customer_id
        and no > course.answered) as waits`

/** Where a list goes on: behind a time and an id. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** One change of a conversation at a time: whoever comes second sees what the first one did. */
export async function lockConversation(tx: Tx, id: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`support ${id}`}, 0))`
}

/** The same of all that a customer opens. */
export async function lockConversationsOf(tx: Tx, customerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`support of ${customerId}`}, 0))`
}

/** A conversation by its id. */
export async function findConversation(db: Db, id: string): Promise<Conversation | undefined> {
  const [row] = await db<ConversationColumns[]>`select * from (${everything(db)}) as found where id = ${id}`
  return row === undefined ? undefined : conversationOf(row)
}

/** A customer's conversations, the last opened first. */
export async function findConversationsOf(
  db: Db,
  customerId: string,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<readonly Conversation[]> {
  const rows = await db<ConversationColumns[]>`
    select * from (${everything(db)}) as found
    where customer_id = ${customerId}
      and (${after === undefined} or (opened_at, id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by opened_at desc, id desc limit ${limit}`
  return rows.map(conversationOf)
}

// A conversation that waits for its customer is behind all that wait for staff.
const answeredLast = 8_000_000_000_000_000

/** Open conversations, those that wait longest first. */
export async function findOpen(
  db: Db,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<readonly Conversation[]> {
  const rows = await db<ConversationColumns[]>`
    select * from (${everything(db)}) as found
    where closed_at is null and (${after === undefined}
      or (coalesce(waits_since, ${answeredLast}::bigint - last_at), id) > (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by coalesce(waits_since, ${answeredLast}::bigint - last_at), id limit ${limit}`
  return rows.map(conversationOf)
}

/** Where an open conversation is in that order. */
export const placeOfOpen = ({ waitsSince, lastAt }: Conversation): number => waitsSince ?? answeredLast - lastAt

/** Conversations that were closed, the last one first. */
export async function findClosed(
  db: Db,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<readonly Conversation[]> {
  const rows = await db<ConversationColumns[]>`
    select * from (${everything(db)}) as found
    where closed_at is not null
      and (${after === undefined} or (closed_at, id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by closed_at desc, id desc limit ${limit}`
  return rows.map(conversationOf)
}

/** How many conversations wait for an answer, and since when the oldest does. */
export async function countWaiting(db: Db): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(waits_since) as oldest from (${everything(db)}) as found
    where closed_at is null and waits_since is not null`
  return waitingOf(row)
}

/** How much of support a customer uses: open conversations, and messages since a time. */
export async function countOwn(
  db: Db,
  customerId: string,
  since: number,
): Promise<{ readonly open: number; readonly messages: number }> {
  const [row] = await db<{ open: number; messages: number }[]>`
    select (select count(*)::int from (${everything(db)}) as found
        where customer_id = ${customerId} and closed_at is null) as open,
      (select count(*)::int from support_line
        where customer_id = ${customerId} and actor = ${customerId} and kind = 'message' and at > ${since}) as messages`
  return row ?? { open: 0, messages: 0 }
}

/** The lines of a conversation in their order. */
export async function findLines(db: Db, id: string): Promise<readonly StoredLine[]> {
  const rows = await db<
    {
      no: number
      kind: LineKind
      actor: string
      at: bigint
      sealed: Buffer | null
      hash: string | null
      reason: CloseReason | null
    }[]
  >`select no, kind, actor, at, sealed, hash, reason from support_line where conversation_id = ${id} order by no`
  return rows.map(({ at, sealed, hash, reason, ...line }) => ({
    ...line,
    ...{ at: instant(Number(at)), sealed: sealed ?? undefined, hash: hash ?? undefined, reason: reason ?? undefined },
  }))
}

/** Keeps a conversation for good. */
export async function insertConversation(
  tx: Tx,
  one: Pick<Conversation, 'id' | 'customerId' | 'topic' | 'about' | 'openedAt'>,
): Promise<void> {
  await tx`
    insert into support_conversation (id, customer_id, topic, about, opened_at)
    values (${one.id}, ${one.customerId}, ${one.topic}, ${one.about ?? null}, ${one.openedAt})`
}

/** Keeps a line for good. */
export async function insertLine(
  tx: Tx,
  { id, customerId }: Pick<Conversation, 'id' | 'customerId'>,
  line: StoredLine,
): Promise<void> {
  const { no, kind, actor, at, sealed = null, hash = null, reason = null } = line
  await tx`
    insert into support_line (conversation_id, customer_id, no, kind, actor, at, sealed, hash, reason)
    values (${id}, ${customerId}, ${no}, ${kind}, ${actor}, ${at}, ${sealed}, ${hash}, ${reason})`
}
