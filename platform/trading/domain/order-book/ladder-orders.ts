import { type BookOrder, buySide, selfTradeAllowed, selfTradeCancelsOldest } from './order-book.ts'
import type { OrderPool } from './order-pool.ts'
import type { PriceLadder } from './price-ladder.ts'

/** Visits the orders of a ladder, best price first and oldest first at a price, until `visit` answers false. */
export function walkLadder(
  ladder: PriceLadder,
  pool: OrderPool,
  visit: (orderNo: number, owner: number, price: number, remaining: number) => boolean,
): void {
  for (let price = ladder.best; price !== 0; price = ladder.next(price)) {
    for (let slot = ladder.head[ladder.find(price)] ?? -1; slot >= 0; slot = pool.next[slot] ?? -1) {
      if (!visit(pool.orderNo[slot] ?? 0, pool.owner[slot] ?? 0, price, pool.quantity[slot] ?? 0)) return
    }
  }
}

/**
 * Whether `quantity` lots could be filled at once at `worst` or better, own orders counted as the order's self-trade
 * rule says. Where no own order can be in the way, the totals of the levels are enough.
 */
export function isFillable(
  order: BookOrder,
  ladder: PriceLadder,
  pool: OrderPool,
  worst: number,
  quantity: number,
): boolean {
  const avoidsOwn = order.owner !== 0 && order.selfTrade !== selfTradeAllowed
  let sum = 0
  for (let price = ladder.best; price !== 0 && sum < quantity; price = ladder.next(price)) {
    if (order.side === buySide ? price > worst : price < worst) break
    const level = ladder.find(price)
    if (!avoidsOwn) {
      sum += ladder.total[level] ?? 0
      continue
    }
    for (let slot = ladder.head[level] ?? -1; slot >= 0 && sum < quantity; slot = pool.next[slot] ?? -1) {
      if (pool.owner[slot] !== order.owner) sum += pool.quantity[slot] ?? 0
      else if (order.selfTrade !== selfTradeCancelsOldest) return sum >= quantity
    }
  }
  return sum >= quantity
}

/** The most lots, up to `wanted`, that `left` pays for at `price`. Exact, though the division is of floats. */
export function within(left: number, price: number, wanted: number): number {
  if (wanted * price <= left) return wanted
  const lots = Math.floor(left / price)
  return lots * price > left ? lots - 1 : lots
}

/** Puts an order at the end of its level, making the level when there is none. @returns the level's slot. */
export function appendOrder(ladder: PriceLadder, pool: OrderPool, price: number, slot: number): number {
  let level = price === ladder.best ? ladder.bestSlot : ladder.find(price)
  if (level < 0) level = ladder.open(price)
  const tail = ladder.tail[level] ?? -1
  if (tail < 0) ladder.head[level] = slot
  else pool.next[tail] = slot
  pool.previous[slot] = tail
  pool.next[slot] = -1
  ladder.tail[level] = slot
  return level
}

/** Takes an order out of its level, removing the level when it was the last. @returns what is left at the level. */
export function unlinkOrder(ladder: PriceLadder, pool: OrderPool, price: number, slot: number): number {
  const level = ladder.find(price)
  const previous = pool.previous[slot] ?? -1
  const next = pool.next[slot] ?? -1
  if (previous < 0) ladder.head[level] = next
  else pool.next[previous] = next
  if (next < 0) ladder.tail[level] = previous
  else pool.previous[next] = previous
  const total = (ladder.total[level] ?? 0) - (pool.quantity[slot] ?? 0)
  if (previous < 0 && next < 0) ladder.close(price)
  else ladder.total[level] = total
  return total
}
