import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import type { StaffAccounts } from '@bolsillo/identity/server'
import { idOf, type Rejection, reject } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../contract.ts'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from './approvals.ts'

/** Why an account of staff is made, changed or ended. */
export const staffReasons = ['joins', 'duties-changed', 'leaves', 'security-incident', 'mistake-corrected'] as const

const makers = { makerRoles: ['admin'], checkerRoles: ['admin', 'compliance'], reasons: staffReasons } as const

/** Inviting, other roles, ending: acts about staff that take two people. */
export function staffKinds(staff: StaffAccounts): readonly ApprovalKind[] {
  const standing = async (db: Parameters<StaffAccounts['list']>[0], payload: ApprovalPayload) => {
    const account = (await staff.list(db)).find(({ id }) => id === payload.operatorId)
    return [
      { labelKey: 'facts.staffName', value: account?.name ?? '' },
      { labelKey: 'facts.account', value: account?.account ?? '' },
      { labelKey: 'facts.before', value: account?.roles.join(', ') ?? '' },
    ]
  }
  return [
    {
      ...makers,
      name: 'operator.invite',
      titleKey: 'approvals.powers.invite',
      facts: async (_, payload) => [
        { labelKey: 'facts.staffName', value: payload.name ?? '' },
        { labelKey: 'facts.account', value: payload.account ?? '' },
        { labelKey: 'facts.after', value: rolesOf(payload).join(', ') },
      ],
      execute: async (tx, { payload, checker, now }) => {
        const { account = '', name = '' } = payload
        if (await staff.isTaken(tx, account)) return reject(r.staffAccountTaken)
        await staff.invite(tx, { account, name, roles: rolesOf(payload), by: checker, now })
        return undefined
      },
    },
    {
      ...makers,
      name: 'operator.roles',
      titleKey: 'approvals.powers.roles',
      facts: async (db, payload) => [
        ...(await standing(db, payload)),
        { labelKey: 'facts.after', value: rolesOf(payload).join(', ') },
      ],
      execute: async (tx, act) => {
        const roles = rolesOf(act.payload)
        const refused = await refuseWithoutAdmin(staff, tx, act, roles)
        if (refused !== undefined) return refused
        const { checker: by, now, payload } = act
        await staff.setRoles(tx, { id: idOf('opr', payload.operatorId ?? ''), roles, by, now })
        return undefined
      },
    },
    {
      ...makers,
      name: 'operator.end',
      titleKey: 'approvals.powers.endStaff',
      facts: standing,
      execute: async (tx, act) => {
        const refused = await refuseWithoutAdmin(staff, tx, act, [])
        if (refused !== undefined) return refused
        const { checker: by, now, payload } = act
        await staff.end(tx, { id: idOf('opr', payload.operatorId ?? ''), by, now })
        return undefined
      },
    },
  ]
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
  { payload }: ApprovedAct,
  roles: readonly OperatorRole[],
): Promise<Rejection | undefined> {
  const working = (await staff.lock(tx)).filter(({ endedAt }) => endedAt === undefined)
  if (!working.some(({ id }) => id === payload.operatorId)) return reject(r.staffUnknown)
  const others = working.filter(({ id }) => id !== payload.operatorId)
  const isAdminLeft = roles.includes('admin') || others.some((other) => other.roles.includes('admin'))
  return isAdminLeft ? undefined : reject(r.staffLastAdmin)
}
