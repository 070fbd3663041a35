import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { assert, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import {
  type CommandContext,
  networkOf,
  type OperatorSession,
  type ReadContext,
  transaction,
  type WriteContext,
} from '@bolsillo/server-kit'
import { identityRejections } from '../../contract.ts'
import { deviceName, sessionRules } from '../../domain/index.ts'
import type { Operator, operatorInfo, operatorLogin, operatorLogout } from '../../operator-contract.ts'
import { type Parts, refuseBusy } from '../parts.ts'
import { randomToken } from '../randomness.ts'
import { tokenHash } from '../secrets.ts'
import { attemptKeys, forgiveAttempt, takeAttempt } from '../sign-in-attempts.ts'
import {
  endOperatorSession,
  findOperator,
  findOperatorByAccount,
  insertOperatorSession,
  operatorSessionExpiry,
  type StoredOperator,
} from './operator-store.ts'

const shown = ({ id, account, name, roles }: StoredOperator): Operator => ({ id, account, name, roles })

/** The operator of a console call. The guard saw to it. */
export function operatorOf(context: ReadContext): OperatorSession {
  assert(context.operator !== undefined, 'the guard lets no console call without a session through')
  return context.operator
}

/** Opens a console session, as careful as a customer's: counted before it is checked, same work for unknown accounts. */
export function operatorSignInUseCase(parts: Parts) {
  return async (
    request: RequestOf<typeof operatorLogin>,
    { db, now, caller }: CommandContext,
  ): Promise<ReplyOf<typeof operatorLogin> | Rejection> => {
    const account = request.account.toLowerCase()
    const operator = await findOperatorByAccount(db, account)
    const mark = parts.markOf(`operator ${account}`)
    const keys = attemptKeys({ realm: 'operator', mark, knownDevice: undefined, address: caller.address })
    const mustWait = await takeAttempt(db, keys, now)
    if (mustWait !== undefined) return mustWait
    const result = await parts.hasher.verify(request.password, operator?.passwordHash)
    if (result === 'busy') return refuseBusy()
    const details = { device: deviceName(caller.device), network: networkOf(caller.address).slice(0, 60) }
    if (result === 'wrong' || operator === undefined) {
      const subject = operator?.id ?? `operator:${mark}`
      const entry = { at: now, actor: 'anonymous', action: 'identity.operator-sign-in-fail', subject, details }
      await transaction(db, (tx) => parts.audit.record(tx, entry))
      return reject(identityRejections.credentialsWrong, { field: 'password' })
    }
    const token = randomToken(parts.services.rng)
    const expiresAt = plusMs(now, sessionRules.operator.longestMs)
    const session = { id: parts.services.ids.next('ses'), operatorId: operator.id, expiresAt }
    const entry = { at: now, actor: operator.id, action: 'identity.operator-sign-in', subject: operator.id, details }
    await transaction(db, async (tx) => {
      await forgiveAttempt(tx, keys)
      await insertOperatorSession(tx, { ...session, tokenHash: tokenHash(token), at: now })
      await parts.audit.record(tx, entry)
    })
    return { token, expiresAt, operator: shown(operator) }
  }
}

/** Ends the console session that asks. */
export function operatorSignOutUseCase(parts: Parts) {
  return async (
    _: RequestOf<typeof operatorLogout>,
    context: WriteContext,
  ): Promise<ReplyOf<typeof operatorLogout>> => {
    const { operatorId, sessionId } = operatorOf(context)
    await endOperatorSession(context.tx, sessionId, context.now)
    const action = 'identity.operator-sign-out'
    await parts.audit.record(context.tx, {
      at: context.now,
      actor: operatorId,
      action,
      subject: operatorId,
      details: {},
    })
    return {}
  }
}

/** Who is signed in at the console. */
export async function operatorInfoUseCase(
  _: RequestOf<typeof operatorInfo>,
  context: ReadContext,
): Promise<ReplyOf<typeof operatorInfo>> {
  const { operatorId, sessionId } = operatorOf(context)
  const operator = await findOperator(context.db, operatorId)
  assert(operator !== undefined, 'a console session belongs to an operator')
  return { operator: shown(operator), expiresAt: await operatorSessionExpiry(context.db, sessionId) }
}
