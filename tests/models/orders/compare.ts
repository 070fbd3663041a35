import { buySide, sellSide } from '@bolsillo/trading/domain'
import type { BookVenue } from '@bolsillo/trading/fixtures'
import type { Waiting } from './book.ts'
import { findBalancesSeen, findOrdersSeen, findPositionsSeen, type OrderSeen } from './orders-store.ts'
import type { Stand } from './stand.ts'
import type { World } from './state.ts'

/** Everything that is compared, line by line: the same words from the model and from the tables. */
export type Picture = ReadonlyMap<string, string>

const houseSums = /^house:(fees|vat|rounding):/

/** What the model says is there. */
export function pictureOf(world: World): Picture {
  const lines = new Map<string, string>()
  for (const order of world.orders.values()) {
    const { own } = order
    lines.set(
      `order ${order.key}`,
      `${order.state} ${order.filled}/${order.quantity ?? '-'} amount ${own.amount} fee ${own.fee} vat ${own.vat} held ${order.held} ${order.reason ?? ''}`.trim(),
    )
  }
  for (const [account, { posted, held }] of world.purses)
    if (posted !== 0n || held !== 0n) lines.set(`balance ${account}`, `${posted} held ${held}`)
  for (const [key, position] of world.positions) {
    const { quantity, cost, realised, fees, vat } = position
    if (quantity !== 0n || cost !== 0n || realised !== 0n || fees !== 0n || vat !== 0n)
      lines.set(`position ${key}`, `${quantity} cost ${cost} realised ${realised} fees ${fees} vat ${vat}`)
  }
  if (world.outside === undefined) for (const [id, price] of world.last) lines.set(`last ${id}`, `${price}`)
  for (const [id, book] of world.books)
    for (const side of ['buy', 'sell'] as const) {
      for (const [price, total] of levelsOf(book[side])) lines.set(`level ${id} ${side} ${price}`, `${total}`)
    }
  return lines
}

function levelsOf(waiting: readonly Waiting[]): ReadonlyMap<bigint, bigint> {
  const levels = new Map<bigint, bigint>()
  for (const { price, remaining } of waiting) levels.set(price, (levels.get(price) ?? 0n) + remaining)
  return levels
}

/** The levels of a venue's books, in the same words. */
export function levelsSeen({ venue }: { readonly venue: BookVenue }, ids: readonly string[]): Picture {
  const lines = new Map<string, string>()
  const sides = { buy: buySide, sell: sellSide } as const
  for (const id of ids)
    for (const side of ['buy', 'sell'] as const)
      venue.book(id).walkLevels(sides[side], (price, total) => {
        lines.set(`level ${id} ${side} ${price}`, `${total}`)
        return true
      })
  return lines
}

/** What an order is called in the model: a placed one by its id, a twin or an exit by the order it belongs to. */
export function keysOf(rows: readonly OrderSeen[], placed: ReadonlySet<string>): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const { order_id: id } of rows) if (placed.has(id)) keys.set(id, id)
  for (const { order_id: id, twin_id: twin, parent_id: parent } of rows)
    if (parent === null && !placed.has(id) && twin !== null) keys.set(id, `${keys.get(twin) ?? twin}+twin`)
  for (const { order_id: id, parent_id: parent, limit_price: limit } of rows)
    if (parent !== null) keys.set(id, `${keys.get(parent) ?? parent}+${limit === null ? 'loss' : 'profit'}`)
  return keys
}

/** What the tables say is there. `placed`: the orders the world asked for. */
export async function seen(
  { database }: { readonly database: Pick<Stand['database'], 'owner'> },
  { from, placed, customers }: { from: number; placed: ReadonlySet<string>; customers: ReadonlySet<string> },
): Promise<Picture> {
  const { owner } = database
  const orders = await findOrdersSeen(owner, from)
  const [positions, balances] = [await findPositionsSeen(owner), await findBalancesSeen(owner)]
  const lines = new Map<string, string>()
  const keys = keysOf(orders, placed)
  for (const row of orders)
    lines.set(
      `order ${keys.get(row.order_id)}`,
      `${row.state} ${row.filled_quantity}/${row.quantity ?? '-'} amount ${row.filled_amount} fee ${row.fee} vat ${row.vat} held ${row.held} ${row.end_reason ?? ''}`.trim(),
    )
  for (const { id, posted, held } of balances) {
    const [owner = ''] = id.split(':')
    if ((customers.has(owner) || houseSums.test(id)) && (posted !== 0n || held !== 0n))
      lines.set(`balance ${id}`, `${posted} held ${held}`)
  }
  for (const row of positions) {
    const { quantity, cost, realised, fees, vat } = row
    if (quantity !== 0n || cost !== 0n || realised !== 0n || fees !== 0n || vat !== 0n)
      lines.set(
        `position ${row.customer_id} ${row.instrument_id}`,
        `${quantity} cost ${cost} realised ${realised} fees ${fees} vat ${vat}`,
      )
  }
  return lines
}

/** The lines in which two pictures differ. */
export function differences(model: Picture, product: Picture): string[] {
  const found: string[] = []
  for (const key of new Set([...model.keys(), ...product.keys()]))
    if (model.get(key) !== product.get(key))
      found.push(`${key}: model "${model.get(key) ?? 'nothing'}", product "${product.get(key) ?? 'nothing'}"`)
  return found
}
