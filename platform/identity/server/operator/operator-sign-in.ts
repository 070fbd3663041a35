import type { ReplyOf } from '@bolsillo/contract'
import {
  askFactor,
  attemptKeys,
  forgiveAttempt,
  proofOf,
  randomToken,
  takeAttempt,
  verifyFactor,
} from '@bolsillo/factors/server'
import { assert, type Instant, isRejection, plusMs, present, type Rejection, reject } from '@bolsillo/kernel'
import { type CommandContext, networkOf, type ReadContext, type Tx, transaction, useCase } from '@bolsillo/server-kit'
import { identityRejections } from '../../contract/index.ts'
import type { Operator, operatorLogin } from '../../contract/operator.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { deviceInMessages, deviceName, rolesInForce, sessionRules } from '../../domain/index.ts'
import { type IdentityDeps, refuseBusy } from '../deps.ts'
import { deviceHash, tokenHash } from '../secrets.ts'
import { noteStaffDevice } from './one-person-store.ts'
import {
  endOperatorSession,
  findOperator,
  findOperatorByAccount,
  insertOperatorSession,
  operatorSessionFacts,
  type StoredOperator,
} from './operator-store.ts'

/** An account with the roles that count now; the others come with the time they begin at. */
const shown = (operator: StoredOperator, now: Instant): Operator => {
  const { id, account, name } = operator
  return { id, account, name, roles: rolesInForce(operator, now) }
}

/** What the challenge of a sign-in is for. */
const signInPurpose = { action: 'operator-sign-in', bound: {} } as const

/** What gives the browser of a console call its session, or takes it away. The mount gives it to each of them. */
export function keepSessionOf({ keepSession }: ReadContext): (token: string | undefined) => void {
  return present(keepSession, 'a call of the console can keep a session')
}

/** The first half of signing in: whose password is right is asked for the second factor. */
export const operatorLoginChallenge = useCase(
  operatorCalls.operatorLoginChallenge,
  async (request, context, deps: IdentityDeps) => {
    const operator = await checkPassword(deps, request, context)
    if (isRejection(operator)) return operator
    const { now, caller } = context
    const { action } = signInPurpose
    return transaction(context.db, (tx) => askFactor(deps.factors, { tx, now, caller }, operator.id, { action }))
  },
)

/** Opens a console session, as careful as a customer's: counted before it is checked, same work for unknown accounts. */
export const operatorSignIn = useCase(operatorCalls.operatorLogin, async (request, context, deps: IdentityDeps) => {
  const { db, now } = context
  const operator = await checkPassword(deps, request, context)
  if (isRejection(operator)) return operator
  const { challengeId, code, assertion, deviceKey } = request
  if (challengeId === undefined) return reject(identityRejections.factorMissing, { field: 'challengeId' })
  const proof = proofOf({ challengeId, code, assertion })
  const refusal = await verifyFactor(deps.factors, { owner: operator.id, purpose: signInPurpose, proof, now })
  if (refusal !== undefined) return refusal
  const by = code === undefined ? 'passkey' : 'totp'
  return transaction(db, (tx) => openOperatorSession(deps, tx, { operator, by, deviceKey, context }))
})

/** Opens a session of the console for somebody who showed who they are, second factor and all. */
export async function openOperatorSession(
  deps: IdentityDeps,
  tx: Tx,
  opening: {
    readonly operator: StoredOperator
    readonly by: 'passkey' | 'totp'
    readonly deviceKey: string | undefined
    readonly context: ReadContext
  },
): Promise<ReplyOf<typeof operatorLogin>> {
  const { operator, by, deviceKey, context } = opening
  const { now } = context
  const token = randomToken(deps.services.rng)
  keepSessionOf(context)(token)
  const expiresAt = plusMs(now, sessionRules.operator.longestMs)
  const { address } = context.caller
  const device = deviceName(context.caller.device)
  const session = { id: deps.services.ids.next('ses'), operatorId: operator.id, expiresAt, device, address }
  const details = { ...from(context), by }
  await insertOperatorSession(tx, { ...session, tokenHash: tokenHash(token), at: now })
  const used = deviceHash(deviceKey)
  if (used !== undefined) {
    const until = plusMs(now, deps.staffDeviceMs())
    await noteStaffDevice(tx, { operatorId: operator.id, deviceHash: used, isAcceptance: false, until })
  }
  const entry = { at: now, actor: operator.id, action: 'identity.operator-sign-in', subject: operator.id, details }
  await deps.audit.record(tx, entry)
  return { sessionId: session.id, expiresAt, operator: shown(operator, now) }
}

export const from = ({ caller }: ReadContext) => ({
  device: deviceInMessages(caller.device),
  network: networkOf(caller.address).slice(0, 60),
})

async function checkPassword(
  deps: IdentityDeps,
  request: { readonly account: string; readonly password: string },
  context: CommandContext,
): Promise<StoredOperator | Rejection> {
  const { db, now, caller } = context
  const account = request.account.toLowerCase()
  const operator = await findOperatorByAccount(db, account)
  const mark = deps.markOf(`operator ${account}`)
  const keys = attemptKeys({ realm: 'operator', mark, knownDevice: undefined, address: caller.address })
  const mustWait = await takeAttempt(db, keys, now)
  if (mustWait !== undefined) return mustWait
  const result = await deps.hasher.verify(request.password, operator?.passwordHash)
  if (result === 'busy') return refuseBusy()
  if (result === 'wrong' || operator === undefined) {
    const subject = operator?.id ?? `operator:${mark}`
    const details = from(context)
    const entry = { at: now, actor: 'anonymous', action: 'identity.operator-sign-in-fail', subject, details }
    await transaction(db, (tx) => deps.audit.record(tx, entry))
    return reject(identityRejections.credentialsWrong, { field: 'password' })
  }
  await transaction(db, (tx) => forgiveAttempt(tx, keys))
  return operator
}

/** Ends the console session that asks. */
export const operatorSignOut = useCase(operatorCalls.operatorLogout, async (_request, context, deps: IdentityDeps) => {
  const { operatorId, sessionId } = context.operator
  await endOperatorSession(context.tx, sessionId, context.now)
  keepSessionOf(context)(undefined)
  const action = 'identity.operator-sign-out'
  await deps.audit.record(context.tx, {
    at: context.now,
    actor: operatorId,
    action,
    subject: operatorId,
    details: {},
  })
  return {}
})

/** Who is signed in at the console. */
export const operatorInfo = useCase(operatorCalls.operatorInfo, async (_request, context) => {
  const { operatorId, sessionId } = context.operator
  const operator = await findOperator(context.db, operatorId)
  assert(operator !== undefined, 'a console session belongs to an operator')
  const { expiresAt, factorAt } = await operatorSessionFacts(context.db, sessionId)
  const { roles, powersFrom } = operator
  const operatorNow = shown(operator, context.now)
  const waiting = roles.filter((role) => !operatorNow.roles.includes(role))
  return {
    operator: operatorNow,
    expiresAt,
    ...(factorAt === undefined ? {} : { factorAt }),
    ...(waiting.length === 0 ? {} : { waiting }),
    ...(waiting.length === 0 || powersFrom === undefined ? {} : { powersFrom }),
  }
})
