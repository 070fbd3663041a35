import type { ReplyOf } from '@bolsillo/contract'
import { randomToken } from '@bolsillo/factors/server'
import { type Instant, plusMs } from '@bolsillo/kernel'
import { type Caller, networkOf, type Tx } from '@bolsillo/server-kit'
import type { login } from '../../contract/index.ts'
import { deviceInMessages, deviceName, sessionRules } from '../../domain/index.ts'
import { type Customer, noteDevice } from '../account/customer-store.ts'
import { type IdentityDeps, userOf } from '../deps.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { tokenHash } from '../secrets.ts'
import { endOldestSessions, insertSession } from './session-store.ts'

/** What is kept of where somebody came from. */
export const from = (caller: Caller): Record<string, string> => ({
  device: deviceInMessages(caller.device),
  network: networkOf(caller.address).slice(0, 60),
})

export interface Opening {
  readonly customer: Customer
  readonly device: string | undefined
  readonly caller: Caller
  readonly now: Instant
  readonly restricted: boolean
  /** What was shown at the door. */
  readonly by: 'password' | 'passkey'
}

/**
 * Opens a session for somebody who proved who they are: the oldest of more than five ends, and a sign-in from a new device is
 * reported to the customer.
 */
export async function openSession(deps: IdentityDeps, tx: Tx, opening: Opening): Promise<ReplyOf<typeof login>> {
  const { customer, device, caller, now, restricted, by } = opening
  const token = randomToken(deps.services.rng)
  const id = deps.services.ids.next('ses')
  const expiresAt = plusMs(now, sessionRules.customer.longestMs)
  await endOldestSessions(tx, customer.id, sessionRules.most - 1, now)
  await insertSession(tx, {
    id,
    customerId: customer.id,
    tokenHash: tokenHash(token),
    deviceHash: device,
    device: deviceName(caller.device),
    address: caller.address,
    restricted,
    enteredBy: by,
    createdAt: now,
    expiresAt,
  })
  await noticeDevice(deps, tx, opening)
  const details = { ...from(caller), session: id, restricted: String(restricted), by }
  await deps.audit.record(tx, {
    at: now,
    actor: customer.id,
    action: 'identity.sign-in',
    subject: customer.id,
    details,
  })
  return { token, restricted, expiresAt, user: userOf(customer) }
}

/** Tells the customer of a device they never used before; a device without a key is new every time. */
async function noticeDevice(deps: IdentityDeps, tx: Tx, { customer, device, caller, now }: Opening): Promise<void> {
  const isNew = device === undefined || (await noteDevice(tx, customer.id, device, now))
  if (!isNew) return
  await tellEverywhere(deps, tx, { customer, kind: 'new-device', values: from(caller), at: now })
}
