import { type Rejection, reject } from '@bolsillo/kernel'
import { type ReadContext, transaction } from '@bolsillo/server-kit'
import { identityRejections } from '../contract.ts'
import type { Customer } from './customer-store.ts'
import { type Parts, refuseBusy } from './parts.ts'
import { attemptKeys, forgiveAttempt, takeAttempt } from './sign-in-attempts.ts'

/** Checks the login password of somebody signed in, counting failures apart from those at the door. */
export async function checkLoginPassword(
  parts: Pick<Parts, 'hasher'>,
  password: string,
  { caller, db, now }: Pick<ReadContext, 'caller' | 'db' | 'now'>,
  customer: Pick<Customer, 'id' | 'passwordHash'>,
): Promise<Rejection | undefined> {
  const keys = attemptKeys({ realm: 'password', mark: customer.id, knownDevice: undefined, address: caller.address })
  const mustWait = await takeAttempt(db, keys, now)
  if (mustWait !== undefined) return mustWait
  const result = await parts.hasher.verify(password, customer.passwordHash)
  if (result === 'busy') return refuseBusy()
  if (result === 'wrong') return reject(identityRejections.credentialsWrong)
  await transaction(db, (tx) => forgiveAttempt(tx, keys))
  return undefined
}
