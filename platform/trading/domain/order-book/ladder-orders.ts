import { type BookOrder, bookNumbers } from './order-book.ts'
import { levelLayout, orderLayout } from './order-layout.ts'
import type { OrderPool } from './order-pool.ts'
import type { PriceLadder } from './price-ladder.ts'

const { buySide, selfTradeAllowed, selfTradeCancelsOldest } = bookNumbers
const { orderNoAt, ownerAt, quantityAt, previousAt, nextAt, levelAt } = orderLayout
const { headAt, tailAt, totalAt } = levelLayout

/** Visits the orders of a ladder, best price first and oldest first at a price, until `visit` answers false. */
export function walkLadder(
  ladder: PriceLadder,
  { floats, ints }: OrderPool,
  visit: (orderNo: number, owner: number, price: number, remaining: number) => boolean,
): void {
  for (let price = ladder.best; price !== 0; price = ladder.next(price)) {
    for (let slot = ladder.headOf(price); slot >= 0; slot = ints[(slot << 4) | nextAt] ?? -1) {
      const at = slot << 3
      if (!visit(floats[at | orderNoAt] ?? 0, floats[at | ownerAt] ?? 0, price, floats[at | quantityAt] ?? 0)) return
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
  { floats, ints }: OrderPool,
  worst: number,
  quantity: number,
): boolean {
  const avoidsOwn = order.owner !== 0 && order.selfTrade !== selfTradeAllowed
  let sum = 0
  for (let price = ladder.best; price !== 0 && sum < quantity; price = ladder.next(price)) {
    if (order.side === buySide ? price > worst : price < worst) break
    if (!avoidsOwn) {
      sum += ladder.totalOf(price)
      continue
    }
    for (let slot = ladder.headOf(price); slot >= 0 && sum < quantity; slot = ints[(slot << 4) | nextAt] ?? -1) {
      const at = slot << 3
      if (floats[at | ownerAt] !== order.owner) sum += floats[at | quantityAt] ?? 0
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

// These two are inlined into what calls them, as long as they are short: see the head of order-pool.ts.

/** Puts an order at the end of its level, making the level when there is none. @returns what the level has now. */
export function appendOrder(
  ladder: PriceLadder,
  { ints }: OrderPool,
  price: number,
  slot: number,
  quantity: number,
): number {
  let level = ladder.find(price)
  if (level < 0) level = ladder.open(price)
  const levels = ladder.ints
  const tail = levels[(level << 2) | tailAt] as number
  if (tail < 0) levels[(level << 2) | headAt] = slot
  else ints[(tail << 4) | nextAt] = slot
  const int = slot << 4
  ints[int | previousAt] = tail
  ints[int | nextAt] = -1
  ints[int | levelAt] = level
  levels[(level << 2) | tailAt] = slot
  const place = (level << 1) | totalAt
  const total = (ladder.floats[place] as number) + quantity
  ladder.floats[place] = total
  return total
}

/** Takes an order out of its level, removing the level when it was the last. @returns what is left at the level. */
export function unlinkOrder(ladder: PriceLadder, { floats, ints }: OrderPool, price: number, slot: number): number {
  const levels = ladder.ints
  const int = slot << 4
  const level = ints[int | levelAt] as number
  const previous = ints[int | previousAt] as number
  const next = ints[int | nextAt] as number
  if (previous < 0) {
    if (next < 0) {
      ladder.close(price)
      return 0
    }
    levels[(level << 2) | headAt] = next
  } else ints[(previous << 4) | nextAt] = next
  if (next < 0) levels[(level << 2) | tailAt] = previous
  else ints[(next << 4) | previousAt] = previous
  const place = (level << 1) | totalAt
  const total = (ladder.floats[place] as number) - (floats[(slot << 3) | quantityAt] as number)
  ladder.floats[place] = total
  return total
}
