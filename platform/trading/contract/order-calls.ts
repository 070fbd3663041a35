import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'
import { hashedEntryShape } from '@bolsillo/ledger/domain'
import { quoteShape, sessionStates } from '@bolsillo/market/contract'
import { formRejections, ownLimitRejections, tradingRejections } from '../domain/rejections.ts'
import {
  buyingPowerShape,
  executionQualityShape,
  feeScheduleShape,
  fillShape,
  lockShape,
  orderEventShape,
  orderShape,
  saleShape,
  ticketTypes,
  timesInForce,
  tradingRulesShape,
} from './wire-shapes.ts'

// Calls about orders, for the contracts of the products: a product says the name and the path of its call, and
// what it refuses beside the desk; what is asked and answered is the same of shares and of coins.

/** The name, the path and the summary of a product's call. */
interface Place<Name extends string> {
  readonly name: Name
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly summary: string
}

/** The customer's own; also who is restricted may look at it. */
export const readingOwn = { audience: 'restricted', needs: [], effect: 'read' } as const

/** What every call that places an order has. */
export const placingOrders = {
  method: 'POST',
  needs: ['trade-password-set'],
  effect: 'write',
  commits: 'desk',
  secrets: ['tradePassword'],
} as const

/** An order form on the wire; a product adds the side where its path does not say it. */
export const orderFields = {
  symbol: field.symbol,
  type: field.oneOf(ticketTypes),
  /** What is usual for the product and the type when left out. */
  timeInForce: field.optional(field.oneOf(timesInForce)),
  /** Exactly one of the two says the size: shares or coins, or for market buys the money to spend, fee and VAT included. */
  quantity: field.optional(field.decimal),
  amount: field.optional(field.decimal),
  limitPrice: field.optional(field.decimal),
  stopPrice: field.optional(field.decimal),
  /** The stop of an OCO trades at this or better; at market when left out. */
  stopLimitPrice: field.optional(field.decimal),
  /** Exits placed when a buy fills; one cancels the other. */
  takeProfitPrice: field.optional(field.decimal),
  stopLossPrice: field.optional(field.decimal),
  /** Needed unless orders of this session were authorized within the last minutes. */
  tradePassword: field.optional(field.sixDigits),
}

/** What a placed order is answered with. */
export const placedShape = z.object({
  order: orderShape,
  fills: z.array(fillShape),
  /** The other order of an OCO. */
  twin: z.optional(orderShape),
})

const { orderUnknown, orderEnded, orderNotMovable, ...deskRejections } = tradingRejections

/** What an order may be refused with, in the order it is checked: the product's own first, the desk's last. */
export function placingRejections(own: {
  /** Whether it is traded here at all, and by this customer. */
  readonly first: readonly RejectionSpec[]
  readonly nothingToSell: RejectionSpec
  /** Of a wrong or locked trade password. */
  readonly password: readonly RejectionSpec[]
}): readonly RejectionSpec[] {
  const { tradePasswordMissing, ...ofForms } = formRejections
  return [
    ...own.first,
    ofForms.quantityAndAmount,
    ofForms.sizeMissing,
    ofForms.decimalsTooMany,
    ofForms.amountZero,
    ofForms.quantityZero,
    ofForms.amountUnfit,
    ofForms.notFractional,
    ofForms.limitPriceMissing,
    ofForms.limitPriceZero,
    ofForms.limitPriceUnexpected,
    ofForms.stopPriceMissing,
    ofForms.stopPriceZero,
    ofForms.stopPriceUnexpected,
    ofForms.timeInForceUnfit,
    ofForms.exitsUnfit,
    own.nothingToSell,
    coreRejections.identityNeeded,
    ...Object.values(ownLimitRejections),
    tradePasswordMissing,
    ...own.password,
    ...Object.values(deskRejections),
  ]
}

/** Lets orders of a session pass without the trade password for some minutes. */
export function authoriseOrdersCall<const Name extends string>(
  place: Pick<Place<Name>, 'name' | 'path'>,
  password: readonly RejectionSpec[],
) {
  return defineCall({
    ...place,
    ...placingOrders,
    commits: 'use-case',
    audience: 'customer',
    limit: { times: 20, perMs: 60_000 },
    request: z.object({ tradePassword: field.sixDigits }),
    reply: z.object({
      until: field.at,
      /** Of this session from now on: the one before opens nothing. */
      token: z.string(),
    }),
    rejections: password,
    summary:
      'Lets orders of this session, which goes on by another token, pass without the trade password for some minutes.',
    secretReply: true,
    renewsSession: true,
  })
}

/** Cancels one order; always open, because it only releases. */
export function cancelOrderCall<const Name extends string>(
  place: Omit<Place<Name>, 'summary'> & { readonly alsoPost?: boolean },
) {
  return defineCall({
    ...place,
    audience: 'restricted',
    needs: [],
    effect: 'write',
    commits: 'desk',
    urgent: true,
    request: z.object({ orderId: field.id('ord') }),
    reply: z.object({ order: orderShape }),
    rejections: [orderUnknown, orderEnded],
    summary: 'Cancels what is left of an order and gives back what was set aside for it.',
  })
}

/** What an order is given another price with. */
export const replaceOrderFields = {
  orderId: field.id('ord'),
  /** At least one of the two, of those the order has; the other stays as it is. */
  limitPrice: field.optional(field.decimal),
  stopPrice: field.optional(field.decimal),
  /** Needed unless orders of this session were authorized within the last minutes. */
  tradePassword: field.optional(field.sixDigits),
}

/** What another price may be refused with, in the order it is checked. */
export function replacingRejections(own: {
  readonly first: readonly RejectionSpec[]
  /** What else binds somebody who opens. */
  readonly opening?: readonly RejectionSpec[]
  readonly password: readonly RejectionSpec[]
}): readonly RejectionSpec[] {
  return [
    ...own.first,
    orderUnknown,
    orderEnded,
    orderNotMovable,
    formRejections.limitPriceMissing,
    formRejections.limitPriceUnexpected,
    formRejections.stopPriceUnexpected,
    formRejections.decimalsTooMany,
    ...(own.opening ?? []),
    coreRejections.identityNeeded,
    ...Object.values(ownLimitRejections),
    formRejections.tradePasswordMissing,
    ...own.password,
    ...Object.values(deskRejections),
  ]
}

/** Gives an open order another price: it ends and one with what was left takes its place, in one step or not at all. */
export function replaceOrderCall<const Name extends string>(
  place: Pick<Place<Name>, 'name' | 'path'>,
  own: Parameters<typeof replacingRejections>[0],
) {
  return defineCall({
    ...place,
    ...placingOrders,
    audience: 'customer',
    limit: { times: 120, perMs: 60_000 },
    request: z.object(replaceOrderFields),
    reply: placedShape,
    rejections: replacingRejections(own),
    summary: 'Gives an open order another price: it ends and one with what was left takes its place, in one step.',
  })
}

export const orderFilters = ['open', 'closed', 'all'] as const

/** What a list of orders may be asked for. */
export const orderListFields = {
  filter: field.optional(field.oneOf(orderFilters)),
  symbol: field.optional(field.symbol),
  ...field.pageFields(field.id('ord')),
}

/** The customer's orders, newest first. `extra`: what else the product's list may be asked for. */
export function ordersCall<const Name extends string, Extra extends Readonly<Record<string, z.ZodMiniType>>>(
  place: Place<Name>,
  extra: Extra,
) {
  return defineCall({
    ...place,
    ...readingOwn,
    request: z.object({ ...orderListFields, ...extra }),
    reply: field.pageOf(orderShape),
    rejections: [],
  })
}

/** One order: its whole life and how well it was carried out. */
export function oneOrderCall<const Name extends string>(place: Omit<Place<Name>, 'summary'>) {
  return defineCall({
    ...place,
    ...readingOwn,
    request: z.object({ orderId: field.id('ord') }),
    reply: z.object({
      order: orderShape,
      fills: z.array(fillShape),
      life: z.array(orderEventShape),
      /** Exits of a bracket, the twin of an OCO, the entry an exit belongs to. */
      linked: z.array(orderShape),
      quality: executionQualityShape,
      /** Of a sale for money that filled. */
      sale: z.optional(saleShape),
    }),
    rejections: [orderUnknown],
    summary: 'One order: its whole life and how well it was carried out.',
  })
}

/** What is needed to check an order on one's own device. */
export function orderReceiptCall<const Name extends string>(place: Omit<Place<Name>, 'summary'>) {
  return defineCall({
    ...place,
    ...readingOwn,
    request: z.object({ orderId: field.id('ord') }),
    reply: z.object({
      order: orderShape,
      fills: z.array(fillShape),
      /** Of a stop that took over from the other leg of its pair: the fills of that leg, which count for its costs. */
      earlier: z.optional(z.array(fillShape)),
      fees: feeScheduleShape,
      rules: tradingRulesShape,
      entries: z.array(hashedEntryShape),
      head: z.object({ seq: z.string(), hash: z.string() }),
    }),
    rejections: [orderUnknown],
    summary: 'What is needed to check an order on one’s own device: schedule, fills, and journal entries as hashed.',
  })
}

/** The customer's fills, newest first. */
export function fillsCall<const Name extends string>(place: Place<Name>) {
  return defineCall({
    ...place,
    ...readingOwn,
    request: z.object({ symbol: field.optional(field.symbol), ...field.pageFields(field.id('fil')) }),
    reply: field.pageOf(fillShape),
    rejections: [],
  })
}

/** What an order form needs of every product: rules, fees, price, limits, hours, what may be spent and sold. */
export const orderFormFields = {
  rules: tradingRulesShape,
  /** The schedule an order placed now would follow. */
  fees: feeScheduleShape,
  quote: z.optional(quoteShape),
  /** What the collar is laid around: the last trade, else the previous close. */
  reference: z.optional(field.decimal),
  limits: z.object({
    collarNearBps: z.number(),
    collarFarBps: z.number(),
    amountMin: field.decimal,
    amountMax: field.decimal,
    openMax: z.number(),
  }),
  openOrders: z.number(),
  session: z.enum(sessionStates),
  /** Orders are taken now; otherwise when they will be. */
  open: z.boolean(),
  opensAt: z.optional(field.at),
  buyingPower: z.array(buyingPowerShape),
  position: z.object({
    quantity: field.decimal,
    sellable: field.decimal,
    held: field.decimal,
    /** What may not be sold yet; always empty of coins. */
    locks: z.array(lockShape),
    averageCost: z.optional(field.decimal),
  }),
  tradePasswordSet: z.boolean(),
  /** Identity is to be verified before an order that opens, and is not yet. What only sells asks for none. */
  identityMissing: z.boolean(),
  /** Until when orders of this session need no trade password. */
  authorisedUntil: z.optional(field.at),
}

/** The results of selling one instrument, and how many orders there are in each state. */
export const orderResultsFields = {
  /** Closed results by instrument, largest first, at most 50. */
  realised: z.array(
    z.object({
      symbol: z.string(),
      ticker: z.string(),
      name: z.string(),
      currency: z.string(),
      realised: field.signedDecimal,
      fees: field.decimal,
    }),
  ),
  orders: z.object({ open: z.number(), filled: z.number(), cancelled: z.number() }),
}
