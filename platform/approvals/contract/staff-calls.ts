import { coreRejections, defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { proposeRejections, approvalsRejections as r } from '../domain/rejections.ts'

// Accounts of staff. To admit somebody, to give them powers and to take powers away each needs two people.

const roles = z.array(z.enum(operatorRoles))
const operatorId = field.id('opr')
const reason = field.text(1, 40)
/** Roles with commas between them: `support,compliance`. */
const roleList = field.text(3, 80)
const proposed = z.object({ approvalId: z.string() })

export const listStaff = defineCall({
  name: 'list-staff',
  power: {
    'es-ES': 'Ver quién trabaja aquí y con qué roles',
    'en-US': 'See who works here and with which roles',
    'pt-BR': 'Ver quem trabalha aqui e com quais papéis',
  },
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
        /** Roles that do not count yet; without `powersFrom` nobody has typed the number of the invitation. */
        waiting: z.optional(roles),
        powersFrom: z.optional(field.at),
        /** What is left of the roles from a time on: none is the end of the account. */
        change: z.optional(z.object({ roles, from: field.at })),
        /** Whoever asks is who types in the number on this person's screen. */
        awaitsYourNumber: z.boolean(),
      }),
    ),
    invitations: z.array(
      z.object({
        id: z.string(),
        account: z.string(),
        name: z.string(),
        roles,
        madeAt: field.at,
        expiresAt: field.at,
        /** Whether another message can be sent: what was made on the server has no address. */
        sendable: z.boolean(),
      }),
    ),
    /** Announcements to all of the staff, newest first. */
    announcements: z.array(
      z.object({
        number: z.int(),
        at: field.at,
        kind: z.enum(['invited', 'powers', 'removal', 'removed', 'root-invitation']),
        account: z.string(),
        name: z.string(),
        roles,
        from: z.optional(field.at),
      }),
    ),
    /** How long new powers wait here. */
    waitMs: z.int(),
    now: field.at,
  }),
  rejections: [],
  summary: 'Who works here, with which roles, and who is invited.',
  effect: 'read',
})

export const proposeInvitation = defineCall({
  name: 'propose-staff-invitation',
  power: {
    'es-ES': 'Proponer invitar a alguien al personal',
    'en-US': 'Propose to invite somebody to the staff',
    'pt-BR': 'Propor convidar alguém para a equipe',
  },
  method: 'POST',
  path: '/staff/invite',
  audience: 'operator',
  roles: ['admin'],
  needs: [],
  request: z.object({
    account: field.text(3, 40),
    name: field.text(2, 60),
    roles: roleList,
    /** The number of their customer account: staff are identified as customers are. */
    customer: field.text(8, 8),
    reason,
  }),
  reply: proposed,
  rejections: [
    r.staffAccountUnfit,
    r.staffAccountTaken,
    r.staffRoles,
    r.staffPapersMissing,
    r.staffPapersTaken,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Proposes to invite somebody to the staff.',
  effect: 'write',
})

export const proposeRoles = defineCall({
  name: 'propose-staff-roles',
  power: {
    'es-ES': 'Proponer otros roles para alguien del personal',
    'en-US': 'Propose other roles for a member of staff',
    'pt-BR': 'Propor outros papéis para alguém da equipe',
  },
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
  power: {
    'es-ES': 'Proponer terminar la cuenta de alguien del personal',
    'en-US': 'Propose to end the account of a member of staff',
    'pt-BR': 'Propor encerrar a conta de alguém da equipe',
  },
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

export const sendInvitation = defineCall({
  name: 'send-staff-invitation',
  power: {
    'es-ES':
      'Mandar de nuevo una invitación que dos personas aprobaron, a la dirección de la persona; el enlace no se les muestra',
    'en-US': 'Send an invitation two people approved again, to the person’s own address; they are not shown the link',
    'pt-BR':
      'Enviar de novo um convite que duas pessoas aprovaram, ao endereço da pessoa; o link não é mostrado a eles',
  },
  method: 'POST',
  path: '/staff/invitation/send',
  audience: 'operator',
  roles: ['admin'],
  needs: [],
  request: z.object({ invitationId: field.id('inv') }),
  reply: z.object({ expiresAt: field.at }),
  rejections: [r.staffInvitationUnknown],
  summary: 'Sends an invitation two people approved again, to the person’s own address; the link before is void.',
  effect: 'write',
})

export const typeStaffNumber = defineCall({
  name: 'type-staff-number',
  power: {
    'es-ES':
      'Escribir el número que ve en su pantalla quien aceptó la invitación que aprobaron; después empieza la espera',
    'en-US': 'Type in the number on the screen of whoever accepted the invitation they approved; then the wait begins',
    'pt-BR': 'Digitar o número na tela de quem aceitou o convite que aprovaram; depois começa a espera',
  },
  method: 'POST',
  path: '/staff/number',
  audience: 'operator',
  roles: ['admin', 'compliance'],
  needs: [],
  request: z.object({ operatorId, number: field.sixDigits }),
  reply: z.object({ powersFrom: field.at }),
  rejections: [r.staffNumberVoid, r.staffNumberNotYours, r.approvalOnePerson, r.staffNumberWrong],
  summary: 'Whoever approved an invitation types in the number on the invitee’s screen; the powers begin after a wait.',
  effect: 'write',
  limit: { times: 10, perMs: 60_000 },
})
