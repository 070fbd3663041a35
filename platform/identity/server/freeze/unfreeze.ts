import type { RequestOf } from '@bolsillo/contract'
import { confirmIfSet, hasFactor } from '@bolsillo/factors/server'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { useCase, type WriteContext } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { addressText } from '../../domain/index.ts'
import type { Customer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { lockOwnByPassword } from '../password/check-login-password.ts'
import { whence } from '../session/own-session.ts'
import { findCoolDowns, liftFreeze } from './cool-down-store.ts'

type Request = RequestOf<typeof calls.unfreezeAccount>

/** Ends the owner's own freeze: with the password and the second factor, or a code for whoever has none. */
export const unfreezeAccount = useCase(calls.unfreezeAccount, async (request, context, deps: IdentityDeps) => {
  const { tx, now } = context
  const { customerId: id } = context.customer
  const frozen = (await findCoolDowns(tx, id, now)).some(({ reason }) => reason === 'frozen-by-owner')
  if (!frozen) return reject(identityRejections.notFrozen)
  const customer = await lockOwnByPassword(deps, request.loginPassword, context)
  if (isRejection(customer)) return customer
  const refusal = await confirm(deps, request, context, customer)
  if (refusal !== undefined) return refusal
  await liftFreeze(tx, id, now)
  await deps.audit.record(tx, {
    at: now,
    actor: id,
    action: 'identity.unfreeze',
    subject: id,
    details: await whence(context),
  })
  await tellEverywhere(deps, tx, { customer, kind: 'unfrozen', at: now })
  return {}
})

async function confirm(
  deps: IdentityDeps,
  request: Request,
  context: WriteContext,
  customer: Customer,
): Promise<Rejection | undefined> {
  const { db } = context
  const { id: owner } = customer
  if (await hasFactor(db, owner)) {
    return confirmIfSet(deps.factors, context, { owner, purpose: { action: 'unfreeze', bound: {} }, request })
  }
  const address = addressText(customer.address)
  const attempt = { address, purpose: 'unfreeze', code: request.code ?? '' } as const
  const isRight = await deps.codes.spend(context, attempt)
  return isRight ? undefined : reject(identityRejections.codeWrong, { field: 'code' })
}
