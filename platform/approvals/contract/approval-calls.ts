import { coreRejections, defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import { approvalsRejections as r } from '../domain/rejections.ts'

// What staff can do here: see what waits for a second person, and decide it. What happens then is declared by the room
// whose act it is.

const approvalState = z.enum(['open', 'approved', 'refused', 'void', 'expired'])

const approvalRow = z.object({
  approvalId: z.string(),
  kind: z.string(),
  /** Message key of what happens when it is approved: its first word is the room. */
  titleKey: z.string(),
  subject: z.string(),
  customerId: z.optional(z.string()),
  /** The number that customers and staff know the customer by. */
  customerNumber: z.optional(z.string()),
  maker: z.string(),
  makerName: z.string(),
  reason: z.string(),
  state: approvalState,
  createdAt: field.at,
  expiresAt: field.at,
  /** Whether whoever asks made it: they cannot decide it. */
  own: z.boolean(),
  /** Whether whoever asks may decide it now. */
  decidable: z.boolean(),
  /** How many decide it beside whoever proposed it, and how many of them agreed. */
  deciders: z.number(),
  agreed: z.number(),
})
export type ApprovalRow = z.output<typeof approvalRow>

const approvalDetail = z.object({
  approval: approvalRow,
  facts: z.array(z.object({ labelKey: z.string(), value: z.string() })),
  /** 64 hex digits over what was proposed. */
  payloadHash: z.string(),
  /** 64 hex digits over the facts as shown. */
  factsHash: z.string(),
  reasons: z.array(z.string()),
  refusalReasons: z.array(z.string()),
  /** Who agreed already, where it takes more than two people. */
  agreedNames: z.array(z.string()),
  decision: z.optional(z.object({ by: z.string(), byName: z.string(), reason: z.string(), at: field.at })),
})
export type ApprovalDetail = z.output<typeof approvalDetail>

export const listApprovals = defineCall({
  name: 'list-approvals',
  power: {
    'es-ES': 'Ver qué propuestas esperan a una segunda persona',
    'en-US': 'See which proposals wait for a second person',
    'pt-BR': 'Ver quais propostas esperam uma segunda pessoa',
  },
  method: 'GET',
  path: '/approvals',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({
    ...field.pageFields(field.id('apv')),
    state: field.optional(field.oneOf(['mine', 'open', 'closed'])),
  }),
  reply: field.pageOf(approvalRow),
  rejections: [],
  summary:
    'Proposals that wait for a second person, all or those whoever asks can decide, soonest to expire first; or those decided, latest first.',
  effect: 'read',
})

const approvalId = field.id('apv')

export const readApproval = defineCall({
  name: 'read-approval',
  power: {
    'es-ES': 'Ver una propuesta; la consulta queda en tu registro',
    'en-US': 'See one proposal; the view is recorded in your log',
    'pt-BR': 'Ver uma proposta; a consulta fica no seu registro',
  },
  method: 'GET',
  path: '/approvals/detail',
  audience: 'operator',
  roles: operatorRoles,
  needs: [],
  request: z.object({ approvalId }),
  reply: approvalDetail,
  rejections: [r.approvalUnknown, r.viewsTooMany],
  summary: 'One proposal: the facts, and the hashes a decision names.',
  effect: 'read',
})

const hash = z.string('wrong-type').check(z.regex(/^[0-9a-f]{64}$/, 'malformed'))
const reason = z.string('wrong-type').check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, 'malformed'))

/** How the second person shows they hold their second factor; see `FactorProof`. */
export const factorFields = {
  challengeId: field.optional(field.id('chl')),
  code: field.optional(field.sixDigits),
  assertion: field.optional(field.secret(2, 8000)),
}

export const decideApproval = defineCall({
  name: 'decide-approval',
  power: {
    'es-ES': 'Aprobar o rechazar lo que otra persona propuso',
    'en-US': 'Approve or refuse what somebody else proposed',
    'pt-BR': 'Aprovar ou recusar o que outra pessoa propôs',
  },
  method: 'POST',
  path: '/approvals/decide',
  audience: 'operator',
  // Who may decide a proposal is declared with its kind; an auditor decides nothing.
  roles: ['support', 'compliance', 'treasury', 'product', 'admin'],
  needs: [],
  request: z.object({
    approvalId,
    payloadHash: hash,
    factsHash: hash,
    decision: field.oneOf(['approve', 'refuse']),
    reason,
    ...factorFields,
  }),
  reply: z.object({ approvalId: z.string(), state: approvalState }),
  rejections: [
    r.approvalUnknown,
    coreRejections.roleNeeded,
    r.approvalClosed,
    r.approvalExpired,
    r.approvalOwn,
    r.approvalAgreed,
    r.approvalChanged,
    r.reasonUnlisted,
    r.ownAccount,
    r.approvalOnePerson,
    r.factorMissing,
  ],
  summary: 'The last of the people it takes approves, and it happens at once; or one refuses, and nothing happens.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['code', 'assertion'],
  limit: { times: 60, perMs: 60_000 },
})

export const withdrawApproval = defineCall({
  name: 'withdraw-approval',
  power: {
    'es-ES': 'Retirar una propuesta propia',
    'en-US': 'Take back a proposal of their own',
    'pt-BR': 'Retirar uma proposta própria',
  },
  method: 'POST',
  path: '/approvals/withdraw',
  audience: 'operator',
  roles: ['support', 'compliance', 'treasury', 'product', 'admin'],
  needs: [],
  request: z.object({ approvalId }),
  reply: z.object({ approvalId: z.string(), state: approvalState }),
  rejections: [r.approvalUnknown, r.approvalClosed, r.approvalExpired],
  summary: 'Takes back a proposal of one’s own.',
  effect: 'write',
})
