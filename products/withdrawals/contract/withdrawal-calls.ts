import { defineCall, defineChannel, field, z } from '@bolsillo/contract'
import { factorProofFields, proofRejections } from '@bolsillo/factors/contract'
import { identityRejections } from '@bolsillo/identity/contract'
import { hashedEntryShape } from '@bolsillo/ledger/domain'
import { paymentRejections } from '@bolsillo/payments/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import { termsTopics } from '../domain/terms.ts'
import { withdrawalStates } from '../domain/withdrawal.ts'
import { withdrawalsRejections as r } from './rejections.ts'
import { bankReturnsShape, historyShape, holdShape, quoteShape, timesShape, withdrawalShape } from './wire-shapes.ts'

const own = { audience: 'restricted', needs: [], effect: 'read' } as const

/** What every refusal of the rules comes from, in the order they are checked. */
const ruleRejections = [
  settingsRejections.withdrawalsPaused,
  paymentRejections.withdrawalsClosed,
  r.amountMalformed,
  r.amountZero,
  paymentRejections.withdrawalBelowMin,
  paymentRejections.withdrawalAboveMax,
  r.legalHold,
  r.coolDown,
  r.destinationWaits,
  r.overDayLimit,
  r.overMonthLimit,
  r.tooManyOpen,
  r.insufficient,
] as const

const quoteRequest = {
  /** Of the destination; without one the channel's standard route of the asset. */
  destinationId: field.optional(field.id('dst')),
  asset: field.text(2, 12),
  amount: field.optional(field.decimal),
}

export const quoteBank = defineCall({
  name: 'quote-withdrawal',
  method: 'GET',
  path: '/user/withdraw/quote',
  ...own,
  request: z.object(quoteRequest),
  reply: quoteShape,
  rejections: [r.assetUnfit, r.destinationUnknown, r.amountMalformed],
  summary: 'What a cash withdrawal would cost, what would arrive and when. Nothing is taken but what is said here.',
})

export const quoteCoin = defineCall({
  name: 'quote-coin-withdrawal',
  method: 'GET',
  path: '/coin/withdraw/add',
  ...own,
  request: z.object({ ...quoteRequest, network: field.optional(field.text(3, 12)) }),
  reply: quoteShape,
  rejections: [r.assetUnfit, r.destinationUnknown, r.amountMalformed],
  summary: 'What a coin withdrawal would cost: network fee, minimum, available, what would arrive and when.',
})

/** What is confirmed: exactly what was shown. The server computes it again and refuses anything else. */
const confirmedFields = {
  destinationId: field.id('dst'),
  asset: field.text(2, 12),
  amount: field.decimal,
  fee: field.decimal,
  vat: field.optional(field.decimal),
  net: field.decimal,
  withdrawalPassword: field.sixDigits,
  ...factorProofFields,
}

const addBase = {
  method: 'POST',
  audience: 'restricted',
  needs: ['identity-verified', 'withdrawal-password-set', 'second-factor-set'],
  request: z.object(confirmedFields),
  reply: z.object({ withdrawal: withdrawalShape }),
  rejections: [
    r.destinationUnknown,
    r.assetUnfit,
    ...ruleRejections,
    r.chargesChanged,
    identityRejections.withdrawalPasswordLocked,
    identityRejections.withdrawalPasswordWrong,
    ...proofRejections,
  ],
  effect: 'write',
  commits: 'use-case',
  secrets: ['withdrawalPassword', 'code', 'assertion'],
  limit: { times: 60, perMs: 3_600_000 },
} as const

export const addWithdrawal = defineCall({
  name: 'request-withdrawal',
  path: '/user/withdraw/add',
  ...addBase,
  summary: 'Asks for a cash withdrawal. The amount is reserved at once; fee and VAT come out of it.',
})

export const addCoinWithdrawal = defineCall({
  name: 'request-coin-withdrawal',
  path: '/coin/withdraw/add',
  ...addBase,
  summary: 'Asks for a coin withdrawal to an address of the book. The network fee comes out of the amount.',
})

const listRequest = z.object({
  ...field.pageFields(field.id('wdr')),
  state: field.optional(field.oneOf(withdrawalStates)),
})
const listReply = field.pageOf(withdrawalShape)

export const listWithdrawals = defineCall({
  name: 'list-withdrawals',
  method: 'GET',
  path: '/user/withdraw/order',
  ...own,
  request: listRequest,
  reply: listReply,
  rejections: [],
  summary: 'The customer’s cash withdrawals, newest first.',
})

export const listCoinWithdrawals = defineCall({
  name: 'list-coin-withdrawals',
  method: 'POST',
  path: '/coin/withdraw/order',
  ...own,
  request: listRequest,
  reply: listReply,
  rejections: [],
  summary: 'The customer’s coin withdrawals, newest first. The specification spells it as a POST; it changes nothing.',
})

/** What a customer still needs before a withdrawal, and the measured times of withdrawals. */
export const withdrawalStatus = defineCall({
  name: 'read-withdrawal-status',
  method: 'GET',
  path: '/user/withdraw/status',
  ...own,
  request: z.object({ withdrawalId: field.optional(field.id('wdr')) }),
  reply: z.object({
    open: z.boolean(),
    verified: z.boolean(),
    withdrawalPasswordSet: z.boolean(),
    secondFactorSet: z.boolean(),
    restricted: z.boolean(),
    coolDown: z.optional(z.object({ reason: z.string(), until: field.at })),
    legalHold: z.optional(holdShape),
    destinations: z.object({ banks: z.number(), addresses: z.number(), waitHours: z.number() }),
    /** Money that came in and can be sent back where it came from without being verified. */
    originsAvailable: z.boolean(),
    times: timesShape,
    reviewHoursMax: z.number(),
    /** The state of the one that was asked about. */
    withdrawal: z.optional(
      z.object({ withdrawalId: z.string(), state: z.enum(withdrawalStates), changedAt: field.at }),
    ),
  }),
  rejections: [r.withdrawalUnknown],
  summary: 'Whether a withdrawal is possible now, what is missing for it, and the state of one withdrawal.',
})

// ---- Calls of ours, in the same style. ----

export const readWithdrawal = defineCall({
  name: 'read-withdrawal',
  method: 'GET',
  path: '/user/withdraw/info',
  ...own,
  request: z.object({ withdrawalId: field.id('wdr') }),
  reply: z.object({
    withdrawal: withdrawalShape,
    history: z.array(historyShape),
    bankReturns: bankReturnsShape,
    /** What of them covered what had arrived beyond what the customer had; the rest is theirs again. */
    bankCovered: z.optional(field.decimal),
    times: timesShape,
  }),
  rejections: [r.withdrawalUnknown],
  summary: 'One withdrawal with its whole history.',
})

export const cancelWithdrawal = defineCall({
  name: 'cancel-withdrawal',
  method: 'POST',
  path: '/user/withdraw/cancel',
  audience: 'restricted',
  needs: [],
  request: z.object({ withdrawalId: field.id('wdr') }),
  reply: z.object({ withdrawal: withdrawalShape }),
  rejections: [r.withdrawalUnknown, r.notCancellable],
  summary: 'Cancels a withdrawal that was not accepted yet; the whole amount is free again at once.',
  effect: 'write',
  urgent: true,
})

export const withdrawalReceipt = defineCall({
  name: 'read-withdrawal-receipt',
  method: 'GET',
  path: '/user/withdraw/receipt',
  ...own,
  request: z.object({ withdrawalId: field.id('wdr') }),
  reply: z.object({
    withdrawal: withdrawalShape,
    /** The customer's account in the books, and amounts in its smallest units. */
    account: z.string(),
    state: z.enum(withdrawalStates),
    amountMinor: z.string(),
    feeMinor: z.string(),
    vatMinor: z.string(),
    netMinor: z.string(),
    /** What came back because less arrived than was to; below zero what more left because more did. */
    backMinor: z.string(),
    entries: z.array(z.extend(hashedEntryShape, { kind: z.string() })),
    head: z.object({ seq: z.string(), hash: z.string() }),
  }),
  rejections: [r.withdrawalUnknown],
  summary: 'What is needed to check a withdrawal on one’s own device: the journal entries as they were hashed.',
})

export const withdrawalTimes = defineCall({
  name: 'read-withdrawal-times',
  method: 'GET',
  path: '/index/withdraw/times',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    at: field.at,
    days: z.number(),
    open: z.boolean(),
    total: timesShape,
    assets: z.array(z.object({ asset: z.string(), times: timesShape })),
    /** Asked for and not ended; how many of them for more than a day; how many wait for a legal reason. */
    waiting: z.object({ count: z.number(), overDay: z.number(), legal: z.number(), oldestMs: z.optional(z.number()) }),
    /** How the others ended. */
    ended: z.object({ complete: z.number(), cancelled: z.number(), refused: z.number(), failed: z.number() }),
  }),
  rejections: [],
  summary: 'How long withdrawals take, computed from history: median, slow twentieth, share over a day, what waits.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

const term = {
  topic: z.enum(termsTopics),
  /** Of which channel, asset or level. */
  of: z.record(z.string(), z.string()),
}

export const withdrawalTerms = defineCall({
  name: 'read-withdrawal-terms',
  method: 'GET',
  path: '/index/withdraw/terms',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    /** A change for the worse is announced so many days before it is in force. */
    noticeDays: z.number(),
    /** Money that goes back where it came from leaves without anybody’s consent after so many hours. */
    returnHours: z.number(),
    /** A pause ends so many hours after it was begun, and no more of them are begun within so many days. */
    pauses: z.object({ hoursMax: z.number(), timesMax: z.number(), days: z.number() }),
    rows: z.array(
      z.object({
        ...term,
        name: z.string(),
        value: z.string(),
        /** What it can never be set below. */
        least: z.optional(z.string()),
        /** What it can never be set above. */
        most: z.optional(z.string()),
      }),
    ),
    /** What gets worse, and from when on. */
    changes: z.array(
      z.object({ ...term, before: z.string(), after: z.string(), effectiveAt: field.at, changedAt: field.at }),
    ),
  }),
  rejections: [],
  summary:
    'The terms of withdrawals: what is in force, the floor or ceiling beneath it, and every change for the worse ahead.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

export const listOrigins = defineCall({
  name: 'list-withdrawal-origins',
  method: 'GET',
  path: '/user/withdraw/origins',
  ...own,
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        originId: z.string(),
        asset: z.string(),
        scale: z.number(),
        masked: z.string(),
        /** Of the destination that would be made: what the second factor is bound to. */
        text: z.string(),
        holder: z.optional(z.string()),
        received: field.decimal,
        /** What can be sent back now. */
        returnable: field.decimal,
        fee: field.decimal,
        vat: field.decimal,
        net: field.decimal,
      }),
    ),
  }),
  rejections: [],
  summary: 'Where the customer’s money came from, and how much of it can go back there without being verified.',
})

export const returnToOrigin = defineCall({
  name: 'return-to-origin',
  method: 'POST',
  path: '/user/withdraw/return',
  audience: 'restricted',
  needs: ['withdrawal-password-set', 'second-factor-set'],
  request: z.object({
    originId: field.text(8, 64),
    amount: field.decimal,
    fee: field.decimal,
    vat: field.optional(field.decimal),
    net: field.decimal,
    withdrawalPassword: field.sixDigits,
    ...factorProofFields,
  }),
  reply: z.object({ withdrawal: withdrawalShape }),
  rejections: [
    r.originUnknown,
    r.overOrigin,
    ...ruleRejections,
    r.chargesChanged,
    identityRejections.withdrawalPasswordLocked,
    identityRejections.withdrawalPasswordWrong,
    ...proofRejections,
  ],
  summary: 'Sends money back where it came from. Needs no verified identity: nobody’s money is kept for their papers.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['withdrawalPassword', 'code', 'assertion'],
  limit: { times: 60, perMs: 3_600_000 },
})

/** `withdrawals`, private: the snapshot has the newest withdrawals, a delta those that changed, as they are now. */
export const withdrawalsChannel = defineChannel({
  name: 'withdrawals',
  audience: 'customer',
  snapshot: z.object({ rows: z.array(withdrawalShape) }),
  delta: z.object({ rows: z.array(withdrawalShape) }),
  conflation: 'sequence',
})
