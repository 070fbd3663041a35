import { refuseDecimal } from '@bolsillo/contract'
import { assert, currencies, readDecimal, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { isNickname } from '../../domain/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { lockCustomer, saveAutoApply, saveProfile } from './customer-store.ts'

/** Changes the language messages come in, and what the customer is called. */
export const updateProfile = useCase(calls.updateProfile, async (request, context, deps: IdentityDeps) => {
  const { tx, now: at } = context
  const customer = await lockCustomer(tx, context.customer.customerId)
  assert(customer !== undefined, 'a session belongs to a customer')
  if (request.nickname !== undefined && !isNickname(request.nickname)) {
    return reject(identityRejections.nicknameMalformed, { field: 'nickname' })
  }
  const nickname = request.nickname === undefined ? customer.nickname : request.nickname || undefined
  const language = request.language ?? customer.language
  await saveProfile(tx, customer.id, { language, nickname })
  const details = { language, nickname: String(nickname !== customer.nickname) }
  const { id } = customer
  await deps.audit.record(tx, { at, actor: id, action: 'identity.profile-change', subject: id, details })
  return { language, ...(nickname === undefined ? {} : { nickname }) }
})

/** Switches automatic subscription on, up to a cap, or off. */
export const updateAutoApply = useCase(calls.updateAutoApply, async ({ on, cap }, context, deps: IdentityDeps) => {
  const { tx, now: at } = context
  const { customerId: id } = context.customer
  const reading = cap === undefined ? undefined : readDecimal(cap, currencies.MXN.scale)
  const malformed = reject(identityRejections.capMalformed, { field: 'cap' })
  if (reading !== undefined && reading.kind !== 'value') return refuseDecimal('cap', reading, malformed)
  const units = reading !== undefined && reading.units > 0n ? reading.units : undefined
  if ((cap !== undefined || on) && units === undefined) return malformed
  await saveAutoApply(tx, id, { on, capMinor: units })
  const details = { on: String(on), ...(cap === undefined ? {} : { cap }) }
  await deps.audit.record(tx, { at, actor: id, action: 'identity.auto-apply', subject: id, details })
  return { on, ...(cap === undefined ? {} : { cap }) }
})
