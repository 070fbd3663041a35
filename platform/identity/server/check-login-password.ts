import { type Rejection, reject } from '@bolsillo/kernel'
import { type ReadContext, transaction } from '@bolsillo/server-kit'
import { identityRejections } from '../contract.ts'
import type { Owner } from './factors/factor-store.ts'
import { type Parts, refuseBusy } from './parts.ts'
import { attemptKeys, forgiveAttempt, takeAttempt } from './sign-in-attempts.ts'

/** Checks the password of somebody signed in, customer or staff, counting failures apart from those at the door. */
export async function checkLoginPassword(
  parts: Pick<Parts, 'hasher'>,
  password: string,
  { caller, db, now }: Pick<ReadContext, 'caller' | 'db' | 'now'>,
  owner: { readonly id: Owner; readonly passwordHash: string },
): Promise<Rejection | undefined> {
  const keys = attemptKeys({ realm: 'password', mark: owner.id, knownDevice: undefined, address: caller.address })
  const mustWait = await takeAttempt(db, keys, now)
  if (mustWait !== undefined) return mustWait
  const result = await parts.hasher.verify(password, owner.passwordHash)
  if (result === 'busy') return refuseBusy()
  if (result === 'wrong') return reject(identityRejections.credentialsWrong)
  await transaction(db, (tx) => forgiveAttempt(tx, keys))
  return undefined
}
