import { defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { staffMember as operator } from './wire-shapes.ts'

export * from './staff-calls.ts'

// The closed list of what staff can do here: sign in and out, keep their own keys, see that practice messages went out. None of it
// touches a customer.

export type Operator = z.output<typeof operator>

export const operatorLogout = defineCall({
  name: 'operator-sign-out',
  power: { 'es-ES': 'Cerrar su propia sesión', 'en-US': 'End their own session', 'pt-BR': 'Encerrar a própria sessão' },
  method: 'POST',
  path: '/logout',
  audience: 'operator',
  roles: operatorRoles,
  beforePowers: true,
  needs: [],
  request: z.object({}),
  reply: z.object({}),
  rejections: [],
  summary: 'Ends the console session that makes the call.',
  effect: 'write',
  urgent: true,
})

export const operatorInfo = defineCall({
  name: 'operator-info',
  power: {
    'es-ES': 'Ver quién es uno mismo en la consola',
    'en-US': 'See who they are at the console',
    'pt-BR': 'Ver quem é na consola',
  },
  method: 'GET',
  path: '/login/info',
  audience: 'operator',
  roles: operatorRoles,
  beforePowers: true,
  needs: [],
  request: z.object({}),
  /**
   * `factorAt`: when the second factor was last given in this session. `waiting`: roles that do not count yet, and from
   * when on they do; without a time nobody has typed the number of the invitation.
   */
  reply: z.object({
    operator,
    expiresAt: field.at,
    factorAt: z.optional(field.at),
    waiting: z.optional(z.array(z.enum(operatorRoles))),
    powersFrom: z.optional(field.at),
  }),
  rejections: [],
  summary: 'Who is signed in at the console.',
  effect: 'read',
})

const deliveredMessage = z.object({
  id: z.string(),
  /** Masked. */
  to: z.string(),
  channel: z.enum(['sms', 'email']),
  /** A one-time code, or a notice. What it says nobody of the staff can read. */
  what: z.enum(['code', 'notice']),
  at: field.at,
})
export type DeliveredMessage = z.output<typeof deliveredMessage>

export const operatorInbox = defineCall({
  name: 'operator-practice-inbox',
  power: {
    'es-ES': 'Ver que salieron mensajes de práctica, nunca lo que dicen; queda en tu registro',
    'en-US': 'See that practice messages went out, never what they say; it is recorded in your log',
    'pt-BR': 'Ver que saíram mensagens de prática, nunca o que dizem; fica no seu registro',
  },
  method: 'GET',
  path: '/practice/inbox',
  audience: 'operator',
  roles: operatorRoles,
  needs: ['practice-market'],
  request: z.object(field.pageFields(field.id('msg'))),
  reply: field.pageOf(deliveredMessage),
  rejections: [],
  summary: 'That messages of the practice market went out, newest first; never what they say.',
  effect: 'read',
  commits: 'use-case',
})
