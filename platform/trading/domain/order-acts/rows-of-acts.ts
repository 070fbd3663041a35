import { currencies, type Id, type Instant, money, present, quantityOf } from '@bolsillo/kernel'
import type { Act, RecordedEntry } from '@bolsillo/ledger/domain'
import { holdingKey } from '../asset-exchange.ts'
import { type Fill, isOpen, type Order, type Position, type PositionLock } from '../order.ts'
import { allotmentOf, holdingAfterAllotment, isAllotment } from '../owned/allotment-transfers.ts'
import { emptyPosition, positionAfter, within } from '../position-rules.ts'
import { ownedBefore } from '../trade-transfers.ts'
import { assetProductOf } from '../traded-instrument.ts'
import { orderActKind } from './order-act.ts'
import { type OrderOfAct, type RecordedFill, type RecordedTicket, readOrderAct } from './read-order-act.ts'

// Orders, fills, positions and locks as they follow from the journal, act by act.

/** An order with what its row has beside it. */
export interface OrderRecord {
  readonly order: Order
  readonly stepCount: number
  /** Undefined: no act records it. */
  readonly lastAct: bigint | undefined
}

/** What trading had when its acts became complete. */
export interface TradingBefore {
  /** Orders that were open. */
  readonly orders: readonly OrderRecord[]
  readonly positions: readonly Position[]
  readonly locks: readonly PositionLock[]
}

/** What acts lead to. Grows with open orders and holdings, not with acts. */
export interface TradingState {
  /** Open orders that acts record. Without a record: from before acts, and ended before acts became complete. */
  readonly orders: Map<Id<'ord'>, { readonly record: OrderRecord | undefined; readonly lastAct: bigint }>
  /** Orders that were open before, and that no act has recorded yet. */
  readonly before: Map<Id<'ord'>, OrderRecord>
  readonly positions: Map<string, Position>
  /** Locks that hold at `now`: those that have lapsed mean nothing. */
  readonly locks: Map<string, PositionLock>
  readonly now: Instant
  /** Entries since the last acts of orders: acts follow the entries of their batch. */
  readonly entries: Map<string, RecordedEntry>
  /** Whether acts of orders have followed those entries: the next entry is of another batch. */
  isRecorded: boolean
  /** Fills of acts that follow each other. They are recorded by order, and happened in the order of their entries. */
  readonly fills: FoldedFill[]
  /** Allotments since the last acts of orders: among those fills in the order of their entries. */
  readonly allotments: RecordedEntry[]
}

interface FoldedFill {
  readonly fill: Fill
  readonly entry: RecordedEntry
}

/** What of the journal concerns trading. */
interface FoldedAct {
  readonly seq: bigint
  readonly act: Act | undefined
  readonly entry: RecordedEntry | undefined
}

/** Rows that no later act can change, and what of the act contradicts those before it. */
export interface FoldedRows {
  readonly orders: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  readonly problem?: string
}

const nothing: FoldedRows = { orders: [], fills: [] }
const lockKey = (lock: Omit<PositionLock, 'quantity'>): string => `${holdingKey(lock)} ${lock.sellableAt}`

/** The state before the first act. */
export function beginTrading({ orders, positions, locks }: TradingBefore, now: Instant): TradingState {
  return {
    orders: new Map(),
    before: new Map(orders.map((record) => [record.order.orderId, record])),
    positions: new Map(positions.map((position) => [holdingKey(position), position])),
    locks: new Map(locks.filter(({ sellableAt }) => sellableAt > now).map((lock) => [lockKey(lock), lock])),
    now,
    entries: new Map(),
    isRecorded: false,
    fills: [],
    allotments: [],
  }
}

/** Takes an act over. Acts come in the order of the journal. */
export function applyAct(state: TradingState, { seq, act, entry }: FoldedAct): FoldedRows {
  // What was filled before acts is in the earlier rows.
  if (act === undefined) return nothing
  if (entry !== undefined) {
    // Entries of a batch follow each other: what it filled is said behind all of them.
    const fills = state.isRecorded ? settleFills(state) : []
    if (state.isRecorded) state.entries.clear()
    state.isRecorded = false
    if (isAllotment(entry)) state.allotments.push(entry)
    if (entry.reference.startsWith('order:')) state.entries.set(entry.id, entry)
    return fills.length === 0 ? nothing : { orders: [], fills }
  }
  if (act.kind !== orderActKind || act.cause !== '') return nothing
  state.isRecorded = true
  const read = readOrderAct(act)
  if (read === undefined) return { ...nothing, problem: `act ${seq} does not record an order` }
  return applyOrder(state, seq, read)
}

/** What is left when there are no more acts: the fills of the last ones. */
export function settleFills(state: TradingState): readonly Fill[] {
  if (state.fills.length === 0 && state.allotments.length === 0) return []
  const fills = state.fills.splice(0).sort((a, b) => (a.entry.seq < b.entry.seq ? -1 : 1))
  const allotments = state.allotments.splice(0)
  for (const folded of fills) {
    while (allotments[0] !== undefined && allotments[0].seq < folded.entry.seq)
      applyAllotment(state, allotments.shift())
    applyFill(state, folded)
  }
  for (const entry of allotments) applyAllotment(state, entry)
  return fills.map(({ fill }) => fill)
}

const assetOf = (code: string) =>
  present(
    Object.values(currencies).find((one) => one.code === code),
    code,
  )

/** What an allotment makes of its customer's position: no order was filled, its entry says all of it. */
function applyAllotment({ positions, locks, now }: TradingState, entry: RecordedEntry | undefined): void {
  const allotment = entry === undefined ? undefined : allotmentOf(entry, assetOf)
  if (entry === undefined || allotment === undefined) return
  const key = holdingKey(allotment)
  const same = locks.get(lockKey(allotment))
  const holding = { position: positions.get(key), locks: same === undefined ? [] : [same] }
  const after = holdingAfterAllotment(holding, allotment, { at: entry.at, now })
  if (after.position !== undefined) positions.set(key, after.position)
  for (const lock of after.locks) locks.set(lockKey(lock), lock)
}

function applyOrder(state: TradingState, seq: bigint, read: OrderOfAct): FoldedRows {
  const { orderId, previous, fills } = read
  const known = state.orders.get(orderId)
  if (known?.lastAct !== previous || (known !== undefined && read.ticket !== undefined))
    return { ...nothing, problem: `act ${seq} does not continue the acts of ${orderId}` }
  const before = known?.record ?? state.before.get(orderId)
  state.before.delete(orderId)
  const ticket = read.ticket ?? (before === undefined ? undefined : ticketOf(before.order))
  if (ticket === undefined) {
    // Its row is an earlier one: it ended before acts became complete, so they record none of its fills.
    if (fills.length > 0)
      return { ...nothing, problem: `act ${seq} records fills of ${orderId}, whose ticket is not recorded` }
    if (isOpen(read.state)) state.orders.set(orderId, { record: undefined, lastAct: seq })
    else state.orders.delete(orderId)
    return nothing
  }
  const order = read.orderWith(ticket)
  for (const fill of fills) {
    const entry = state.entries.get(fill.entryId)
    if (entry === undefined)
      return { ...nothing, problem: `act ${seq} records ${fill.fillId} with an entry that is not before it` }
    state.fills.push({ fill: fillOf(order, fill, entry), entry })
  }
  const record = { order, stepCount: read.lastStep ?? before?.stepCount ?? 0, lastAct: seq }
  if (isOpen(order.state)) {
    state.orders.set(orderId, { record, lastAct: seq })
    return nothing
  }
  state.orders.delete(orderId)
  return { orders: [record], fills: [] }
}

function ticketOf(order: Order): RecordedTicket {
  return { ...order, asset: order.filledAmount.asset }
}

function fillOf(order: Order, read: RecordedFill, entry: RecordedEntry): Fill {
  const { asset } = order.filledAmount
  return {
    ...read,
    orderId: order.orderId,
    customerId: order.customerId,
    product: order.product,
    instrumentId: order.instrumentId,
    side: order.side,
    amount: money(read.amount, asset),
    fee: money(read.fee, asset),
    vat: money(read.vat, asset),
    source: read.source ?? order.venue,
    entrySeq: entry.seq,
  }
}

/** What a fill makes of its customer's position, and what of it may not be sold yet. Contracts keep theirs elsewhere. */
function applyFill({ positions, locks, now }: TradingState, { fill, entry }: FoldedFill): void {
  const product = assetProductOf(fill.product)
  if (product === undefined) return
  const key = holdingKey(fill)
  const position = positions.get(key)
  const known = product.onlyBought ? position : within(position, ownedBefore(entry, fill))
  positions.set(key, positionAfter(known ?? emptyPosition(fill), fill))
  const { customerId, instrumentId, side, sellableAt, quantity } = fill
  if (side === 'sell' || sellableAt <= fill.at || sellableAt <= now) return
  const lock = { customerId, instrumentId, sellableAt, quantity }
  const same = locks.get(lockKey(lock))
  locks.set(lockKey(lock), { ...lock, quantity: quantityOf(quantity + (same?.quantity ?? 0n)) })
}
