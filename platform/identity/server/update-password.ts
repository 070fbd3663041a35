import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { assert, type Rejection, reject } from '@bolsillo/kernel'
import { appendOutbox, type WriteContext } from '@bolsillo/server-kit'
import { identityRejections, type updatePassword } from '../contract.ts'
import { addressText } from '../domain/index.ts'
import { useCode } from './code-store.ts'
import { type Customer, lockCustomer, savePasswordHash } from './customer-store.ts'
import { sessionOf } from './own-session.ts'
import { type Parts, refuseBusy, refuseLoginPassword, refuseTradePassword } from './parts.ts'
import { endSessions } from './session-store.ts'
import { attemptKeys, forgiveAttempt, takeAttempt } from './sign-in-attempts.ts'
import { lockTradePassword, saveTradePassword } from './trade-password-store.ts'

type Request = RequestOf<typeof updatePassword>

/** Changes the login password, or sets or changes the trade password. */
export function updatePasswordUseCase(parts: Parts) {
  return async (request: Request, context: WriteContext): Promise<ReplyOf<typeof updatePassword> | Rejection> => {
    const customer = await lockCustomer(context.tx, sessionOf(context).customerId)
    assert(customer !== undefined, 'a session belongs to a customer')
    const refusal =
      request.kind === 'login'
        ? await changeLoginPassword(parts, request, context, customer)
        : await changeTradePassword(parts, request, context, customer)
    return refusal ?? {}
  }
}

async function changeLoginPassword(
  parts: Parts,
  request: Request,
  context: WriteContext,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { tx, now } = context
  const weak = refuseLoginPassword(parts, request.password, customer.address)
  if (weak !== undefined) return weak
  const refusal = await checkLoginPassword(parts, request.currentPassword ?? '', context, customer)
  if (refusal !== undefined) return { ...refusal, field: 'currentPassword' }
  if (request.currentPassword === request.password)
    return reject(identityRejections.passwordUnchanged, { field: 'password' })
  const hash = await parts.hasher.hash(request.password)
  if (hash === 'busy') return refuseBusy()
  await savePasswordHash(tx, customer.id, hash)
  const { sessionId } = sessionOf(context)
  await endSessions(tx, { customerId: customer.id, but: sessionId, at: now, reason: 'password-changed' })
  await tell(parts, context, customer, 'login-password')
  return undefined
}

async function changeTradePassword(
  parts: Parts,
  request: Request,
  context: WriteContext,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { tx, now } = context
  const weak = refuseTradePassword(request.password, customer.address)
  if (weak !== undefined) return weak
  if (await parts.tradePasswords.isSet(context.db, customer.id)) {
    const refusal = await checkMayReplace(parts, request, context, customer)
    if (refusal !== undefined) return refusal
  }
  const stored = await lockTradePassword(tx, customer.id)
  const same = stored === undefined ? 'wrong' : await parts.hasher.verify(request.password, stored.hash)
  if (same === 'right') return reject(identityRejections.passwordUnchanged, { field: 'password' })
  const hash = await parts.hasher.hash(request.password)
  if (hash === 'busy') return refuseBusy()
  await saveTradePassword(tx, customer.id, hash, now)
  // Whoever let orders pass on the old password (a session's authorisation) must stop doing so.
  await appendOutbox(tx, [{ topic: 'identity.trade-password-changed', key: customer.id, payload: {} }], now)
  await tell(parts, context, customer, 'trade-password')
  return undefined
}

/** To replace a trade password one needs it, or, when it is forgotten, the login password and a code. */
async function checkMayReplace(
  parts: Parts,
  request: Request,
  context: WriteContext,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { tx, now } = context
  if (request.loginPassword === undefined || request.code === undefined) {
    const attempt = { customerId: customer.id, password: request.currentPassword ?? '', now }
    const refusal = await parts.tradePasswords.verify(attempt)
    return refusal === undefined ? undefined : { ...refusal, field: 'currentPassword' }
  }
  const refusal = await checkLoginPassword(parts, request.loginPassword, context, customer)
  if (refusal !== undefined) return { ...refusal, field: 'loginPassword' }
  const { code } = request
  const attempt = { address: addressText(customer.address), purpose: 'trade-password', code, now } as const
  const codeId = await context.aside((own) => parts.codes.take(own, attempt))
  if (codeId === undefined || !(await useCode(tx, codeId, now))) {
    return reject(identityRejections.codeWrong, { field: 'code' })
  }
  return undefined
}

/** Checks the login password of somebody signed in, counting failures apart from those at the door. */
async function checkLoginPassword(
  parts: Parts,
  password: string,
  context: WriteContext,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { caller, db, now, tx } = context
  const keys = attemptKeys({ realm: 'password', mark: customer.id, knownDevice: undefined, address: caller.address })
  const mustWait = await takeAttempt(db, keys, now)
  if (mustWait !== undefined) return mustWait
  const result = await parts.hasher.verify(password, customer.passwordHash)
  if (result === 'busy') return refuseBusy()
  if (result === 'wrong') return reject(identityRejections.credentialsWrong)
  await forgiveAttempt(tx, keys)
  return undefined
}

/** Writes the change down and tells the customer, at the address they have had so far. */
async function tell(
  parts: Parts,
  { tx, now }: WriteContext,
  customer: Customer,
  what: 'login-password' | 'trade-password',
): Promise<void> {
  const { id, address: to, language } = customer
  await parts.audit.record(tx, { at: now, actor: id, action: `identity.${what}-change`, subject: id, details: {} })
  await parts.sender.send(tx, { to, kind: `${what}-changed`, language, customerId: id, at: now })
}
