import type { RequestOf } from '@bolsillo/contract'
import { confirmIfSet } from '@bolsillo/factors/server'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { type Own, useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { type Address, addressText, maskAddress } from '../../domain/index.ts'
import { type IdentityDeps, readNewAddress, waysOf } from '../deps.ts'
import { coolDownHours, startCoolDown } from '../freeze/cool-downs.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { lockOwnByPassword } from '../password/check-login-password.ts'
import { whence } from '../session/own-session.ts'
import { endSessions } from '../session/session-store.ts'
import { type Customer, findCustomerByAddress, saveAddress } from './customer-store.ts'

interface Change {
  readonly address: Address
  readonly purpose: 'change-email' | 'add-phone'
  readonly confirms: { readonly action: string; readonly bound: Readonly<Record<string, string>> }
  readonly request: RequestOf<typeof calls.updateEmail> | RequestOf<typeof calls.updatePhone>
}

/** Changes the e-mail address. */
export const updateEmail = useCase(calls.updateEmail, async (request, context, deps: IdentityDeps) => {
  const address = readNewAddress(deps, request.email, undefined, 'email')
  if (isRejection(address)) return { ...address, field: 'email' }
  const confirms = { action: 'change-email', bound: { email: request.email } }
  const refusal = await changeAddress(deps, context, { address, purpose: 'change-email', confirms, request })
  return refusal ?? { email: addressText(address) }
})

/** Adds or changes the phone number. */
export const updatePhone = useCase(calls.updatePhone, async (request, context, deps: IdentityDeps) => {
  const address = readNewAddress(deps, request.phone, request.areaCode, 'phone')
  if (isRejection(address)) return address.field === 'account' ? { ...address, field: 'phone' } : address
  const confirms = { action: 'change-phone', bound: { phone: request.phone } }
  const refusal = await changeAddress(deps, context, { address, purpose: 'add-phone', confirms, request })
  return refusal ?? { phone: addressText(address) }
})

/**
 * The password, the second factor where there is one, and a code sent to the new address. An address of somebody else
 * is refused as a wrong code is: its owner got a message about it, and nobody else learns it.
 */
async function changeAddress(
  deps: IdentityDeps,
  context: Own<WriteContext>,
  change: Change,
): Promise<Rejection | undefined> {
  const { tx, now } = context
  const { address, request } = change
  const customer = await lockOwnByPassword(deps, request.loginPassword, context)
  if (isRejection(customer)) return customer
  const confirmed = await confirmIfSet(deps.factors, context, {
    owner: customer.id,
    purpose: change.confirms,
    request,
  })
  if (confirmed !== undefined) return confirmed
  const attempt = { address: addressText(address), purpose: change.purpose, code: request.code }
  const isRight = await deps.codes.spend(context, attempt)
  const holder = await findCustomerByAddress(tx, address)
  if (!isRight || holder !== undefined) {
    return reject(identityRejections.codeWrong, { field: 'code' })
  }
  if (!(await saveAddress(tx, customer.id, address))) return reject(identityRejections.codeWrong, { field: 'code' })
  await startCoolDown(deps, tx, { customerId: customer.id, reason: 'email-changed', now })
  const { sessionId } = context.customer
  await endSessions(tx, { customerId: customer.id, but: sessionId, at: now, reason: 'password-changed' })
  await tellOldAndNew(deps, context, customer, address)
  return undefined
}

/** Notifies the earlier addresses and the present ones: one of them is the owner's, whoever made the change. */
async function tellOldAndNew(
  deps: IdentityDeps,
  context: Own<WriteContext>,
  before: Customer,
  address: Address,
): Promise<void> {
  const { tx, now } = context
  const { id } = before
  const action = address.kind === 'email' ? 'identity.email-change' : 'identity.phone-change'
  await deps.audit.record(tx, { at: now, actor: id, action, subject: id, details: await whence(context) })
  const values = { [address.kind]: maskAddress(address), hours: coolDownHours(deps, 'email-changed') }
  const told = [...waysOf(before), address].map(addressText)
  const texts = [...new Set(told)]
  for (const text of texts) {
    const customer = { ...before, phone: undefined, email: undefined, [text.includes('@') ? 'email' : 'phone']: text }
    await tellEverywhere(deps, tx, { customer, kind: `${address.kind}-changed`, values, at: now })
  }
}
