import type { Owner } from '@bolsillo/factors/domain'
import { attemptKeys, forgiveAttempt, takeAttemptIn } from '@bolsillo/factors/server'
import { assert, type Rejection, reject } from '@bolsillo/kernel'
import type { Own, WriteContext } from '@bolsillo/server-kit'
import { identityRejections } from '../../contract/index.ts'
import { type Customer, findCustomer, lockCustomer } from '../account/customer-store.ts'
import { type IdentityDeps, refuseBusy } from '../deps.ts'

/**
 * Checks the password of somebody signed in, customer or staff, counting failures apart from those at the door. It takes
 * the time of a password hash: call it before a row is locked. Attempts are counted aside, not with another connection
 * of the pool the caller's transaction is of: callers who wait for each other's connections wait for ever.
 */
export async function checkLoginPassword(
  deps: Pick<IdentityDeps, 'hasher'>,
  password: string,
  { caller, aside, now }: Pick<WriteContext, 'caller' | 'aside' | 'now'>,
  owner: { readonly id: Owner; readonly passwordHash: string },
): Promise<Rejection | undefined> {
  const keys = attemptKeys({ realm: 'password', mark: owner.id, knownDevice: undefined, address: caller.address })
  const mustWait = await aside((own) => takeAttemptIn(own, keys, now))
  if (mustWait !== undefined) return mustWait
  const result = await deps.hasher.verify(password, owner.passwordHash)
  if (result === 'busy') return refuseBusy()
  if (result === 'wrong') return reject(identityRejections.credentialsWrong)
  await aside((own) => forgiveAttempt(own, keys))
  return undefined
}

/**
 * The customer of the session, locked, once the password was found right. A password that was replaced while it was
 * being checked is a wrong one.
 */
export async function lockOwnByPassword(
  deps: Pick<IdentityDeps, 'hasher'>,
  password: string,
  context: Own<WriteContext>,
): Promise<Customer | Rejection> {
  const { customerId } = context.customer
  const seen = await findCustomer(context.tx, customerId)
  assert(seen !== undefined, 'a session belongs to a customer')
  const refusal = await checkLoginPassword(deps, password, context, seen)
  if (refusal !== undefined) return { ...refusal, field: 'loginPassword' }
  const customer = await lockCustomer(context.tx, customerId)
  assert(customer !== undefined, 'a session belongs to a customer')
  if (customer.passwordHash !== seen.passwordHash) {
    return reject(identityRejections.credentialsWrong, { field: 'loginPassword' })
  }
  return customer
}
