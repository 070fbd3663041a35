import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type StaffAccounts, staffAccountShape } from '@bolsillo/identity/server'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import type { OfStaff, ReadContext, WriteContext } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract.ts'
import { pairRules, pairShare } from '../../domain/index.ts'
import type * as calls from '../../operator-contract.ts'
import { countDecidedBy } from '../approvals-store.ts'
import type { Declarations, Desk } from '../declarations.ts'
import { proposeUseCase } from '../propose.ts'
import { papersToInvite, rolesOf } from '../staff-kinds.ts'

export function listStaffUseCase(staff: StaffAccounts) {
  return async (
    _: RequestOf<typeof calls.listStaff>,
    context: OfStaff<ReadContext>,
  ): Promise<ReplyOf<typeof calls.listStaff>> => {
    const { db, now } = context
    const { operatorId } = context.operator
    const unconfirmed = await staff.unconfirmed(db)
    const awaited = unconfirmed.filter(({ isRoot, approver }) => isRoot || approver === operatorId)
    return {
      accounts: (await staff.list(db)).map((account) => {
        const { id, name, roles, createdAt, endedAt, powersFrom, change } = account
        const inForce = staff.inForce(account, now)
        const waiting = roles.filter((role) => !inForce.includes(role))
        return {
          id,
          account: account.account,
          name,
          roles: [...roles],
          createdAt,
          ...(endedAt === undefined ? {} : { endedAt }),
          ...(waiting.length === 0 ? {} : { waiting }),
          ...(waiting.length === 0 || powersFrom === undefined ? {} : { powersFrom }),
          ...(change === undefined ? {} : { change: { roles: [...change.roles], from: change.from } }),
          awaitsYourNumber: awaited.some((one) => one.operatorId === id),
        }
      }),
      invitations: (await staff.invitations(db)).map(({ id, account, name, roles, madeAt, expiresAt, person }) => ({
        id,
        account,
        name,
        roles: [...roles],
        madeAt,
        expiresAt,
        sendable: person !== undefined,
      })),
      announcements: (await staff.announcements(db)).map(({ number, at, kind, account, name, roles, from }) => ({
        number,
        at,
        kind,
        account,
        name,
        roles: [...roles],
        ...(from === undefined ? {} : { from }),
      })),
      waitMs: staff.waitMs(),
      now,
    }
  }
}

export function proposeInvitationUseCase(declared: Declarations, desk: Desk) {
  const propose = proposeUseCase(declared)
  return async (
    { account, name, reason, customer, ...request }: RequestOf<typeof calls.proposeInvitation>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof calls.proposeInvitation> | Rejection> => {
    const { tx, now } = context
    const roles = readRoles(request.roles)
    if (!staffAccountShape.test(account)) return reject(r.staffAccountUnfit, { field: 'account' })
    if (await desk.staff.isTaken(tx, account)) return reject(r.staffAccountTaken, { field: 'account' })
    if (roles === undefined) return reject(r.staffRoles, { field: 'roles' })
    const papers = await papersToInvite(desk, tx, { customer, now })
    if (isRejection(papers)) return papers
    const { customerId } = papers
    const payload = { account, name, roles: roles.join(','), customerId }
    const by = context.operator
    const subject = `staff:${account}`
    return await propose(tx, { kind: 'operator.invite', subject, customerId, payload, reason, by, now })
  }
}

export function proposeRolesUseCase(declared: Declarations, staff: StaffAccounts) {
  const propose = proposeUseCase(declared)
  return async (
    { operatorId, reason, ...request }: RequestOf<typeof calls.proposeRoles>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof calls.proposeRoles> | Rejection> => {
    const { tx, now } = context
    const account = await working(staff, tx, operatorId)
    if (account === undefined) return reject(r.staffUnknown, { field: 'operatorId' })
    const roles = readRoles(request.roles)
    if (roles === undefined || roles.join() === account.roles.join()) return reject(r.staffRoles, { field: 'roles' })
    const by = context.operator
    const asked = { maker: by.operatorId, decider: operatorId, since: now - pairRules.spanMs }
    const decidedByThem = pairShare(await countDecidedBy(tx, asked))
    const pair = decidedByThem === undefined ? {} : { decidedByThem }
    const payload = { operatorId, roles: roles.join(','), ...pair }
    return await propose(tx, { kind: 'operator.roles', subject: operatorId, payload, reason, by, now })
  }
}

export function proposeStaffEndUseCase(declared: Declarations, staff: StaffAccounts) {
  const propose = proposeUseCase(declared)
  return async (
    { operatorId, reason }: RequestOf<typeof calls.proposeStaffEnd>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof calls.proposeStaffEnd> | Rejection> => {
    const { tx, now } = context
    if ((await working(staff, tx, operatorId)) === undefined) return reject(r.staffUnknown, { field: 'operatorId' })
    const by = context.operator
    return await propose(tx, { kind: 'operator.end', subject: operatorId, payload: { operatorId }, reason, by, now })
  }
}

export function sendInvitationUseCase(staff: StaffAccounts) {
  return async (
    { invitationId }: RequestOf<typeof calls.sendInvitation>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof calls.sendInvitation> | Rejection> => {
    const { operatorId: by } = context.operator
    const sent = await staff.sendAgain(context.tx, { invitationId, by, now: context.now })
    return sent ?? reject(r.staffInvitationUnknown, { field: 'invitationId' })
  }
}

/** The approver, and nobody else, types in the number the invitee told them. */
export function typeStaffNumberUseCase(staff: StaffAccounts) {
  return async (
    { operatorId, number }: RequestOf<typeof calls.typeStaffNumber>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof calls.typeStaffNumber> | Rejection> => {
    const { operatorId: by } = context.operator
    const { now, tx, aside } = context
    const typed = await staff.typeNumber(aside, tx, { operatorId, number, by, now })
    if (typed.is === 'right') return { powersFrom: typed.powersFrom }
    if (typed.is === 'one-person') return reject(r.approvalOnePerson, { values: { shared: typed.shared } })
    if (typed.is === 'not-yours') return reject(r.staffNumberNotYours, { field: 'operatorId' })
    if (typed.is === 'void') return reject(r.staffNumberVoid, { field: 'operatorId' })
    return reject(r.staffNumberWrong, { field: 'number', values: { triesLeft: String(typed.triesLeft) } })
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
