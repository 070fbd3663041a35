import { defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { lateReasons, liquidationStages, lookOutcomes } from '../domain/liquidation/late-liquidation.ts'

// What staff can see of contracts: liquidations that are late. There is no act: nobody can begin, hurry, stop or price one.

/** Who is to know that a liquidation is late: who watches the fund, who answers the customer, who controls both. */
export const lateRoles: readonly OperatorRole[] = ['support', 'compliance', 'treasury', 'auditor', 'admin']

const lateShape = z.object({
  customerId: z.string(),
  /** The number the customer is known to support by. */
  customer: z.optional(z.string()),
  mode: z.enum(['isolated', 'cross']),
  /** Absent before its first step. */
  liquidationId: z.optional(z.string()),
  /** Who is asked for the next step: the book, the book with the fund's help, or holders of the other side. */
  stage: z.optional(z.enum(liquidationStages)),
  positions: z.array(
    z.object({
      symbol: z.string(),
      side: z.enum(['long', 'short']),
      size: field.decimal,
      /** Absent: there is no mark now, so nobody can say what the account has. */
      mark: z.optional(field.decimal),
    }),
  ),
  /** What the account has and what it must keep, at the marks of now; absent while a mark is missing. */
  equity: z.optional(field.signedDecimal),
  maintenance: z.optional(field.decimal),
  /** Since when it is below what it must keep, and since when staff are alarmed. */
  since: field.at,
  lateSince: field.at,
  reason: z.enum(lateReasons),
  /** How the last look of the engine ended; absent before the first. */
  lastLook: z.optional(z.object({ at: field.at, outcome: z.enum(lookOutcomes) })),
})

export const listLateLiquidations = defineCall({
  name: 'list-late-liquidations',
  power: {
    'es-ES': 'Ver las liquidaciones que van con atraso',
    'en-US': 'See the liquidations that are late',
    'pt-BR': 'Ver as liquidações que estão atrasadas',
  },
  method: 'GET',
  path: '/liquidations',
  audience: 'operator',
  roles: lateRoles,
  needs: [],
  request: z.object({}),
  reply: z.object({
    rows: z.array(lateShape),
    /** Accounts below what they must keep or being liquidated, late or not; and accounts a mark is missing for. */
    below: z.number(),
    blind: z.number(),
    asset: z.string(),
    fund: field.signedDecimal,
    now: field.at,
  }),
  rejections: [],
  summary: 'Liquidations that are late, with why, since when and how the last look ended. Nobody can push one.',
  effect: 'read',
})

export type LateRow = z.output<typeof lateShape>

export const operatorCalls = [listLateLiquidations] as const
