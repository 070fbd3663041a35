import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import type { StaffAccounts } from '@bolsillo/identity/server'
import { type Id, idOf, isId, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../contract/index.ts'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from './approvals.ts'
import type { Desk, PersonPapers } from './declarations.ts'

/** Why an account of staff is made, changed or ended. */
export const staffReasons = ['joins', 'duties-changed', 'leaves', 'security-incident', 'mistake-corrected'] as const

const makers = { makerRoles: ['admin'], checkerRoles: ['admin', 'compliance'], reasons: staffReasons } as const

/** Inviting, other roles, ending: acts about staff that take two people. */
export function staffKinds(desk: Desk): readonly ApprovalKind[] {
  return [invitation(desk), otherRoles(desk), ending(desk)]
}

function invitation({ staff, customers, papersOf }: Desk): ApprovalKind {
  return {
    ...makers,
    name: 'operator.invite',
    titleKey: 'approvals.powers.invite',
    facts: async (db, payload) => {
      const person = personOf(payload)
      const customer = person === undefined ? undefined : await customers.find(db, person)
      const papers = person === undefined ? undefined : await papersOf(db, person)
      return [
        { labelKey: 'facts.staffName', value: payload.name ?? '' },
        { labelKey: 'facts.account', value: payload.account ?? '' },
        { labelKey: 'facts.customer', value: customer?.displayNumber ?? '' },
        { labelKey: 'facts.papersName', value: papers?.name ?? '' },
        { labelKey: 'facts.after', value: rolesOf(payload).join(', ') },
      ]
    },
    execute: async (tx, { payload, maker, checker, now }) => {
      const { account = '', name = '' } = payload
      if (await staff.isTaken(tx, account)) return reject(r.staffAccountTaken)
      const person = personOf(payload)
      const papers = person === undefined ? undefined : await papersOf(tx, person)
      if (person === undefined || papers === undefined) return reject(r.staffPapersMissing)
      const { marks } = papers
      if ((await staff.holderOf(tx, { customerId: person, marks }, now)) !== undefined) {
        return reject(r.staffPapersTaken)
      }
      await staff.invite(tx, { account, name, roles: rolesOf(payload), person, marks, maker, approver: checker, now })
      return undefined
    },
  }
}

function otherRoles(desk: Desk): ApprovalKind {
  const { staff } = desk
  return {
    ...makers,
    name: 'operator.roles',
    titleKey: 'approvals.powers.roles',
    facts: async (db, payload) => [
      ...(await standing(desk, db, payload)),
      { labelKey: 'facts.after', value: rolesOf(payload).join(', ') },
      ...(payload.decidedByThem === undefined
        ? []
        : [{ labelKey: 'facts.decidedByThem', value: payload.decidedByThem }]),
    ],
    execute: async (tx, act) => {
      const roles = rolesOf(act.payload)
      const refused = await refuseWithoutAdmin(staff, tx, act, roles)
      if (refused !== undefined) return refused
      const { checker: by, now, payload } = act
      await staff.setRoles(tx, { id: idOf('opr', payload.operatorId ?? ''), roles, by, now })
      return undefined
    },
  }
}

function ending(desk: Desk): ApprovalKind {
  const { staff } = desk
  return {
    ...makers,
    name: 'operator.end',
    titleKey: 'approvals.powers.endStaff',
    facts: (db, payload) => standing(desk, db, payload),
    execute: async (tx, act) => {
      const refused = await refuseWithoutAdmin(staff, tx, act, [])
      if (refused !== undefined) return refused
      const { checker: by, now, payload } = act
      await staff.end(tx, { id: idOf('opr', payload.operatorId ?? ''), by, now })
      return undefined
    },
  }
}

/** Who an act is about, as they are now. */
async function standing({ staff }: Desk, db: Db, payload: ApprovalPayload) {
  const account = (await staff.list(db)).find(({ id }) => id === payload.operatorId)
  return [
    { labelKey: 'facts.staffName', value: account?.name ?? '' },
    { labelKey: 'facts.account', value: account?.account ?? '' },
    { labelKey: 'facts.before', value: account?.roles.join(', ') ?? '' },
  ]
}

/** The customer account of who is to be invited. */
function personOf({ customerId = '' }: ApprovalPayload): Id<'cus'> | undefined {
  return isId('cus', customerId) ? idOf('cus', customerId) : undefined
}

/** The verified papers of a customer by the number given to support, when nobody of the staff has them. */
export async function papersToInvite(
  { staff, customers, papersOf }: Desk,
  db: Db,
  asked: { readonly customer: string; readonly now: Parameters<StaffAccounts['holderOf']>[2] },
): Promise<(PersonPapers & { readonly customerId: Id<'cus'> }) | Rejection> {
  const customer = await customers.findByNumber(db, asked.customer)
  const papers = customer === undefined ? undefined : await papersOf(db, customer.customerId)
  if (customer === undefined || papers === undefined) return reject(r.staffPapersMissing, { field: 'customer' })
  const { customerId } = customer
  const holder = await staff.holderOf(db, { customerId, marks: papers.marks }, asked.now)
  return holder === undefined ? { ...papers, customerId } : reject(r.staffPapersTaken, { field: 'customer' })
}

/** The roles in a payload or a field: `support,compliance`. */
export function rolesOf({ roles = '' }: { readonly roles?: string | undefined }): readonly OperatorRole[] {
  const named = roles.split(',').map((role) => role.trim())
  return operatorRoles.filter((role) => named.includes(role))
}

/** Somebody must stay who can invite others; looked at under lock, so that two who leave at once are two. */
async function refuseWithoutAdmin(
  staff: StaffAccounts,
  tx: Tx,
  { payload, now }: ApprovedAct,
  roles: readonly OperatorRole[],
): Promise<Rejection | undefined> {
  const working = (await staff.lock(tx)).filter(({ endedAt }) => endedAt === undefined)
  if (!working.some(({ id }) => id === payload.operatorId)) return reject(r.staffUnknown)
  // Whoever is to lose the role soon, or has not got it yet, is no admin who stays.
  const stays = working.filter(
    (one) =>
      one.id !== payload.operatorId &&
      staff.inForce(one, now).includes('admin') &&
      (one.change === undefined || one.change.roles.includes('admin')),
  )
  return roles.includes('admin') || stays.length > 0 ? undefined : reject(r.staffLastAdmin)
}
