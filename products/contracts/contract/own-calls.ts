import { defineCall, defineChannel, field, z } from '@bolsillo/contract'
import { suitabilityChoices, suitabilityQuestions } from '../domain/suitability.ts'
import { contractsRejections as r } from './rejections.ts'
import {
  contractPositionShape,
  contractShape,
  exactPositionShape,
  fundingLooksShape,
  fundingPaymentShape,
  fundingRowShape,
  liquidationReceiptShape,
  liquidationRowShape,
  marginAccountShape,
  markShape,
  outcomeShape,
  positionBookingShape,
  suitabilityShape,
} from './wire-shapes.ts'

// Calls of ours, in the style of the specification's.

const own = { method: 'POST', audience: 'restricted', needs: [], effect: 'read' } as const
const open = { method: 'POST', audience: 'public', needs: [], effect: 'read' } as const

export const contractTicket = defineCall({
  name: 'read-contract-ticket',
  path: '/coin/contract/ticket',
  ...own,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    contract: contractShape,
    /** Absent while there is none: then nothing can be opened. */
    mark: z.optional(markShape),
    bid: z.optional(field.decimal),
    ask: z.optional(field.decimal),
    last: z.optional(field.decimal),
    /** How far from the last price a market order may fill, basis points. */
    marketSlippageBps: z.number(),
    account: marginAccountShape,
    position: z.optional(contractPositionShape),
    /**
     * That position exactly, and the customer's cross positions in other contracts: what a preview is computed with.
     * Absent while a mark of one is missing.
     */
    exact: z.optional(z.object({ own: z.optional(exactPositionShape), cross: z.array(exactPositionShape) })),
    /** What resting orders of the contract will open, by side: the highest leverage depends on it. */
    coming: z.object({ buy: field.decimal, sell: field.decimal }),
    suitability: suitabilityShape,
    tradePasswordSet: z.boolean(),
    /** Identity is to be verified before an order that opens, and is not yet. What only closes asks for none. */
    identityMissing: z.boolean(),
    /** Until when orders of this session need no trade password. */
    authorisedUntil: z.optional(field.at),
    at: field.at,
  }),
  rejections: [r.contractUnknown],
  summary: 'Everything a ticket of one contract needs to show before and after, by the same functions as the engine.',
})

export const contractMark = defineCall({
  name: 'read-contract-mark',
  path: '/coin/contract/mark',
  ...open,
  request: z.object({ symbol: field.optional(field.symbol) }),
  reply: z.object({ rows: z.array(markShape) }),
  rejections: [r.contractUnknown],
  summary: 'Marks with all they are made of, the funding rate as it stands, and when it is paid next.',
})

export const fundingHistory = defineCall({
  name: 'list-contract-funding',
  path: '/coin/contract/funding/history',
  ...open,
  request: z.object({ symbol: field.symbol, ...field.pageFields(field.placeLike(/^[1-9][0-9]{0,14}$/)) }),
  reply: field.pageOf(fundingRowShape),
  rejections: [r.contractUnknown],
  summary: 'Funding of a contract as it was paid, newest first. Each comes to zero over all holders.',
})

/** The latest instant that may be asked for: far beyond what a date of JavaScript is used for here. */
const instantMax = 9_999_999_999_999

export const fundingLooks = defineCall({
  name: 'list-contract-funding-looks',
  path: '/coin/contract/funding/looks',
  ...open,
  request: z.object({
    symbol: field.symbol,
    /** The instant it was paid at. Left out: the interval that runs. */
    at: field.optional(field.whole(0, instantMax)),
  }),
  reply: fundingLooksShape,
  rejections: [r.contractUnknown, r.fundingUnknown],
  summary: 'Every look at the premium behind a rate of funding, with the terms it is computed by.',
})

export const ownFunding = defineCall({
  name: 'list-own-contract-funding',
  path: '/coin/contract/funding/own',
  ...own,
  request: z.object({
    symbol: field.optional(field.symbol),
    ...field.pageFields(field.placeLike(/^[1-9][0-9]{0,14}:[A-Z0-9-]{1,24}$/)),
  }),
  reply: field.pageOf(fundingPaymentShape),
  rejections: [r.contractUnknown],
  summary: 'What the customer paid and was paid, newest first.',
})

export const positionBookings = defineCall({
  name: 'list-contract-position-bookings',
  path: '/coin/contract/position/bookings',
  ...own,
  request: z.object({
    positionId: field.id('pos'),
    ...field.pageFields(field.placeLike(/^[1-9][0-9]{0,14}:[A-Za-z0-9_-]{1,60}$/)),
  }),
  reply: z.object({
    symbol: z.string(),
    openedAt: field.at,
    closedAt: z.optional(field.at),
    /** Summed from all of the position's rows, of whatever page. */
    realised: field.signedDecimal,
    funding: field.signedDecimal,
    fees: field.decimal,
    vat: field.decimal,
    liquidationFees: field.decimal,
    borne: field.decimal,
    /** `realised + funding + borne − fees − vat − liquidationFees`: what it did to the customer's money. */
    total: field.signedDecimal,
    /** How many rows there are. */
    count: z.number(),
    rows: z.array(positionBookingShape),
    next: z.optional(z.string()),
  }),
  rejections: [r.positionUnknown],
  summary:
    'Every fill and every funding a position’s result is made of, newest first, with their sums. Open or closed.',
})

/** The positions an answer about results names at most: those that moved last. */
export const resultRowsMax = 100

export const contractResults = defineCall({
  name: 'list-contract-results',
  path: '/coin/contract/results',
  ...own,
  request: z.object({
    /** What was booked from here on, and before there; left out: all. */
    since: field.optional(field.time),
    until: field.optional(field.time),
  }),
  reply: z.object({
    /** Those that moved last, open or closed; at most `resultRowsMax`. */
    rows: z.array(
      z.object({
        positionId: z.string(),
        symbol: z.string(),
        /** When something of it was booked last. */
        at: field.at,
        /** Realized, with funding, less charges of every kind: what was booked within the span. */
        net: field.signedDecimal,
      }),
    ),
    /** Of all positions, also those that are not named. */
    positions: z.number(),
    net: field.signedDecimal,
  }),
  rejections: [],
  summary: 'What the customer’s contracts came to, position by position, over all time or within a span.',
})

export const liquidations = defineCall({
  name: 'list-contract-liquidations',
  path: '/coin/contract/liquidation/list',
  ...own,
  request: z.object({ ...field.pageFields(field.id('liq')) }),
  reply: field.pageOf(liquidationRowShape),
  rejections: [],
  summary: 'The customer’s liquidations, newest first.',
})

export const liquidationReceipt = defineCall({
  name: 'read-contract-liquidation',
  path: '/coin/contract/liquidation/receipt',
  ...own,
  request: z.object({ liquidationId: field.id('liq') }),
  reply: liquidationReceiptShape,
  rejections: [r.liquidationUnknown],
  summary: 'Every input of a liquidation: index, marks, margins, orders, fills, fund. The browser computes it again.',
})

export const insuranceFund = defineCall({
  name: 'read-insurance-fund',
  path: '/coin/contract/insurance',
  ...open,
  request: z.object({ ...field.pageFields(field.placeLike(/^[1-9][0-9]{0,17}:[0-9]{1,3}$/)) }),
  reply: z.object({
    asset: z.string(),
    balance: field.decimal,
    /** What it was given to begin with, which is no income; what liquidations left; and what it paid for losses beyond bankruptcy. */
    endowment: field.decimal,
    fromLiquidations: field.decimal,
    paid: field.decimal,
    /** `endowment + fromLiquidations − paid − balance`, each summed from its own records: zero. */
    difference: field.signedDecimal,
    /** Liquidations under way: accounts below their maintenance margin and since when, and how many of them are late. */
    liquidations: z.object({
      below: z.number(),
      belowSince: z.optional(field.at),
      late: z.number(),
      lateSince: z.optional(field.at),
      /** Accounts a mark is missing for. */
      blind: z.number(),
    }),
    rows: z.array(
      z.object({
        seq: z.string(),
        entryId: z.string(),
        at: field.at,
        kind: z.string(),
        amount: field.signedDecimal,
        balanceAfter: field.decimal,
      }),
    ),
    next: z.optional(z.string()),
  }),
  rejections: [],
  summary:
    'The insurance fund: a ledger account anyone can see, with every movement, newest first; and what waits for it.',
})

export const suitability = defineCall({
  name: 'read-contract-suitability',
  path: '/coin/contract/suitability',
  ...own,
  request: z.object({}),
  reply: suitabilityShape,
  rejections: [],
  summary: 'The short questions before the first leverage above 1×, and how many accounts lose.',
})

export const contractOutcomes = defineCall({
  name: 'read-contract-outcomes',
  path: '/coin/contract/outcomes',
  ...open,
  request: z.object({}),
  reply: outcomeShape,
  rejections: [],
  summary: 'How many of the accounts with contracts lost, over which time, computed from what is recorded.',
})

const answer = field.optional(field.oneOf(suitabilityChoices))

export const answerSuitability = defineCall({
  name: 'answer-contract-suitability',
  method: 'POST',
  path: '/coin/contract/suitability/answer',
  audience: 'customer',
  needs: [],
  effect: 'write',
  limit: { times: 20, perMs: 3_600_000 },
  request: z.object({ liquidation: answer, leverage: answer, funding: answer, loss: answer }),
  reply: z.object({
    suitability: suitabilityShape,
    /** Questions answered wrongly: to be read about and answered again. */
    wrong: z.array(z.enum(suitabilityQuestions)),
  }),
  rejections: [r.answersMissing],
  summary: 'Answers the questions; all right opens leverage above 1×. May be tried again.',
})

/** The mark of a contract (key: its symbol); a delta is the whole of it. */
export const contractMarksChannel = defineChannel({
  name: 'contract-mark',
  audience: 'public',
  snapshot: markShape,
  delta: markShape,
  conflation: 'replace',
})

/** A warning before a liquidation was written, for a toast: the notice itself is the act `contracts.margin-warn`. */
export const contractWarningsChannel = defineChannel({
  name: 'contract-warnings',
  audience: 'customer',
  snapshot: z.object({}),
  delta: z.object({ level: z.enum(['first', 'urgent']), symbol: z.string() }),
  conflation: 'sequence',
})

/** The customer's open positions and account; every change sends all of it. */
export const contractPositionsChannel = defineChannel({
  name: 'contract-positions',
  audience: 'customer',
  snapshot: z.object({ positions: z.array(contractPositionShape), account: marginAccountShape }),
  delta: z.object({ positions: z.array(contractPositionShape), account: marginAccountShape }),
  conflation: 'replace',
})
