import { assert, type Id, type Instant, money, plus, type Quantity, quantityOf } from '@bolsillo/kernel'
import {
  affordable,
  type EndReason,
  type ExecutionReport,
  type FillSums,
  feeScheduleOf,
  fillBound,
  fillSums,
  isOpen,
  type Order,
  type OrderState,
  pairFilledOf,
  remainingOf,
  type VenueOrder,
} from '../../domain/index.ts'
import { holdEntry, releaseEntry } from '../../domain/trade-transfers.ts'
import type { Batch, UnnumberedFill } from './batch.ts'
import { placeExits } from './bracket-exits.ts'
import { instrumentOf, productOfOrder, venueOf } from './desk-world.ts'

/** The order as its venue gets it: what is left of it, at no worse price than its customer's limit. */
export function venueOrderOf(batch: Pick<Batch, 'world'>, order: Order): VenueOrder {
  const { scale, quantityMax } = instrumentOf(batch.world, order.instrumentId)
  const { priceScale, quantityScale, quote } = scale
  const spendable = order.amount === undefined ? undefined : affordable(order.amount, feeScheduleOf(order.feeSchedule))
  return {
    orderId: order.orderId,
    customerId: order.customerId,
    instrumentId: order.instrumentId,
    side: order.side,
    type: order.type === 'market' || order.type === 'stop' ? 'market' : 'limit',
    timeInForce: order.timeInForce,
    limitPrice: fillBound(order),
    quantity: order.quantity === undefined ? quantityMax : remainingOf(order),
    ...(spendable === undefined
      ? {}
      : { budget: spendable.minor * 10n ** BigInt(priceScale + quantityScale - quote.scale) - order.filledExact }),
    postOnly: order.postOnly,
    priority: order.priority,
  }
}

/**
 * Sends an order to its venue, carries out what the venue answers, and reserves what the rest may need. Orders it would meet
 * whose customers cannot answer for them end first: what a venue has filled cannot be refused any more.
 */
export function submit(batch: Batch, order: Order): void {
  const coming = venueOrderOf(batch, order)
  if (batch.suspects.size > 0) endUnfit(batch, order, coming)
  applyReports(batch, venueOf(batch.world, order).submit(coming))
  const after = batch.order(order.orderId)
  if (after !== undefined) reserve(batch, after)
}

/** Ends the unfit among the orders this one may meet. What it meets in their place may be unfit, too. */
function endUnfit(batch: Batch, order: Order, coming: VenueOrder): void {
  const venue = venueOf(batch.world, order)
  const product = productOfOrder(batch.world, order)
  const crosses = ({ side, worstPrice }: Order): boolean =>
    side !== coming.side && (side === 'buy' ? worstPrice >= coming.limitPrice : worstPrice <= coming.limitPrice)
  const instrument = instrumentOf(batch.world, order.instrumentId)
  for (;;) {
    const met = venue
      .counterparties([coming], [])
      .flatMap((orderId) => (batch.suspects.has(orderId) ? (batch.order(orderId) ?? []) : []))
      .filter((one) => isOpen(one.state) && one.customerId !== order.customerId && crosses(one))
    const unfit = met.length === 0 ? [] : (product.unfit?.(met, instrument, batch.books) ?? [])
    const taken = unfit.map(batch.order).filter((one) => one !== undefined && takeFromVenue(batch, one))
    if (taken.length === 0) return
    for (const one of taken) if (one !== undefined) endOrder(batch, one, 'cancelled', 'margin-short')
  }
}

/** Reserves what an open order needs and does not have reserved yet. */
export function reserve(batch: Batch, order: Order): void {
  const { services } = batch.world
  const instrument = instrumentOf(batch.world, order.instrumentId)
  const product = productOfOrder(batch.world, order)
  const needed = product.needOf(order, instrument)
  if (order.holdId !== undefined || needed === 0n) return
  const holdId = services.ids.next('hld')
  const id = services.ids.next('ent')
  const { account } = product.held(order, instrument)
  batch.post(holdEntry({ id, at: batch.now, order, instrument }, { account, holdId, units: needed }))
  batch.put({ ...order, holdId, held: needed, updatedAt: batch.now })
  batch.note(order.orderId, { kind: 'held', at: batch.now, amount: needed, entryId: id })
}

/** Carries out what a venue says, in the order it says it. */
export function applyReports(batch: Batch, reports: readonly ExecutionReport[]): void {
  for (const report of reports) {
    const order = batch.order(report.orderId)
    // After a failed commit a venue may still report on what it then forgot; such orders have ended or never were.
    if (order === undefined || !isOpen(order.state)) continue
    switch (report.kind) {
      case 'filled':
        applyFill(batch, order, report)
        break
      case 'resting':
        batch.note(order.orderId, {
          kind: 'resting',
          at: batch.now,
          price: fillBound(order),
          quantity: remainingOf(order),
          sequence: report.sequence,
        })
        break
      case 'cancelled':
        endOrder(
          batch,
          order,
          order.filledQuantity > 0n && report.reason === 'budget-spent' ? 'filled' : 'cancelled',
          report.reason,
        )
        break
      case 'rejected':
        endOrder(batch, order, order.filledQuantity > 0n ? 'cancelled' : 'rejected', report.reason)
    }
  }
}

function applyFill(batch: Batch, order: Order, report: Extract<ExecutionReport, { kind: 'filled' }>): void {
  // Recorded and remote venues have clocks of their own; the books go by ours.
  const { now } = batch
  const { services, facts } = batch.world
  const instrument = instrumentOf(batch.world, order.instrumentId)
  const { price, quantity } = report
  const product = productOfOrder(batch.world, order)
  const sums = fillSums(order, price, quantity, instrument.scale, report.liquidity)
  const filled = filledBy(order, sums, instrument.quantityMax, now)
  // With what is due of this fill: without it as much again stays set aside as was just paid, money nobody asked for.
  const due = { ...filled, fee: plus(order.fee, sums.fee), vat: plus(order.vat, sums.vat) }
  const held = order.holdId === undefined ? 0n : product.needOf(due, instrument)
  const entryId = services.ids.next('ent')
  const settlesOn = facts.settlesOn(order.instrumentId, now)
  const sellableAt = order.side === 'buy' ? facts.sellableAt(order.instrumentId, now) : now
  const settled = product.fill(
    {
      ...{ order, instrument, price, quantity, sums, entryId, settlesOn, sellableAt },
      liquidity: report.liquidity,
      at: now,
      holdId: order.holdId,
      released: order.held - held,
    },
    batch.books,
  )
  assert(settled.entries[0]?.id === entryId, 'the first entry of a fill is the one it names')
  for (const entry of settled.entries) batch.post(entry)
  batch.keep(order, settled.facts)
  // What is written is what was charged: the order, its fill and the ledger say the same.
  const { fee, vat } = settled.charged ?? sums
  const after = batch.put({ ...filled, fee: plus(order.fee, fee), vat: plus(order.vat, vat), held })
  record(batch, {
    fillId: services.ids.next('fil'),
    orderId: order.orderId,
    customerId: order.customerId,
    product: order.product,
    instrumentId: order.instrumentId,
    side: order.side,
    price,
    quantity,
    amount: sums.amount,
    fee,
    vat,
    liquidity: report.liquidity,
    source: report.source ?? order.venue,
    sequence: report.sequence,
    entryId,
    at: now,
    settlesOn,
    sellableAt,
  })
  followFill(batch, after)
}

/** An order with a fill more; what it is charged for that is not in it yet. */
function filledBy(order: Order, sums: FillSums, quantityMax: Quantity, now: Instant): Order {
  // An order sized by amount is at its end, too, when it has all that may be bought at once.
  const whole = order.quantity ?? quantityMax
  const state: OrderState = sums.filledQuantity >= whole ? 'filled' : 'partially-filled'
  return {
    ...order,
    state,
    filledQuantity: sums.filledQuantity,
    filledExact: sums.filledExact,
    takerExact: sums.takerExact,
    filledAmount: plus(order.filledAmount, sums.amount),
    firstFillAt: order.firstFillAt ?? now,
    lastFillAt: now,
    ...(state === 'filled' ? { endedAt: now } : {}),
    updatedAt: now,
  }
}

/** Keeps a fill, and the step it is in the life of its order. */
function record(batch: Batch, fill: UnnumberedFill): void {
  const { at, price, quantity, amount, sequence, entryId } = fill
  batch.fill(fill)
  batch.note(fill.orderId, { kind: 'filled', at, price, quantity, amount: amount.minor, sequence, entryId, fill })
}

/** A filled limit leg ends its twin, a partly filled one cuts it; a finished purchase places its exits. */
function followFill(batch: Batch, order: Order): void {
  const twin = order.twinId === undefined ? undefined : batch.order(order.twinId)
  if (twin !== undefined && isOpen(twin.state)) {
    if (order.state === 'filled') endOrder(batch, twin, 'cancelled', 'linked-order')
    else batch.put({ ...twin, quantity: remainingOf(order), updatedAt: batch.now })
  }
  if (order.state === 'filled') placeExits(batch, order)
}

/**
 * Ends an order that is not (any more) at a venue: releases what was reserved, ends its twin, and places the exits of
 * what was bought. `keepsHold`: its twin goes on with the reservation.
 */
export function endOrder(
  batch: Batch,
  order: Order,
  state: Extract<OrderState, 'filled' | 'cancelled' | 'expired' | 'rejected'>,
  reason: EndReason,
  { at = batch.now, keepsHold = false }: { readonly at?: Instant; readonly keepsHold?: boolean } = {},
): Order {
  const released = keepsHold ? 0n : order.held
  const entryId = released === 0n || order.holdId === undefined ? undefined : release(batch, order, order.holdId)
  const ended = batch.put({ ...order, state, held: 0n, endedAt: at, endReason: reason, updatedAt: batch.now })
  if (state !== 'filled')
    batch.note(order.orderId, {
      kind: state,
      at,
      reason,
      ...(order.quantity === undefined ? {} : { quantity: remainingOf(order) }),
    })
  if (entryId !== undefined) batch.note(order.orderId, { kind: 'released', at: batch.now, amount: released, entryId })
  if (!keepsHold) endTwin(batch, ended)
  placeExits(batch, ended)
  return ended
}

function release(batch: Batch, order: Order, holdId: Id<'hld'>): Id<'ent'> {
  const id = batch.world.services.ids.next('ent')
  const instrument = instrumentOf(batch.world, order.instrumentId)
  const { account } = productOfOrder(batch.world, order).held(order, instrument)
  batch.post(releaseEntry({ id, at: batch.now, order, instrument }, { account, holdId, units: order.held }))
  return id
}

function endTwin(batch: Batch, order: Order): void {
  const twin = order.twinId === undefined ? undefined : batch.order(order.twinId)
  if (twin === undefined || !isOpen(twin.state)) return
  takeFromVenue(batch, twin)
  endOrder(batch, twin, 'cancelled', 'linked-order')
}

/** Takes an order out of its venue's book, if it is there. @returns false when the venue does not have it any more. */
export function takeFromVenue(batch: Batch, order: Order): boolean {
  if (order.state !== 'open' && order.state !== 'partially-filled') return true
  const reports = venueOf(batch.world, order).cancel(order.orderId)
  assert(
    reports.every(({ kind, orderId }) => kind === 'cancelled' && orderId === order.orderId),
    'a cancel is answered by a cancel',
  )
  return reports.length > 0
}

/** Moves the reservation and the fills of a leg that leaves the market to the leg that goes on. */
export function handOver(batch: Batch, from: Order, to: Order): Order {
  endOrder(batch, from, 'cancelled', 'linked-order', { keepsHold: true })
  return batch.put({
    ...to,
    pairFilled: pairFilledOf(from, instrumentOf(batch.world, from.instrumentId).scale),
    ...(from.holdId === undefined ? {} : { holdId: from.holdId }),
    held: from.held,
    quantity: quantityOf(remainingOf(from)),
    updatedAt: batch.now,
  })
}

/** Nothing paid, nothing filled: the sums an order starts with. */
export function unfilled(asset: Order['fee']['asset']) {
  const nothing = money(0n, asset)
  return {
    filledQuantity: quantityOf(0n),
    filledExact: 0n,
    takerExact: 0n,
    filledAmount: nothing,
    fee: nothing,
    vat: nothing,
    pairFilled: undefined,
    holdId: undefined,
    held: 0n,
    firstFillAt: undefined,
    lastFillAt: undefined,
    endedAt: undefined,
    endReason: undefined,
  } as const
}
