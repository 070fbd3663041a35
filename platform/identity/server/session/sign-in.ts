import { attemptKeys, forgiveAttempt, takeAttempt } from '@bolsillo/factors/server'
import { isRejection, reject } from '@bolsillo/kernel'
import { transaction, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { addressText } from '../../domain/index.ts'
import {
  type Customer,
  findCustomerByAddress,
  isKnownDevice,
  lockCustomer,
  savePasswordHash,
} from '../account/customer-store.ts'
import { type IdentityDeps, readOwnAddress, refuseBusy } from '../deps.ts'
import { deviceHash } from '../secrets.ts'
import { recoverPassword } from './key-only.ts'
import { isKeyOnly } from './key-only-store.ts'
import { from, openSession } from './open-session.ts'

/**
 * Opens a session. The work is the same for known and unknown accounts: the attempt is counted, a password is hashed, a
 * refusal is written down. The password is hashed outside any transaction, so that waiting sign-ins hold no connection.
 */
export const signIn = useCase(calls.login, async (request, { db, now, caller }, deps: IdentityDeps) => {
  const address = readOwnAddress(deps, request.account, request.areaCode)
  if (isRejection(address)) return address
  const customer = await findCustomerByAddress(db, address)
  const device = deviceHash(request.deviceKey)
  const isKnown = await isKnownDevice(db, customer?.id ?? 'cus_', device ?? '')
  const mark = deps.markOf(addressText(address))
  const knownDevice = isKnown ? device : undefined
  const keys = attemptKeys({ realm: 'customer', mark, knownDevice, address: caller.address })
  const mustWait = await takeAttempt(db, keys, now)
  if (mustWait !== undefined) return mustWait
  const result = await deps.hasher.verify(request.password, customer?.passwordHash)
  if (result === 'busy') return refuseBusy()
  if (result === 'wrong' || customer === undefined) {
    const subject = customer?.id ?? `address:${mark}`
    const entry = { at: now, actor: 'anonymous', action: 'identity.sign-in-fail', subject, details: from(caller) }
    await transaction(db, (tx) => deps.audit.record(tx, entry))
    return reject(identityRejections.credentialsWrong, { field: 'password' })
  }
  const renewed = deps.hasher.isOutdated(customer.passwordHash) ? await deps.hasher.hash(request.password) : 'busy'
  return transaction(db, async (tx) => {
    // Checking took a while: what was right then may have been replaced since, and its sessions ended.
    const still = await lockCustomer(tx, customer.id)
    if (still === undefined || !(await isStillRight(deps, request.password, customer, still))) {
      return reject(identityRejections.credentialsWrong, { field: 'password' })
    }
    if (await isKeyOnly(tx, customer.id)) {
      const back = { owner: customer.id, typed: request.recoveryCode, now }
      // To whoever has the password it looks like a wrong one: that it was right is nobody's business.
      if (!(await recoverPassword(deps, tx, back))) {
        const details = { ...from(caller), by: 'key-only' }
        const entry = { at: now, actor: 'anonymous', action: 'identity.sign-in-fail', subject: customer.id, details }
        await deps.audit.record(tx, entry)
        return reject(identityRejections.credentialsWrong, { field: 'password' })
      }
    }
    await forgiveAttempt(tx, keys)
    if (renewed !== 'busy') await savePasswordHash(tx, customer.id, renewed)
    if (still.status === 0 && request.restricted !== true) return reject(identityRejections.accountDisabled)
    const restricted = request.restricted === true
    return openSession(deps, tx, { customer, device, caller, now, restricted, by: 'password' })
  })
})

/** Whether the password that was right for a customer as read before is right for the same customer now. */
async function isStillRight(deps: IdentityDeps, password: string, before: Customer, now: Customer): Promise<boolean> {
  if (now.passwordHash === before.passwordHash) return true
  // Another sign-in may only have hashed the same password anew.
  return (await deps.hasher.verify(password, now.passwordHash)) === 'right'
}
