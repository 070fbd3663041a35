import { dayNumber, type Instant, idBytes, tradeDate } from '@bolsillo/kernel'
import type { ActValue, NewAct } from '@bolsillo/ledger/domain'
import type { FillFacts, Order, OrderEvent } from '../order.ts'

// The act that records what a batch did to an order: its steps, and every column of its row. Values have fixed positions, and
// an absent value is an empty text, because a batch writes hundreds of them.

/** The kind of these acts. */
export const orderActKind = 'order'

/** Where an act belongs in the life of its order. */
interface OrderActs {
  /** The number of the act before this one about the same order; undefined for its first. */
  readonly previous: bigint | undefined
  /** Whether the order begins with this act. */
  readonly isNew: boolean
}

const orAbsent = (value: bigint | string | number | undefined): ActValue =>
  value === undefined ? '' : typeof value === 'number' ? BigInt(value) : value

/** The columns that never change: the ticket, and the market at the moment of receipt. */
function ticketOf(order: Order): readonly ActValue[] {
  return [
    order.customerId,
    order.product,
    order.venue,
    order.instrumentId,
    order.side,
    order.type,
    order.timeInForce,
    order.postOnly,
    order.reduceOnly,
    order.filledAmount.asset.code,
    orAbsent(order.amount?.minor),
    orAbsent(order.limitPrice),
    orAbsent(order.stopPrice),
    orAbsent(order.takeProfit),
    orAbsent(order.stopLoss),
    orAbsent(order.parentId),
    orAbsent(order.twinId),
    order.feeSchedule,
    orAbsent(order.bidAtReceipt),
    orAbsent(order.askAtReceipt),
    orAbsent(order.quoteSequence),
    orAbsent(order.receivedAt),
    orAbsent(order.acceptedAt),
    orAbsent(order.expiresAt),
    orAbsent(order.activeFrom),
    orAbsent(order.terms),
  ]
}

/** The columns that change. The exact sums are texts: they may exceed the 64 bits of the encoding's numbers. */
function progressOf(order: Order): readonly ActValue[] {
  const { pairFilled: leg } = order
  return [
    order.state,
    orAbsent(order.quantity),
    orAbsent(order.worstPrice),
    orAbsent(order.filledQuantity),
    String(order.filledExact),
    String(order.takerExact),
    orAbsent(order.filledAmount.minor),
    orAbsent(order.fee.minor),
    orAbsent(order.vat.minor),
    order.holdId === undefined ? '' : idBytes(order.holdId),
    orAbsent(order.held),
    orAbsent(order.firstFillAt),
    orAbsent(order.lastFillAt),
    orAbsent(order.endedAt),
    orAbsent(order.endReason),
    orAbsent(order.priority),
    orAbsent(order.updatedAt),
    ...(leg === undefined ? [] : [[leg.exact, leg.takerExact, leg.fee, leg.vat].map(String)]),
  ]
}

/** A step, without the absent values at its end. */
function stepOf(step: OrderEvent, { venue }: Order): readonly ActValue[] {
  const { kind, at, price, quantity, amount, sequence, entryId, reason, fill } = step
  const values: ActValue[] = [
    kind,
    BigInt(at),
    orAbsent(price),
    orAbsent(quantity),
    orAbsent(amount),
    orAbsent(sequence),
    entryId === undefined ? '' : idBytes(entryId),
    orAbsent(reason),
  ]
  if (fill !== undefined) values.push(...fillValues(fill, at, venue))
  while (values.at(-1) === '') values.pop()
  return values
}

/**
 * What the row of a fill has beside its step: its id, whether it took from the book, fee and VAT, the day it settles, the
 * milliseconds until what was bought may be sold, and where it comes from unless that is the order's venue.
 */
function fillValues(fill: FillFacts, at: Instant, venue: string): readonly ActValue[] {
  const lockedMs = fill.sellableAt - at
  return [
    idBytes(fill.fillId),
    fill.liquidity === 'taker',
    fill.fee.minor,
    fill.vat.minor,
    dayOf(fill.settlesOn),
    lockedMs === 0 ? '' : BigInt(lockedMs),
    fill.source === venue ? '' : fill.source,
  ]
}

// The days on which fills settle are few.
const days = new Map<string, bigint>()

function dayOf(date: string): bigint {
  const known = days.get(date)
  if (known !== undefined) return known
  const day = BigInt(dayNumber(tradeDate(date)))
  days.set(date, day)
  return day
}

/** The act of what a batch did to an order. `steps` follow each other; there may be none. */
export function actOfOrder(order: Order, steps: readonly OrderEvent[], { previous, isNew }: OrderActs): NewAct {
  return {
    at: order.updatedAt,
    kind: orderActKind,
    actor: 'desk',
    cause: '',
    subject: `order:${order.orderId}`,
    payload: {
      now: progressOf(order),
      first: BigInt(steps[0]?.number ?? 0),
      steps: steps.map((step) => stepOf(step, order)),
      ...(isNew ? { order: ticketOf(order) } : {}),
      ...(previous === undefined ? {} : { previous }),
    },
    postings: [],
  }
}
