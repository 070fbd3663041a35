import { type Call, defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 23000 to 23999. */
export const rejections = {
  exchangeSame: { name: 'exchange-same', number: 23_001, status: 400, retry: 'final' },
  exchangeAmount: { name: 'exchange-amount', number: 23_002, status: 400, retry: 'final' },
  exchangeUnavailable: { name: 'exchange-unavailable', number: 23_003, status: 409, retry: 'retryable' },
  exchangeUnknown: { name: 'exchange-unknown', number: 23_004, status: 404, retry: 'final' },
  exchangeExpired: { name: 'exchange-expired', number: 23_005, status: 410, retry: 'final' },
  exchangeFunds: { name: 'exchange-funds', number: 23_006, status: 409, retry: 'final' },
  exchangeWaits: { name: 'exchange-waits', number: 23_007, status: 409, retry: 'retryable' },
  transferSame: { name: 'transfer-same', number: 23_010, status: 400, retry: 'final' },
  transferAsset: { name: 'transfer-asset', number: 23_011, status: 400, retry: 'final' },
  transferAmount: { name: 'transfer-amount', number: 23_012, status: 400, retry: 'final' },
  transferFunds: { name: 'transfer-funds', number: 23_013, status: 409, retry: 'final' },
  /** Rejections of the contracts room, whose words they have: cross positions are secured by the purse's balance. */
  leverageUnasked: { name: 'suitability-missing', number: 26_024, status: 403, retry: 'retryable' },
  leverageAboveMax: { name: 'leverage-above-max', number: 26_021, status: 422, retry: 'final' },
  markUnknown: { name: 'mark-unknown', number: 26_003, status: 409, retry: 'retryable' },
  /** Open positions need the rest. values: available. */
  transferNeeded: { name: 'transfer-needed', number: 23_014, status: 409, retry: 'final' },
  transferLiquidation: { name: 'transfer-liquidation', number: 23_015, status: 409, retry: 'retryable' },
  transferUnpriced: { name: 'transfer-unpriced', number: 23_016, status: 409, retry: 'retryable' },
} as const satisfies Readonly<Record<string, RejectionSpec>>
const r = rejections

const currencyCodes = ['MXN', 'USD', 'BRL'] as const
const currency = field.oneOf(currencyCodes)
const purse = field.oneOf(['stock', 'coin', 'contract'])
const own = { audience: 'customer', needs: [] } as const
/** Money is withdrawn from the purse it came into, so also a restricted customer moves it between their own. */
const between = { audience: 'restricted', needs: [] } as const

/** A price something was made from: where it is from, its number there, and when it was so. */
const tickShape = z.object({
  pair: z.string(),
  mid: field.decimal,
  source: z.string(),
  sequence: z.string(),
  at: field.at,
})

/** `mid` of the pair's second currency for one of its first. */
const rateShape = z.object({
  pair: z.string(),
  mid: field.decimal,
  /** One over it, to eight decimals. */
  inverse: field.decimal,
  at: field.at,
  stale: z.boolean(),
  /** One price, or the two a cross is made of. */
  ticks: z.array(tickShape),
})

const amountShape = z.object({ asset: z.string(), amount: field.decimal })

/** An offer, or a conversion that was made: everything it was made from, and what else it would have come to. */
const offerShape = z.object({
  quoteId: z.string(),
  purse,
  exact: field.oneOf(['source', 'target']),
  source: amountShape,
  target: amountShape,
  rate: rateShape,
  /** What we take over the middle, and the most the published bound would ever let us take. */
  spreadBps: z.number(),
  spreadBpsMax: z.number(),
  /** What the spread comes to, in the source currency. Our whole fee: nothing else is charged. */
  fee: field.decimal,
  /** At most one smallest unit, from rounding the sum up: to the public rounding account, on a line of its own. */
  rounding: field.decimal,
  /** The same in two steps through a third currency, the worst other way here; absent while that has no price. */
  worst: z.optional(z.object({ via: z.string(), source: field.decimal, target: field.decimal, dearerBy: amountShape })),
  quotedAt: field.at,
  expiresAt: field.at,
})

/** What a conversion page needs before anything is asked. */
export const readExchange = defineCall({
  name: 'read-exchange',
  method: 'GET',
  path: '/user/exchange/rates',
  ...own,
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    at: field.at,
    rates: z.array(rateShape),
    /** Currencies of which no fresh price is known in any pair are not offered. */
    currencies: z.array(z.string()),
    spreadBps: z.number(),
    spreadBpsMax: z.number(),
    quoteLifeMs: z.number(),
    amountMin: field.decimal,
    amountMax: field.decimal,
    cash: z.array(z.object({ purse, asset: z.string(), available: field.decimal, held: field.decimal })),
  }),
  rejections: [],
  summary: 'Rates of the currencies with their sources, what a conversion costs, its bounds, and the customer’s cash.',
})

export const quoteExchange = defineCall({
  name: 'quote-exchange',
  method: 'POST',
  path: '/user/exchange/quote',
  ...own,
  effect: 'write',
  request: z.object({
    source: currency,
    target: currency,
    /** Which of the two `amount` is of. */
    exact: field.optional(field.oneOf(['source', 'target'])),
    amount: field.decimal,
    purse: field.optional(purse),
  }),
  reply: z.object({ offer: offerShape, available: amountShape, amountMin: field.decimal, amountMax: field.decimal }),
  rejections: [r.exchangeSame, r.exchangeAmount, r.exchangeUnavailable],
  summary:
    'Offers a conversion that gives up to an amount or gets exactly one, with all it was made from. Good for ten seconds.',
  limit: { times: 120, perMs: 60_000 },
})

const doneShape = z.object({ offer: offerShape, entryId: z.string(), executedAt: field.at })

/** Executes an offer by its id; an expired one fails closed. */
export const exchange = defineCall({
  name: 'exchange-currency',
  method: 'POST',
  path: '/user/exchange',
  ...own,
  effect: 'write',
  request: z.object({ quoteId: field.id('fxq') }),
  reply: doneShape,
  rejections: [r.exchangeUnknown, r.exchangeExpired, r.exchangeFunds, r.exchangeWaits],
  summary: 'Executes an offered conversion at exactly its amounts, once, as one journal entry.',
})

export const listExchanges = defineCall({
  name: 'list-exchanges',
  method: 'GET',
  path: '/user/exchange/list',
  ...own,
  // History stays open to a restricted customer.
  audience: 'restricted',
  effect: 'read',
  request: z.object({ ...field.pageFields(field.id('fxq')) }),
  reply: field.pageOf(doneShape),
  rejections: [],
  summary: 'The customer’s conversions, newest first.',
})

export const readExchangeReceipt = defineCall({
  name: 'read-exchange-receipt',
  method: 'GET',
  path: '/user/exchange/info',
  ...own,
  audience: 'restricted',
  effect: 'read',
  request: z.object({ quoteId: field.id('fxq') }),
  reply: z.object({
    ...doneShape.shape,
    /** The journal entry that moved the money: its number and its hash. */
    seq: z.string(),
    hash: z.string(),
  }),
  rejections: [r.exchangeUnknown],
  summary: 'One conversion: middle, mark-up, the worst alternative, every price behind it, and its journal entry.',
})

const movableShape = z.object({
  asset: z.string(),
  scale: z.number(),
  /** The purses that keep it; money goes between any two of them. */
  purses: z.array(z.object({ purse, available: field.decimal, held: field.decimal })),
})

/** What can be moved between purses. Held money is not part of `available` and cannot be moved. */
export const readTransferable = defineCall({
  name: 'read-transferable',
  method: 'GET',
  path: '/user/transfer',
  ...between,
  effect: 'read',
  request: z.object({}),
  reply: z.object({ assets: z.array(movableShape) }),
  rejections: [],
  summary: 'What can be moved between the stock, coin and contract purses, and what is held there.',
})

const transferRequest = z.object({ from: purse, to: purse, asset: field.text(2, 12), amount: field.decimal })
const transferReply = z.object({
  entryId: z.string(),
  at: field.at,
  asset: z.string(),
  amount: field.decimal,
  balances: z.array(z.object({ purse, available: field.decimal, held: field.decimal })),
})
const transferRejections = [
  r.transferSame,
  r.transferAsset,
  r.transferAmount,
  r.markUnknown,
  r.leverageUnasked,
  r.leverageAboveMax,
  r.transferLiquidation,
  r.transferUnpriced,
  r.transferNeeded,
  r.transferFunds,
] as const

export const transfer = defineCall({
  name: 'transfer-purses',
  method: 'POST',
  path: '/user/transfer',
  ...between,
  effect: 'write',
  request: transferRequest,
  reply: transferReply,
  rejections: transferRejections,
  summary: 'Moves available money between two purses of the customer: at once, free, as one journal entry.',
})

/** The same under the path the specification has for coins. */
export const transferCoins = defineCall({
  name: 'transfer-coins',
  method: 'POST',
  path: '/coin/transfer',
  ...between,
  effect: 'write',
  request: transferRequest,
  reply: transferReply,
  rejections: transferRejections,
  summary: 'Moves available coins or cash between two purses of the customer: at once, free, as one journal entry.',
})

/** Calls of customers. */
export const calls: readonly Call[] = [
  readExchange,
  quoteExchange,
  exchange,
  listExchanges,
  readExchangeReceipt,
  readTransferable,
  transfer,
  transferCoins,
]
