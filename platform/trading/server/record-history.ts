import { assert, present, quantityOf } from '@bolsillo/kernel'
import type { AccountId, JournalEntry } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import {
  actOfOrder,
  candlesOf,
  costOf,
  emptyPosition,
  type Fill,
  feeScheduleAt,
  fillSums,
  type Order,
  type OrderEvent,
  type Position,
  type PositionLock,
  positionAfter,
  productOf,
  type TradedInstrument,
} from '../domain/index.ts'
import { assetAccount, cashAccount, fillEntry, sharedAccounts } from '../domain/trade-transfers.ts'
import { type DeskWorld, instrumentOf, venueFor } from './desk/desk-world.ts'
import { unfilled } from './desk/order-life.ts'
import { addLocks, findPositions, insertFills, insertOrders, savePositions } from './rows/trading-store.ts'
import type { PastTrade } from './trading.ts'

/**
 * Records trades of the past as the desk would have: filled orders, fills, positions, locks and journal entries (marked
 * `seed: demo`). For the history of the demo's customers, in the practice market only. Trades come oldest first.
 */
export async function recordHistory(world: DeskWorld, tx: Tx, trades: readonly PastTrade[]): Promise<void> {
  assert(world.services.mode === 'SIM', 'history is made up in the practice market only')
  if (trades.length === 0) return
  await world.ledger.lock(tx, accountsOf(world, trades))
  const positions = new Map<string, Position>(
    (await findPositions(tx, trades)).map((position) => [keyOf(position), position]),
  )
  const past = trades.map((trade) => pastOrder(world, trade))
  const notes = past.map(({ order, events }) => actOfOrder(order, events, { previous: undefined, isNew: true }))
  const outcome = await world.ledger.post(
    tx,
    past.map(({ entry }) => entry),
    { notes },
  )
  if (outcome.kind === 'insufficient') throw new Error(`history goes beyond ${outcome.account} by ${outcome.short}`)
  const fills = past.map(
    ({ fill }, at): Fill => ({ ...fill, entrySeq: present(outcome.seqs[at], 'number of an entry') }),
  )
  for (const fill of fills)
    positions.set(keyOf(fill), positionAfter(positions.get(keyOf(fill)) ?? emptyPosition(fill), fill))
  const steps = new Map(past.map(({ order, events }) => [order.orderId, events.length]))
  const { seq: last } = await world.ledger.lockHead(tx)
  const acts = new Map(past.map(({ order }, at) => [order.orderId, last - BigInt(past.length - 1 - at)]))
  await insertOrders(
    tx,
    past.map(({ order }) => order),
    {
      stepCount: (orderId) => present(steps.get(orderId), orderId),
      lastAct: (orderId) => present(acts.get(orderId), orderId),
    },
  )
  await insertFills(tx, fills)
  await savePositions(tx, [...positions.values()])
  await addLocks(tx, locksOf(world, fills))
}

const keyOf = (row: { readonly customerId: string; readonly instrumentId: string }): string =>
  `${row.customerId} ${row.instrumentId}`

function accountsOf(world: DeskWorld, trades: readonly PastTrade[]): AccountId[] {
  const accounts = trades.flatMap(({ customerId, instrumentId }) => {
    const instrument = instrumentOf(world, instrumentId)
    const shared = sharedAccounts(instrument, world.custodian)
    return [cashAccount(customerId, instrument), assetAccount(customerId, instrument), ...shared]
  })
  return [...new Set(accounts)]
}

function venueIdOf(world: DeskWorld, instrumentId: string): string {
  return present(venueFor(world, instrumentId), `venue of ${instrumentId}`).id
}

interface PastOrder {
  readonly order: Order
  readonly fill: Omit<Fill, 'entrySeq'>
  readonly entry: JournalEntry
  readonly events: readonly OrderEvent[]
}

/** The order of a past trade as it was accepted: at market, for the day. */
function placedOrder(
  { at, orderId, customerId, instrumentId, side, price, quantity }: PastTrade,
  {
    instrument,
    product,
    venue,
    feeSchedule,
  }: Pick<Order, 'product' | 'venue' | 'feeSchedule'> & { readonly instrument: TradedInstrument },
): Order {
  return {
    ...unfilled(instrument.scale.quote),
    orderId,
    customerId,
    instrumentId,
    side,
    quantity,
    venue,
    product,
    type: 'market',
    timeInForce: 'day',
    postOnly: false,
    state: 'open',
    amount: undefined,
    limitPrice: undefined,
    stopPrice: undefined,
    worstPrice: price,
    takeProfit: undefined,
    stopLoss: undefined,
    parentId: undefined,
    twinId: undefined,
    activeFrom: undefined,
    reduceOnly: false,
    terms: undefined,
    feeSchedule,
    bidAtReceipt: undefined,
    askAtReceipt: undefined,
    quoteSequence: undefined,
    receivedAt: at,
    acceptedAt: at,
    expiresAt: undefined,
    priority: 0n,
    updatedAt: at,
  }
}

/** The filled order of a past trade, with everything that belongs to it. */
function pastOrder(world: DeskWorld, trade: PastTrade): PastOrder {
  const { facts, services } = world
  const { at, orderId, customerId, instrumentId, side, price, quantity, sequence } = trade
  const instrument = instrumentOf(world, instrumentId)
  const product = present(productOf(instrument), `product of ${instrumentId}`)
  const venue = venueIdOf(world, instrumentId)
  const schedule = feeScheduleAt(instrument.country, facts.tradeDateOf(instrumentId, at))
  const placed = placedOrder(trade, { instrument, product, venue, feeSchedule: schedule.id })
  const sums = fillSums(placed, price, quantity, instrument.scale)
  assert(costOf(side, sums.amount, schedule).fee.minor === sums.fee.minor, 'one fill costs what the schedule says')
  const entryId = services.ids.next('ent')
  const movement = { custodian: world.custodian, price, quantity, sums, holdId: undefined, released: 0n, seed: 'demo' }
  const { amount, fee, vat, filledExact, takerExact, filledQuantity } = sums
  const fill = {
    fillId: services.ids.next('fil'),
    orderId,
    customerId,
    product,
    instrumentId,
    side,
    price,
    quantity,
    amount,
    fee,
    vat,
    at,
    sequence,
    entryId,
    liquidity: 'taker',
    source: candlesOf(venue),
    settlesOn: facts.settlesOn(instrumentId, at),
    sellableAt: side === 'buy' ? facts.sellableAt(instrumentId, at) : at,
  } as const
  return {
    order: {
      ...placed,
      state: 'filled',
      filledQuantity,
      filledExact,
      takerExact,
      filledAmount: amount,
      fee,
      vat,
      firstFillAt: at,
      lastFillAt: at,
      endedAt: at,
    },
    fill,
    entry: fillEntry({ id: entryId, at, order: placed, instrument }, movement),
    events: eventsOf(trade, fill),
  }
}

function eventsOf({ quantity }: PastTrade, fill: PastOrder['fill']): readonly OrderEvent[] {
  const { orderId, at, price, amount, sequence, entryId } = fill
  return [
    { orderId, number: 1, kind: 'received', at, quantity },
    { orderId, number: 2, kind: 'accepted', at },
    { orderId, number: 3, kind: 'filled', at, price, quantity, amount: amount.minor, sequence, entryId, fill },
  ]
}

function locksOf({ services }: DeskWorld, fills: readonly Fill[]): PositionLock[] {
  const now = services.clock.now()
  const locked = fills.filter(({ side, sellableAt }) => side === 'buy' && sellableAt > now)
  const groups = Map.groupBy(locked, (fill) => `${keyOf(fill)} ${fill.sellableAt}`)
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ customerId, instrumentId, sellableAt, quantity }) => ({
      customerId,
      instrumentId,
      sellableAt,
      quantity: group.slice(1).reduce((sum, fill) => quantityOf(sum + fill.quantity), quantity),
    })),
  )
}
