import type { Details } from '@bolsillo/audit/domain'
import { randomToken } from '@bolsillo/factors/server'
import { type Id, reject } from '@bolsillo/kernel'
import { type Own, type Services, type Tx, useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { forgetDevices } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { tokenHash } from '../secrets.ts'
import { from } from './open-session.ts'
import { endSession, endSessions, findEnteredBy, findSessionsOfCustomer, replaceToken } from './session-store.ts'

/**
 * From where a change is made: session, device, network, and how the session was entered. It is recorded in the customer's
 * own log, so that the customer can be distinguished from somebody who was admitted in their name.
 */
export async function whence(context: Own<WriteContext>): Promise<Details> {
  const { sessionId } = context.customer
  const by = await findEnteredBy(context.tx, sessionId)
  return { ...from(context.caller), session: sessionId, ...(by === undefined ? {} : { by }) }
}

/** Gives a session another token, so that one copied before opens nothing from the commit on. @returns the new one. */
export async function renewSession({ rng }: Pick<Services, 'rng'>, tx: Tx, sessionId: Id<'ses'>): Promise<string> {
  const token = randomToken(rng)
  await replaceToken(tx, sessionId, tokenHash(token))
  return token
}

/** Ends the session that asks. */
export const signOut = useCase(calls.logout, async (_request, context, deps: IdentityDeps) => {
  const { customerId, sessionId } = context.customer
  await endSession(context.tx, { customerId, sessionId, at: context.now, reason: 'signed-out' })
  await deps.audit.record(context.tx, {
    at: context.now,
    actor: customerId,
    action: 'identity.sign-out',
    subject: customerId,
    details: { session: sessionId },
  })
  return {}
})

/** The customer's live sessions. */
export const listSessions = useCase(calls.listSessions, async (_request, context) => {
  const own = context.customer
  const sessions = await findSessionsOfCustomer(context.db, own.customerId, context.now)
  return {
    sessions: sessions.map((session) => ({
      id: session.id,
      device: session.device,
      address: session.address,
      startedAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      current: session.id === own.sessionId,
      restricted: session.restricted,
    })),
  }
})

/** Ends one session, or all others. Whoever was revoked is a new device at their next sign-in. */
export const revokeSession = useCase(calls.revokeSession, async (request, context, deps: IdentityDeps) => {
  const { customerId, sessionId: current } = context.customer
  const { tx, now: at } = context
  const devices: (string | undefined)[] = []
  if (request.sessionId === undefined) {
    devices.push(...(await endSessions(tx, { customerId, but: current, at, reason: 'revoked' })))
  } else {
    const ended = await endSession(tx, { customerId, sessionId: request.sessionId, at, reason: 'revoked' })
    if (ended === undefined) return reject(identityRejections.sessionUnknown, { field: 'sessionId' })
    devices.push(ended.deviceHash)
  }
  const own = (await findSessionsOfCustomer(tx, customerId, at)).find(({ id }) => id === current)
  for (const device of new Set(devices)) {
    if (device !== undefined && device !== own?.deviceHash) await forgetDevices(tx, customerId, device)
  }
  const details = { session: request.sessionId ?? 'others', ended: String(devices.length) }
  await deps.audit.record(tx, {
    at,
    actor: customerId,
    action: 'identity.session-revoke',
    subject: customerId,
    details,
  })
  return { ended: devices.length }
})
