import { field, z } from '@bolsillo/contract'
import { fillFields } from '@bolsillo/trading/contract'
import { endReasons, orderEventKinds, orderStates } from '@bolsillo/trading/domain'
import { marginModes } from '../domain/position.ts'
import { triggerKinds, triggerSources } from '../domain/triggers.ts'

export const sides = ['buy', 'sell'] as const
export const positionSides = ['long', 'short'] as const
export const contractOrderTypes = ['market', 'limit'] as const
export const contractTimesInForce = ['gtc', 'ioc', 'fok'] as const
/** Why an order exists: its customer, an exit of theirs, or the engine. */
export const orderCauses = ['customer', 'take-profit', 'stop-loss', 'liquidation'] as const

/** A step of a margin table. Rates are parts of one: `0.05`. */
export const tierShape = z.object({
  /** Notional, USDT; absent on the last step. */
  upTo: z.optional(field.decimal),
  leverageMax: field.decimal,
  initialRate: field.decimal,
  maintenanceRate: field.decimal,
})

/** What a contract is: published, the same for everybody. */
export const contractShape = z.object({
  symbol: z.string(),
  base: z.string(),
  name: z.string(),
  /** The coin its index is of: `BTC-USDT`. */
  underlying: z.string(),
  marginAsset: z.string(),
  riskClass: z.enum(['major', 'large', 'other']),
  listed: z.boolean(),
  priceScale: z.number(),
  quantityScale: z.number(),
  tick: field.decimal,
  lot: field.decimal,
  quantityMin: field.decimal,
  quantityMax: field.decimal,
  /** What a real market would allow of this class at most. */
  leverageLive: field.decimal,
  leverageDefault: field.decimal,
  leverageMax: field.decimal,
  /** To be offered as buttons, lowest first. Any between 1 and the cap, in hundredths, may be asked for. */
  leverages: z.array(field.decimal),
  tiers: z.array(tierShape),
  fees: z.object({
    schedule: z.string(),
    makerBps: z.number(),
    takerBps: z.number(),
    vatBps: z.number(),
    liquidationBps: z.number(),
  }),
  funding: z.object({ hours: z.number(), interest: field.decimal, clamp: field.decimal, cap: field.decimal }),
})

/** One venue's price of the coin, and whether the index used it. */
export const indexComponentShape = z.object({
  venue: z.string(),
  price: field.decimal,
  at: field.at,
  used: z.boolean(),
  why: z.optional(z.enum(['stale', 'deviates'])),
})

/** The mark of a contract, with all it was made of. */
export const markShape = z.object({
  symbol: z.string(),
  at: field.at,
  mark: field.decimal,
  index: field.decimal,
  components: z.array(indexComponentShape),
  /** The three prices the mark is the middle of. */
  funded: field.decimal,
  basis: field.decimal,
  last: field.decimal,
  /** Of the interval that runs, as computed so far: parts of one, nine decimals. Above zero: longs pay. */
  fundingRate: field.signedDecimal,
  nextFundingAt: field.at,
})

/** An exit of a position: it closes all of it at market. */
export const triggerShape = z.object({
  kind: z.enum(triggerKinds),
  price: field.decimal,
  on: z.enum(triggerSources),
  setAt: field.at,
  /** It was reached by this price, and is tried until all is closed. */
  reachedAt: z.optional(field.at),
  reachedPrice: z.optional(field.decimal),
})

export const contractPositionShape = z.object({
  positionId: z.string(),
  symbol: z.string(),
  side: z.enum(positionSides),
  mode: z.enum(marginModes),
  /** As last chosen; `effectiveLeverage` is what it comes to now. */
  leverage: field.decimal,
  effectiveLeverage: z.optional(field.decimal),
  size: field.decimal,
  /** The average, rounded to the contract's price: for showing. Sums are done with `entryFine`. */
  entryPrice: field.decimal,
  /** Σ price × quantity of what is open, exact, with the sign of the side, in 10^-12 USDT. A whole number as text. */
  entryFine: z.string(),
  /** Set aside for it, USDT. */
  margin: field.decimal,
  /** Absent while there is no mark. */
  mark: z.optional(field.decimal),
  notional: z.optional(field.decimal),
  unrealised: z.optional(field.signedDecimal),
  /** Of the margin, percent, two decimals. */
  unrealisedPercent: z.optional(field.signedDecimal),
  /** What it must keep, and how much of its equity that is (percent, two decimals): above 100 it is liquidated. */
  maintenance: z.optional(field.decimal),
  marginRatio: z.optional(field.decimal),
  /** The first mark at which it is liquidated, to the unit. Absent: there is none above zero. */
  liquidationPrice: z.optional(field.decimal),
  bankruptcyPrice: z.optional(field.decimal),
  /**
   * The worst price at which it may be closed by itself, to the unit: beyond it there is no money for the loss. Of a short 0:
   * there is none. Absent: any price, or nobody can say while a mark is missing.
   */
  closeWorst: z.optional(field.decimal),
  /** The cross position whose gain is not money yet: closed before this one, this one may be closed further. */
  closeFirst: z.optional(z.string()),
  /** What may be taken out of its margin now. */
  removable: field.decimal,
  /** Results so far, apart from each other: of what was closed, of funding (below zero: paid), fees, VAT. */
  realised: field.signedDecimal,
  funding: field.signedDecimal,
  fees: field.decimal,
  vat: field.decimal,
  /** 1 is last, 5 among the first to be deleveraged. Absent without a mark. */
  adlRank: z.optional(z.number()),
  triggers: z.array(triggerShape),
  beingLiquidated: z.boolean(),
  openedAt: field.at,
  updatedAt: field.at,
})

const exitShape = z.object({ price: field.decimal, on: z.enum(triggerSources) })

export const contractOrderShape = z.object({
  orderId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  type: z.enum(contractOrderTypes),
  timeInForce: z.enum(contractTimesInForce),
  postOnly: z.boolean(),
  reduceOnly: z.boolean(),
  cause: z.enum(orderCauses),
  mode: z.enum(marginModes),
  leverage: field.decimal,
  state: z.enum(orderStates),
  quantity: field.decimal,
  limitPrice: z.optional(field.decimal),
  /** The worst price it may fill at. */
  worstPrice: field.decimal,
  takeProfit: z.optional(exitShape),
  stopLoss: z.optional(exitShape),
  filledQuantity: field.decimal,
  averagePrice: z.optional(field.decimal),
  filledNotional: field.decimal,
  fee: field.decimal,
  vat: field.decimal,
  /** Still set aside for what is left to fill. */
  held: field.decimal,
  endReason: z.optional(z.enum(endReasons)),
  liquidationId: z.optional(z.string()),
  receivedAt: field.at,
  updatedAt: field.at,
})

export const contractFillShape = z.object({ ...fillFields, notional: field.decimal })

export const contractOrderStepShape = z.object({
  kind: z.enum(orderEventKinds),
  at: field.at,
  price: z.optional(field.decimal),
  quantity: z.optional(field.decimal),
  amount: z.optional(field.decimal),
  reason: z.optional(z.enum(endReasons)),
})

export const fundingRowShape = z.object({
  symbol: z.string(),
  at: field.at,
  rate: field.signedDecimal,
  mark: field.decimal,
  /** How many looks at the premium the rate is the mean of. */
  looks: z.number(),
  /** Who held it, the market's own counter-position included; their payments come to zero. */
  holders: z.number(),
  /** What all who paid paid: exactly what the others were paid. */
  paid: field.decimal,
})

/** The looks a rate of funding is made of: those of an interval that was paid, or so far of the one that runs. */
export const fundingLooksShape = z.object({
  symbol: z.string(),
  /** The interval: looks from `from` on and before `at`, the instant it is paid at. */
  from: field.at,
  at: field.at,
  paid: z.boolean(),
  /** Parts of one, nine decimals: the mean of the premiums, pulled towards the interest and capped. */
  rate: field.signedDecimal,
  /** Of the last look: what was paid by. */
  mark: field.decimal,
  terms: z.object({ hours: z.number(), interest: field.decimal, clamp: field.decimal, cap: field.decimal }),
  /** How many looks the rate is the mean of. More than `rows` where the instant is older than what is kept of looks. */
  looks: z.number(),
  /** Oldest first. */
  rows: z.array(z.object({ at: field.at, mark: field.decimal, index: field.decimal, premium: field.signedDecimal })),
})

export const fundingPaymentShape = z.object({
  symbol: z.string(),
  at: field.at,
  positionId: z.string(),
  size: field.signedDecimal,
  rate: field.signedDecimal,
  mark: field.decimal,
  /** Below zero: paid. */
  amount: field.signedDecimal,
  entryId: z.string(),
})

/** What one entry of the journal did to a position: a fill, or funding at its instant. */
export const positionBookingShape = z.object({
  what: z.enum(['fill', 'margin', 'deleveraging', 'funding-loss', 'funding']),
  at: field.at,
  /** Absent where funding came to nothing. */
  entryId: z.optional(z.string()),
  orderId: z.optional(z.string()),
  liquidationId: z.optional(z.string()),
  /** Bought, or below zero sold; of funding what was held. */
  size: field.signedDecimal,
  price: z.optional(field.decimal),
  realised: field.signedDecimal,
  /** Below zero: paid. */
  funding: field.signedDecimal,
  fee: field.decimal,
  vat: field.decimal,
  liquidationFee: field.decimal,
  /** Of a loss beyond bankruptcy: what the insurance fund and the market bore. */
  borne: field.decimal,
})

/** A position as a receipt lists it: what the margin function is given. Whole numbers as texts. */
export const receiptPositionShape = z.object({
  symbol: z.string(),
  /** Units of quantity, below zero is short. */
  size: z.string(),
  /** Σ price × quantity of what is open, exact, in 10^-12 USDT. */
  entryFine: z.string(),
  /** Units of price. */
  mark: z.string(),
  priceScale: z.number(),
  quantityScale: z.number(),
  tiers: z.array(z.object({ upToFine: z.optional(z.string()), initialPpm: z.string(), maintenancePpm: z.string() })),
})

/** A position of a customer's own, exactly: what the margin function is given, and what is set aside for it (USDT). */
export const exactPositionShape = z.object({
  ...receiptPositionShape.shape,
  margin: field.decimal,
})

/** One step of a liquidation: what was decided on what, and the outcome. */
export const receiptStepShape = z.object({
  number: z.number(),
  /** The position it closes, before this step and after it. */
  positionId: z.string(),
  symbol: z.string(),
  side: z.enum(positionSides),
  sizeBefore: field.decimal,
  sizeAfter: field.decimal,
  kind: z.enum(['partial', 'full', 'deleveraging']),
  at: field.at,
  /** What the margin function was given: money (10^-12 USDT) and positions. */
  cashFine: z.string(),
  positions: z.array(receiptPositionShape),
  /** Which of them this step closes, in whole lots of so many units, and what the insurance fund had. */
  positionAt: z.number(),
  lot: z.string(),
  fund: field.decimal,
  /** How the marks were made. */
  marks: z.array(markShape),
  equity: field.signedDecimal,
  maintenance: field.decimal,
  /** What was to be closed, and the worst price it might fill at. */
  quantity: field.decimal,
  worstPrice: field.decimal,
  orderId: z.optional(z.string()),
  filled: field.decimal,
  fills: z.array(contractFillShape),
  /** The journal entries of this step. */
  entryIds: z.array(z.string()),
  /** Movements of this step. `fundPaid`: what the insurance fund bore; `marketBore`: what it could not. */
  realised: field.signedDecimal,
  /** As charged; `uncharged`: commission and VAT that were due beyond it, with nothing left to take them from. */
  fee: field.decimal,
  vat: field.decimal,
  uncharged: field.decimal,
  liquidationFee: field.decimal,
  fundPaid: field.decimal,
  marketBore: field.decimal,
})

export const liquidationRowShape = z.object({
  liquidationId: z.string(),
  positionId: z.string(),
  symbol: z.string(),
  side: z.enum(positionSides),
  mode: z.enum(marginModes),
  /** Over only when none of its positions is being liquidated any more. */
  state: z.enum(['running', 'done']),
  /** The position its first step closed: before it, and what is left of it. */
  sizeBefore: field.decimal,
  sizeAfter: field.decimal,
  /** Every position a step of it closed, in the order they came: of a cross account there may be several. */
  positions: z.array(
    z.object({
      positionId: z.string(),
      symbol: z.string(),
      side: z.enum(positionSides),
      sizeBefore: field.decimal,
      sizeAfter: field.decimal,
    }),
  ),
  startedAt: field.at,
  endedAt: z.optional(field.at),
})

export const liquidationReceiptShape = z.object({
  liquidation: liquidationRowShape,
  /** Marks of the contract by minute before it. */
  series: z.array(z.object({ at: field.at, mark: field.decimal, index: field.decimal })),
  steps: z.array(receiptStepShape),
})

/** The money behind a customer's contracts. USDT. */
export const marginAccountShape = z.object({
  /** Free money in the purse: not reserved by orders or positions. */
  available: field.decimal,
  /** Reserved by orders that rest. */
  inOrders: field.decimal,
  /** Set aside for positions. */
  inPositions: field.decimal,
  /** Of all open positions; this and the rest are absent while a mark is missing. */
  unrealised: z.optional(field.signedDecimal),
  /** The cross positions together: free money, their margin, what is unrealized. */
  crossEquity: z.optional(field.signedDecimal),
  crossInitial: z.optional(field.decimal),
  crossMaintenance: z.optional(field.decimal),
})

/** Results of accounts with contracts, computed from bookings and payments. */
export const outcomeShape = z.object({
  /** Accounts counted, and those of them that lost: all charges, funding and what is open included. */
  accounts: z.number(),
  losing: z.number(),
  /** Percent, whole; absent while there are fewer than ten accounts. */
  losingPercent: z.optional(z.number()),
  /** Over which time; absent before the first computation. `isYear`: twelve months, else since the first contract. */
  span: z.optional(z.object({ from: field.at, to: field.at, isYear: z.boolean() })),
  /** Of the accounts counted those with something open, and accounts left out because a mark was missing. */
  withOpen: z.optional(z.number()),
  withoutMark: z.optional(z.number()),
})

export const suitabilityShape = z.object({
  /** Whether leverage above 1× may be had. */
  passed: z.boolean(),
  answeredAt: z.optional(field.at),
  questions: z.array(z.object({ id: z.string(), choices: z.array(z.string()) })),
  ...outcomeShape.shape,
})
