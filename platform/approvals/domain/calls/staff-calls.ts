import { coreRejections, defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { proposeRejections, approvalsRejections as r } from '../rejections.ts'

// Accounts of staff. Who is let in, what they may, and that they no longer may: each takes two people.

const roles = z.array(z.enum(operatorRoles))
const operatorId = field.id('opr')
const reason = field.text(1, 40)
/** Roles with commas between them: `support,compliance`. */
const roleList = field.text(3, 80)
const proposed = z.object({ approvalId: z.string() })

export const listStaff = defineCall({
  name: 'list-staff',
  method: 'GET',
  path: '/staff',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({}),
  reply: z.object({
    accounts: z.array(
      z.object({
        id: z.string(),
        account: z.string(),
        name: z.string(),
        roles,
        createdAt: field.at,
        endedAt: z.optional(field.at),
      }),
    ),
    invitations: z.array(
      z.object({ id: z.string(), account: z.string(), name: z.string(), roles, madeAt: field.at, expiresAt: field.at }),
    ),
  }),
  rejections: [],
  summary: 'Who works here, with which roles, and who is invited.',
  effect: 'read',
})

export const proposeInvitation = defineCall({
  name: 'propose-staff-invitation',
  method: 'POST',
  path: '/staff/invite',
  audience: 'operator',
  roles: ['admin'],
  needs: [],
  request: z.object({ account: field.text(3, 40), name: field.text(2, 60), roles: roleList, reason }),
  reply: proposed,
  rejections: [r.staffAccountUnfit, r.staffAccountTaken, r.staffRoles, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to invite somebody to the staff.',
  effect: 'write',
})

export const proposeRoles = defineCall({
  name: 'propose-staff-roles',
  method: 'POST',
  path: '/staff/roles',
  audience: 'operator',
  roles: ['admin'],
  needs: [],
  request: z.object({ operatorId, roles: roleList, reason }),
  reply: proposed,
  rejections: [r.staffUnknown, r.staffRoles, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes other roles for a member of staff.',
  effect: 'write',
})

export const proposeStaffEnd = defineCall({
  name: 'propose-staff-end',
  method: 'POST',
  path: '/staff/end',
  audience: 'operator',
  roles: ['admin'],
  needs: [],
  request: z.object({ operatorId, reason }),
  reply: proposed,
  rejections: [r.staffUnknown, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to end the account of a member of staff.',
  effect: 'write',
})

export const giveInvitationLink = defineCall({
  name: 'give-invitation-link',
  method: 'POST',
  path: '/staff/invitation/link',
  audience: 'operator',
  roles: ['admin'],
  needs: [],
  request: z.object({ invitationId: field.id('inv') }),
  /** Shown once, good for a day and one use. */
  reply: z.object({ url: z.string(), expiresAt: field.at }),
  rejections: [r.staffInvitationUnknown],
  summary: 'Makes the link of an invitation two people approved; the one before no longer works.',
  effect: 'write',
  secretReply: true,
})
