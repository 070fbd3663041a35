import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections } from '@bolsillo/identity/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import { ownLimitRejections, placingOrders, replacingRejections, tradingRejections } from '@bolsillo/trading/contract'
import { marginModes } from '../domain/position.ts'
import { triggerSources } from '../domain/triggers.ts'
import { contractsRejections as r } from './rejections.ts'
import {
  contractFillShape,
  contractOrderShape,
  contractOrderStepShape,
  contractOrderTypes,
  contractPositionShape,
  contractShape,
  contractTimesInForce,
  marginAccountShape,
  positionSides,
  sides,
} from './wire-shapes.ts'

const own = { method: 'POST', audience: 'restricted', needs: [], effect: 'read' } as const
/** What makes a position smaller or safer is open to a restricted customer, too, and is admitted when others wait. */
const closing = {
  method: 'POST',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  commits: 'desk',
  urgent: true,
  limit: { times: 240, perMs: 60_000 },
} as const

const { orderUnknown, orderEnded, orderNotMovable: _, ...deskRejections } = tradingRejections
const position = field.id('pos')

/** Which leverages a contract can be had with: choices, steps and caps, and all else that is published of it. */
export const multiple = defineCall({
  name: 'list-contract-leverages',
  method: 'POST',
  path: '/coin/contract/order/multiple',
  audience: 'public',
  needs: [],
  effect: 'read',
  request: z.object({ symbol: field.optional(field.symbol) }),
  reply: z.object({ rows: z.array(contractShape) }),
  rejections: [r.contractUnknown],
  summary: 'Contracts with their leverages, margin tables, fees and funding; one or all.',
})

/** What the position behind an order refuses, under lock. */
const positionRejections = [
  r.positionUnknown,
  r.beingLiquidated,
  r.modeDiffers,
  r.oppositePosition,
  r.oppositeOrder,
  r.modeOfOrderDiffers,
  r.moreThanPosition,
  r.beyondBankruptcy,
  r.leverageAboveTier,
  r.marginShort,
] as const

export const add = defineCall({
  name: 'open-contract-position',
  method: 'POST',
  path: '/coin/contract/order/add',
  // Also a restricted customer makes positions smaller; what may open one the call itself refuses them.
  audience: 'restricted',
  needs: ['trade-password-set'],
  effect: 'write',
  commits: 'desk',
  secrets: ['tradePassword'],
  limit: { times: 120, perMs: 60_000 },
  request: z.object({
    symbol: field.symbol,
    side: field.oneOf(sides),
    type: field.oneOf(contractOrderTypes),
    /** `gtc` for a limit order and `ioc` for a market order when left out. */
    timeInForce: field.optional(field.oneOf(contractTimesInForce)),
    /** Units of the coin: `0.010`. */
    quantity: field.decimal,
    limitPrice: field.optional(field.decimal),
    postOnly: field.optional(field.flag),
    /** Closes, and opens nothing: leverage and mode are those of the position. */
    reduceOnly: field.optional(field.flag),
    /** 1 when left out. At most two decimals. */
    leverage: field.optional(field.decimal),
    /** `isolated` when left out. */
    marginMode: field.optional(field.oneOf(marginModes)),
    takeProfitPrice: field.optional(field.decimal),
    takeProfitOn: field.optional(field.oneOf(triggerSources)),
    stopLossPrice: field.optional(field.decimal),
    stopLossOn: field.optional(field.oneOf(triggerSources)),
    tradePassword: field.optional(field.sixDigits),
  }),
  reply: z.object({
    order: contractOrderShape,
    fills: z.array(contractFillShape),
    position: z.optional(contractPositionShape),
  }),
  rejections: [
    coreRejections.accountRestricted,
    r.contractUnknown,
    r.contractUnlisted,
    settingsRejections.ordersPaused,
    r.decimalsTooMany,
    r.quantityZero,
    r.limitPriceMissing,
    r.limitPriceUnexpected,
    r.limitPriceZero,
    r.timeInForceUnfit,
    r.postOnlyUnfit,
    r.exitsUnfit,
    r.leverageUnexpected,
    r.leverageBelowMin,
    r.leverageAboveMax,
    r.suitabilityMissing,
    r.creditHeld,
    coreRejections.identityNeeded,
    ...Object.values(ownLimitRejections),
    r.tradePasswordMissing,
    ...tradePasswordRejections,
    r.markUnknown,
    r.triggerZero,
    r.triggerOffTick,
    r.takeProfitWrongSide,
    r.stopLossWrongSide,
    ...Object.values(deskRejections),
    ...positionRejections,
  ],
  summary: 'Opens or adds to a position, or with reduceOnly closes: market or limit. Answers what was filled.',
})

export const replaceContractOrder = defineCall({
  name: 'replace-contract-order',
  path: '/coin/contract/order/replace',
  ...placingOrders,
  audience: 'customer',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({
    orderId: field.id('ord'),
    limitPrice: field.decimal,
    tradePassword: field.optional(field.sixDigits),
  }),
  reply: z.object({ order: contractOrderShape, fills: z.array(contractFillShape) }),
  rejections: [
    ...replacingRejections({
      first: [settingsRejections.ordersPaused],
      opening: [r.creditHeld],
      password: tradePasswordRejections,
    }),
    r.markUnknown,
    ...positionRejections,
  ],
  summary: 'Gives an open order another price: it ends and one with what was left takes its place, in one step.',
})

const doneShape = z.object({
  order: contractOrderShape,
  fills: z.array(contractFillShape),
  position: z.optional(contractPositionShape),
})

export const close = defineCall({
  name: 'close-contract-position',
  path: '/coin/contract/order/close',
  ...closing,
  request: z.object({
    positionId: position,
    /** All of it when left out. */
    quantity: field.optional(field.decimal),
    /** At market when left out. */
    limitPrice: field.optional(field.decimal),
  }),
  reply: doneShape,
  rejections: [
    r.positionUnknown,
    r.positionClosed,
    r.decimalsTooMany,
    r.quantityZero,
    r.limitPriceZero,
    r.markUnknown,
    ...Object.values(deskRejections),
    r.beingLiquidated,
    r.oppositeOrder,
    r.moreThanPosition,
    r.beyondBankruptcy,
  ],
  summary: 'Closes a position or a part of it, at market or at a limit.',
})

export const cancelContractOrder = defineCall({
  name: 'cancel-contract-order',
  path: '/coin/contract/order/cancel',
  ...closing,
  request: z.object({ orderId: field.id('ord') }),
  reply: z.object({ order: contractOrderShape }),
  rejections: [orderUnknown, orderEnded],
  summary: 'Cancels what is left of an order and gives back what was set aside for it.',
})

/** The outcome of one position that was to be closed at market. */
const closedRowShape = z.object({
  positionId: z.string(),
  symbol: z.string(),
  side: z.enum(positionSides),
  size: field.decimal,
  /** All closed, a part (the book had no more within the bound), or why not: `refusal` is the name of a refusal. */
  outcome: z.enum(['closed', 'part', 'refused']),
  refusal: z.optional(z.string()),
  orderId: z.optional(z.string()),
  closed: field.decimal,
  averagePrice: z.optional(field.decimal),
  realised: field.signedDecimal,
  fee: field.decimal,
  vat: field.decimal,
})

export const liquidate = defineCall({
  name: 'close-contract-position-at-market',
  path: '/coin/contract/order/liquidate',
  ...closing,
  request: z.object({ positionId: position }),
  reply: z.object({ row: closedRowShape }),
  rejections: [r.positionUnknown, r.positionClosed, r.beingLiquidated, r.markUnknown, r.beyondBankruptcy],
  summary: 'Closes a whole position at market; its resting orders are cancelled first, in the same step.',
})

export const liquidateAll = defineCall({
  name: 'close-all-contract-positions',
  path: '/coin/contract/order/liquidate/all',
  ...closing,
  request: z.object({ symbol: field.optional(field.symbol) }),
  reply: z.object({
    /** One row for each position there was. */
    rows: z.array(closedRowShape),
  }),
  rejections: [r.contractUnknown, r.nothingOpen],
  summary: 'Closes every position at market, with a result for each.',
})

const exitFields = {
  positionId: position,
  /** Left out: the exit is taken away. */
  price: field.optional(field.decimal),
  /** The price it watches: `mark` when left out. */
  on: field.optional(field.oneOf(triggerSources)),
}
const exitRejections = [
  r.positionUnknown,
  r.positionClosed,
  r.decimalsTooMany,
  r.markUnknown,
  r.triggerZero,
  r.triggerOffTick,
  r.beingLiquidated,
] as const

export const setProfit = defineCall({
  name: 'set-contract-take-profit',
  path: '/coin/contract/order/set/profit',
  ...closing,
  request: z.object(exitFields),
  reply: z.object({ position: contractPositionShape }),
  rejections: [...exitRejections, r.takeProfitWrongSide, r.triggerUnknown],
  summary: 'Sets, moves or takes away the take-profit of a position.',
})

export const setLoss = defineCall({
  name: 'set-contract-stop-loss',
  path: '/coin/contract/order/set/loss',
  ...closing,
  request: z.object(exitFields),
  reply: z.object({ position: contractPositionShape }),
  rejections: [...exitRejections, r.stopLossWrongSide, r.triggerUnknown],
  summary: 'Sets, moves or takes away the stop-loss of a position.',
})

export const marginDirections = ['add', 'remove'] as const

export const addMargin = defineCall({
  name: 'change-contract-margin',
  path: '/coin/contract/order/add/mgn',
  ...closing,
  request: z.object({
    positionId: position,
    /** USDT, above zero. */
    amount: field.decimal,
    /** `add` when left out. */
    direction: field.optional(field.oneOf(marginDirections)),
  }),
  reply: z.object({ position: contractPositionShape, account: marginAccountShape }),
  rejections: [
    r.positionUnknown,
    r.decimalsTooMany,
    r.amountZero,
    r.creditHeld,
    r.positionClosed,
    r.crossHasNoOwn,
    r.beingLiquidated,
    r.addedAboveAvailable,
    r.markUnknown,
    r.removedAboveFree,
    r.suitabilityMissing,
    r.leverageAboveMax,
  ],
  summary: 'Adds margin to an isolated position, or takes out what it would not need to be opened.',
})

export const contractOrderFilters = ['open', 'closed', 'all'] as const

export const contractOrders = defineCall({
  name: 'list-contract-orders',
  path: '/coin/contract/order/list',
  ...own,
  request: z.object({
    filter: field.optional(field.oneOf(contractOrderFilters)),
    symbol: field.optional(field.symbol),
    ...field.pageFields(field.id('ord')),
  }),
  reply: field.pageOf(contractOrderShape),
  rejections: [],
  summary: 'The customer’s contract orders, newest first, those of liquidations included.',
})

export const queryContractOrder = defineCall({
  name: 'read-contract-order',
  path: '/coin/contract/order/query',
  ...own,
  request: z.object({ orderId: field.id('ord') }),
  reply: z.object({
    order: contractOrderShape,
    fills: z.array(contractFillShape),
    life: z.array(contractOrderStepShape),
    /** Commission and VAT that were due and not charged, because nothing was left to take them from. */
    uncharged: field.decimal,
  }),
  rejections: [orderUnknown],
  summary: 'One contract order with its fills and its whole life.',
})

export const activePositions = defineCall({
  name: 'list-contract-positions',
  path: '/coin/contract/order/list/active',
  ...own,
  request: z.object({ symbol: field.optional(field.symbol) }),
  reply: z.object({ rows: z.array(contractPositionShape), account: marginAccountShape }),
  rejections: [],
  summary: 'Open positions with result, margin ratio, liquidation price and exits, and the account behind them.',
})
