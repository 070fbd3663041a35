import { factorUseCases, hasFactor, proofOf, randomToken, verifyFactor } from '@bolsillo/factors/server'
import { assert, present, reject } from '@bolsillo/kernel'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { identityRejections as r } from '../../contract/index.ts'
import { operatorFactorCalls as calls, operatorConfirmFactor } from '../../contract/operator.ts'
import type { IdentityDeps } from '../deps.ts'
import { checkLoginPassword } from '../password/check-login-password.ts'
import { tokenHash } from '../secrets.ts'
import { keepSessionOf } from './operator-sign-in.ts'
import { findOperator, noteFactorGiven, type StoredOperator } from './operator-store.ts'

/** Takes the second factor again in a session that is open. */
export const operatorConfirm = useCase(
  operatorConfirmFactor,
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

const ownerOf = ({ operator }: ReadContext) => present(operator, 'a call of staff has an operator').operatorId

async function ownAccount(context: ReadContext): Promise<StoredOperator> {
  const operator = await findOperator(context.db, ownerOf(context))
  assert(operator !== undefined, 'a console session belongs to an operator')
  return operator
}

/** The second factors of staff, who are never without one. */
export const operatorFactors = factorUseCases<IdentityDeps, StoredOperator>(calls, {
  ownerOf,
  find: ownAccount,
  findByPassword: async (deps, password, context) => {
    const operator = await ownAccount(context)
    const refusal = await checkLoginPassword(deps, password, context, operator)
    return refusal === undefined ? operator : { ...refusal, field: 'loginPassword' }
  },
  labelsOf: ({ account }) => ({ app: `${account} (staff)`, passkey: account }),
  whence: async () => ({}),
  onAdded: async () => undefined,
  refuseRemoval: async (tx, { id }) =>
    (await hasFactor(tx, id)) ? undefined : reject(r.factorLast, { field: 'factor' }),
  onRemoved: async () => undefined,
})
