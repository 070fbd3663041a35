import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type StaffAccounts, staffAccountShape } from '@bolsillo/identity/server'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { ReadContext, WriteContext } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract.ts'
import type * as calls from '../../operator-contract.ts'
import type { Declarations } from '../declarations.ts'
import { proposeUseCase } from '../propose.ts'
import { rolesOf } from '../staff-kinds.ts'
import { operatorOf } from './decide-approval.ts'

export function listStaffUseCase(staff: StaffAccounts) {
  return async (
    _: RequestOf<typeof calls.listStaff>,
    { db }: ReadContext,
  ): Promise<ReplyOf<typeof calls.listStaff>> => ({
    accounts: (await staff.list(db)).map(({ id, account, name, roles, createdAt, endedAt }) => ({
      id,
      account,
      name,
      roles: [...roles],
      createdAt,
      ...(endedAt === undefined ? {} : { endedAt }),
    })),
    invitations: (await staff.invitations(db)).map(({ id, account, name, roles, madeAt, expiresAt }) => ({
      id,
      account,
      name,
      roles: [...roles],
      madeAt,
      expiresAt,
    })),
  })
}

export function proposeInvitationUseCase(declared: Declarations, staff: StaffAccounts) {
  const propose = proposeUseCase(declared)
  return async (
    { account, name, reason, ...request }: RequestOf<typeof calls.proposeInvitation>,
    context: WriteContext,
  ): Promise<ReplyOf<typeof calls.proposeInvitation> | Rejection> => {
    const { tx, now } = context
    const roles = readRoles(request.roles)
    if (!staffAccountShape.test(account)) return reject(r.staffAccountUnfit, { field: 'account' })
    if (await staff.isTaken(tx, account)) return reject(r.staffAccountTaken, { field: 'account' })
    if (roles === undefined) return reject(r.staffRoles, { field: 'roles' })
    const payload = { account, name, roles: roles.join(',') }
    const by = operatorOf(context)
    return await propose(tx, { kind: 'operator.invite', subject: `staff:${account}`, payload, reason, by, now })
  }
}

export function proposeRolesUseCase(declared: Declarations, staff: StaffAccounts) {
  const propose = proposeUseCase(declared)
  return async (
    { operatorId, reason, ...request }: RequestOf<typeof calls.proposeRoles>,
    context: WriteContext,
  ): Promise<ReplyOf<typeof calls.proposeRoles> | Rejection> => {
    const { tx, now } = context
    const account = await working(staff, tx, operatorId)
    if (account === undefined) return reject(r.staffUnknown, { field: 'operatorId' })
    const roles = readRoles(request.roles)
    if (roles === undefined || roles.join() === account.roles.join()) return reject(r.staffRoles, { field: 'roles' })
    const payload = { operatorId, roles: roles.join(',') }
    const by = operatorOf(context)
    return await propose(tx, { kind: 'operator.roles', subject: operatorId, payload, reason, by, now })
  }
}

export function proposeStaffEndUseCase(declared: Declarations, staff: StaffAccounts) {
  const propose = proposeUseCase(declared)
  return async (
    { operatorId, reason }: RequestOf<typeof calls.proposeStaffEnd>,
    context: WriteContext,
  ): Promise<ReplyOf<typeof calls.proposeStaffEnd> | Rejection> => {
    const { tx, now } = context
    if ((await working(staff, tx, operatorId)) === undefined) return reject(r.staffUnknown, { field: 'operatorId' })
    const by = operatorOf(context)
    return await propose(tx, { kind: 'operator.end', subject: operatorId, payload: { operatorId }, reason, by, now })
  }
}

export function giveInvitationLinkUseCase(staff: StaffAccounts) {
  return async (
    { invitationId }: RequestOf<typeof calls.giveInvitationLink>,
    context: WriteContext,
  ): Promise<ReplyOf<typeof calls.giveInvitationLink> | Rejection> => {
    const { operatorId: by } = operatorOf(context)
    const link = await staff.giveLink(context.tx, { invitationId, by, now: context.now })
    return link ?? reject(r.staffInvitationUnknown, { field: 'invitationId' })
  }
}

async function working(staff: StaffAccounts, db: WriteContext['tx'], operatorId: string) {
  return (await staff.list(db)).find(({ id, endedAt }) => id === operatorId && endedAt === undefined)
}

/** Undefined when there is none, or a word that is no role. */
function readRoles(typed: string): readonly string[] | undefined {
  const roles = rolesOf({ roles: typed })
  return roles.length > 0 && roles.length === typed.split(',').length ? roles : undefined
}
