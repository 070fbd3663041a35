import type { RequestOf } from '@bolsillo/contract'
import { assert, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { type Own, useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { identityRejections } from '../contract/index.ts'
import { writeAddress } from '../domain/index.ts'
import { lockOwnByPassword } from './check-login-password.ts'
import { coolDownHours, startCoolDown } from './cool-downs.ts'
import { type Customer, lockCustomer } from './customer-store.ts'
import type { IdentityDeps } from './deps.ts'
import { factorWord } from './factor-words.ts'
import { askFactor, confirmIfSet, passkeyOrderOf } from './factors/ask-factor.ts'
import type { FactorName } from './factors/manage-factors.ts'
import * as factorActs from './factors/manage-factors.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { isKeyOnly } from './key-only-store.ts'
import { whence } from './own-session.ts'
import { tellEverywhere } from './tell-everywhere.ts'

/** The customer's second factors. */
export const listFactors = useCase(calls.listFactors, async (_request, context) => {
  return factorActs.factorsOf(context.db, context.customer.customerId)
})

/** Asks for the second factor to confirm what is shown. */
export const challengeFactor = useCase(calls.challengeFactor, (request, context, { factors }: IdentityDeps) =>
  askFactor(factors, context, context.customer.customerId, request),
)

async function ownCustomer(context: Own<WriteContext>): Promise<Customer> {
  const customer = await lockCustomer(context.tx, context.customer.customerId)
  assert(customer !== undefined, 'a session belongs to a customer')
  return customer
}

/** To add a factor one needs the login password and, when there is a factor already, that one. */
async function ownerWhoMayAdd(
  deps: IdentityDeps,
  request: RequestOf<typeof calls.startPasskey>,
  context: Own<WriteContext>,
): Promise<Customer | Rejection> {
  const customer = await lockOwnByPassword(deps, request.loginPassword, context)
  if (isRejection(customer)) return customer
  const purpose = { action: 'add-factor', bound: {} }
  return (await confirmIfSet(deps.factors, context, { owner: customer.id, purpose, request })) ?? customer
}

export const startAuthenticator = useCase(calls.startAuthenticator, async (request, context, deps: IdentityDeps) => {
  const customer = await ownerWhoMayAdd(deps, request, context)
  if (isRejection(customer)) return customer
  const label = writeAddress(customer.address)
  return factorActs.startAuthenticator(deps.factors, context.tx, { owner: customer.id, label, now: context.now })
})

export const finishAuthenticator = useCase(calls.finishAuthenticator, async ({ code }, context, deps: IdentityDeps) => {
  const customer = await ownCustomer(context)
  const { tx, now } = context
  const done = await factorActs.finishAuthenticator(deps.factors, tx, { owner: customer.id, code, now })
  if (isRejection(done)) return done
  await tellAdded(deps, context, customer, 'authenticator', '')
  return { recoveryCodes: [...done.recoveryCodes] }
})

export const startPasskey = useCase(calls.startPasskey, async (request, context, deps: IdentityDeps) => {
  const customer = await ownerWhoMayAdd(deps, request, context)
  if (isRejection(customer)) return customer
  const { tx, now, caller } = context
  const asked = await factorActs.startPasskey(deps.factors, tx, { owner: customer.id, origin: caller.origin, now })
  if (isRejection(asked)) return asked
  return passkeyOrderOf(asked, { id: customer.id, name: writeAddress(customer.address) })
})

export const finishPasskey = useCase(calls.finishPasskey, async (request, context, deps: IdentityDeps) => {
  const customer = await ownCustomer(context)
  const { tx, now } = context
  const done = await factorActs.finishPasskey(deps.factors, tx, { ...request, owner: customer.id, now })
  if (isRejection(done)) return done
  await tellAdded(deps, context, customer, done.passkeyId, request.name)
  return { passkeyId: done.passkeyId, recoveryCodes: [...done.recoveryCodes] }
})

async function tellAdded(
  deps: IdentityDeps,
  context: Own<WriteContext>,
  customer: Customer,
  factor: FactorName,
  name: string,
): Promise<void> {
  const { tx, now: at } = context
  const { id, language } = customer
  const details = { factor, ...(await whence(context)) }
  await deps.audit.record(tx, { at, actor: id, action: 'identity.factor-add', subject: id, details })
  const values = { factor: factorWord(language, name) }
  // The first one changes nothing that protected the account before.
  const { authenticator, passkeys } = await factorActs.factorsOf(tx, id)
  if (passkeys.length + (authenticator.set ? 1 : 0) > 1) {
    const reason = 'factor-added'
    await startCoolDown(deps, tx, { customerId: id, reason, now: at })
    const hours = coolDownHours(deps, reason)
    await tellEverywhere(deps, tx, { customer, kind: 'factor-added-beside', values: { ...values, hours }, at })
    return
  }
  await tellEverywhere(deps, tx, { customer, kind: 'factor-added', values, at })
}

export const renamePasskey = useCase(calls.renamePasskey, async (request, context, deps: IdentityDeps) => {
  const { customerId: owner } = context.customer
  const { tx, now: at } = context
  const refusal = await factorActs.namePasskey(tx, { owner, ...request })
  if (refusal !== undefined) return refusal
  const details = { factor: request.passkeyId }
  await deps.audit.record(tx, { at, actor: owner, action: 'identity.factor-name', subject: owner, details })
  return {}
})

/** Removes a factor; a recovery code will do, so that a lost phone is not a lost account. Withdrawals wait. */
export const removeFactor = useCase(calls.removeFactor, async ({ factor, ...proof }, context, deps: IdentityDeps) => {
  const customer = await ownCustomer(context)
  const { id: owner, language } = customer
  const { tx, now } = context
  const purpose = { action: 'remove-factor', bound: { factor } }
  const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(proof), now })
  if (refusal !== undefined) return refusal
  const removed = await factorActs.removeFactor(tx, { owner, factor })
  if (isRejection(removed)) return removed
  if ((await isKeyOnly(tx, owner)) && (await factorActs.factorsOf(tx, owner)).passkeys.length === 0) {
    return reject(identityRejections.keyOnlyLast, { field: 'factor' })
  }
  const details = { factor, ...(await whence(context)) }
  const entry = { at: now, actor: owner, action: 'identity.factor-remove', subject: owner, details }
  await deps.audit.record(tx, entry)
  await startCoolDown(deps, tx, { customerId: owner, reason: 'factor-removed', now })
  const values = { factor: factorWord(language, removed.name), hours: coolDownHours(deps, 'factor-removed') }
  await tellEverywhere(deps, tx, { customer, kind: 'factor-removed', values, at: now })
  return {}
})

export const renewRecoveryCodes = useCase(calls.renewRecoveryCodes, async (request, context, deps: IdentityDeps) => {
  const { id: owner } = await ownCustomer(context)
  const { tx, now } = context
  const purpose = { action: 'recovery-codes', bound: {} }
  const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(request), now })
  if (refusal !== undefined) return refusal
  const recoveryCodes = [...(await factorActs.makeRecoveryCodes(deps.factors, tx, owner, now))]
  const entry = {
    at: now,
    actor: owner,
    action: 'identity.recovery-renew',
    subject: owner,
    details: await whence(context),
  }
  await deps.audit.record(tx, entry)
  return { recoveryCodes }
})

/** A proof without the fields that were left out. */
export function proofOf(request: {
  readonly challengeId: `chl_${string}`
  readonly code?: string | undefined
  readonly assertion?: string | undefined
}) {
  const { challengeId, code, assertion } = request
  return {
    challengeId,
    ...(code === undefined ? {} : { code }),
    ...(assertion === undefined ? {} : { assertion }),
  }
}
