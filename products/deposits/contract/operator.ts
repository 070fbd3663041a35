import { proposeRejections } from '@bolsillo/approvals/contract'
import { type Call, defineCall, field, z } from '@bolsillo/contract'
import { paymentRejections as pay } from '@bolsillo/payments/contract'
import { refusalReasons } from '../domain/deposit.ts'
import {
  caseKinds,
  claimCauses,
  claimReasons,
  claimWays,
  clearedWays,
  confirmReasons,
  elsewhereReasons,
  matchReasons,
  notArrivedReasons,
  returnReasons,
  unclaimedReasons,
} from '../domain/powers.ts'
import { depositRejections as r } from '../domain/rejections.ts'
import { depositShape, stepShape } from './wire-shapes.ts'

// The closed list of what staff can do here. Whatever moves money is only proposed: somebody else decides it in the
// approvals. One person may refuse a proof (nothing came), note that an excess was looked at, and set the password of a channel.

const deciding = ['treasury', 'compliance'] as const
const looking = ['support', 'compliance', 'treasury', 'auditor', 'admin'] as const

export { caseKinds }
export type CaseKind = (typeof caseKinds)[number]

const caseRow = z.object({
  /** `dep_…` or `clm_…`. */
  caseId: z.string(),
  kind: z.enum(caseKinds),
  /** Of a claim: what it is of. */
  claimOf: z.optional(z.enum(claimCauses)),
  asset: z.optional(z.string()),
  amount: z.optional(field.decimal),
  /** The customer's number, as support uses it. */
  customer: z.optional(z.string()),
  method: z.optional(z.string()),
  reason: z.optional(z.string()),
  since: field.at,
  /** When it should be done at the latest. */
  dueAt: field.at,
})
export type CaseRow = z.output<typeof caseRow>

export const listDepositCases = defineCall({
  name: 'list-deposit-cases',
  method: 'GET',
  path: '/deposits',
  audience: 'operator',
  roles: looking,
  needs: [],
  request: z.object({ kind: field.optional(field.oneOf(caseKinds)) }),
  reply: z.object({
    rows: z.array(caseRow),
    counts: z.record(z.enum(caseKinds), z.number()),
  }),
  rejections: [],
  summary: 'What waits for staff: proofs, money nobody is known for, payments without news, claims, excesses.',
  effect: 'read',
})

const proposalShape = z.object({ approvalId: z.string(), kind: z.string(), byMe: z.boolean() })

export const readDepositCase = defineCall({
  name: 'read-deposit-case',
  method: 'GET',
  path: '/deposits/case',
  audience: 'operator',
  roles: looking,
  needs: [],
  request: z.object({ depositId: field.id('dep') }),
  reply: z.object({
    deposit: depositShape,
    /** Unmasked: what the rail reported of the payer. */
    payer: z.optional(z.object({ name: z.string(), account: z.string() })),
    customer: z.optional(
      z.object({
        customerId: z.string(),
        number: z.string(),
        account: z.string(),
        /** As the document has it; absent while not verified. */
        name: z.optional(z.string()),
        level: z.optional(z.number()),
        payerFits: z.optional(z.boolean()),
      }),
    ),
    proofFileId: z.optional(z.string()),
    life: z.array(stepShape),
    proposals: z.array(proposalShape),
    canReturn: z.boolean(),
    /** Whether another account of the payer may be named: the origin cannot be paid, and the rail named the payer. */
    canReturnElsewhere: z.boolean(),
    canRest: z.boolean(),
    /** What two people agreed on and is sent on its day, unless somebody stops it. */
    elsewhere: z.optional(
      z.object({ account: z.string(), holder: z.string(), decidedAt: field.at, dueAt: field.at, reason: z.string() }),
    ),
    /** It rests unclaimed. */
    unclaimed: z.optional(z.object({ since: field.at, reviewAt: field.at, reason: z.string() })),
    dueAt: field.at,
  }),
  rejections: [r.caseUnknown],
  summary: 'One deposit as staff review it. Every look is in the customer’s own log.',
  effect: 'read',
})

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

const proposing = { audience: 'operator', roles: deciding, needs: [], method: 'POST', effect: 'write' } as const
const proposed = z.object({ approvalId: z.string() })

/** A line of an imported statement, and of the payer what the bank left out. */
const namedLine = {
  lineId: field.id('bsl'),
  /** Taken only where the line names no payer. */
  payerName: field.optional(field.text(1, 140)),
  /** Taken only where the line has no account. */
  payerAccount: field.optional(field.text(4, 60)),
  reason: field.oneOf(confirmReasons),
}
const lineRejections = [
  pay.lineUnknown,
  pay.lineUsed,
  pay.lineImporter,
  r.payerMissing,
  r.payerAccountMalformed,
  r.trackingKeyUsed,
  r.amountTooLarge,
  r.lineCurrency,
  pay.byHandEntry,
  pay.byHandDay,
] as const

export const proposeConfirm = defineCall({
  ...proposing,
  name: 'propose-deposit-confirm',
  path: '/deposits/confirm',
  request: z.object({ depositId: field.id('dep'), ...namedLine }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, ...lineRejections, ...proposeRejections],
  summary: 'Proposes which line of an imported statement is an offline payment. Amount and number are the line’s.',
})

export const refuseProof = defineCall({
  ...proposing,
  name: 'refuse-deposit-proof',
  path: '/deposits/refuse',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(refusalReasons) }),
  reply: z.object({ deposit: depositShape }),
  rejections: [r.caseUnknown, r.stateUnfit],
  summary: 'Refuses a proof for which no money came, with a reason the customer reads.',
})

export const proposeMatch = defineCall({
  ...proposing,
  name: 'propose-deposit-match',
  path: '/deposits/match',
  request: z.object({
    depositId: field.id('dep'),
    /** The number of the customer it belongs to. */
    customer: field.text(4, 20),
    reason: field.oneOf(matchReasons),
  }),
  reply: proposed,
  rejections: [
    r.caseUnknown,
    r.stateUnfit,
    r.customerUnknown,
    r.customerUnverified,
    r.lineMissing,
    pay.lineUsed,
    pay.lineImporter,
    pay.creditsHalted,
    pay.byHandEntry,
    pay.byHandDay,
    ...proposeRejections,
  ],
  summary: 'Proposes whose the held money is.',
})

export const proposeReturn = defineCall({
  ...proposing,
  name: 'propose-deposit-return',
  path: '/deposits/return',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(returnReasons) }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, r.returnImpossible, ...proposeRejections],
  summary: 'Proposes to send held money back to where it came from; nobody names another destination.',
})

export const proposeNotArrived = defineCall({
  ...proposing,
  name: 'propose-deposit-not-arrived',
  path: '/deposits/not-arrived',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(notArrivedReasons) }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, ...proposeRejections],
  summary: 'Proposes to end a payment that has had no news for a day. Should it come after all, it is a new deposit.',
})

/** Other accounts of a payer, named by their bank or a document; never anybody else's. */
export const proposeElsewhere = defineCall({
  ...proposing,
  roles: ['treasury'],
  name: 'propose-deposit-return-elsewhere',
  path: '/deposits/return-elsewhere',
  request: z.object({
    depositId: field.id('dep'),
    /** A CLABE, `bank/number`, or a CPF or CNPJ that is a PIX key. */
    account: field.text(4, 60),
    /** As the bank or the document names them; every word must be the payer's. */
    holder: field.text(1, 140),
    /** SHA-256 of the document; the document itself stays with its holder. */
    documentHash: z.string('wrong-type').check(z.regex(/^[0-9a-f]{64}$/, 'malformed')),
    reason: field.oneOf(elsewhereReasons),
  }),
  reply: proposed,
  rejections: [
    r.caseUnknown,
    r.stateUnfit,
    r.elsewherePlanned,
    r.originPayable,
    r.payerUnnamed,
    r.holderOther,
    r.holderStaff,
    r.accountOfOther,
    r.accountUnfit,
  ],
  summary: 'Proposes to send held money to another account of its payer, because its origin cannot be paid.',
})

export const stopElsewhere = defineCall({
  ...proposing,
  name: 'stop-deposit-return-elsewhere',
  path: '/deposits/return-elsewhere/stop',
  request: z.object({ depositId: field.id('dep') }),
  reply: z.object({}),
  rejections: [r.caseUnknown, r.elsewhereNotPlanned],
  summary: 'Stops a return to another account before its day. The money stays where it is.',
})

export const proposeUnclaimed = defineCall({
  ...proposing,
  name: 'propose-deposit-unclaimed',
  path: '/deposits/unclaimed',
  request: z.object({ depositId: field.id('dep'), reason: field.oneOf(unclaimedReasons) }),
  reply: proposed,
  rejections: [r.caseUnknown, r.stateUnfit, r.elsewherePlanned, r.unclaimedEarly],
  summary: 'Proposes to let held money rest that nobody claims and that cannot go back. It stays owed.',
})

export const proposeClaim = defineCall({
  ...proposing,
  name: 'propose-claim-settlement',
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

export const noteOverLimit = defineCall({
  ...proposing,
  roles: ['compliance'],
  name: 'note-over-limit',
  path: '/deposits/over-limit/note',
  request: z.object({ depositId: field.id('dep') }),
  reply: z.object({}),
  rejections: [r.caseUnknown],
  summary: 'Notes that compliance looked at a deposit above the day’s limit. The money is the customer’s all along.',
})

/** Money on the firm's statement under a reference that is nobody's. */
export const proposeUnmatched = defineCall({
  ...proposing,
  name: 'propose-unmatched-deposit',
  path: '/deposits/unmatched',
  request: z.object(namedLine),
  reply: proposed,
  rejections: [...lineRejections, ...proposeRejections],
  summary: 'Proposes to record a line of an imported statement nobody is known for: it is held, matched or returned.',
})

export const setChannelPassword = defineCall({
  name: 'set-channel-password',
  method: 'POST',
  path: '/deposits/channel-password',
  audience: 'operator',
  roles: ['treasury', 'admin'],
  needs: [],
  effect: 'write',
  request: z.object({
    channelId: field.text(1, 60),
    /** Left out: the channel asks for none any more. */
    password: field.optional(field.secret(6, 64)),
  }),
  reply: z.object({}),
  rejections: [pay.channelUnknown],
  summary: 'Sets or removes the password customers need for a channel. It opens a way in and moves nothing.',
  secrets: ['password'],
})

/** Calls of staff. */
export const operatorCalls: readonly Call[] = [
  listDepositCases,
  readDepositCase,
  readDepositClaim,
  proposeConfirm,
  refuseProof,
  proposeMatch,
  proposeReturn,
  proposeNotArrived,
  proposeElsewhere,
  stopElsewhere,
  proposeUnclaimed,
  proposeClaim,
  noteOverLimit,
  proposeUnmatched,
  setChannelPassword,
]
