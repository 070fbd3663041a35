import type { Audit } from '@bolsillo/audit/server'
import type { OperatorRole, ReplyOf, RequestOf } from '@bolsillo/contract'
import {
  type Id,
  type Ids,
  type Instant,
  isRejection,
  plusMs,
  type Rejection,
  type Rng,
  reject,
} from '@bolsillo/kernel'
import type { ReadContext, Tx, WriteContext } from '@bolsillo/server-kit'
import { identityRejections as r } from '../../contract.ts'
import { passwordProblem, staffPasswordLength } from '../../domain/index.ts'
import type * as calls from '../../operator-contract.ts'
import { passkeyOrderOf } from '../factors/ask-factor.ts'
import { finishAuthenticator, finishPasskey, startAuthenticator, startPasskey } from '../factors/manage-factors.ts'
import { type Parts, passwordRejections, refuseBusy } from '../parts.ts'
import { randomToken } from '../randomness.ts'
import { tokenHash } from '../secrets.ts'
import { findInvitation, type Invitation, insertInvitation, lockInvitation, saveAccepted } from './invitation-store.ts'
import { insertOperator } from './operator-store.ts'

/** How long a link invites. */
export const invitationLifeMs = 24 * 3_600_000

/** What an account of staff is called. */
export const staffAccountShape = /^[a-z0-9][a-z0-9._-]{2,39}$/

/** Invites somebody. @returns the token of the link when one is to be shown now. */
export async function inviteOperator(
  { ids, rng, audit }: { readonly ids: Ids; readonly rng: Rng; readonly audit: Audit },
  tx: Tx,
  invite: {
    readonly account: string
    readonly name: string
    readonly roles: readonly OperatorRole[]
    readonly actor: string
    readonly withLink: boolean
    readonly now: Instant
  },
): Promise<{ readonly id: Id<'inv'>; readonly operatorId: Id<'opr'>; readonly token: string | undefined }> {
  const { account, name, roles, actor, now } = invite
  const token = invite.withLink ? randomToken(rng) : undefined
  const [id, operatorId] = [ids.next('inv'), ids.next('opr')]
  const expiresAt = plusMs(now, invitationLifeMs)
  const hash = token === undefined ? undefined : tokenHash(token)
  await insertInvitation(tx, { id, operatorId, account, name, roles, madeAt: now, expiresAt, tokenHash: hash })
  const details = { account, roles: roles.join(' '), invitation: id }
  await audit.record(tx, { at: now, actor, action: 'identity.operator-invite', subject: operatorId, details })
  return { id, operatorId, token }
}

const unknown = (): Rejection => reject(r.invitationUnknown, { field: 'token' })

export async function readInvitationUseCase(
  { token }: RequestOf<typeof calls.readInvitation>,
  { db, now }: ReadContext,
): Promise<ReplyOf<typeof calls.readInvitation> | Rejection> {
  const invitation = await findInvitation(db, tokenHash(token), now)
  if (invitation === undefined) return unknown()
  const { account, name, roles, expiresAt } = invitation
  return { account, name, roles: [...roles], expiresAt }
}

export function invitationAuthenticatorUseCase({ factors }: Parts) {
  return async (
    { token }: RequestOf<typeof calls.invitationAuthenticator>,
    { tx, now }: WriteContext,
  ): Promise<ReplyOf<typeof calls.invitationAuthenticator> | Rejection> => {
    const invitation = await lockInvitation(tx, tokenHash(token), now)
    if (invitation === undefined) return unknown()
    const { operatorId: owner, account } = invitation
    return startAuthenticator(factors, tx, { owner, label: `${account} (staff)`, now })
  }
}

export function invitationPasskeyUseCase({ factors }: Parts) {
  return async (
    { token }: RequestOf<typeof calls.invitationPasskey>,
    { tx, now, caller }: WriteContext,
  ): Promise<ReplyOf<typeof calls.invitationPasskey> | Rejection> => {
    const invitation = await lockInvitation(tx, tokenHash(token), now)
    if (invitation === undefined) return unknown()
    const { operatorId: owner, account } = invitation
    const asked = await startPasskey(factors, tx, { owner, origin: caller.origin, now })
    return isRejection(asked) ? asked : passkeyOrderOf(asked, { id: owner, name: account })
  }
}

/** Makes the account: a password and a second factor, in one transaction with the end of the invitation. */
export function acceptInvitationUseCase(parts: Parts) {
  return async (
    request: RequestOf<typeof calls.acceptInvitation>,
    { tx, now }: WriteContext,
  ): Promise<ReplyOf<typeof calls.acceptInvitation> | Rejection> => {
    const invitation = await lockInvitation(tx, tokenHash(request.token), now)
    if (invitation === undefined) return unknown()
    const weak = refuseStaffPassword(request.password, invitation.account)
    if (weak !== undefined) return weak
    const enrolled = await enrol(parts, tx, invitation, request, now)
    if (isRejection(enrolled)) return enrolled
    const passwordHash = await parts.hasher.hash(request.password)
    if (passwordHash === 'busy') return refuseBusy()
    const { operatorId: id, account, name, roles } = invitation
    await insertOperator(tx, { id, account, name, roles: [...roles], passwordHash }, now)
    await saveAccepted(tx, invitation.id, now)
    const details = { roles: roles.join(' '), invitation: invitation.id }
    await parts.audit.record(tx, { at: now, actor: id, action: 'identity.operator-create', subject: id, details })
    return { operator: { id, account, name, roles: [...roles] }, recoveryCodes: [...enrolled.recoveryCodes] }
  }
}

function enrol(
  { factors }: Parts,
  tx: Tx,
  { operatorId: owner }: Invitation,
  request: RequestOf<typeof calls.acceptInvitation>,
  now: Instant,
): Promise<{ readonly recoveryCodes: readonly string[] } | Rejection> {
  const { code, challengeId, attestation, name = 'Passkey' } = request
  if (challengeId !== undefined && attestation !== undefined) {
    return finishPasskey(factors, tx, { owner, challengeId, attestation, name, now })
  }
  if (code !== undefined) return finishAuthenticator(factors, tx, { owner, code, now })
  return Promise.resolve(reject(r.factorMissing, { field: 'code' }))
}

/** Staff have longer passwords than customers: what they can do is done to others. */
function refuseStaffPassword(typed: string, account: string): Rejection | undefined {
  const namesAccount = typed.toLowerCase().includes(account)
  const problem = namesAccount ? 'password-names-account' : passwordProblem(typed, undefined, staffPasswordLength)
  if (problem === undefined) return undefined
  const { min, max } = staffPasswordLength
  const values = problem === 'password-length' ? { values: { min: String(min), max: String(max) } } : {}
  return reject(passwordRejections[problem], { field: 'password', ...values })
}
