import type { Owner } from '@bolsillo/factors/domain'
import {
  type AttemptKeys,
  askEntry,
  attemptKeys,
  confirmEntry,
  type EntryPlace,
  findPasskeyByCredential,
  forgiveAttempt,
  readEntry,
  takeAttempt,
} from '@bolsillo/factors/server'
import { type Id, isRejection, reject } from '@bolsillo/kernel'
import { type CommandContext, type ReadContext, transaction, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { addressText } from '../../domain/index.ts'
import { type Customer, findCustomer, isKnownDevice, lockCustomer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { deviceHash } from '../secrets.ts'
import { from, openSession } from './open-session.ts'

const placeOf = (deviceKey: string | undefined, { caller }: ReadContext): EntryPlace => ({
  door: 'customer',
  origin: caller.origin,
  device: deviceHash(deviceKey),
})

/** What a device signs to sign in. */
export const askPasskeySignIn = useCase(
  calls.askPasskeySignIn,
  async ({ deviceKey }, context, { factors, services }: IdentityDeps) =>
    askEntry({ key: factors.entryKey, rng: services.rng }, placeOf(deviceKey, context), context.now),
)

/**
 * Opens a session with a passkey alone. Attempts are counted with those of the password: who may not try one may not try
 * the other. An unknown passkey and a wrong signature are one refusal.
 */
export const passkeySignIn = useCase(calls.passkeySignIn, async (request, context, deps: IdentityDeps) => {
  const { db, now, caller } = context
  const { assertion, restricted = false } = request
  const place = placeOf(request.deviceKey, context)
  const claims = readEntry(deps.factors.entryKey, assertion, place, now)
  if (isRejection(claims)) return claims
  const passkey = await findPasskeyByCredential(db, claims.credentialId)
  const owner = isCustomer(passkey?.owner) ? await findCustomer(db, passkey.owner) : undefined
  const keys = await keysOf(deps, owner, claims.credentialId, place, context)
  const mustWait = await takeAttempt(db, keys, now)
  if (mustWait !== undefined) return mustWait
  return transaction(db, async (tx) => {
    const customer = owner === undefined ? undefined : await lockCustomer(tx, owner.id)
    const own = customer === undefined ? undefined : passkey
    const refusal = await confirmEntry(tx, { assertion, claims, origin: place.origin ?? '', passkey: own, now })
    if (refusal !== undefined || customer === undefined) {
      const subject = owner?.id ?? `passkey:${deps.markOf(claims.credentialId)}`
      const details = { ...from(caller), by: 'passkey' }
      await deps.audit.record(tx, {
        at: now,
        actor: 'anonymous',
        action: 'identity.sign-in-fail',
        subject,
        details,
      })
      return refusal ?? reject(identityRejections.passkeyWrong, { field: 'assertion' })
    }
    await forgiveAttempt(tx, keys)
    if (customer.status === 0 && !restricted) return reject(identityRejections.accountDisabled)
    return openSession(deps, tx, { customer, device: place.device, caller, now, restricted, by: 'passkey' })
  })
})

/** The counts of the account, as its password has them; a passkey nobody knows is counted by itself. */
async function keysOf(
  deps: IdentityDeps,
  owner: Customer | undefined,
  credentialId: string,
  { device }: EntryPlace,
  { db, caller }: CommandContext,
): Promise<AttemptKeys> {
  const mark = deps.markOf(owner === undefined ? `passkey ${credentialId}` : addressText(owner.address))
  const isKnown = await isKnownDevice(db, owner?.id ?? 'cus_', device ?? '')
  return attemptKeys({ realm: 'customer', mark, knownDevice: isKnown ? device : undefined, address: caller.address })
}

const isCustomer = (owner: Owner | undefined): owner is Id<'cus'> => owner?.startsWith('cus_') === true
