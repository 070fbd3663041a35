import { type Call, defineCall, defineChannel, field, z } from '@bolsillo/contract'
import { fileRejections } from '@bolsillo/files/contract'
import { limitRejections } from '@bolsillo/kyc/contract'
import { hashedEntryShape } from '@bolsillo/ledger/domain'
import { paymentRejections as pay } from '@bolsillo/payments/contract'
import { rejections as pauses } from '@bolsillo/settings/contract'
import { depositKinds } from '../domain/deposit.ts'
import { depositRejections as r } from '../domain/rejections.ts'
import { channelShape, depositShape, networkNames, payInShape, stepShape } from './wire-shapes.ts'

export { depositRejections } from '../domain/rejections.ts'
export { methods, networkNames } from './wire-shapes.ts'

export type Deposit = z.output<typeof depositShape>
export type DepositChannel = z.output<typeof channelShape>
export type PayIn = z.output<typeof payInShape>
export type DepositStep = z.output<typeof stepShape>

const id = field.id('dep')
const channelId = field.text(1, 60)
const channelPassword = field.optional(field.secret(1, 64))
const network = field.oneOf(networkNames)
const asset = field.text(2, 12)
const own = { audience: 'customer', needs: ['identity-verified'] } as const
const paying = { ...own, method: 'POST', effect: 'write', limit: { times: 30, perMs: 60_000 } } as const
const reading = { audience: 'restricted', needs: [], method: 'GET', effect: 'read' } as const
/** What payments refuse: a channel that is closed now, amounts out of its bounds. */
const bounds = [pay.depositBelowMin, pay.depositAboveMax]
const closed = [pauses.depositsPaused, pay.depositsClosed]
const channelRejections = [
  pay.channelUnknown,
  ...closed,
  r.channelPasswordMissing,
  r.channelPasswordWait,
  r.channelPasswordWrong,
]
const { payInPaused, payInLimit } = limitRejections
const amountRejections = [r.amountDecimals, r.amountZero, ...bounds, r.dayLimit, payInPaused, payInLimit, r.tooManyOpen]

/** What can be paid in now, by which ways, and what the level still has room for today. */
export const readDepositStatus = defineCall({
  ...reading,
  name: 'read-deposit-status',
  path: '/user/recharge/status',
  request: z.object({}),
  reply: z.object({
    at: field.at,
    /** False: nothing can be announced at all. What arrives is credited all the same. */
    open: z.boolean(),
    pausedUntil: z.optional(field.at),
    verified: z.boolean(),
    /** The name the money must come from. */
    payerName: z.optional(z.string()),
    level: z.optional(z.number()),
    limits: z.array(
      z.object({
        asset: z.string(),
        dayLimit: field.decimal,
        usedToday: field.decimal,
        left: field.decimal,
      }),
    ),
    channels: z.array(channelShape),
    /** Within how many hours staff answer a proof. */
    proofHours: z.number(),
  }),
  rejections: [],
  summary: 'The ways to pay in, which are open, and what the level’s day still has room for.',
})

/** Says that money is coming, so that it can be followed. Nothing is credited by it. */
export const addDeposit = defineCall({
  ...paying,
  name: 'add-deposit',
  path: '/user/recharge/add',
  request: z.object({
    channelId,
    amount: field.decimal,
    channelPassword,
    /** A proof already uploaded; offline deposits need one before staff look for the money. */
    proofFileId: field.optional(field.id('fil')),
  }),
  reply: z.object({ deposit: depositShape, payIn: payInShape }),
  rejections: [...channelRejections, ...amountRejections, fileRejections.fileUnknown, fileRejections.fileUsed],
  summary: 'Announces a deposit by bank or with a proof, and tells where to pay.',
  secrets: ['channelPassword'],
})

/** Where this customer pays by a channel. Always the same answer. */
export const readPayIn = defineCall({
  ...paying,
  name: 'read-pay-in',
  path: '/user/recharge/address',
  request: z.object({ channelId, channelPassword }),
  reply: z.object({ channel: channelShape, payIn: payInShape, payerName: z.optional(z.string()) }),
  rejections: channelRejections,
  summary: 'The customer’s own CLABE, PIX key or reference of a channel.',
  secrets: ['channelPassword'],
})

export const listDeposits = defineCall({
  ...reading,
  name: 'list-deposits',
  path: '/user/recharge/order',
  request: z.object({
    ...field.pageFields(field.id('dep')),
    kind: field.optional(field.oneOf(depositKinds)),
    open: field.optional(field.flag),
  }),
  reply: field.pageOf(depositShape),
  rejections: [],
  summary: 'The customer’s deposits, newest first.',
})

export const readDeposit = defineCall({
  ...reading,
  name: 'read-deposit',
  path: '/user/recharge/info',
  request: z.object({ depositId: id }),
  reply: z.object({ deposit: depositShape, life: z.array(stepShape), payIn: z.optional(payInShape) }),
  rejections: [r.depositUnknown],
  summary: 'One deposit with everything that happened to it.',
})

/** The entries a deposit made, as they were hashed, with the head of the chain. */
export const readDepositReceipt = defineCall({
  ...reading,
  name: 'read-deposit-receipt',
  path: '/user/recharge/receipt',
  request: z.object({ depositId: id }),
  reply: z.object({
    deposit: depositShape,
    account: z.string(),
    entries: z.array(hashedEntryShape),
    head: z.object({ seq: z.string(), hash: z.string() }),
  }),
  rejections: [r.depositUnknown, r.notCredited],
  summary: 'What a customer needs to check a deposit on their own device.',
})

export const addDepositProof = defineCall({
  ...paying,
  name: 'add-deposit-proof',
  path: '/user/recharge/proof',
  request: z.object({ depositId: id, fileId: field.id('fil') }),
  reply: z.object({ deposit: depositShape }),
  rejections: [r.depositUnknown, r.stateUnfit, fileRejections.fileUnknown, fileRejections.fileUsed],
  summary: 'Adds the proof of an offline deposit; staff look for the money then.',
})

export const cancelDeposit = defineCall({
  ...paying,
  needs: [],
  name: 'cancel-deposit',
  path: '/user/recharge/cancel',
  request: z.object({ depositId: id }),
  reply: z.object({ deposit: depositShape }),
  rejections: [r.depositUnknown, r.stateUnfit],
  summary: 'Takes an announcement back. Money that comes all the same is credited.',
  urgent: true,
})

const addressReply = z.object({
  channel: channelShape,
  /** Absent until one is generated. */
  payIn: z.optional(payInShape),
})
const coinRejections = [r.coinUnknown, r.networkUnfit, ...closed]

export const readCoinAddress = defineCall({
  ...own,
  name: 'read-coin-address',
  method: 'POST',
  path: '/coin/recharge/address',
  effect: 'read',
  request: z.object({ asset, network }),
  reply: addressReply,
  rejections: coinRejections,
  summary: 'The customer’s address of a coin and network, if one was generated.',
})

export const generateCoinAddress = defineCall({
  ...paying,
  name: 'generate-coin-address',
  path: '/coin/recharge/address/generate',
  request: z.object({ asset, network }),
  reply: z.object({ channel: channelShape, payIn: payInShape }),
  rejections: coinRejections,
  summary: 'Gives the customer an address of their own for a coin and network; always the same one.',
})

export const addCoinDeposit = defineCall({
  ...paying,
  name: 'add-coin-deposit',
  path: '/coin/recharge/add',
  request: z.object({
    asset,
    network,
    amount: field.decimal,
    /** The hash of the transfer, to follow it from the first confirmation on. */
    transaction: field.optional(field.text(1, 100)),
  }),
  reply: z.object({ deposit: depositShape, payIn: payInShape }),
  rejections: [...coinRejections, r.transactionMalformed, ...amountRejections],
  summary: 'Announces a transfer of coins, so that it can be followed.',
})

export const listCoinDeposits = defineCall({
  ...reading,
  name: 'list-coin-deposits',
  path: '/coin/recharge/order',
  request: z.object({ ...field.pageFields(field.id('dep')), asset: field.optional(asset) }),
  reply: field.pageOf(depositShape),
  rejections: [],
  summary: 'The customer’s deposits of coins, newest first.',
})

/** The practice market's "simulate that I paid": the test rail delivers, and everything after it is as in earnest. */
export const simulatePayment = defineCall({
  ...own,
  needs: ['practice-market', 'identity-verified'],
  name: 'simulate-payment',
  method: 'POST',
  path: '/user/practice/deposit',
  effect: 'write',
  limit: { times: 30, perMs: 60_000 },
  request: z.object({
    channelId,
    amount: field.decimal,
    /** Pays under another person's name, to see what happens then. */
    otherName: field.optional(field.flag),
  }),
  reply: z.object({ externalId: z.string() }),
  rejections: [pay.channelUnknown, r.amountDecimals, r.amountZero, ...bounds],
  summary: 'Practice market: makes the test rail deliver an amount to the customer’s own address.',
})

/** The customer's deposits as they change. A delta is the newest state of one deposit. */
export const depositsChannel = defineChannel({
  name: 'deposits',
  audience: 'customer',
  snapshot: z.object({ rows: z.array(depositShape) }),
  delta: z.object({ deposit: depositShape }),
  conflation: 'sequence',
})

/** Calls of customers. */
export const calls: readonly Call[] = [
  readDepositStatus,
  addDeposit,
  readPayIn,
  listDeposits,
  readDeposit,
  readDepositReceipt,
  addDepositProof,
  cancelDeposit,
  readCoinAddress,
  generateCoinAddress,
  addCoinDeposit,
  listCoinDeposits,
  simulatePayment,
]
