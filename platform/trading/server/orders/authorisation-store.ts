import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** Until when orders of a session need no trade password; undefined when it was not asked for or has passed. */
export async function findAuthorisation(db: Db, sessionId: Id<'ses'>, now: Instant): Promise<Instant | undefined> {
  const [row] = await db<{ until_at: bigint }[]>`
    select until_at from trade_authorisation where session_id = ${sessionId} and until_at > ${now}`
  return row === undefined ? undefined : instant(Number(row.until_at))
}

/** The same for several sessions, in their order. */
export async function findAuthorisations(
  db: Db,
  sessionIds: readonly Id<'ses'>[],
): Promise<readonly (Instant | undefined)[]> {
  const rows = await db<{ session_id: string; until_at: bigint }[]>`
    select session_id, until_at from trade_authorisation where session_id = any (${[...sessionIds]}::text[])`
  const untils = new Map(rows.map((row) => [row.session_id, instant(Number(row.until_at))]))
  return sessionIds.map((sessionId) => untils.get(sessionId))
}

/** Lets orders of a session pass until an instant. */
export async function saveAuthorisation(
  tx: Tx,
  grant: {
    readonly sessionId: Id<'ses'>
    readonly customerId: Id<'cus'>
    readonly at: Instant
    readonly until: Instant
  },
): Promise<void> {
  await tx`
    insert into trade_authorisation (session_id, customer_id, authorised_at, until_at)
    values (${grant.sessionId}, ${grant.customerId}, ${grant.at}, ${grant.until})
    on conflict (session_id) do update set authorised_at = excluded.authorised_at, until_at = excluded.until_at`
}

/** Takes away what has passed. */
export async function deletePassedAuthorisations(db: Db, now: Instant): Promise<void> {
  await db`delete from trade_authorisation where until_at <= ${now}`
}

/** Takes away every authorization of a customer: the trade password they were given for is no longer the same. */
export async function deleteAuthorisationsOf(db: Db, customerId: string): Promise<void> {
  await db`delete from trade_authorisation where customer_id = ${customerId}`
}
