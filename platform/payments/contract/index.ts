import { defineCall, field, z } from '@bolsillo/contract'
import { type RejectionSpec, rejectionSpec } from '@bolsillo/kernel'
import { channelCodes } from '../domain/channel-codes.ts'
import { networks, paymentMethods } from '../domain/rail.ts'
import type { StatementProblem } from '../domain/statements/bank-statement.ts'

export { channelCodes } from '../domain/channel-codes.ts'

/** Refusals of this room: 17000 to 17999. Other rooms answer the first seven for calls of their own. */
export const paymentRejections = {
  depositsClosed: rejectionSpec('deposits-closed', 17001, 409, 'retryable'),
  depositBelowMin: rejectionSpec('deposit-below-min', 17002, 409),
  depositAboveMax: rejectionSpec('deposit-above-max', 17003, 409),
  withdrawalsClosed: rejectionSpec('withdrawals-closed', 17004, 409, 'retryable'),
  withdrawalBelowMin: rejectionSpec('withdrawal-below-min', 17005, 409),
  withdrawalAboveMax: rejectionSpec('withdrawal-above-max', 17006, 409),
  channelUnknown: { ...rejectionSpec('channel-unknown', 17007, 409), status: 404 },
  transferUnknown: { ...rejectionSpec('transfer-unknown', 17010, 409), status: 404 },
  trackingMissing: { ...rejectionSpec('tracking-missing', 17011, 409), status: 400 },
  /** A reason of the other outcome. */
  reasonOther: { ...rejectionSpec('reason-other', 17012, 409), status: 400 },
  eventNotParked: { ...rejectionSpec('event-not-parked', 17013, 409) },
  /** Another transfer already has this tracking number. */
  trackingUsed: { ...rejectionSpec('tracking-used', 17030, 409) },
  /** The payment is not confirmed, or all of it came back already. */
  returnUnfit: { ...rejectionSpec('return-unfit', 17031, 409) },
  /** values: left (with its code), decimals. */
  returnAmount: { ...rejectionSpec('return-amount', 17032, 409), status: 400 },
  troubleUnknown: { ...rejectionSpec('trouble-unknown', 17033, 409), status: 404 },
  trackingMalformed: rejectionSpec('tracking-malformed', 17035, 400),
  differenceUnknown: { ...rejectionSpec('difference-unknown', 17034, 409), status: 404 },
  /** One number of a bank ends one payment; this one ended another, which is named. */
  numberUsed: { ...rejectionSpec('payout-number-used', 17014, 409) },
  payoutNotStuck: { ...rejectionSpec('payout-not-stuck', 17015, 409), status: 404 },
  /** It may have been paid: the rail took it, was asked a moment ago, does not answer, or has a payment of that amount. */
  payoutNotCertain: { ...rejectionSpec('payout-not-certain', 17016, 409, 'retryable') },
  payoutNoOtherRail: { ...rejectionSpec('payout-no-other-rail', 17017, 409) },
  /** Named for an act that has no use for it. */
  stuckUnexpected: { ...rejectionSpec('stuck-field-unexpected', 17019, 409), status: 400 },
  payoutNotOnStatement: { ...rejectionSpec('payout-not-on-statement', 17018, 409, 'retryable') },
  /** The statement is not of the firm's account. */
  statementAccount: rejectionSpec('statement-account', 17040, 409),
  statementKnown: rejectionSpec('statement-known', 17041, 409),
  /** It does not begin where the last one ended; values: closing. */
  statementGap: rejectionSpec('statement-gap', 17042, 409),
  /** An earlier statement has this incoming number; values: number. */
  statementLineKnown: rejectionSpec('statement-line-known', 17043, 409),
  lineUnknown: rejectionSpec('statement-line-unknown', 17044, 404),
  /** Each line serves once. */
  lineUsed: rejectionSpec('statement-line-used', 17045, 409),
  /** Whoever imports a statement neither proposes nor decides what its lines credit. */
  lineImporter: rejectionSpec('statement-line-importer', 17046, 403),
  /** values: most. */
  byHandEntry: rejectionSpec('by-hand-entry', 17047, 409, 'retryable'),
  byHandDay: rejectionSpec('by-hand-day', 17048, 409, 'retryable'),
  /** It takes three people by now: it has to be proposed anew. */
  byHandPeople: rejectionSpec('by-hand-people', 17049, 409),
  /** What we owe of the asset is above what we hold; values: asset. */
  creditsHalted: rejectionSpec('credits-halted', 17050, 409, 'retryable'),
  /** A request without a right signature gets the same answer, whatever was wrong. */
  noticeRefused: { ...rejectionSpec('notice-refused', 17020, 409), status: 401 },
} as const

/** Why a file is no statement of a bank: 17060 to 17079, one for each problem; values: line. */
export const statementRejections = {
  'not-utf8': rejectionSpec('statement-not-utf8', 17060),
  'not-xml': rejectionSpec('statement-not-xml', 17061),
  'xml-declares': rejectionSpec('statement-xml-declares', 17062),
  'not-camt': rejectionSpec('statement-not-camt', 17063),
  'one-statement': rejectionSpec('statement-not-one', 17064),
  header: rejectionSpec('statement-header', 17065),
  row: rejectionSpec('statement-row', 17066),
  account: rejectionSpec('statement-account-unfit', 17067),
  asset: rejectionSpec('statement-currency', 17068),
  amount: rejectionSpec('statement-amount', 17069),
  date: rejectionSpec('statement-date', 17070),
  direction: rejectionSpec('statement-direction', 17071),
  balances: rejectionSpec('statement-balances', 17072),
  number: rejectionSpec('statement-number', 17073),
  'number-twice': rejectionSpec('statement-number-twice', 17074),
  batched: rejectionSpec('statement-batched', 17075),
  'not-booked': rejectionSpec('statement-not-booked', 17076),
  'too-many-lines': rejectionSpec('statement-lines-too-many', 17077),
  sum: rejectionSpec('statement-sum', 17078),
} as const satisfies Readonly<Record<StatementProblem, RejectionSpec>>

/** What everybody may know of a channel before they sign in: limits, hours, cost. */
const channelShape = z.object({
  channel: z.enum(channelCodes),
  method: z.enum(paymentMethods),
  asset: z.string(),
  network: z.optional(z.enum(networks)),
  /** Whether deposits can be made now. */
  open: z.boolean(),
  /** Minutes after midnight in Mexico City; absent when open the whole day. */
  opensAt: z.optional(z.number()),
  closesAt: z.optional(z.number()),
  depositMin: field.decimal,
  depositMax: field.decimal,
  withdrawalMin: field.decimal,
  withdrawalMax: field.decimal,
  /** Taken out of the amount withdrawn; nothing is ever asked for beside it. */
  withdrawalFee: field.decimal,
  arrivalMinutes: z.number(),
  confirmations: z.number(),
})

export type ChannelRow = z.output<typeof channelShape>

/** The countries whose bank accounts can be paid to. */
export const bankCountries = ['MX', 'BR', 'US'] as const
export type BankCountry = (typeof bankCountries)[number]

const bankFieldShape = z.object({
  /** As `/bank/add` takes it. */
  name: z.string(),
  required: z.boolean(),
  lengthMax: z.number(),
  /** What the keyboard of a phone should offer. */
  input: z.enum(['text', 'digits', 'choice']),
  choices: z.optional(z.array(z.string())),
})

export const bankTemplates = defineCall({
  name: 'bank-templates',
  method: 'GET',
  path: '/index/bank/tmpl',
  audience: 'public',
  needs: [],
  request: z.object({ country: field.optional(field.oneOf(bankCountries)) }),
  reply: z.object({
    templates: z.array(
      z.object({
        country: z.enum(bankCountries),
        /** The `kind` of `/bank/add`. */
        kind: z.enum(['clabe', 'pix', 'account']),
        assets: z.array(z.string()),
        fields: z.array(bankFieldShape),
      }),
    ),
  }),
  rejections: [],
  summary: 'What a bank account needs to be added, by country.',
  effect: 'read',
})

export const bankChannels = defineCall({
  name: 'bank-channels',
  method: 'GET',
  path: '/index/bank/recharge',
  audience: 'public',
  needs: [],
  request: z.object({ asset: field.optional(field.text(3, 5)) }),
  reply: z.object({ channels: z.array(channelShape) }),
  rejections: [],
  summary: 'The ways to pay in money of a bank, with their hours, limits and cost.',
  effect: 'read',
})

export const coinChannels = defineCall({
  name: 'coin-channels',
  method: 'GET',
  path: '/index/recharge/coins',
  audience: 'public',
  needs: [],
  request: z.object({ asset: field.optional(field.text(3, 5)) }),
  reply: z.object({ coins: z.array(z.object({ asset: z.string(), channels: z.array(channelShape) })) }),
  rejections: [],
  summary: 'The coins that can be paid in, and by which chains, with confirmations and limits.',
  effect: 'read',
})

const haltShape = z.object({
  asset: z.string(),
  /** What we owe above what we hold, found when credits were halted. */
  short: field.decimal,
  since: field.at,
})
export type CreditHaltRow = z.output<typeof haltShape>

export const readCreditHalts = defineCall({
  name: 'read-credit-halts',
  method: 'GET',
  path: '/index/credits',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({ halts: z.array(haltShape) }),
  rejections: [],
  summary: 'The assets of which nothing is credited now because we owe more than we hold: by how much, and since when.',
  effect: 'read',
})

export const calls = [bankTemplates, bankChannels, coinChannels, readCreditHalts] as const
