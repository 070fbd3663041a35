import { type StaffAccounts, staffAccountShape } from '@bolsillo/identity/server'
import { isRejection, reject } from '@bolsillo/kernel'
import { useCase, type WriteContext } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { pairRules, pairShare } from '../../domain/index.ts'
import { countDecidedBy } from '../approvals-store.ts'
import type { DeskDeps } from '../declarations.ts'
import { papersToInvite, rolesOf } from '../staff-kinds.ts'

export const listStaff = useCase(operatorCalls.listStaff, async (_request, context, { staff }: DeskDeps) => {
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
})

export const proposeInvitation = useCase(
  operatorCalls.proposeInvitation,
  async ({ account, name, reason, customer, ...request }, context, desk: DeskDeps) => {
    const { propose } = desk
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
  },
)

export const proposeRoles = useCase(
  operatorCalls.proposeRoles,
  async ({ operatorId, reason, ...request }, context, { staff, propose }: DeskDeps) => {
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
  },
)

export const proposeStaffEnd = useCase(
  operatorCalls.proposeStaffEnd,
  async ({ operatorId, reason }, context, { staff, propose }: DeskDeps) => {
    const { tx, now } = context
    if ((await working(staff, tx, operatorId)) === undefined) return reject(r.staffUnknown, { field: 'operatorId' })
    const by = context.operator
    return await propose(tx, { kind: 'operator.end', subject: operatorId, payload: { operatorId }, reason, by, now })
  },
)

export const sendInvitation = useCase(
  operatorCalls.sendInvitation,
  async ({ invitationId }, context, { staff }: DeskDeps) => {
    const { operatorId: by } = context.operator
    const sent = await staff.sendAgain(context.tx, { invitationId, by, now: context.now })
    return sent ?? reject(r.staffInvitationUnknown, { field: 'invitationId' })
  },
)

/** The approver, and nobody else, types in the number the invitee gives them. */
export const typeStaffNumber = useCase(
  operatorCalls.typeStaffNumber,
  async ({ operatorId, number }, context, { staff }: DeskDeps) => {
    const { operatorId: by } = context.operator
    const { now, tx, aside } = context
    const typed = await staff.typeNumber(aside, tx, { operatorId, number, by, now })
    if (typed.is === 'right') return { powersFrom: typed.powersFrom }
    if (typed.is === 'one-person') return reject(r.approvalOnePerson, { values: { shared: typed.shared } })
    if (typed.is === 'not-yours') return reject(r.staffNumberNotYours, { field: 'operatorId' })
    if (typed.is === 'void') return reject(r.staffNumberVoid, { field: 'operatorId' })
    return reject(r.staffNumberWrong, { field: 'number', values: { triesLeft: String(typed.triesLeft) } })
  },
)

async function working(staff: StaffAccounts, db: WriteContext['tx'], operatorId: string) {
  return (await staff.list(db)).find(({ id, endedAt }) => id === operatorId && endedAt === undefined)
}

/** Undefined when there is none, or a word that is no role. */
function readRoles(typed: string): readonly string[] | undefined {
  const roles = rolesOf({ roles: typed })
  return roles.length > 0 && roles.length === typed.split(',').length ? roles : undefined
}
