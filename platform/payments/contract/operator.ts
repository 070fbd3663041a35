import { approvalsRejections, proposeRejections } from '@bolsillo/approvals/contract'
import { defineCall, field, z } from '@bolsillo/contract'
import { troubleKinds } from '../domain/rail-events.ts'
import { differenceKinds } from '../domain/reconcile.ts'
import { paymentRejections } from './index.ts'
import { importStatement, listStatementLines, listStatements, makePracticeStatement } from './statement-calls.ts'
import { listStuckPayouts, lookers, proposeStuckEnd, transferRoles } from './stuck-calls.ts'

export * from './statement-calls.ts'

// The closed list of what staff can do here: look at what differs between rails and books, have an event tried again,
// and, by two people, record the outcome of a transfer made by hand, a returned payment, or that an event or difference
// ends without effect. Nobody can write an event, a line or a difference.

/** Why a transfer by hand is said to have arrived, or not. */
export const paidReasons = ['on-bank-statement'] as const
export const failedReasons = ['bank-returned', 'bank-refused'] as const

/** Reasons of proposing that a confirmed payment came back. */
export const returnedReasons = ['returned-on-statement', 'provider-confirmed'] as const
/** Reasons of ending a rail's event without effect. */
export const closeReasons = ['booked-otherwise', 'told-in-error', 'no-movement'] as const
/** Why a difference is accepted as it is. */
export const acceptReasons = ['provider-confirmed', 'statement-corrected', 'booked-otherwise'] as const

const side = z.object({ asset: z.string(), amount: field.signedDecimal })

const differenceShape = z.object({
  differenceId: z.string(),
  railId: z.string(),
  kind: z.enum(differenceKinds),
  externalId: z.string(),
  asset: z.string(),
  /** How much money is at stake. */
  amount: field.decimal,
  line: z.optional(field.decimal),
  booked: z.optional(field.decimal),
  at: field.at,
  foundAt: field.at,
  /** Absent while it is still there. */
  closedAt: z.optional(field.at),
  /** Two people accept it as it is: it holds nothing back. */
  acceptedAt: z.optional(field.at),
})

const dayShape = z.object({
  date: z.string(),
  asset: z.string(),
  lines: z.number(),
  bookings: z.number(),
  lineIn: field.decimal,
  lineOut: field.decimal,
  bookedIn: field.decimal,
  bookedOut: field.decimal,
})

const railShape = z.object({
  railId: z.string(),
  simulated: z.boolean(),
  /** Absent before the first comparison. */
  ranAt: z.optional(field.at),
  lines: z.number(),
  bookings: z.number(),
  differences: z.number(),
  days: z.array(dayShape),
  /** The difference in each asset of it, and how much it may be. */
  assets: z.array(z.object({ asset: z.string(), apart: field.decimal, limit: field.decimal })),
  /** Why the provider could not be asked the last time. */
  silent: z.optional(z.string()),
})

export const readReconciliation = defineCall({
  name: 'read-reconciliation',
  power: {
    'es-ES': 'Comparar los estados de los bancos con los libros',
    'en-US': 'Compare the statements of banks with the books',
    'pt-BR': 'Comparar os extratos dos bancos com os livros',
  },
  method: 'GET',
  path: '/reconciliation',
  audience: 'operator',
  roles: lookers,
  needs: [],
  request: z.object({}),
  reply: z.object({
    rails: z.array(railShape),
    differences: z.array(differenceShape),
    /** Assets of which nothing is credited: what we owe is above what we hold. */
    halted: z.array(z.object({ asset: z.string(), short: field.decimal, since: field.at })),
    frozen: z.array(z.object({ railId: z.string(), ...side.shape, from: field.at, until: field.at })),
    troubles: z.array(
      z.object({
        /** What is proposed to be ended. */
        troubleId: z.string(),
        eventId: z.string(),
        railId: z.string(),
        kind: z.string(),
        externalId: z.string(),
        trouble: z.enum(troubleKinds),
        problem: z.string(),
        tries: z.number(),
        /** The payment out it is about. */
        payoutId: z.optional(z.string()),
        toldAt: field.at,
        /** When it should be ended at the latest. */
        dueAt: field.at,
        nextTryAt: z.optional(field.at),
      }),
    ),
  }),
  rejections: [],
  summary: 'Each rail’s statement against the books: sums by day, what differs and since when, what waits.',
  effect: 'read',
  commits: 'use-case',
})

export type Reconciliation = z.output<typeof readReconciliation.reply>

export const retryRailEvent = defineCall({
  name: 'retry-rail-event',
  power: {
    'es-ES': 'Volver a intentar lo que un proveedor avisó y no se pudo procesar',
    'en-US': 'Try again what a provider told and could not be handled',
    'pt-BR': 'Tentar de novo o que um provedor avisou e não pôde ser processado',
  },
  method: 'POST',
  path: '/reconciliation/retry',
  audience: 'operator',
  roles: ['treasury'],
  needs: [],
  request: z.object({ eventId: field.id('rev') }),
  reply: z.object({}),
  rejections: [paymentRejections.eventNotParked],
  summary: 'Has an event that was put aside tried again now. What it does is what it would have done by itself.',
  effect: 'write',
})

const ending = { method: 'POST', audience: 'operator', roles: transferRoles, needs: [], effect: 'write' } as const
const proposed = z.object({ approvalId: z.string() })

export const proposePaymentReturn = defineCall({
  ...ending,
  name: 'propose-payment-return',
  power: {
    'es-ES': 'Proponer que un pago confirmado volvió del banco',
    'en-US': 'Propose that a confirmed payment came back from the bank',
    'pt-BR': 'Propor que um pagamento confirmado voltou do banco',
  },
  path: '/reconciliation/returned',
  request: z.object({
    payoutId: field.id('pay'),
    /** The number of what came back, as on the rail’s statement. */
    trackingNumber: field.text(4, 60),
    amount: field.decimal,
    reason: field.oneOf(returnedReasons),
  }),
  reply: proposed,
  rejections: [
    paymentRejections.transferUnknown,
    paymentRejections.trackingMalformed,
    paymentRejections.returnAmount,
    paymentRejections.trackingUsed,
    paymentRejections.returnUnfit,
    paymentRejections.payoutNotOnStatement,
    paymentRejections.lineUsed,
    paymentRejections.lineImporter,
    paymentRejections.byHandEntry,
    paymentRejections.byHandDay,
    ...proposeRejections,
  ],
  summary:
    'Proposes that a confirmed payment came back, in whole or in part; what came back goes to whom it was paid for.',
})

export const proposeTroubleEnd = defineCall({
  ...ending,
  name: 'propose-trouble-end',
  power: {
    'es-ES': 'Proponer cerrar sin efecto lo que un proveedor avisó y no se puede registrar',
    'en-US': 'Propose to end without effect what a provider told and cannot be booked',
    'pt-BR': 'Propor encerrar sem efeito o que um provedor avisou e não pode ser registrado',
  },
  path: '/reconciliation/close',
  request: z.object({ troubleId: field.id('rev'), reason: field.oneOf(closeReasons) }),
  reply: proposed,
  rejections: [paymentRejections.troubleUnknown, ...proposeRejections],
  summary: 'Proposes to end what a rail told and cannot be handed on. It has no effect and moves nothing.',
})

export const proposeDifferenceEnd = defineCall({
  ...ending,
  name: 'propose-difference-end',
  power: {
    'es-ES': 'Proponer aceptar una diferencia ya aclarada con un proveedor',
    'en-US': 'Propose to accept a difference that was cleared up with a provider',
    'pt-BR': 'Propor aceitar uma diferença já esclarecida com um provedor',
  },
  path: '/reconciliation/accept',
  request: z.object({ differenceId: field.text(4, 60), reason: field.oneOf(acceptReasons) }),
  reply: proposed,
  rejections: [paymentRejections.differenceUnknown, ...proposeRejections],
  summary: 'Proposes to accept a difference that was looked into: it stays in sight and holds no payments back.',
})

const transferShape = z.object({
  payoutId: z.string(),
  cause: z.string(),
  asset: z.string(),
  amount: field.decimal,
  reference: z.string(),
  /** Where it goes, its middle hidden. */
  destination: z.string(),
  requestedAt: field.at,
  /** What was proposed and waits for a second person. */
  proposed: z.optional(z.enum(['paid', 'failed'])),
})

export const listTransfers = defineCall({
  name: 'list-manual-transfers',
  power: {
    'es-ES': 'Ver las transferencias que se pagan a mano',
    'en-US': 'See the transfers that are paid by hand',
    'pt-BR': 'Ver as transferências pagas à mão',
  },
  method: 'GET',
  path: '/transfers',
  audience: 'operator',
  roles: [...transferRoles, 'auditor'],
  needs: [],
  request: z.object({}),
  reply: z.object({ rows: z.array(transferShape) }),
  rejections: [],
  summary: 'Transfers out that somebody makes at the bank and that did not end yet. No personal data.',
  effect: 'read',
})

export const readTransfer = defineCall({
  name: 'read-manual-transfer',
  power: {
    'es-ES': 'Ver una transferencia que se paga a mano; queda en tu registro',
    'en-US': 'See one transfer that is paid by hand; it is recorded in your log',
    'pt-BR': 'Ver uma transferência paga à mão; fica no seu registro',
  },
  method: 'GET',
  path: '/transfers/detail',
  audience: 'operator',
  roles: transferRoles,
  needs: [],
  request: z.object({ payoutId: field.id('pay') }),
  reply: z.object({ payoutId: z.string(), bank: z.string(), number: z.string(), holder: z.string() }),
  rejections: [paymentRejections.transferUnknown, approvalsRejections.viewsTooMany],
  summary: 'Where a transfer by hand goes, in full. The view is recorded in the customer’s own log.',
  effect: 'read',
})

export const proposeTransferEnd = defineCall({
  name: 'propose-transfer-end',
  power: {
    'es-ES': 'Proponer que una transferencia a mano se pagó o falló',
    'en-US': 'Propose that a transfer by hand was paid or failed',
    'pt-BR': 'Propor que uma transferência à mão foi paga ou falhou',
  },
  method: 'POST',
  path: '/transfers/propose',
  audience: 'operator',
  roles: transferRoles,
  needs: [],
  request: z.object({
    payoutId: field.id('pay'),
    outcome: field.oneOf(['paid', 'failed']),
    /** The bank’s own number of the transfer; for one that was paid. */
    trackingNumber: field.optional(field.text(4, 40)),
    reason: field.oneOf([...paidReasons, ...failedReasons]),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [
    paymentRejections.transferUnknown,
    paymentRejections.trackingMissing,
    paymentRejections.trackingMalformed,
    paymentRejections.reasonOther,
    paymentRejections.numberUsed,
    ...proposeRejections,
  ],
  summary: 'Proposes that a transfer by hand arrived, or did not; a second person decides.',
  effect: 'write',
})

export {
  listStuckPayouts,
  proposeStuckEnd,
  type StuckAct,
  stuckActReasons,
  stuckActs,
  stuckReasons,
  transferRoles,
  writtenReason,
} from './stuck-calls.ts'

export const operatorCalls = [
  readReconciliation,
  retryRailEvent,
  listTransfers,
  readTransfer,
  proposeTransferEnd,
  proposePaymentReturn,
  proposeTroubleEnd,
  proposeDifferenceEnd,
  listStuckPayouts,
  proposeStuckEnd,
  importStatement,
  listStatements,
  listStatementLines,
  makePracticeStatement,
] as const
