import type { RequestOf } from '@bolsillo/contract'
import { assert, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { type OfStaff, type ReadContext, useCase, type WriteContext } from '@bolsillo/server-kit'
import { identityRejections as r } from '../../contract/index.ts'
import type * as calls from '../../contract/operator.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { checkLoginPassword } from '../check-login-password.ts'
import type { IdentityDeps } from '../deps.ts'
import { askFactor, confirmIfSet, passkeyOrderOf } from '../factors/ask-factor.ts'
import { hasFactor } from '../factors/factor-store.ts'
import {
  factorsOf,
  finishAuthenticator,
  finishPasskey,
  makeRecoveryCodes,
  namePasskey,
  removeFactor,
  startAuthenticator,
  startPasskey,
} from '../factors/manage-factors.ts'
import { verifyFactor } from '../factors/verify-factor.ts'
import { proofOf } from '../own-factors.ts'
import { randomToken } from '../randomness.ts'
import { tokenHash } from '../secrets.ts'
import { keepSessionOf } from './operator-sign-in.ts'
import { findOperator, noteFactorGiven, type StoredOperator } from './operator-store.ts'

/** Asks an operator for the second factor to confirm what is shown. */
export const operatorChallenge = useCase(
  operatorCalls.operatorChallengeFactor,
  (request, context, { factors }: IdentityDeps) => askFactor(factors, context, context.operator.operatorId, request),
)

/** Takes the second factor again in a session that is open. */
export const operatorConfirm = useCase(
  operatorCalls.operatorConfirmFactor,
  async (request, context, { factors, services }: IdentityDeps) => {
    const { operatorId: owner, sessionId } = context.operator
    const { tx, now } = context
    const purpose = { action: 'confirm-session', bound: {} }
    const refusal = await verifyFactor(factors, { owner, purpose, proof: proofOf(request), now })
    if (refusal !== undefined) return refusal
    // The session may do more from now on, and whoever copied its cookie before may not: it goes on under another token.
    const token = randomToken(services.rng)
    await noteFactorGiven(tx, sessionId, { at: now, tokenHash: tokenHash(token) })
    keepSessionOf(context)(token)
    return { givenAt: now }
  },
)

export const operatorFactors = useCase(operatorCalls.operatorListFactors, async (_request, context) => {
  return factorsOf(context.db, context.operator.operatorId)
})

async function ownAccount(context: OfStaff<ReadContext>): Promise<StoredOperator> {
  const operator = await findOperator(context.db, context.operator.operatorId)
  assert(operator !== undefined, 'a console session belongs to an operator')
  return operator
}

/** A further factor takes the password and a factor there is. */
async function refuseToAdd(
  deps: IdentityDeps,
  request: RequestOf<typeof calls.operatorStartPasskey>,
  context: WriteContext,
  operator: StoredOperator,
): Promise<Rejection | undefined> {
  const refusal = await checkLoginPassword(deps, request.loginPassword, context, operator)
  if (refusal !== undefined) return { ...refusal, field: 'loginPassword' }
  const purpose = { action: 'add-factor', bound: {} }
  return confirmIfSet(deps.factors, context, { owner: operator.id, purpose, request })
}

export const operatorStartAuthenticator = useCase(
  operatorCalls.operatorStartAuthenticator,
  async (request, context, deps: IdentityDeps) => {
    const operator = await ownAccount(context)
    const refusal = await refuseToAdd(deps, request, context, operator)
    if (refusal !== undefined) return refusal
    const label = `${operator.account} (staff)`
    return startAuthenticator(deps.factors, context.tx, { owner: operator.id, label, now: context.now })
  },
)

export const operatorFinishAuthenticator = useCase(
  operatorCalls.operatorFinishAuthenticator,
  async ({ code }, context, deps: IdentityDeps) => {
    const { operatorId: owner } = context.operator
    const done = await finishAuthenticator(deps.factors, context.tx, { owner, code, now: context.now })
    if (isRejection(done)) return done
    await record(deps, context, 'factor-add', 'authenticator')
    return { recoveryCodes: [...done.recoveryCodes] }
  },
)

export const operatorStartPasskey = useCase(
  operatorCalls.operatorStartPasskey,
  async (request, context, deps: IdentityDeps) => {
    const operator = await ownAccount(context)
    const refusal = await refuseToAdd(deps, request, context, operator)
    if (refusal !== undefined) return refusal
    const { tx, now, caller } = context
    const asked = await startPasskey(deps.factors, tx, { owner: operator.id, origin: caller.origin, now })
    return isRejection(asked) ? asked : passkeyOrderOf(asked, { id: operator.id, name: operator.account })
  },
)

export const operatorFinishPasskey = useCase(
  operatorCalls.operatorFinishPasskey,
  async (request, context, deps: IdentityDeps) => {
    const { operatorId: owner } = context.operator
    const done = await finishPasskey(deps.factors, context.tx, { ...request, owner, now: context.now })
    if (isRejection(done)) return done
    await record(deps, context, 'factor-add', done.passkeyId)
    return { passkeyId: done.passkeyId, recoveryCodes: [...done.recoveryCodes] }
  },
)

/** Removes a factor, but the last one: nobody of the staff is without. */
export const operatorRemoveFactor = useCase(
  operatorCalls.operatorRemoveFactor,
  async ({ factor, ...proof }, context, deps: IdentityDeps) => {
    const { operatorId: owner } = context.operator
    const { tx, now } = context
    const purpose = { action: 'remove-factor', bound: { factor } }
    const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(proof), now })
    if (refusal !== undefined) return refusal
    const removed = await removeFactor(tx, { owner, factor })
    if (isRejection(removed)) return removed
    if (!(await hasFactor(tx, owner))) return reject(r.factorLast, { field: 'factor' })
    await record(deps, context, 'factor-remove', factor)
    return {}
  },
)

export const operatorRenamePasskey = useCase(
  operatorCalls.operatorRenamePasskey,
  async (request, context, deps: IdentityDeps) => {
    const { operatorId: owner } = context.operator
    const refusal = await namePasskey(context.tx, { owner, ...request })
    if (refusal !== undefined) return refusal
    await record(deps, context, 'factor-name', request.passkeyId)
    return {}
  },
)

export const operatorRenewRecoveryCodes = useCase(
  operatorCalls.operatorRenewRecoveryCodes,
  async (request, context, deps: IdentityDeps) => {
    const { operatorId: owner } = context.operator
    const { tx, now } = context
    const purpose = { action: 'recovery-codes', bound: {} }
    const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(request), now })
    if (refusal !== undefined) return refusal
    const recoveryCodes = [...(await makeRecoveryCodes(deps.factors, tx, owner, now))]
    await record(deps, context, 'recovery-renew')
    return { recoveryCodes }
  },
)

async function record(
  deps: IdentityDeps,
  context: OfStaff<WriteContext>,
  act: 'factor-add' | 'factor-name' | 'factor-remove' | 'recovery-renew',
  factor?: string,
): Promise<void> {
  const { operatorId: id } = context.operator
  const details = factor === undefined ? {} : { factor }
  const entry = { at: context.now, actor: id, action: `identity.${act}`, subject: id, details }
  await deps.audit.record(context.tx, entry)
}
