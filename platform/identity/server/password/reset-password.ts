import { forgetAttempts } from '@bolsillo/factors/server'
import { isRejection, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { addressText } from '../../domain/index.ts'
import { findCustomerByAddress, savePasswordHash } from '../account/customer-store.ts'
import { type IdentityDeps, readOwnAddress, refuseBusy, refuseLoginPassword } from '../deps.ts'
import { startCoolDown } from '../freeze/cool-downs.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { isKeyOnly } from '../session/key-only-store.ts'
import { from } from '../session/open-session.ts'
import { endSessions } from '../session/session-store.ts'

/** Sets a new login password with a code. Every session ends and withdrawals wait; the six-digit passwords stay. */
export const resetPassword = useCase(calls.resetPassword, async (request, context, deps: IdentityDeps) => {
  const { tx, now } = context
  const address = readOwnAddress(deps, request.account, request.areaCode)
  if (isRejection(address)) return address
  const weak = refuseLoginPassword(deps, request.password, address)
  if (weak !== undefined) return weak
  if (!(await deps.captcha.spend(tx, request.captcha))) {
    return reject(identityRejections.captchaWrong, { field: 'captcha' })
  }
  const text = addressText(address)
  const attempt = { address: text, purpose: 'reset-password', code: request.code } as const
  const isRight = await deps.codes.spend(context, attempt)
  const customer = await findCustomerByAddress(tx, address)
  // A code that was sent before the password was switched off sets none either.
  const isOpen = customer !== undefined && !(await isKeyOnly(tx, customer.id))
  if (!isRight || !isOpen) {
    return reject(identityRejections.codeWrong, { field: 'code' })
  }
  const hash = await deps.hasher.hash(request.password)
  if (hash === 'busy') return refuseBusy()
  await savePasswordHash(tx, customer.id, hash)
  await endSessions(tx, { customerId: customer.id, at: now, reason: 'password-changed' })
  await forgetAttempts(tx, deps.markOf(text), customer.id)
  const { id } = customer
  await deps.audit.record(tx, {
    at: now,
    actor: id,
    action: 'identity.login-password-reset',
    subject: id,
    details: { ...from(context.caller), by: 'code' },
  })
  await startCoolDown(deps, tx, { customerId: id, reason: 'password-reset', now })
  await tellEverywhere(deps, tx, { customer, kind: 'login-password-changed', at: now })
  return {}
})
