import { defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { auditRow } from './index.ts'

/** Refusals of this room: 19500 to 19599. */
export const auditRejections = {
  /** Acts of a customer are read for an open case about them, and not of more customers than an hour's looks. */
  caseNeeded: rejectionSpec('journal-case-needed', 19500, 403),
} as const

/** What staff can do here: read. Every role may, so that colleagues see each other's acts; nobody can write or edit. */
export const listAudit = defineCall({
  name: 'list-audit',
  power: {
    'es-ES':
      'Leer el diario de actos, sin nombrar clientes; los tuyos solo con un caso abierto, y queda en tu registro',
    'en-US':
      'Read the journal of acts without customers named; yours only for an open case, and it is recorded in your log',
    'pt-BR': 'Ler o diário de atos, sem nomear clientes; os seus só com um caso aberto, e fica no seu registro',
  },
  method: 'GET',
  path: '/audit',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({
    ...field.pageFields(field.placeNumber),
    about: field.optional(field.text(1, 80)),
    /** The open case about the customer that `about` names; the view is recorded in their own log. */
    caseId: field.optional(z.string('wrong-type').check(z.regex(/^[a-z]{3}_[0-9A-Z]{26}$/, 'malformed'))),
    /** As records name it: `identity.sign-in`. */
    action: field.optional(z.string('wrong-type').check(z.regex(/^[a-z]+\.[a-z][a-z0-9-]{1,39}$/, 'malformed'))),
  }),
  reply: field.pageOf(auditRow),
  rejections: [auditRejections.caseNeeded],
  summary:
    'The journal of acts, newest first, of `about` and `action` when given. Customers are named only for an open case about them.',
  effect: 'read',
})

export const operatorCalls = [listAudit] as const
