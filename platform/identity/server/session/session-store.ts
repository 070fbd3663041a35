import { type Id, type Instant, idOf, instant, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { sessionRules } from '../../domain/index.ts'

/** A customer's session as stored. */
export interface Session {
  readonly id: Id<'ses'>
  readonly customerId: Id<'cus'>
  readonly deviceHash: string | undefined
  readonly device: string
  readonly address: string
  readonly restricted: boolean
  /** Undefined of sessions from before it was kept. */
  readonly enteredBy: 'password' | 'passkey' | undefined
  readonly createdAt: Instant
  readonly lastSeenAt: Instant
  readonly expiresAt: Instant
}

export type EndReason = 'signed-out' | 'revoked' | 'too-many' | 'password-changed' | 'disabled' | 'frozen'

interface SessionRow {
  readonly id: string
  readonly customer_id: string
  readonly device_hash: string | null
  readonly device: string
  readonly address: string
  readonly restricted: boolean
  readonly entered_by: string | null
  readonly created_at: bigint
  readonly last_seen_at: bigint
  readonly expires_at: bigint
}

function sessionOf(row: SessionRow): Session {
  return {
    id: idOf('ses', row.id),
    customerId: idOf('cus', row.customer_id),
    deviceHash: row.device_hash ?? undefined,
    device: row.device,
    address: row.address,
    restricted: row.restricted,
    enteredBy: row.entered_by === 'password' || row.entered_by === 'passkey' ? row.entered_by : undefined,
    createdAt: instant(Number(row.created_at)),
    lastSeenAt: instant(Number(row.last_seen_at)),
    expiresAt: instant(Number(row.expires_at)),
  }
}

export async function insertSession(
  tx: Tx,
  session: Omit<Session, 'lastSeenAt'> & { readonly tokenHash: Buffer },
): Promise<void> {
  await tx`
    insert into customer_session (id, customer_id, token_hash, device_hash, device, address, restricted, entered_by,
      created_at, last_seen_at, expires_at)
    values (${session.id}, ${session.customerId}, ${session.tokenHash}, ${session.deviceHash ?? null},
      ${session.device}, ${session.address}, ${session.restricted}, ${session.enteredBy ?? null},
      ${session.createdAt}, ${session.createdAt}, ${session.expiresAt})`
}

/** What a request must know of its session: nothing else is read for each of them. */
export interface TokenSession {
  readonly sessionId: Id<'ses'>
  readonly customerId: Id<'cus'>
  /** The session or its customer is restricted. */
  readonly isRestricted: boolean
  readonly lastSeenAt: number
  readonly expiresAt: number
}

/** What a question to the database saw: everything of the transactions before one, and perhaps of later ones. */
export interface Moment {
  /** The oldest transaction that had not ended. */
  readonly transaction: bigint
  /** When the database was started: its numbers of transactions may be others after another start. */
  readonly databaseStart: string
}

/** The sessions of tokens that were not ended, in the order of the tokens. Whether they have run out the caller knows. */
export async function findSessionsByToken(
  db: Db,
  tokenHashes: readonly string[],
): Promise<readonly ({ readonly session: TokenSession; readonly seenAt: Moment } | undefined)[]> {
  const rows = await db<
    {
      transaction: bigint
      database_start: string
      place: bigint
      id: string
      customer_id: string
      restricted: boolean
      last_seen_at: bigint
      expires_at: bigint
    }[]
  >`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction,
      pg_postmaster_start_time()::text as database_start,
      asked.place, session.id, customer_id, restricted or customer.status = 0 as restricted, last_seen_at, expires_at
    from unnest(${[...tokenHashes]}::text[]) with ordinality as asked (hash, place)
    join customer_session session on token_hash = decode(asked.hash, 'hex') and ended_at is null
    join customer on customer.id = session.customer_id`
  const found: ({ session: TokenSession; seenAt: Moment } | undefined)[] = tokenHashes.map(() => undefined)
  for (const row of rows) {
    const session = {
      sessionId: idOf('ses', row.id),
      customerId: idOf('cus', row.customer_id),
      isRestricted: row.restricted,
      lastSeenAt: Number(row.last_seen_at),
      expiresAt: Number(row.expires_at),
    }
    const seenAt = { transaction: row.transaction, databaseStart: row.database_start }
    found[Number(row.place) - 1] = { session, seenAt }
  }
  return found
}

/** Customers something changed for (a session ended, a restriction), as far as the question saw. */
export interface SessionChanges {
  readonly moment: Moment
  readonly customerIds: readonly Id<'cus'>[]
}

/** What changed in a transaction and all later ones. */
export async function findSessionChanges(db: Db, since: bigint): Promise<SessionChanges> {
  const [row] = await db<{ transaction: bigint; database_start: string; customers: string | null }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction,
      pg_postmaster_start_time()::text as database_start,
      (select string_agg(distinct customer_id, ' ') from session_change where changed_in >= ${String(since)}::xid8)
        as customers`
  const { transaction, database_start: databaseStart, customers } = present(row, 'a row without conditions')
  const customerIds = customers === null ? [] : customers.split(' ').map((id) => idOf('cus', id))
  return { moment: { transaction, databaseStart }, customerIds }
}

/** Notes the use of sessions, unless that was done shortly before. Rows are taken in order, so that two never wait in a circle. */
export async function noteSessionUses(
  db: Db,
  uses: readonly { readonly sessionId: Id<'ses'>; readonly at: Instant }[],
): Promise<void> {
  await db`
    with due as (
      select session.id, use.at
      from unnest(${uses.map(({ sessionId }) => sessionId)}::text[], ${uses.map(({ at }) => at)}::bigint[]) as use (id, at)
      join customer_session session on session.id = use.id and last_seen_at < use.at - ${sessionRules.notedEveryMs}::bigint
      order by session.id for update of session skip locked
    )
    update customer_session session set last_seen_at = due.at from due where session.id = due.id`
}

/** Which of these sessions are live. One opened before its customer was restricted is not: they enter anew. */
export async function liveSessions(db: Db, ids: readonly Id<'ses'>[], now: Instant): Promise<ReadonlySet<Id<'ses'>>> {
  if (ids.length === 0) return new Set()
  const rows = await db<{ id: string }[]>`
    select session.id from customer_session session join customer on customer.id = session.customer_id
    where session.id = any (${[...ids]}::text[]) and ended_at is null and (restricted or customer.status = 1)
      and expires_at > ${now} and last_seen_at > ${now - sessionRules.customer.idleMs}`
  return new Set(rows.map((row) => idOf('ses', row.id)))
}

/** A customer's live sessions, latest use first. */
export async function findSessionsOfCustomer(db: Db, customerId: Id<'cus'>, now: Instant): Promise<readonly Session[]> {
  const rows = await db<SessionRow[]>`
    select * from customer_session
    where customer_id = ${customerId} and ended_at is null
      and expires_at > ${now} and last_seen_at > ${now - sessionRules.customer.idleMs}
    order by last_seen_at desc, created_at desc limit 20`
  return rows.map(sessionOf)
}

/** How a session was entered, where that was kept. */
export async function findEnteredBy(db: Db, id: Id<'ses'>): Promise<string | undefined> {
  const [row] = await db<{ entered_by: string | null }[]>`select entered_by from customer_session where id = ${id}`
  return row?.entered_by ?? undefined
}

/** Ends one session of a customer. @returns what was ended, or undefined when there was no such live session. */
export async function endSession(
  db: Db,
  end: {
    readonly customerId: Id<'cus'>
    readonly sessionId: Id<'ses'>
    readonly at: Instant
    readonly reason: EndReason
  },
): Promise<{ readonly deviceHash: string | undefined } | undefined> {
  const [row] = await db<{ device_hash: string | null }[]>`
    update customer_session set ended_at = ${end.at}, end_reason = ${end.reason}
    where id = ${end.sessionId} and customer_id = ${end.customerId} and ended_at is null
    returning device_hash`
  return row === undefined ? undefined : { deviceHash: row.device_hash ?? undefined }
}

/** Gives a session another token: the one it had opens nothing from the commit on. */
export async function replaceToken(tx: Tx, id: Id<'ses'>, tokenHash: Buffer): Promise<void> {
  await tx`update customer_session set token_hash = ${tokenHash} where id = ${id} and ended_at is null`
}

/** Ends all live sessions of a customer, or all but one. @returns their devices. */
export async function endSessions(
  db: Db,
  end: { readonly customerId: Id<'cus'>; readonly but?: Id<'ses'>; readonly at: Instant; readonly reason: EndReason },
): Promise<readonly (string | undefined)[]> {
  const rows = await db<{ device_hash: string | null }[]>`
    update customer_session set ended_at = ${end.at}, end_reason = ${end.reason}
    where customer_id = ${end.customerId} and ended_at is null and id is distinct from ${end.but ?? null}
    returning device_hash`
  return rows.map((row) => row.device_hash ?? undefined)
}

/** Ends a customer's oldest sessions so that at most `keep` stay live. */
export async function endOldestSessions(tx: Tx, customerId: Id<'cus'>, keep: number, at: Instant): Promise<void> {
  await tx`
    update customer_session set ended_at = ${at}, end_reason = 'too-many'
    where id in (
      select id from customer_session
      where customer_id = ${customerId} and ended_at is null
        and expires_at > ${at} and last_seen_at > ${at - sessionRules.customer.idleMs}
      order by created_at desc, id desc offset ${keep})`
}

/** Removes the changes no server asks for any more: those of more than a day ago, by the clock that dated them. */
export async function removeOldSessionChanges(db: Db): Promise<void> {
  await db`
    delete from session_change where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - 86400000`
}

/** Removes sessions over since before a time. */
export async function removeOldSessions(db: Db, before: Instant): Promise<void> {
  await db`delete from customer_session where expires_at < ${before}`
  await db`delete from operator_session where expires_at < ${before}`
}
