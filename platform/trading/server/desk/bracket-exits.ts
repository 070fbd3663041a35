import { type Id, type Price, priceOf, quantityOf } from '@bolsillo/kernel'
import {
  type HoldingFacts,
  isOpen,
  type Order,
  protectionPrice,
  shareFacts,
  sharesProblem,
} from '../../domain/index.ts'
import { assetAccount } from '../../domain/trade-transfers.ts'
import { orderLimits } from '../settings.ts'
import type { Batch } from './batch.ts'
import { instrumentOf } from './desk-world.ts'
import { endOrder, reserve, submit, unfilled } from './order-life.ts'

/**
 * Places the exits of a purchase that has ended with shares bought: a take-profit limit, a stop-loss, or both as twins.
 * They wait until the shares may be sold; only then can they reserve them.
 */
export function placeExits(batch: Batch, entry: Order): void {
  if (isOpen(entry.state) || entry.side !== 'buy' || entry.filledQuantity === 0n) return
  const { ids } = batch.world.services
  const profitId = entry.takeProfit === undefined ? undefined : ids.next('ord')
  const lossId = entry.stopLoss === undefined ? undefined : ids.next('ord')
  if (entry.takeProfit !== undefined && profitId !== undefined)
    placeExit(batch, entry, { orderId: profitId, twinId: lossId, limitPrice: entry.takeProfit })
  if (entry.stopLoss !== undefined && lossId !== undefined)
    placeExit(batch, entry, { orderId: lossId, twinId: profitId, stopPrice: entry.stopLoss })
}

interface Exit {
  readonly orderId: Id<'ord'>
  readonly twinId: Id<'ord'> | undefined
  readonly limitPrice?: Price
  readonly stopPrice?: Price
}

function placeExit(batch: Batch, entry: Order, { orderId, twinId, limitPrice, stopPrice }: Exit): void {
  const { facts } = batch.world
  const activeFrom = facts.sellableAt(entry.instrumentId, entry.lastFillAt ?? batch.now)
  batch.put({
    ...entry,
    ...unfilled(entry.fee.asset),
    orderId,
    twinId,
    parentId: entry.orderId,
    side: 'sell',
    type: stopPrice === undefined ? 'limit' : 'stop',
    timeInForce: 'gtc',
    postOnly: false,
    state: 'waiting',
    quantity: quantityOf(entry.filledQuantity),
    amount: undefined,
    limitPrice,
    stopPrice,
    worstPrice: limitPrice ?? protection(batch, entry.instrumentId, stopPrice ?? priceOf(1n)),
    takeProfit: undefined,
    stopLoss: undefined,
    activeFrom,
    expiresAt: undefined,
    receivedAt: batch.now,
    acceptedAt: batch.now,
    priority: batch.nextPriority(),
    updatedAt: batch.now,
  })
  batch.note(orderId, { kind: 'received', at: batch.now, quantity: entry.filledQuantity })
  batch.note(orderId, { kind: 'waiting', at: batch.now })
}

/** The worst price a stop sale may fill at: the collar around its stop price, at least one tick. */
function protection(batch: Batch, instrumentId: string, stopPrice: Price): Price {
  const { scale, ticks } = instrumentOf(batch.world, instrumentId)
  return protectionPrice(stopPrice, 'sell', orderLimits(batch.world.settings, scale.quote).collar, ticks)
}

/**
 * Sends exits to market whose shares may be sold now: reserves what is still there (the customer may have sold some
 * meanwhile), rests the take-profit, arms the stop-loss. Nothing left to sell ends both.
 */
export function activate(batch: Batch, exit: Order): void {
  const instrument = instrumentOf(batch.world, exit.instrumentId)
  const { scale } = instrument
  const balance = batch.books.balance(assetAccount(exit.customerId, instrument))
  // Only what exchanges an asset against cash has exits; contracts close a position by other means.
  const { locks } = batch.books.facts(exit) as HoldingFacts
  const shares = shareFacts(balance, locks, batch.now)
  const free = shares.owned - shares.held - shares.locked
  const wanted = exit.quantity ?? 0n
  const quantity = quantityOf(sharesProblem(wanted, shares, scale.quantityScale) === undefined ? wanted : free)
  if (quantity <= 0n) {
    endOrder(batch, exit, 'cancelled', 'nothing-to-sell')
    return
  }
  const twin = exit.twinId === undefined ? undefined : batch.order(exit.twinId)
  const [profit, loss] = exit.limitPrice === undefined ? [twin, exit] : [exit, twin]
  for (const leg of [profit, loss]) {
    if (leg === undefined || leg.state !== 'waiting') continue
    const state = leg === profit ? 'open' : 'pending-trigger'
    const active = { ...leg, state, quantity, priority: batch.nextPriority(), updatedAt: batch.now } as const
    batch.put(active)
    batch.note(leg.orderId, { kind: 'activated', at: batch.now, quantity })
  }
  const resting = profit === undefined ? undefined : batch.order(profit.orderId)
  const armed = loss === undefined ? undefined : batch.order(loss.orderId)
  if (armed !== undefined) batch.note(armed.orderId, { kind: 'pending-trigger', at: batch.now })
  // The take-profit holds for both; a stop-loss alone holds for itself.
  const holder = resting ?? armed
  if (holder !== undefined) reserve(batch, holder)
  const ready = resting === undefined ? undefined : batch.order(resting.orderId)
  if (ready !== undefined) submit(batch, ready)
}
