import type { Id, Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { EndReason } from './session-store.ts'

/** A device as another room knows it: something was switched on there, in a session, at a time. */
export interface SignedInDevice {
  readonly id: string
  readonly customerId: Id<'cus'>
  readonly sessionId: Id<'ses'>
  /** As `deviceOfSession` gave it. */
  readonly deviceHash: string | undefined
  readonly since: Instant
}

/** What a device knows itself by, of the session it is signed in with; undefined where it did not say. */
export async function deviceOfSession(db: Db, sessionId: Id<'ses'>): Promise<string | undefined> {
  const [row] = await db<{ device_hash: string | null }[]>`
    select device_hash from customer_session where id = ${sessionId}`
  return row?.device_hash ?? undefined
}

// A sixth sign-in elsewhere, or a restriction, says nothing about who holds the device.
const byOwner: readonly EndReason[] = ['signed-out', 'revoked', 'password-changed', 'frozen']

/**
 * Which of these devices were signed out since: by their owner, there or from elsewhere, or by a change of what protects
 * the account. A session that ran out signs nobody out. @returns their ids.
 */
export async function findSignedOut(db: Db, devices: readonly SignedInDevice[]): Promise<ReadonlySet<string>> {
  if (devices.length === 0) return new Set()
  const rows = await db<{ id: string }[]>`
    select device.id from unnest(
      ${devices.map(({ id }) => id)}::text[],
      ${devices.map(({ customerId }) => customerId)}::text[],
      ${devices.map(({ sessionId }) => sessionId)}::text[],
      ${devices.map(({ deviceHash }) => deviceHash ?? null)}::text[],
      ${devices.map(({ since }) => since)}::bigint[]
    ) as device (id, customer_id, session_id, device_hash, since)
    where exists (
      select from customer_session as ended
      where ended.customer_id = device.customer_id and ended.ended_at >= device.since
        and ended.end_reason = any (${[...byOwner]}::text[])
        and (ended.id = device.session_id or ended.device_hash = device.device_hash))`
  return new Set(rows.map(({ id }) => id))
}
