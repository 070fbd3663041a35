import {
  isOnTick,
  type Money,
  maxOf,
  money,
  nearestTicks,
  notional,
  type Price,
  priceOf,
  type Quantity,
  type Rejection,
  reject,
  rescale,
  tickAt,
  writeDecimal,
  writeMoney,
} from '@bolsillo/kernel'
import { tradingRejections as r } from '../contract/index.ts'
import { type CollarWidth, collarRange, protectionPrice } from './collar.ts'
import type { OrderSide, OrderType, TimeInForce } from './order.ts'
import {
  type MarketFacts,
  ownsAsset,
  productOf,
  type TradedInstrument,
  type TradedProduct,
  type TradedQuote,
} from './traded-instrument.ts'

/** An order as asked for, before anything is known about it. */
export interface OrderTicket {
  /** What it is meant to be an order of: an instrument of another product is not traded by it. */
  readonly product: TradedProduct
  readonly side: OrderSide
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly quantity?: Quantity | undefined
  /** Spent at most, fee and VAT included. */
  readonly amount?: Money | undefined
  readonly limitPrice?: Price | undefined
  readonly stopPrice?: Price | undefined
  readonly postOnly?: boolean | undefined
  /** It may only make a position smaller (contracts). */
  readonly reduceOnly?: boolean | undefined
  /** Buys: exits placed when the purchase is done, from the moment its shares may be sold. One cancels the other. */
  readonly bracket?: { readonly takeProfit?: Price | undefined; readonly stopLoss?: Price | undefined } | undefined
  /** A limit order gets a twin: a stop (with `limitPrice`: a stop-limit) of the same size. One cancels the other. */
  readonly oco?: { readonly stopPrice: Price; readonly limitPrice?: Price | undefined } | undefined
}

/** What the moment says about a ticket's instrument. */
export interface TicketFacts {
  readonly instrument: TradedInstrument
  readonly state: ReturnType<MarketFacts['stateAt']>
  readonly nextOpen: number | undefined
  readonly quote: TradedQuote | undefined
  readonly reference: Price | undefined
  readonly stale: boolean
  readonly limits: OrderLimits
  /** Open orders the customer has already. */
  readonly openOrders: number
  /** All of it that may be sold now: so much may be sold whatever the lot and the least size, or rests would stay for ever. */
  readonly sellable?: bigint | undefined
}

/** Bounds of orders, from the settings. */
export interface OrderLimits {
  readonly collar: CollarWidth
  readonly amountMin: Money
  readonly amountMax: Money
  readonly openMax: number
}

/**
 * Everything that can be refused before money is looked at, in the contract's order. The ticket page asks the same
 * function, so what it lets through the desk lets through too, the moment permitting.
 */
export function ticketProblem(ticket: OrderTicket, facts: TicketFacts): Rejection | undefined {
  return (
    sessionProblem(ticket, facts) ??
    kindProblem(ticket) ??
    zeroProblem(ticket) ??
    tickProblem(ticket, facts.instrument) ??
    lotProblem(ticket, facts) ??
    sizeProblem(ticket, facts) ??
    priceProblem(ticket, facts)
  )
}

/**
 * The worst price a ticket may be filled at: its limit, or what the collar allows from its stop or the reference. A
 * purchase with a stop beside it reserves for the dearer of the two, so it is that one's.
 */
export function worstPriceOf(ticket: OrderTicket, facts: TicketFacts): Price | undefined {
  const { oco, limitPrice } = ticket
  if (oco !== undefined && limitPrice !== undefined && ticket.side === 'buy')
    return priceOf(maxOf(limitPrice, twinWorst(oco, ticket.side, facts)))
  if (limitPrice !== undefined) return limitPrice
  const from = ticket.stopPrice ?? facts.reference
  return from === undefined
    ? undefined
    : protectionPrice(from, ticket.side, facts.limits.collar, facts.instrument.ticks)
}

/** The worst price the stop of a pair may be filled at. */
export function twinWorst(
  oco: NonNullable<OrderTicket['oco']>,
  side: OrderSide,
  { limits, instrument }: Pick<TicketFacts, 'limits' | 'instrument'>,
): Price {
  return oco.limitPrice ?? protectionPrice(oco.stopPrice, side, limits.collar, instrument.ticks)
}

/**
 * Whether an order is taken before the opening and waits for it: one with a limit that lasts for the day or longer. A stop
 * waits for its price anyway. What is to be done at once is not taken, because there is no price yet it could be done at.
 */
export function mayAwaitOpening({ type, timeInForce }: Pick<OrderTicket, 'type' | 'timeInForce'>): boolean {
  return type !== 'market' && (timeInForce === 'day' || timeInForce === 'gtc')
}

function sessionProblem(ticket: OrderTicket, facts: TicketFacts): Rejection | undefined {
  const { product } = ticket
  const { instrument, state, nextOpen } = facts
  if (!instrument.listed || productOf(instrument) !== product)
    return reject(r.notListed, { values: { symbol: instrument.id } })
  if (state === 'halted' || state === 'auction') return reject(r.halted, { values: { symbol: instrument.id } })
  if (state === 'continuous') return undefined
  if (state === 'pre' && nextOpen !== undefined)
    return mayAwaitOpening(ticket) ? undefined : reject(r.notOpenYet, { values: { opensAt: String(nextOpen) } })
  return reject(r.marketClosed, { values: { opensAt: nextOpen === undefined ? '' : String(nextOpen) } })
}

/** A price as a person writes it: with the decimals of its tick, at least two, however finely the market prints. */
export function spokenPrice(price: Price, { ticks, scale }: Pick<TradedInstrument, 'ticks' | 'scale'>): string {
  let decimals = scale.priceScale
  for (let tick = tickAt(price, ticks); decimals > 2 && tick % 10n === 0n; tick /= 10n) decimals -= 1
  return writeDecimal(rescale(price, scale.priceScale, decimals, 'half-even'), decimals)
}

/** Which combinations of a ticket's parts mean something. */
function kindProblem(ticket: OrderTicket): Rejection | undefined {
  const unfit = (field: string): Rejection => reject(r.kindUnfit, { field })
  const limited = ticket.type === 'limit' || ticket.type === 'stop-limit'
  const stopped = ticket.type === 'stop' || ticket.type === 'stop-limit'
  if ((ticket.quantity === undefined) === (ticket.amount === undefined)) return unfit('quantity')
  if (ticket.amount !== undefined && !(ticket.type === 'market' && ticket.side === 'buy')) return unfit('amount')
  if (limited !== (ticket.limitPrice !== undefined)) return unfit('limitPrice')
  if (stopped !== (ticket.stopPrice !== undefined)) return unfit('stopPrice')
  if (ticket.type === 'market' && ticket.timeInForce === 'gtc') return unfit('timeInForce')
  if (stopped && ticket.timeInForce !== 'day' && ticket.timeInForce !== 'gtc') return unfit('timeInForce')
  const waits = ticket.timeInForce === 'day' || ticket.timeInForce === 'gtc'
  if (ticket.postOnly === true && !(ticket.type === 'limit' && waits)) return unfit('postOnly')
  if (ticket.bracket !== undefined && ticket.side !== 'buy') return unfit('takeProfitPrice')
  if (ticket.oco !== undefined && !(ticket.type === 'limit' && waits)) return unfit('type')
  if (ticket.oco !== undefined && ticket.bracket !== undefined) return unfit('type')
  return undefined
}

/** Prices of a ticket with the field each is called by, in the order they are checked. */
function pricesOf(ticket: OrderTicket): ReadonlyArray<readonly [field: string, price: Price]> {
  const all: ReadonlyArray<readonly [string, Price | undefined]> = [
    ['limitPrice', ticket.limitPrice],
    ['stopPrice', ticket.stopPrice ?? ticket.oco?.stopPrice],
    ['stopLimitPrice', ticket.oco?.limitPrice],
    ['takeProfitPrice', ticket.bracket?.takeProfit],
    ['stopLossPrice', ticket.bracket?.stopLoss],
  ]
  return all.flatMap(([field, price]) => (price === undefined ? [] : [[field, price] as const]))
}

function zeroProblem(ticket: OrderTicket): Rejection | undefined {
  if (ticket.amount !== undefined && ticket.amount.minor <= 0n) return reject(r.amountZero, { field: 'amount' })
  if (ticket.quantity !== undefined && ticket.quantity <= 0n) return reject(r.quantityZero, { field: 'quantity' })
  const zero = pricesOf(ticket).find(([, price]) => price <= 0n)
  return zero === undefined ? undefined : reject(r.priceZero, { field: zero[0] })
}

function tickProblem(ticket: OrderTicket, instrument: TradedInstrument): Rejection | undefined {
  const { ticks } = instrument
  const off = pricesOf(ticket).find(([, price]) => !isOnTick(price, ticks))
  if (off === undefined) return undefined
  const { below, above } = nearestTicks(off[1], ticks)
  const write = (price: Price): string => spokenPrice(price, instrument)
  return reject(r.offTick, { field: off[0], values: { below: write(below), above: write(above) } })
}

/** Whether a ticket sells all there is, which it always may. */
function sellsAll({ side, quantity }: OrderTicket, { sellable }: TicketFacts): boolean {
  return side === 'sell' && quantity !== undefined && quantity > 0n && quantity === sellable
}

function lotProblem(ticket: OrderTicket, facts: TicketFacts): Rejection | undefined {
  const { quantity } = ticket
  const { instrument } = facts
  if (quantity === undefined || sellsAll(ticket, facts) || instrument.fractional || quantity % instrument.lot === 0n)
    return undefined
  const below = (quantity / instrument.lot) * instrument.lot
  const write = (units: bigint): string => writeDecimal(units, instrument.scale.quantityScale)
  return reject(r.offLot, {
    field: 'quantity',
    values: { lot: write(instrument.lot), below: write(below), above: write(below + instrument.lot) },
  })
}

function sizeProblem(ticket: OrderTicket, facts: TicketFacts): Rejection | undefined {
  const { instrument, reference, limits } = facts
  const { quantity } = ticket
  const { quantityScale, quote } = instrument.scale
  if (quantity !== undefined) {
    if (quantity < instrument.quantityMin && !sellsAll(ticket, facts))
      return reject(r.quantityBelowMin, {
        field: 'quantity',
        values: { min: writeDecimal(instrument.quantityMin, quantityScale) },
      })
    if (quantity > instrument.quantityMax)
      return reject(r.quantityAboveMax, {
        field: 'quantity',
        values: { max: writeDecimal(instrument.quantityMax, quantityScale) },
      })
  }
  const price = ticket.limitPrice ?? ticket.stopPrice ?? reference
  const asked =
    ticket.amount ??
    (price === undefined || quantity === undefined ? undefined : notional(price, quantity, instrument.scale, 'up'))
  if (asked === undefined) return undefined
  const field = ticket.amount === undefined ? 'quantity' : 'amount'
  const bound = (limit: Money) => ({ [limit === limits.amountMin ? 'min' : 'max']: writeMoney(limit) })
  // Small rests of a position may always be sold: a minimum must not lock anybody in.
  const opens = ownsAsset(ticket.product) ? ticket.side === 'buy' : ticket.reduceOnly !== true
  if (asked.minor < limits.amountMin.minor && opens)
    return reject(r.amountBelowMin, { field, values: { ...bound(limits.amountMin), currency: quote.code } })
  if (asked.minor > limits.amountMax.minor)
    return reject(r.amountAboveMax, { field, values: { ...bound(limits.amountMax), currency: quote.code } })
  return undefined
}

function priceProblem(ticket: OrderTicket, facts: TicketFacts): Rejection | undefined {
  const { reference, instrument, limits, stale } = facts
  if (reference === undefined || (stale && ticket.type === 'market')) return reject(r.priceUnknown)
  return (
    sideProblem(ticket, reference, instrument) ??
    collarProblem(ticket, 'limitPrice', ticket.stopPrice ?? reference, facts) ??
    collarProblem(ticket, 'stopLimitPrice', ticket.oco?.stopPrice ?? reference, facts) ??
    (facts.openOrders >= limits.openMax
      ? reject(r.tooManyOpen, { values: { max: String(limits.openMax) } })
      : undefined)
  )
}

/** Stops must lie beyond the market, exits on their sides of the entry. */
function sideProblem(ticket: OrderTicket, last: Price, instrument: TradedInstrument): Rejection | undefined {
  const write = (price: Price): string => spokenPrice(price, instrument)
  const { stopPrice, limitPrice, bracket, oco } = ticket
  const buys = ticket.side === 'buy'
  const wrong = (field: string) => reject(r.stopWrongSide, { field, values: { last: write(last) } })
  if (stopPrice !== undefined && (buys ? stopPrice <= last : stopPrice >= last)) return wrong('stopPrice')
  if (stopPrice !== undefined && limitPrice !== undefined && (buys ? limitPrice < stopPrice : limitPrice > stopPrice))
    return wrong('limitPrice')
  if (oco !== undefined) {
    // A purchase waits below the market and follows it above; a sale the other way round.
    const [near, far] = [oco.stopPrice, limitPrice ?? last]
    if (buys ? near <= last || near <= far : near >= last || near >= far) return wrong('stopPrice')
    if (oco.limitPrice !== undefined && (buys ? oco.limitPrice < near : oco.limitPrice > near))
      return wrong('stopLimitPrice')
  }
  const entry = limitPrice ?? stopPrice ?? last
  if (bracket?.takeProfit !== undefined && bracket.takeProfit <= entry)
    return reject(r.takeProfitWrongSide, { field: 'takeProfitPrice', values: { price: write(entry) } })
  if (bracket?.stopLoss !== undefined && bracket.stopLoss >= entry)
    return reject(r.stopLossWrongSide, { field: 'stopLossPrice', values: { price: write(entry) } })
  return undefined
}

function collarProblem(
  ticket: OrderTicket,
  field: 'limitPrice' | 'stopLimitPrice',
  around: Price,
  facts: TicketFacts,
): Rejection | undefined {
  const { instrument } = facts
  const { scale, ticks } = instrument
  const price = field === 'limitPrice' ? ticket.limitPrice : ticket.oco?.limitPrice
  if (price === undefined) return undefined
  const { low, high } = collarRange(around, ticket.side, facts.limits.collar, ticks)
  if (price >= low && price <= high) return undefined
  const write = (price: Price): string => spokenPrice(price, instrument)
  return reject(r.outsideCollar, {
    field,
    values: { low: write(low), high: write(high), currency: scale.quote.code },
  })
}

/** What a customer has of a share, in its units: all of it, reserved, and bought but not to be sold yet. */
export interface ShareFacts {
  readonly owned: bigint
  readonly held: bigint
  readonly locked: bigint
  /** When the next of the locked shares unlock. */
  readonly unlocksAt: number | undefined
}

/** Whether so many shares may be sold now. */
export function sharesProblem(wanted: bigint, shares: ShareFacts, scale: number): Rejection | undefined {
  const free = shares.owned - shares.held - shares.locked
  const sellable = free > 0n ? free : 0n
  if (wanted <= sellable) return undefined
  const values = { available: writeDecimal(sellable, scale), locked: writeDecimal(shares.locked, scale) }
  if (shares.owned - shares.held <= 0n) return reject(r.nothingAvailable, { field: 'quantity', values })
  if (wanted <= shares.owned - shares.held)
    return reject(r.sharesLocked, {
      field: 'quantity',
      values: { ...values, sellableAt: shares.unlocksAt === undefined ? '' : String(shares.unlocksAt) },
    })
  return reject(r.insufficientShares, { field: 'quantity', values })
}

/** Whether so much money may be reserved now. */
export function fundsProblem(needed: Money, availableMinor: bigint): Rejection | undefined {
  if (needed.minor <= availableMinor) return undefined
  const { asset } = needed
  const write = (minor: bigint): string => writeMoney(money(minor, asset))
  return reject(r.insufficientFunds, {
    field: 'quantity',
    values: {
      available: write(availableMinor),
      needed: write(needed.minor),
      short: write(needed.minor - availableMinor),
      currency: asset.code,
    },
  })
}
