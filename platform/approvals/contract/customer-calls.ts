import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { accountTags } from '@bolsillo/identity/contract'
import { proposeRejections, approvalsRejections as r } from '../domain/rejections.ts'

// Restricting and freeing customers. Both take two people; a restriction has a reason of the law or of the customer
// themselves, evidence, and an end.

/** The case somebody works on: a ticket, a file number. */
export const caseField = z.string('wrong-type').check(z.regex(/^[A-Za-z][A-Za-z0-9_.:-]{2,39}$/, 'malformed'))

const restriction = z.object({
  reason: z.string(),
  evidence: z.string(),
  from: field.at,
  until: field.at,
  maker: z.string(),
  checker: z.string(),
  /** Absent while it lasts. */
  ended: z.optional(z.object({ at: field.at, reason: z.string(), by: z.string() })),
})

const customer = z.object({
  customerId: z.string(),
  displayNumber: z.string(),
  /** Masked. */
  account: z.string(),
  status: z.int(),
  identityState: z.string(),
  language: z.string(),
  createdAt: field.at,
  /** What the account is besides a customer's: the demo's, or of somebody who works here. */
  tags: z.array(z.enum(accountTags)),
})

export const findCustomer = defineCall({
  name: 'find-customer',
  power: {
    'es-ES': 'Buscar a un cliente por su número, con datos ocultos en parte y un caso abierto; queda en tu registro',
    'en-US': 'Find a customer by number, partly masked, for an open case; it is recorded in your log',
    'pt-BR': 'Buscar um cliente pelo número, com dados em parte ocultos e um caso aberto; fica no seu registro',
  },
  method: 'GET',
  path: '/customers/find',
  audience: 'operator',
  roles: ['support', 'compliance', 'auditor', 'admin'],
  needs: [],
  request: z.object({
    number: z.string('wrong-type').check(z.regex(/^[0-9]{4,12}$/, 'malformed')),
    caseId: caseField,
  }),
  reply: z.object({
    customer,
    restrictions: z.array(restriction),
    /** Proposals about them that wait. */
    open: z.array(z.object({ approvalId: z.string(), kind: z.string(), own: z.boolean() })),
  }),
  rejections: [r.customerUnknown, r.caseUnfit, r.viewsTooMany],
  summary:
    'One customer by their number, masked, for an open case about them; the view is recorded in the customer’s own log.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

export const listRestricted = defineCall({
  name: 'list-restricted',
  power: {
    'es-ES': 'Ver qué clientes están restringidos',
    'en-US': 'See which customers are restricted',
    'pt-BR': 'Ver quais clientes estão restritos',
  },
  method: 'GET',
  path: '/customers/restricted',
  audience: 'operator',
  roles: ['support', 'compliance', 'auditor', 'admin'],
  needs: [],
  request: z.object(field.pageFields(field.placeLike(/^[0-9]{1,15}:apv_[0-7][0-9A-HJKMNP-TV-Z]{25}$/))),
  reply: field.pageOf(
    z.object({
      customerId: z.string(),
      displayNumber: z.string(),
      /** The approval that restricted them: the case to look at them for. */
      approvalId: z.string(),
      restriction,
    }),
  ),
  rejections: [],
  summary: 'Customers restricted now, soonest to end first.',
  effect: 'read',
})

const reason = z.string('wrong-type').check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, 'malformed'))
const customerId = field.id('cus')
const proposed = z.object({ approvalId: z.string() })

export const proposeLook = defineCall({
  name: 'propose-look',
  power: {
    'es-ES': 'Proponer ver a un cliente sin caso abierto; lo decide otra persona y queda en tu registro',
    'en-US':
      'Propose a look at a customer without an open case; another person decides, and it is recorded in your log',
    'pt-BR': 'Propor ver um cliente sem caso aberto; outra pessoa decide e fica no seu registro',
  },
  method: 'POST',
  path: '/customers/look',
  audience: 'operator',
  roles: ['support', 'compliance', 'admin'],
  needs: [],
  request: z.object({
    number: z.string('wrong-type').check(z.regex(/^[0-9]{4,12}$/, 'malformed')),
    reason,
    /** Where the evidence is: the number of the order, the complaint. Read by the second person and by auditors. */
    evidence: field.text(5, 200),
  }),
  reply: proposed,
  rejections: [r.customerUnknown, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes a look at a customer about whom no case is open; for a week, agreed by two, told to the customer.',
  effect: 'write',
})

export const proposeRestriction = defineCall({
  name: 'propose-restriction',
  power: {
    'es-ES': 'Proponer restringir a un cliente',
    'en-US': 'Propose to restrict a customer',
    'pt-BR': 'Propor restringir um cliente',
  },
  method: 'POST',
  path: '/customers/restrict',
  audience: 'operator',
  roles: ['support', 'compliance'],
  needs: [],
  request: z.object({
    customerId,
    reason,
    /** Where the evidence is: the number of the order, the ticket. Read by the second person and by auditors. */
    evidence: field.text(5, 200),
    until: field.time,
  }),
  reply: proposed,
  rejections: [r.customerUnknown, r.alreadyRestricted, r.untilUnfit, coreRejections.roleNeeded, ...proposeRejections],
  summary:
    'Proposes to restrict a customer: they keep their history, support and withdrawals to a verified destination.',
  effect: 'write',
})

export const proposeFreeing = defineCall({
  name: 'propose-freeing',
  power: {
    'es-ES': 'Proponer liberar a un cliente',
    'en-US': 'Propose to free a customer',
    'pt-BR': 'Propor liberar um cliente',
  },
  method: 'POST',
  path: '/customers/free',
  audience: 'operator',
  roles: ['support', 'compliance', 'admin'],
  needs: [],
  request: z.object({ customerId, reason, evidence: field.text(5, 200) }),
  reply: proposed,
  rejections: [r.customerUnknown, r.notRestricted, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to free a restricted customer before the end.',
  effect: 'write',
})
