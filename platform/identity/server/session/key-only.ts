import { readCode } from '@bolsillo/factors/domain'
import { confirmIfSet, countRecoveryCodes, takeRecoveryCode } from '@bolsillo/factors/server'
import { type Id, type Instant, reject } from '@bolsillo/kernel'
import { type Tx, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections as r } from '../../contract/index.ts'
import { lockCustomer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { startCoolDown } from '../freeze/cool-downs.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { saveKeyOnly } from './key-only-store.ts'
import { whence } from './own-session.ts'
import { findEnteredBy } from './session-store.ts'

/**
 * Switches the password off as a way in, or on again. On only in a session that a passkey opened, so that nobody locks
 * themselves out with a key that opens nothing; off with any factor, and then what depends on it waits for a day.
 */
export const setKeyOnly = useCase(calls.setKeyOnly, async ({ on, ...request }, context, deps: IdentityDeps) => {
  const { tx, now } = context
  const { customerId: owner, sessionId } = context.customer
  if (on && (await findEnteredBy(tx, sessionId)) !== 'passkey') return reject(r.keyNotTried)
  const purpose = { action: on ? 'key-only' : 'allow-password', bound: {} }
  const refusal = await confirmIfSet(deps.factors, context, { owner, purpose, request })
  if (refusal !== undefined) return refusal
  const customer = await lockCustomer(tx, owner)
  if (customer === undefined || !(await saveKeyOnly(tx, owner, on, now))) return { on }
  const details = { on: String(on), ...(await whence(context)) }
  await deps.audit.record(tx, { at: now, actor: owner, action: 'identity.key-only', subject: owner, details })
  if (!on) await startCoolDown(deps, tx, { customerId: owner, reason: 'factor-removed', now })
  await tellEverywhere(deps, tx, { customer, kind: on ? 'key-only-on' : 'key-only-off', at: now })
  return { on }
})

/**
 * The way back of somebody who lost the only key: the password and a recovery code, which is used up. The password counts
 * again from then on, withdrawals wait and every address is notified.
 */
export async function recoverPassword(
  deps: IdentityDeps,
  tx: Tx,
  { owner, typed, now }: { readonly owner: Id<'cus'>; readonly typed: string | undefined; readonly now: Instant },
): Promise<boolean> {
  const reading = typed === undefined ? undefined : readCode(typed)
  if (reading?.kind !== 'recovery') return false
  if (!(await takeRecoveryCode(deps.factors, tx, { owner, code: reading.code, now }))) return false
  await saveKeyOnly(tx, owner, false, now)
  await deps.factors.onRecovery(tx, owner, await countRecoveryCodes(tx, owner), now)
  return true
}
