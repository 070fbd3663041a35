import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Instant, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import { type Caller, type CommandContext, networkOf, type Tx, transaction } from '@bolsillo/server-kit'
import { identityRejections, type login } from '../contract.ts'
import { addressText, deviceName, isAddress, readAddress, sessionRules } from '../domain/index.ts'
import {
  type Customer,
  findCustomerByAddress,
  isKnownDevice,
  lockCustomer,
  noteDevice,
  savePasswordHash,
} from './customer-store.ts'
import { type Parts, refuseAddress, refuseBusy, userOf } from './parts.ts'
import { randomToken } from './randomness.ts'
import { deviceHash, tokenHash } from './secrets.ts'
import { endOldestSessions, insertSession } from './session-store.ts'
import { attemptKeys, forgiveAttempt, takeAttempt } from './sign-in-attempts.ts'
import { tellEverywhere } from './tell-everywhere.ts'

/**
 * Opens a session. The work is the same for known and unknown accounts: the attempt is counted, a password is hashed, a
 * refusal is written down. The password is hashed outside any transaction, so that waiting sign-ins hold no connection.
 */
export function signInUseCase(parts: Parts) {
  return async (
    request: RequestOf<typeof login>,
    { db, now, caller }: CommandContext,
  ): Promise<ReplyOf<typeof login> | Rejection> => {
    const address = readAddress(request.account, request.areaCode)
    if (!isAddress(address)) return refuseAddress(address)
    const customer = await findCustomerByAddress(db, address)
    const device = deviceHash(request.deviceKey)
    const isKnown = await isKnownDevice(db, customer?.id ?? 'cus_', device ?? '')
    const mark = parts.markOf(addressText(address))
    const knownDevice = isKnown ? device : undefined
    const keys = attemptKeys({ realm: 'customer', mark, knownDevice, address: caller.address })
    const mustWait = await takeAttempt(db, keys, now)
    if (mustWait !== undefined) return mustWait
    const result = await parts.hasher.verify(request.password, customer?.passwordHash)
    if (result === 'busy') return refuseBusy()
    if (result === 'wrong' || customer === undefined) {
      const subject = customer?.id ?? `address:${mark}`
      const entry = { at: now, actor: 'anonymous', action: 'identity.sign-in-fail', subject, details: from(caller) }
      await transaction(db, (tx) => parts.audit.record(tx, entry))
      return reject(identityRejections.credentialsWrong, { field: 'password' })
    }
    const renewed = parts.hasher.isOutdated(customer.passwordHash) ? await parts.hasher.hash(request.password) : 'busy'
    return transaction(db, async (tx) => {
      // Checking took a while: what was right then may have been replaced since, and its sessions ended.
      const still = await lockCustomer(tx, customer.id)
      if (still === undefined || !(await isStillRight(parts, request.password, customer, still))) {
        return reject(identityRejections.credentialsWrong, { field: 'password' })
      }
      await forgiveAttempt(tx, keys)
      if (renewed !== 'busy') await savePasswordHash(tx, customer.id, renewed)
      if (still.status === 0 && request.restricted !== true) return reject(identityRejections.accountDisabled)
      return openSession(parts, tx, { customer, device, caller, now, restricted: request.restricted === true })
    })
  }
}

/** Whether the password that was right for a customer as read before is right for the same customer now. */
async function isStillRight(parts: Parts, password: string, before: Customer, now: Customer): Promise<boolean> {
  if (now.passwordHash === before.passwordHash) return true
  // Another sign-in may only have hashed the same password anew.
  return (await parts.hasher.verify(password, now.passwordHash)) === 'right'
}

const from = (caller: Caller): Record<string, string> => ({
  device: deviceName(caller.device),
  network: networkOf(caller.address).slice(0, 60),
})

interface Opening {
  readonly customer: Customer
  readonly device: string | undefined
  readonly caller: Caller
  readonly now: Instant
  readonly restricted: boolean
}

async function openSession(parts: Parts, tx: Tx, opening: Opening): Promise<ReplyOf<typeof login>> {
  const { customer, device, caller, now, restricted } = opening
  const token = randomToken(parts.services.rng)
  const id = parts.services.ids.next('ses')
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
    createdAt: now,
    expiresAt,
  })
  await noticeDevice(parts, tx, opening)
  const details = { ...from(caller), session: id, restricted: String(restricted) }
  await parts.audit.record(tx, {
    at: now,
    actor: customer.id,
    action: 'identity.sign-in',
    subject: customer.id,
    details,
  })
  return { token, restricted, expiresAt, user: userOf(customer) }
}

/** Tells the customer of a device they never used before; a device without a key is new every time. */
async function noticeDevice(parts: Parts, tx: Tx, { customer, device, caller, now }: Opening): Promise<void> {
  const isNew = device === undefined || (await noteDevice(tx, customer.id, device, now))
  if (!isNew) return
  await tellEverywhere(parts, tx, { customer, kind: 'new-device', values: from(caller), at: now })
}
