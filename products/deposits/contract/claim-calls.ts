import { proposeRejections } from '@bolsillo/approvals/contract'
import { defineCall, field, z } from '@bolsillo/contract'
import { claimReasons, claimWays, clearedWays } from '../domain/powers.ts'
import { depositRejections as r } from '../domain/rejections.ts'

export const proposalShape = z.object({ approvalId: z.string(), kind: z.string(), byMe: z.boolean() })

const deciding = ['treasury', 'compliance'] as const
export const looking = ['support', 'compliance', 'treasury', 'auditor', 'admin'] as const

/** What every proposal of a decision is. */
export const proposing = { audience: 'operator', roles: deciding, needs: [], method: 'POST', effect: 'write' } as const
export const proposed = z.object({ approvalId: z.string() })

const claimShape = z.object({
  claimId: z.string(),
  /** What it is of: exactly one of them. */
  depositId: z.optional(z.string()),
  withdrawalId: z.optional(z.string()),
  customer: z.optional(z.string()),
  asset: z.string(),
  amount: field.decimal,
  open: field.decimal,
  /** What the customer has available now in that purse. */
  available: field.decimal,
  reason: z.string(),
  openedAt: field.at,
  steps: z.array(
    z.object({
      at: field.at,
      way: z.enum(clearedWays),
      amount: field.decimal,
      reason: z.string(),
      entryId: z.string(),
    }),
  ),
  proposals: z.array(proposalShape),
})

export const readDepositClaim = defineCall({
  name: 'read-deposit-claim',
  power: {
    'es-ES': 'Ver lo que quedó a deber un depósito que su banco se llevó o un retiro pagado de más',
    'en-US': 'See what is owed of a deposit its bank took back, or of an overpaid withdrawal',
    'pt-BR': 'Ver o que ficou devendo um depósito que o banco retomou ou um saque pago a mais',
  },
  method: 'GET',
  path: '/deposits/claim',
  audience: 'operator',
  roles: looking,
  needs: [],
  request: z.object({ claimId: field.id('clm') }),
  reply: z.object({ claim: claimShape }),
  rejections: [r.caseUnknown],
  summary: 'What is still owed after a deposit was taken back, or a withdrawal paid with more than was asked for.',
  effect: 'read',
})

export const proposeClaim = defineCall({
  ...proposing,
  name: 'propose-claim-settlement',
  power: {
    'es-ES': 'Proponer saldar lo que quedó a deber un depósito devuelto o un retiro pagado de más',
    'en-US': 'Propose to settle what is owed of a deposit taken back, or of an overpaid withdrawal',
    'pt-BR': 'Propor quitar o que ficou devendo um depósito retomado ou um saque pago a mais',
  },
  path: '/deposits/claim/settle',
  request: z.object({
    claimId: field.id('clm'),
    way: field.oneOf(claimWays),
    amount: field.decimal,
    reason: field.oneOf(claimReasons),
  }),
  reply: proposed,
  rejections: [r.caseUnknown, r.amountDecimals, r.amountZero, r.claimAmount, r.claimFunds, ...proposeRejections],
  summary: 'Proposes to clear up a claim from what the customer has available, or to write it off.',
})
