import {
  assert,
  type Instant,
  instant,
  isRejection,
  type Price,
  present,
  type Quantity,
  quantityOf,
  type Rejection,
  reject,
} from '@bolsillo/kernel'
import { tradingRejections } from '../../contract/index.ts'
import {
  type Books,
  type EndReason,
  feeScheduleAt,
  isOpen,
  mayAwaitOpening,
  type Order,
  remainingOf,
  type TicketFacts,
  type TradedQuote,
  ticketProblem,
  twinWorst,
  waitsForOpening,
  worstPriceOf,
} from '../../domain/index.ts'
import { orderLimits } from '../settings.ts'
import type { CancelOrder, PlaceOrder } from '../trading.ts'
import type { Batch } from './batch.ts'
import { activate } from './bracket-exits.ts'
import {
  type AnyAct,
  type DeskWorld,
  instrumentOf,
  notListed,
  productFor,
  productOfOrder,
  venueFor,
} from './desk-world.ts'
import { endOrder, handOver, reserve, submit, takeFromVenue, unfilled } from './order-life.ts'

/** A new order with what the moment says about it: read once, before anything is decided, so that all of a batch agrees. */
export interface PreparedOrder {
  readonly ticket: PlaceOrder
  readonly facts: TicketFacts
  /** The order it becomes; undefined when there is no price to protect it with. */
  readonly draft: Order | undefined
}

/** Reads the moment for a new order; undefined when its instrument is not traded here. */
export function prepareOrder(
  world: DeskWorld,
  ticket: PlaceOrder,
  quote: TradedQuote | undefined,
): PreparedOrder | undefined {
  const { facts, services, settings } = world
  const instrument = facts.instrumentOf(ticket.instrumentId)
  const venue = venueFor(world, ticket.instrumentId)
  if (instrument === undefined || venue === undefined) return undefined
  if (productFor(world, instrument)?.product !== ticket.product) return undefined
  const now = services.clock.now()
  const moment: TicketFacts = {
    instrument,
    state: facts.stateAt(instrument.id, now),
    nextOpen: facts.nextOpen(instrument.id, now),
    quote: facts.quote(instrument.id),
    reference: facts.reference(instrument.id),
    stale: facts.isStale(instrument.id, now),
    limits: orderLimits(settings, instrument.scale.quote),
    openOrders: 0,
  }
  const worstPrice = ticket.system?.worstPrice ?? worstPriceOf(ticket, moment)
  const draft =
    worstPrice === undefined ? undefined : draftOrder(world, { ticket, moment, quote, worstPrice, venue: venue.id })
  return { ticket, facts: moment, draft }
}

function draftOrder(
  { facts, services }: DeskWorld,
  from: {
    readonly ticket: PlaceOrder
    readonly moment: TicketFacts
    readonly quote: TradedQuote | undefined
    readonly worstPrice: Price
    readonly venue: string
  },
): Order {
  const { ticket, moment, worstPrice, venue } = from
  const { instrument } = moment
  const now = services.clock.now()
  const opensAt = awaitedOpening(ticket, moment)
  // What an order that waits, or a stop, is filled at has nothing to do with the quote the last session ended with.
  const quote = moment.state === 'pre' ? undefined : from.quote
  return {
    ...unfilled(instrument.scale.quote),
    orderId: ticket.orderId,
    customerId: ticket.customerId,
    product: ticket.product,
    venue,
    instrumentId: ticket.instrumentId,
    side: ticket.side,
    type: ticket.type,
    timeInForce: ticket.timeInForce,
    postOnly: ticket.postOnly ?? false,
    reduceOnly: ticket.reduceOnly ?? false,
    terms: ticket.terms,
    state: ticket.stopPrice !== undefined ? 'pending-trigger' : opensAt === undefined ? 'open' : 'waiting',
    quantity: ticket.quantity,
    amount: ticket.amount,
    limitPrice: ticket.limitPrice,
    stopPrice: ticket.stopPrice,
    worstPrice,
    takeProfit: ticket.bracket?.takeProfit,
    stopLoss: ticket.bracket?.stopLoss,
    parentId: undefined,
    twinId: undefined,
    activeFrom: opensAt,
    feeSchedule: ticket.feeSchedule ?? feeScheduleAt(instrument.country, facts.tradeDateOf(instrument.id, now)).id,
    bidAtReceipt: quote?.bid,
    askAtReceipt: quote?.ask,
    quoteSequence: quote?.sequence,
    receivedAt: ticket.receivedAt,
    acceptedAt: now,
    expiresAt: ticket.timeInForce === 'day' ? facts.dayEnd(instrument.id, now) : undefined,
    priority: 0n,
    updatedAt: now,
  }
}

/** When an order goes to its venue that is taken before the opening; undefined for one that goes at once, or waits for its stop. */
function awaitedOpening(ticket: PlaceOrder, { state, nextOpen }: TicketFacts): Instant | undefined {
  const waits = state === 'pre' && ticket.system === undefined && ticket.stopPrice === undefined
  return waits && nextOpen !== undefined && mayAwaitOpening(ticket) ? instant(nextOpen) : undefined
}

/** Checks an order on what its customer has and carries it out. A refusal leaves no trace in the batch. */
export function place(batch: Batch, instrumentId: string, given: PreparedOrder | undefined): Rejection | undefined {
  if (given === undefined) return notListed(instrumentId)
  const before = given.ticket.replaces === undefined ? undefined : replacing(batch, given, given.ticket.replaces)
  if (before !== undefined && 'spec' in before) return before
  const { ticket, draft, facts: moment } = before?.prepared ?? given
  const books = before?.books ?? batch.books
  const isSystem = ticket.system !== undefined
  const facts = {
    ...moment,
    openOrders: batch.openCount(ticket.customerId) - (before?.legs.length ?? 0),
    sellable: draft?.side === 'sell' ? sellableOf(batch, draft, moment, books) : undefined,
  }
  const problem = isSystem ? undefined : ticketProblem(ticket, facts)
  if (problem !== undefined) return problem
  if (draft === undefined) return reject(tradingRejections.priceUnknown)
  // Whether the customer has what the order needs, in money or in what it sells.
  const poor = isSystem ? undefined : productOfOrder(batch.world, draft).problem(draft, facts.instrument, books)
  if (poor !== undefined) return poor
  // Refused only when its venue has just filled it; nothing is done then.
  const gone = before === undefined ? undefined : withdraw(batch, before.order, 'cancelled', 'customer')
  if (gone !== undefined) return gone
  accept(batch, draft, ticket)
  return undefined
}

function sellableOf(
  batch: Batch,
  draft: Order,
  { instrument }: TicketFacts,
  books: Books<unknown>,
): bigint | undefined {
  return productOfOrder(batch.world, draft).sellable?.(draft, instrument, books)
}

interface Replacing {
  readonly order: Order
  /** It and its twin, as far as they are open. */
  readonly legs: readonly Order[]
  /** The order in its place: no more than what is left of it. */
  readonly prepared: PreparedOrder
  /** What the customer would have without it. */
  readonly books: Books<unknown>
}

/** What an order that takes another's place is decided on: what that one holds is free for it. */
function replacing(batch: Batch, given: PreparedOrder, orderId: Order['orderId']): Replacing | Rejection {
  const { customerId, instrumentId } = given.ticket
  const order = batch.order(orderId)
  if (order === undefined || order.customerId !== customerId || order.instrumentId !== instrumentId)
    return reject(tradingRejections.orderUnknown, { field: 'orderId' })
  if (!isOpen(order.state)) return reject(tradingRejections.orderEnded, { values: { state: order.state } })
  const twin = order.twinId === undefined ? undefined : batch.order(order.twinId)
  const legs = [order, twin].filter((leg) => leg !== undefined).filter(({ state }) => isOpen(state))
  const { account } = productOfOrder(batch.world, order).held(order, instrumentOf(batch.world, instrumentId))
  const held = legs.reduce((sum, leg) => sum + leg.held, 0n)
  const others = ({ orderId: id }: Order): boolean => legs.every((leg) => leg.orderId !== id)
  const left = quantityOf(remainingOf(order))
  return {
    order,
    legs,
    prepared: left < (given.ticket.quantity ?? 0n) ? (lessOf(given, left) ?? given) : given,
    books: {
      ...batch.books,
      balance: (asked) => {
        const balance = batch.books.balance(asked)
        return asked === account ? { ...balance, held: balance.held - held } : balance
      },
      resting: (holding) => batch.books.resting(holding).filter(others),
      reducing: (holding) => batch.books.reducing(holding).filter(others),
    },
  }
}

/** Lets a product act within the batch. @returns why it refused; nothing was done then. */
export function act(
  batch: Batch,
  asked: AnyAct,
  prepared: readonly (PreparedOrder | undefined)[],
): Rejection | undefined {
  let isUntouched = true
  const touched = (): void => {
    isUntouched = false
  }
  const refusal = asked.decide({
    ...batch.books,
    order: batch.order,
    post: (entry) => {
      touched()
      batch.post(entry)
    },
    keep: (holding, facts) => {
      touched()
      batch.keep(holding, facts)
    },
    place: (index, less) => {
      const declared = present(asked.orders?.[index], `declared order ${index}`)
      const outcome = place(batch, declared.instrumentId, lessOf(prepared[index], less?.quantity))
      if (isRejection(outcome)) return outcome
      touched()
      return present(batch.order(declared.orderId), `order ${declared.orderId}`)
    },
    cancel: (orderId, reason) => {
      assert(asked.cancels?.includes(orderId) === true, 'an act ends orders it declared')
      const order = batch.order(orderId)
      if (order === undefined || isRejection(withdraw(batch, order, 'cancelled', reason))) return false
      touched()
      return true
    },
  })
  assert(refusal === undefined || isUntouched, 'an act refuses before it does anything')
  return refusal
}

/** A declared order with less of what it asks for. */
function lessOf(prepared: PreparedOrder | undefined, quantity: Quantity | undefined): PreparedOrder | undefined {
  if (prepared === undefined || quantity === undefined) return prepared
  assert(quantity <= (prepared.ticket.quantity ?? 0n), 'whoever a larger order might meet is not read')
  const { ticket, facts, draft } = prepared
  return { ticket: { ...ticket, quantity }, facts, draft: draft === undefined ? undefined : { ...draft, quantity } }
}

function accept(batch: Batch, draft: Order, ticket: PlaceOrder): void {
  const twinId = ticket.oco === undefined ? undefined : batch.world.services.ids.next('ord')
  const order = batch.put({ ...draft, twinId, priority: batch.nextPriority() })
  const size = draft.quantity === undefined ? {} : { quantity: draft.quantity }
  batch.note(order.orderId, { kind: 'received', at: order.receivedAt, ...size })
  batch.note(order.orderId, { kind: 'accepted', at: batch.now })
  if (ticket.oco !== undefined && twinId !== undefined) placeTwin(batch, order, twinId, ticket.oco)
  if (order.state === 'open') {
    submit(batch, order)
    return
  }
  batch.note(order.orderId, { kind: order.state === 'waiting' ? 'waiting' : 'pending-trigger', at: batch.now })
  reserve(batch, order)
}

/** The stop beside an OCO's limit order, which it waits with before the opening. It reserves nothing: the limit order holds shares or money for both. */
function placeTwin(batch: Batch, order: Order, twinId: Order['orderId'], oco: NonNullable<PlaceOrder['oco']>): void {
  const instrument = instrumentOf(batch.world, order.instrumentId)
  const limits = orderLimits(batch.world.settings, instrument.scale.quote)
  batch.put({
    ...order,
    orderId: twinId,
    twinId: order.orderId,
    type: oco.limitPrice === undefined ? 'stop' : 'stop-limit',
    state: 'pending-trigger',
    activeFrom: undefined,
    limitPrice: oco.limitPrice,
    stopPrice: oco.stopPrice,
    worstPrice: twinWorst(oco, order.side, { limits, instrument }),
    postOnly: false,
    priority: batch.nextPriority(),
  })
  batch.note(twinId, {
    kind: 'received',
    at: order.receivedAt,
    ...(order.quantity === undefined ? {} : { quantity: order.quantity }),
  })
  batch.note(twinId, { kind: 'pending-trigger', at: batch.now })
}

/** Cancels what is left of an order. Legs of a pair end together. */
export function cancel(batch: Batch, { orderId, customerId, product }: CancelOrder): Rejection | undefined {
  const order = batch.order(orderId)
  const isTheirs = order?.customerId === customerId && (product === undefined || order.product === product)
  if (order === undefined || !isTheirs) return reject(tradingRejections.orderUnknown)
  return withdraw(batch, order, 'cancelled', 'customer')
}

/** Ends a day order whose day is over. */
export function expire(batch: Batch, order: Order): void {
  withdraw(batch, order, 'expired', 'day-ended')
}

/** Ends an order whose owed work cannot be carried out. */
export function abandon(batch: Batch, order: Order): void {
  withdraw(batch, order, 'cancelled', 'not-carried-out')
}

function withdraw(
  batch: Batch,
  order: Order,
  state: 'cancelled' | 'expired',
  reason: EndReason,
): Rejection | undefined {
  if (!isOpen(order.state)) return reject(tradingRejections.orderEnded, { values: { state: order.state } })
  const twin = order.twinId === undefined ? undefined : batch.order(order.twinId)
  // A venue that no longer has the order has filled it: its report is on the way.
  const atVenue = [order, twin].filter((leg) => leg !== undefined && isOpen(leg.state))
  if (atVenue.some((leg) => leg !== undefined && !takeFromVenue(batch, leg)))
    return reject(tradingRejections.orderEnded, { values: { state: 'filled' } })
  // The holder of the pair's reservation ends first, so that the other finds nothing left to do.
  if (twin !== undefined && isOpen(twin.state) && twin.held > 0n) endLeg(batch, twin, order, state, reason)
  else endLeg(batch, order, twin, state, reason)
  return undefined
}

function endLeg(
  batch: Batch,
  holder: Order,
  other: Order | undefined,
  state: 'cancelled' | 'expired',
  reason: EndReason,
): void {
  if (other !== undefined && isOpen(other.state)) endOrder(batch, other, state, reason, { keepsHold: true })
  endOrder(batch, holder, state, reason)
}

/** Sends a stop to market that the market has reached. Its twin leaves the market first and hands over what it holds. */
export function trigger(batch: Batch, stop: Order): void {
  if (stop.state !== 'pending-trigger') return
  const twin = stop.twinId === undefined ? undefined : batch.order(stop.twinId)
  let armed = stop
  if (twin !== undefined && isOpen(twin.state)) {
    if (!takeFromVenue(batch, twin)) return
    armed = handOver(batch, twin, stop)
  }
  const open = batch.put({ ...armed, state: 'open', priority: batch.nextPriority(), updatedAt: batch.now })
  batch.note(open.orderId, {
    kind: 'triggered',
    at: batch.now,
    ...(open.stopPrice === undefined ? {} : { price: open.stopPrice }),
  })
  submit(batch, open)
}

/** Sends to market, once it is open, exits of a bracket whose shares may be sold, and what was taken before the opening. */
export function wake(batch: Batch, order: Order): void {
  const { facts } = batch.world
  const waits = order.state === 'waiting' && order.activeFrom !== undefined && order.activeFrom <= batch.now
  if (!waits || facts.stateAt(order.instrumentId, batch.now) !== 'continuous') return
  if (waitsForOpening(order)) open(batch, order)
  else activate(batch, order)
}

/** Sends an order to its venue that waited for the opening. It comes behind whatever rests there since before. */
function open(batch: Batch, order: Order): void {
  const opened = batch.put({ ...order, state: 'open', priority: batch.nextPriority(), updatedAt: batch.now })
  batch.note(order.orderId, { kind: 'activated', at: batch.now })
  submit(batch, opened)
}
