import { proposeRejections } from '@bolsillo/approvals/contract'
import { defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { paymentRejections } from './index.ts'

export const lookers: readonly OperatorRole[] = ['treasury', 'auditor']
/** Who makes transfers by hand, and who confirms them; never the same person twice. */
export const transferRoles: readonly OperatorRole[] = ['treasury']

/** How two people end a payment out that is stuck. */
export const stuckActs = ['give-back', 'other-rail', 'settle'] as const
export type StuckAct = (typeof stuckActs)[number]
/** The one reason of each act: the evidence it needs. */
export const stuckActReasons = {
  'give-back': 'rail-did-not-pay',
  'other-rail': 'rail-did-not-pay',
  settle: 'on-rail-statement',
} as const satisfies Readonly<Record<StuckAct, string>>

/** The other reason of giving back: the rail says in writing that it did not and will not pay. */
export const writtenReason = 'provider-confirmed'

export const stuckReasons = ['not-taken', 'no-news', 'other-amount', 'other-end'] as const

export const listStuckPayouts = defineCall({
  name: 'list-stuck-payouts',
  power: {
    'es-ES': 'Ver los pagos detenidos, sin datos personales',
    'en-US': 'See the payments that are stuck, without personal data',
    'pt-BR': 'Ver os pagamentos parados, sem dados pessoais',
  },
  method: 'GET',
  path: '/payouts',
  audience: 'operator',
  roles: lookers,
  needs: [],
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        payoutId: z.string(),
        cause: z.string(),
        railId: z.string(),
        asset: z.string(),
        amount: field.decimal,
        reference: z.string(),
        /** Where it goes, its middle hidden. */
        destination: z.string(),
        reason: z.enum(stuckReasons),
        since: field.at,
        /** By when staff must end it. */
        dueAt: field.at,
        overdue: z.boolean(),
        attempts: z.number(),
        /** What the rail answered the last time. */
        problem: z.optional(z.string()),
        /** What arrived, where it is another amount than was asked for. */
        arrived: z.optional(field.decimal),
        otherRail: z.optional(z.string()),
        /** The rail's own number of it; without one two people look for it on the statement. */
        number: z.optional(z.string()),
        /** From when on the rail's written word counts that it did not pay. */
        writtenFrom: field.at,
        /** What was proposed and waits for a second person. */
        proposed: z.optional(z.enum(stuckActs)),
      }),
    ),
  }),
  rejections: [],
  summary: 'Payments out that do not go on by themselves, with why, since when and by when. No personal data.',
  effect: 'read',
})

export const proposeStuckEnd = defineCall({
  name: 'propose-stuck-payout-end',
  power: {
    'es-ES': 'Proponer cómo termina un pago detenido, después de preguntar al canal',
    'en-US': 'Propose how a payment that is stuck ends, after the rail was asked',
    'pt-BR': 'Propor como termina um pagamento parado, depois de consultar o canal',
  },
  method: 'POST',
  path: '/payouts/propose',
  audience: 'operator',
  roles: transferRoles,
  needs: [],
  request: z.object({
    payoutId: field.id('pay'),
    act: field.oneOf(stuckActs),
    /** Settling what the rail never named a number of: the number as on the rail's statement. */
    trackingNumber: field.optional(field.text(4, 60)),
    /** Giving back what the rail answers nothing of: SHA-256 of its written word that it did not and will not pay. */
    documentHash: field.optional(z.string('wrong-type').check(z.regex(/^[0-9a-f]{64}$/, 'malformed'))),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [
    paymentRejections.payoutNotStuck,
    paymentRejections.stuckUnexpected,
    paymentRejections.trackingMissing,
    paymentRejections.trackingUsed,
    paymentRejections.payoutNotOnStatement,
    paymentRejections.payoutNotCertain,
    paymentRejections.payoutNoOtherRail,
    ...proposeRejections,
  ],
  summary: 'Proposes how a payment that is stuck ends. The rail is asked first; a second person decides.',
  effect: 'write',
})
