import type { Owner } from '@bolsillo/factors/domain'
import { askEntry, confirmEntry, type EntryPlace, findPasskeyByCredential, readEntry } from '@bolsillo/factors/server'
import { type Id, isRejection, reject } from '@bolsillo/kernel'
import { type ReadContext, transaction, useCase } from '@bolsillo/server-kit'
import { identityRejections } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import type { IdentityDeps } from '../deps.ts'
import { from, openOperatorSession } from './operator-sign-in.ts'
import { findActiveOperator } from './operator-store.ts'

const placeOf = ({ caller }: ReadContext): EntryPlace => ({
  door: 'operator',
  origin: caller.origin,
  device: undefined,
})

/** What a device signs to sign in to the console. */
export const operatorAskPasskeySignIn = useCase(
  operatorCalls.operatorAskPasskeySignIn,
  async (_request, context, { factors, services }: IdentityDeps) =>
    askEntry({ key: factors.entryKey, rng: services.rng }, placeOf(context), context.now),
)

/** Opens a console session with a passkey alone. Never counted: a signature cannot be guessed, so nobody is locked out. */
export const operatorPasskeySignIn = useCase(
  operatorCalls.operatorPasskeySignIn,
  async ({ assertion, deviceKey }, context, deps: IdentityDeps) => {
    const { db, now } = context
    const claims = readEntry(deps.factors.entryKey, assertion, placeOf(context), now)
    if (isRejection(claims)) return claims
    const passkey = await findPasskeyByCredential(db, claims.credentialId)
    const operator = isOperator(passkey?.owner) ? await findActiveOperator(db, passkey.owner) : undefined
    return transaction(db, async (tx) => {
      const own = operator === undefined ? undefined : passkey
      const origin = context.caller.origin ?? ''
      const refusal = await confirmEntry(tx, { assertion, claims, origin, passkey: own, now })
      if (refusal === undefined && operator !== undefined) {
        return openOperatorSession(deps, tx, { operator, by: 'passkey', deviceKey, context })
      }
      const subject = operator?.id ?? `passkey:${deps.markOf(claims.credentialId)}`
      const details = { ...from(context), by: 'passkey' }
      const entry = { at: now, actor: 'anonymous', action: 'identity.operator-sign-in-fail', subject, details }
      await deps.audit.record(tx, entry)
      return refusal ?? reject(identityRejections.passkeyWrong, { field: 'assertion' })
    })
  },
)

const isOperator = (owner: Owner | undefined): owner is Id<'opr'> => owner?.startsWith('opr_') === true
