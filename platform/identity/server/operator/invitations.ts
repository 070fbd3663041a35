import { createHmac } from 'node:crypto'
import type { Audit } from '@bolsillo/audit/server'
import type { OperatorRole } from '@bolsillo/contract'
import { finishPasskey, passkeyOrderOf, randomDigits, randomToken, startPasskey } from '@bolsillo/factors/server'
import {
  type Id,
  type Ids,
  type Instant,
  instant,
  isRejection,
  plusMs,
  type Rejection,
  type Rng,
  reject,
} from '@bolsillo/kernel'
import { type Tx, useCase } from '@bolsillo/server-kit'
import { identityRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import {
  passwordProblem,
  rolesInForce,
  staffAccountLength,
  staffPasswordLength,
  staffRules,
} from '../../domain/index.ts'
import { type IdentityDeps, passwordRejections, refuseBusy } from '../deps.ts'
import { deviceHash, tokenHash } from '../secrets.ts'
import { announce } from './announcement-store.ts'
import { countAccounts, findInvitation, insertInvitation, lockInvitation, saveAccepted } from './invitation-store.ts'
import { noteStaffDevice } from './one-person-store.ts'
import { findOperator, insertOperator } from './operator-store.ts'

/** How long a link invites. */
export const invitationLifeMs = 24 * 3_600_000

/** What an account of staff is called. */
export const staffAccountShape = new RegExp(
  `^[a-z0-9][a-z0-9._-]{${staffAccountLength.min - 1},${staffAccountLength.max - 1}}$`,
)

/** Whom to invite, and by whom. */
export interface Invite {
  readonly account: string
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly now: Instant
  /** Who proposed and who approved it; absent on the server, where nobody does. */
  readonly by: { readonly maker: Id<'opr'>; readonly approver: Id<'opr'>; readonly person: Id<'cus'> } | undefined
}

/** What an invitation is made with. */
interface InviteParts {
  readonly ids: Ids
  readonly rng: Rng
  readonly audit: Audit
}

/**
 * Invites somebody. On the server it makes the first two accounts of an installation; from the third on it is an act past
 * the staff, which is recorded in the journal, counted in public, and announced to all of them.
 */
export async function inviteOperator(
  { ids, rng, audit }: InviteParts,
  tx: Tx,
  { account, name, roles, by, now }: Invite,
): Promise<{
  readonly id: Id<'inv'>
  readonly operatorId: Id<'opr'>
  readonly token: string
  readonly isRoot: boolean
}> {
  const token = randomToken(rng)
  const [id, operatorId] = [ids.next('inv'), ids.next('opr')]
  const expiresAt = plusMs(now, invitationLifeMs)
  const isRoot = by === undefined && (await countAccounts(tx, now)) >= staffRules.first
  const people = { person: by?.person, maker: by?.maker, approver: by?.approver }
  const made = { id, operatorId, account, name, roles, madeAt: now, expiresAt, isRoot, ...people }
  await insertInvitation(tx, { ...made, tokenHash: tokenHash(token) })
  const details = { account, roles: roles.join(' '), invitation: id }
  const action = isRoot ? 'identity.operator-root-invite' : 'identity.operator-invite'
  await audit.record(tx, { at: now, actor: by?.approver ?? 'shell', action, subject: operatorId, details })
  if (by !== undefined || isRoot) {
    const kind = isRoot ? 'root-invitation' : 'invited'
    await announce(tx, { at: now, kind, operatorId, account, name, roles, from: undefined })
  }
  return { id, operatorId, token, isRoot }
}

const unknown = (): Rejection => reject(r.invitationUnknown, { field: 'token' })

export const readInvitation = useCase(operatorCalls.readInvitation, async ({ token }, { db, now }) => {
  const invitation = await findInvitation(db, tokenHash(token), now)
  if (invitation === undefined) return unknown()
  const { account, name, roles, expiresAt } = invitation
  return { account, name, roles: [...roles], expiresAt }
})

export const invitationPasskey = useCase(
  operatorCalls.invitationPasskey,
  async ({ token }, { tx, now, caller }, { factors }: IdentityDeps) => {
    const invitation = await lockInvitation(tx, tokenHash(token), now)
    if (invitation === undefined) return unknown()
    const { operatorId: owner, account } = invitation
    const asked = await startPasskey(factors, tx, { owner, origin: caller.origin, now })
    return isRejection(asked) ? asked : passkeyOrderOf(asked, { id: owner, name: account })
  },
)

/** What is kept of the number on an invitee's screen. Keyed: six digits would be found by trying. */
export function numberHash(
  { staffNumberKey }: Pick<IdentityDeps, 'staffNumberKey'>,
  id: Id<'inv'>,
  number: string,
): Buffer {
  return createHmac('sha256', staffNumberKey).update(`${id}\n${number}`).digest()
}

// Accepted on one device is one person for good, whatever the clock says later.
const forEver = instant(9_999_999_999_999)

/**
 * Makes the account: a password and a passkey nobody else of the staff has, in one transaction with the end of the
 * invitation. From the third account on it has no powers: the number it is answered is for whoever approved it.
 */
export const acceptInvitation = useCase(
  operatorCalls.acceptInvitation,
  async (request, { tx, now }, deps: IdentityDeps) => {
    const invitation = await lockInvitation(tx, tokenHash(request.token), now)
    if (invitation === undefined) return unknown()
    const weak = refuseStaffPassword(request.password, invitation.account)
    if (weak !== undefined) return weak
    const { operatorId: id, account, name, roles, person } = invitation
    const { challengeId, attestation, name: called = 'Passkey' } = request
    const passkey = { owner: id, challengeId, attestation, name: called, now }
    const enrolled = await finishPasskey(deps.factors, tx, passkey)
    if (isRejection(enrolled)) return enrolled
    const passwordHash = await deps.hasher.hash(request.password)
    if (passwordHash === 'busy') return refuseBusy()
    await insertOperator(tx, { id, account, name, roles: [...roles], passwordHash, person }, now)
    const number = randomDigits(deps.services.rng, staffRules.number.digits)
    const until = plusMs(now, staffRules.number.lifeMs)
    await saveAccepted(tx, { id: invitation.id, at: now, numberHash: numberHash(deps, invitation.id, number), until })
    const device = deviceHash(request.deviceKey)
    if (device !== undefined) {
      await noteStaffDevice(tx, { operatorId: id, deviceHash: device, isAcceptance: true, until: forEver })
    }
    const details = { roles: roles.join(' '), invitation: invitation.id }
    await deps.audit.record(tx, { at: now, actor: id, action: 'identity.operator-create', subject: id, details })
    const made = await findOperator(tx, id)
    const begins = made === undefined ? [] : rolesInForce(made, now)
    return {
      operator: { id, account, name, roles: [...roles] },
      recoveryCodes: [...enrolled.recoveryCodes],
      ...(begins.length > 0 ? {} : { number }),
    }
  },
)

/** Staff have longer passwords than customers: what they can do is done to others. */
function refuseStaffPassword(typed: string, account: string): Rejection | undefined {
  const namesAccount = typed.toLowerCase().includes(account)
  const problem = namesAccount ? 'password-names-account' : passwordProblem(typed, undefined, staffPasswordLength)
  if (problem === undefined) return undefined
  const { min, max } = staffPasswordLength
  const values = problem === 'password-length' ? { values: { min: String(min), max: String(max) } } : {}
  return reject(passwordRejections[problem], { field: 'password', ...values })
}
