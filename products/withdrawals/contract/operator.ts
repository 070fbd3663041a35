import { approvalsRejections, proposeRejections } from '@bolsillo/approvals/contract'
import { coreRejections, defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { holdReasons, legalReasons, refusalReasons, withdrawalStates } from '../domain/withdrawal.ts'
import { withdrawalsRejections as r } from './rejections.ts'
import { bankReturnsShape, historyShape, withdrawalShape } from './wire-shapes.ts'

// The closed list of what staff can do here: look, propose accepting (a second person decides), refuse, hold for a
// closed reason and a bounded time, and propose a legal hold. Nobody can change a destination, an amount or a fee.

/** Who may look. */
export const readers: readonly OperatorRole[] = ['support', 'compliance', 'treasury', 'auditor', 'admin']
/** Who may propose and decide payments out; never the same person twice. */
export const payers: readonly OperatorRole[] = ['treasury', 'compliance']
/** Who may put and end legal holds. */
export const lawyers: readonly OperatorRole[] = ['compliance', 'admin']

/** What is worth a look before money leaves; none of them is a verdict. */
export const hintNames = [
  'new-destination',
  'first-withdrawal',
  'recent-reset',
  'large-for-history',
  'all-of-balance',
] as const

const queueRow = z.object({
  withdrawalId: z.string(),
  reference: z.string(),
  customer: z.string(),
  state: z.enum(withdrawalStates),
  asset: z.string(),
  amount: field.decimal,
  net: field.decimal,
  channel: z.string(),
  requestedAt: field.at,
  /** When it must be decided. */
  dueAt: field.at,
  escalated: z.boolean(),
  held: z.boolean(),
  /** Somebody proposed accepting it: a second person is awaited. */
  proposed: z.boolean(),
  returned: z.boolean(),
})
export type QueueRow = z.output<typeof queueRow>

export const listQueue = defineCall({
  name: 'list-withdrawals-queue',
  power: {
    'es-ES': 'Ver qué retiros esperan revisión',
    'en-US': 'See which withdrawals wait for review',
    'pt-BR': 'Ver quais saques esperam análise',
  },
  method: 'GET',
  path: '/withdrawals',
  audience: 'operator',
  roles: readers,
  needs: [],
  request: z.object({
    ...field.pageFields(field.placeLike(/^[0-9]{1,15}\.wdr_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
    show: field.optional(field.oneOf(['waiting', 'doing', 'ended'])),
  }),
  reply: z.object({ rows: z.array(queueRow), next: z.optional(z.string()), waiting: z.number() }),
  rejections: [],
  summary: 'Withdrawals by state, the longest waiting first. No personal data.',
  effect: 'read',
})

const operatorHold = z.object({
  holdId: z.string(),
  reason: z.string(),
  legal: z.boolean(),
  evidence: z.optional(z.string()),
  document: z.optional(z.object({ sha256: z.string(), name: z.string() })),
  from: field.at,
  until: field.at,
  endedAt: z.optional(field.at),
})

export const readCase = defineCall({
  name: 'read-withdrawal-case',
  power: {
    'es-ES': 'Ver un retiro en revisión; queda en tu registro',
    'en-US': 'See one withdrawal under review; it is recorded in your log',
    'pt-BR': 'Ver um saque em análise; fica no seu registro',
  },
  method: 'GET',
  path: '/withdrawals/case',
  audience: 'operator',
  roles: readers,
  needs: [],
  request: z.object({ withdrawalId: field.id('wdr') }),
  reply: z.object({
    withdrawal: withdrawalShape,
    customerId: z.string(),
    customer: z.object({
      number: z.string(),
      account: z.string(),
      identity: z.string(),
      restricted: z.boolean(),
      since: field.at,
    }),
    /** The holder of the destination beside the name on the checked papers. */
    verifiedName: z.optional(z.string()),
    nameMatches: z.optional(z.boolean()),
    destinationAddedAt: field.at,
    dueAt: field.at,
    hints: z.array(z.enum(hintNames)),
    past: z.object({ count: z.number(), largest: z.optional(field.decimal), toDestination: z.number() }),
    history: z.array(historyShape),
    bankReturns: bankReturnsShape,
    holds: z.array(operatorHold),
    proposal: z.optional(z.object({ approvalId: z.string(), mine: z.boolean(), payloadHash: z.string() })),
    /** What the caller may do with it now. */
    may: z.object({
      propose: z.boolean(),
      refuse: z.boolean(),
      /** By one person: nobody of the staff refused this customer before. */
      refuseAlone: z.boolean(),
      hold: z.boolean(),
      legal: z.boolean(),
    }),
    refusedBefore: z.number(),
    /** The customer was held by law before: another hold takes a document that was not used for them. */
    legalDocumentNeeded: z.boolean(),
  }),
  rejections: [r.withdrawalUnknown, approvalsRejections.viewsTooMany],
  summary: 'One withdrawal with everything a decision needs. The view is written into the customer’s own log.',
  effect: 'read',
})

export const proposeAccept = defineCall({
  name: 'propose-withdrawal-accept',
  power: {
    'es-ES': 'Proponer pagar un retiro',
    'en-US': 'Propose to pay a withdrawal',
    'pt-BR': 'Propor pagar um saque',
  },
  method: 'POST',
  path: '/withdrawals/accept',
  audience: 'operator',
  roles: payers,
  needs: [],
  /** What was seen goes along: a proposal about other figures is refused. */
  request: z.object({
    withdrawalId: field.id('wdr'),
    amount: field.decimal,
    net: field.decimal,
    destination: field.text(1, 160),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [
    r.withdrawalUnknown,
    r.notReviewable,
    r.seenOther,
    r.isHeld,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Proposes paying a withdrawal out. It happens when another person decides so.',
  effect: 'write',
})

export const refuseWithdrawal = defineCall({
  name: 'refuse-withdrawal',
  power: {
    'es-ES': 'Rechazar un retiro con motivo; el dinero vuelve a tu cuenta',
    'en-US': 'Refuse a withdrawal with a reason; the money goes back to your account',
    'pt-BR': 'Recusar um saque com motivo; o dinheiro volta à sua conta',
  },
  method: 'POST',
  path: '/withdrawals/refuse',
  audience: 'operator',
  roles: payers,
  needs: [],
  request: z.object({ withdrawalId: field.id('wdr'), reason: field.oneOf(refusalReasons) }),
  reply: z.object({}),
  rejections: [r.withdrawalUnknown, r.notReviewable, r.goesBack, approvalsRejections.ownAccount, r.refusedBefore],
  summary:
    'Refuses a customer’s first withdrawal for a reason of the closed list; all of it is theirs again at once. Once: again takes two people.',
  effect: 'write',
})

export const proposeRefusal = defineCall({
  name: 'propose-withdrawal-refusal',
  power: {
    'es-ES': 'Proponer rechazar otra vez un retiro tuyo, con motivo y pruebas',
    'en-US': 'Propose to refuse a withdrawal of yours again, with a reason and evidence',
    'pt-BR': 'Propor recusar de novo um saque seu, com motivo e provas',
  },
  method: 'POST',
  path: '/withdrawals/refuse/propose',
  audience: 'operator',
  roles: payers,
  needs: [],
  request: z.object({
    withdrawalId: field.id('wdr'),
    reason: field.oneOf(refusalReasons),
    /** What shows that the reason is true: what an auditor would ask for. */
    evidence: field.text(4, 120),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [r.withdrawalUnknown, r.notReviewable, r.goesBack, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes refusing a customer who was refused before, for a listed reason with evidence. Two people.',
  effect: 'write',
})

export const holdWithdrawal = defineCall({
  name: 'hold-withdrawal',
  power: {
    'es-ES': 'Detener un retiro por unas horas, con motivo',
    'en-US': 'Hold a withdrawal for some hours, with a reason',
    'pt-BR': 'Deter um saque por algumas horas, com motivo',
  },
  method: 'POST',
  path: '/withdrawals/hold',
  audience: 'operator',
  roles: payers,
  needs: [],
  request: z.object({ withdrawalId: field.id('wdr'), reason: field.oneOf(holdReasons), hours: field.whole(1, 72) }),
  reply: z.object({ until: field.at }),
  rejections: [
    r.withdrawalUnknown,
    r.notReviewable,
    r.goesBack,
    approvalsRejections.ownAccount,
    r.holdTooLong,
    r.holdOpen,
  ],
  summary:
    'Holds up a review for a closed reason and a bounded time, once each; the customer sees both. It ends by itself.',
  effect: 'write',
})

export const endHold = defineCall({
  name: 'end-withdrawal-hold',
  power: {
    'es-ES': 'Terminar la detención de un retiro',
    'en-US': 'End the hold of a withdrawal',
    'pt-BR': 'Terminar a detenção de um saque',
  },
  method: 'POST',
  path: '/withdrawals/hold/end',
  audience: 'operator',
  roles: payers,
  needs: [],
  request: z.object({ holdId: field.id('whd') }),
  reply: z.object({}),
  rejections: [approvalsRejections.ownAccount, r.holdUnknown],
  summary: 'Ends a hold early.',
  effect: 'write',
})

export const proposeLegalHold = defineCall({
  name: 'propose-legal-hold',
  power: {
    'es-ES': 'Proponer que una orden legal detenga los retiros de un cliente',
    'en-US': 'Propose that a legal order holds a customer’s withdrawals',
    'pt-BR': 'Propor que uma ordem legal detenha os saques de um cliente',
  },
  method: 'POST',
  path: '/withdrawals/legal-hold',
  audience: 'operator',
  roles: lawyers,
  needs: [],
  request: z.object({
    customerId: field.id('cus'),
    reason: field.oneOf(legalReasons),
    /** The number of the order or letter: what an auditor would ask for. */
    evidence: field.text(4, 120),
    days: field.whole(1, 90),
    /** Of an authority: needed for whoever was held before. The file stays with the firm; its SHA-256 is in the journal. */
    documentSha256: field.optional(z.string('wrong-type').check(z.regex(/^[0-9a-f]{64}$/, 'malformed'))),
    documentName: field.optional(field.text(1, 120)),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [
    r.customerUnknown,
    r.holdOpen,
    r.documentUsed,
    r.documentMissing,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Proposes stopping a customer’s withdrawals for a legal reason, with evidence and an end. Two people.',
  effect: 'write',
})

export const endLegalHold = defineCall({
  name: 'end-legal-hold',
  power: {
    'es-ES': 'Terminar una detención legal',
    'en-US': 'End a legal hold',
    'pt-BR': 'Terminar uma detenção legal',
  },
  method: 'POST',
  path: '/withdrawals/legal-hold/end',
  audience: 'operator',
  roles: lawyers,
  needs: [],
  request: z.object({ holdId: field.id('whd') }),
  reply: z.object({}),
  rejections: [approvalsRejections.ownAccount, r.holdUnknown],
  summary: 'Ends a legal hold early. One person is enough: it gives the customer back what is theirs.',
  effect: 'write',
})

export const operatorCalls = [
  listQueue,
  readCase,
  proposeAccept,
  refuseWithdrawal,
  proposeRefusal,
  holdWithdrawal,
  endHold,
  proposeLegalHold,
  endLegalHold,
] as const
