import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import type { PinKind } from '@bolsillo/factors/domain'
import { confirmIfSet, findPin, lockPin, savePin } from '@bolsillo/factors/server'
import { assert, type Rejection, reject } from '@bolsillo/kernel'
import { appendOutbox, type Own, useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { addressText } from '../../domain/index.ts'
import { type Customer, findCustomer, lockCustomer, savePasswordHash } from '../account/customer-store.ts'
import { type IdentityDeps, refuseBusy, refuseLoginPassword, refusePin } from '../deps.ts'
import { coolDownHours, startCoolDown } from '../freeze/cool-downs.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { from } from '../session/open-session.ts'
import { renewSession, whence } from '../session/own-session.ts'
import { endSessions } from '../session/session-store.ts'
import { checkLoginPassword } from './check-login-password.ts'

type Request = RequestOf<typeof calls.updatePassword>

/**
 * Changes the login password, or sets or changes the six digits for trading or for withdrawals. Passwords are hashed
 * before the customer's row is locked: many who wait for the hasher must not hold what others need. What was replaced
 * meanwhile counts as wrong.
 */
export const updatePassword = useCase(calls.updatePassword, async (request, context, deps: IdentityDeps) => {
  const customer = await findCustomer(context.tx, context.customer.customerId)
  assert(customer !== undefined, 'a session belongs to a customer')
  if (request.kind === 'login') return await changeLoginPassword(deps, request, context, customer)
  return (await changePin(deps, request.kind, request, context, customer)) ?? {}
})

const replacedMeanwhile = () => reject(identityRejections.credentialsWrong, { field: 'currentPassword' })

async function changeLoginPassword(
  deps: IdentityDeps,
  request: Request,
  context: Own<WriteContext>,
  customer: Customer,
): Promise<ReplyOf<typeof calls.updatePassword> | Rejection> {
  const { tx, now } = context
  const weak = refuseLoginPassword(deps, request.password, customer.address)
  if (weak !== undefined) return weak
  const refusal = await checkLoginPassword(deps, request.currentPassword ?? '', context, customer)
  if (refusal !== undefined) return { ...refusal, field: 'currentPassword' }
  if (request.currentPassword === request.password)
    return reject(identityRejections.passwordUnchanged, { field: 'password' })
  const unconfirmed = await confirmChange(deps, request, context, customer)
  if (unconfirmed !== undefined) return unconfirmed
  const hash = await deps.hasher.hash(request.password)
  if (hash === 'busy') return refuseBusy()
  const locked = await lockCustomer(tx, customer.id)
  if (locked?.passwordHash !== customer.passwordHash) return replacedMeanwhile()
  await savePasswordHash(tx, customer.id, hash)
  const { sessionId } = context.customer
  await endSessions(tx, { customerId: customer.id, but: sessionId, at: now, reason: 'password-changed' })
  await startCoolDown(deps, tx, { customerId: customer.id, reason: 'password-reset', now })
  await tell(deps, context, customer, 'login-password')
  // Whoever copied this session's token has nothing with it any more, either.
  return { token: await renewSession(deps.services, tx, sessionId) }
}

async function changePin(
  deps: IdentityDeps,
  kind: PinKind,
  request: Request,
  context: Own<WriteContext>,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { tx, now } = context
  const weak = refusePin(kind, request.password, customer.address)
  if (weak !== undefined) return weak
  const stored = await findPin(tx, customer.id, kind)
  if (stored !== undefined) {
    const refusal = await checkMayReplace(deps, kind, request, context, customer)
    if (refusal !== undefined) return refusal
  }
  const same = stored === undefined ? 'wrong' : await deps.hasher.verify(request.password, stored.hash)
  if (same === 'right') return reject(identityRejections.passwordUnchanged, { field: 'password' })
  const unconfirmed = await confirmChange(deps, request, context, customer)
  if (unconfirmed !== undefined) return unconfirmed
  const hash = await deps.hasher.hash(request.password)
  if (hash === 'busy') return refuseBusy()
  await lockCustomer(tx, customer.id)
  if ((await lockPin(tx, customer.id, kind))?.hash !== stored?.hash) return replacedMeanwhile()
  await savePin(tx, { customerId: customer.id, kind, hash, at: now })
  // A session's authorization that was given on the old digits must end: the room that keeps it reacts to this event.
  await appendOutbox(tx, [{ topic: `identity.${kind}-password-changed`, key: customer.id, payload: {} }], now)
  // With the login password and a code instead of the old digits: that is how a thief would do it.
  const wasReset = stored !== undefined && request.loginPassword !== undefined && request.code !== undefined
  if (kind === 'trade' && wasReset) {
    const reason = 'trade-password-reset'
    await startCoolDown(deps, tx, { customerId: customer.id, reason, now })
    await tell(deps, context, customer, reason, { hours: coolDownHours(deps, reason), ...from(context.caller) })
    return undefined
  }
  // The first withdrawal password protects nothing yet that an older one protected.
  if (kind === 'withdrawal' && stored !== undefined) {
    await startCoolDown(deps, tx, { customerId: customer.id, reason: 'withdrawal-password-changed', now })
  }
  await tell(deps, context, customer, `${kind}-password`)
  return undefined
}

/** Whoever has a second factor confirms with it, also where the old password would do: a password is what is stolen. */
function confirmChange(
  deps: IdentityDeps,
  request: Request,
  context: WriteContext,
  { id: owner }: Customer,
): Promise<Rejection | undefined> {
  const purpose = { action: 'change-password', bound: { kind: request.kind } }
  return confirmIfSet(deps.factors, context, { owner, purpose, request })
}

/** To replace six digits one needs them, or, when they are forgotten, the login password and a code. */
async function checkMayReplace(
  deps: IdentityDeps,
  kind: PinKind,
  request: Request,
  context: WriteContext,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { now } = context
  if (request.loginPassword === undefined || request.code === undefined) {
    const attempt = { customerId: customer.id, password: request.currentPassword ?? '', now }
    const refusal = await deps.pins[kind].verify(attempt)
    return refusal === undefined ? undefined : { ...refusal, field: 'currentPassword' }
  }
  const refusal = await checkLoginPassword(deps, request.loginPassword, context, customer)
  if (refusal !== undefined) return { ...refusal, field: 'loginPassword' }
  const { code } = request
  const attempt = { address: addressText(customer.address), purpose: `${kind}-password`, code, now } as const
  const isRight = await deps.codes.spend(context, attempt)
  if (!isRight) {
    return reject(identityRejections.codeWrong, { field: 'code' })
  }
  return undefined
}

/** Writes the change down and tells the customer, at every address they have had so far. */
async function tell(
  deps: IdentityDeps,
  context: Own<WriteContext>,
  customer: Customer,
  what: 'login-password' | 'trade-password' | 'withdrawal-password' | 'trade-password-reset',
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { tx, now: at } = context
  const { id } = customer
  const action = what === 'trade-password-reset' ? 'identity.trade-password-reset' : `identity.${what}-change`
  await deps.audit.record(tx, { at, actor: id, action, subject: id, details: await whence(context) })
  const kind = what === 'trade-password-reset' ? what : (`${what}-changed` as const)
  await tellEverywhere(deps, tx, { customer, kind, values, at })
}
