import { present } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '../../domain/index.ts'
import { venueOrderOf } from '../desk/order-life.ts'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import type { PlaceOrder } from '../trading.ts'
import { createRestingReader, orderOfText, readOpenOrders, stepsOfText, textAt } from './open-orders-store.ts'

let stand: DeskStand

beforeEach(async () => {
  stand = await deskStand()
})
afterEach(async () => {
  await stand.close()
})

const place = async (customerId: PlaceOrder['customerId'], order: Partial<PlaceOrder>): Promise<Order> =>
  (await stand.place(customerId, order)).order

/** Orders of every kind that can be open: whole, partly filled, stops, both exits of a bracket, for a day, by parts. */
async function openEveryKind(): Promise<readonly Order[]> {
  const ana = await stand.customer({ pesos: 90_000_000n, dollars: 9_000_000n, walmex: 1000n })
  const limit = { type: 'limit', timeInForce: 'gtc', quantity: of(40) } as const
  const placed = [
    await place(ana, { ...limit, limitPrice: at(5900), postOnly: true }),
    await place(ana, { ...limit, limitPrice: at(5800), timeInForce: 'day' }),
    await place(ana, { ...limit, limitPrice: at(5990) }),
    await place(ana, { ...limit, side: 'sell', limitPrice: at(6500) }),
    await place(ana, { ...limit, limitPrice: at(5850), bracket: { takeProfit: at(6600), stopLoss: at(5500) } }),
    await place(ana, { type: 'stop', stopPrice: at(6300), quantity: of(3) }),
    await place(ana, {
      type: 'stop-limit',
      stopPrice: at(6300),
      limitPrice: at(6310),
      quantity: of(4),
      timeInForce: 'gtc',
    }),
    await place(ana, { ...limit, limitPrice: at(5910), oco: { stopPrice: at(6300) } }),
    await place(ana, {
      ...limit,
      side: 'sell',
      limitPrice: at(6510),
      oco: { stopPrice: at(5500), limitPrice: at(5490) },
    }),
    await place(ana, { ...limit, instrumentId: 'AAPL.US', limitPrice: at(1_990_000), quantity: of(12_345) }),
  ]
  stand.venue.quote('WALMEX.MX', 'sell', 5990, 15)
  stand.venue.quote('WALMEX.MX', 'sell', 6000, 10)
  await place(ana, {
    type: 'limit',
    limitPrice: at(6000),
    quantity: of(10),
    timeInForce: 'gtc',
    bracket: { takeProfit: at(6600), stopLoss: at(5700) },
  })
  await stand.settle()
  const page = await stand.trading.listOrders(stand.services.sql, ana, { filter: 'open', limit: 100 })
  expect(page.rows.length).toBeGreaterThanOrEqual(placed.length + 2)
  return page.rows
}

const read = async (pageOrders?: number): Promise<string[]> => {
  const texts: string[] = []
  await readOpenOrders(stand.services.sql, (page, from) => texts.push(textAt(page, from)), pageOrders)
  return texts
}

describe('open orders read as texts', () => {
  it('are the orders their rows are, whatever their kind', async () => {
    const open = await openEveryKind()
    const byId = new Map(open.map((order) => [order.orderId, order]))
    const orders = (await read()).map(orderOfText)
    expect(orders).toEqual(orders.map(({ orderId }) => present(byId.get(orderId), orderId)))
    expect(orders).toHaveLength(open.length)
    expect(new Set(orders.map(({ state }) => state))).toEqual(
      new Set(['open', 'partially-filled', 'pending-trigger', 'waiting']),
    )
  })

  it('come in the order they have priority, none twice and none left out, whatever fits on a page', async () => {
    await openEveryKind()
    const whole = await read()
    const priorities = whole.map((text) => orderOfText(text).priority)
    expect(priorities).toEqual([...priorities].sort((a, b) => (a < b ? -1 : 1)))
    for (const size of [1, 2, 3, whole.length]) expect(await read(size)).toEqual(whole)
  })

  it('are put back at their venue as the whole order would be, from the little that is read of them', async () => {
    await openEveryKind()
    const readResting = createRestingReader()
    const found = new Map<string, number>()
    for (const text of await read()) {
      const order = orderOfText(text)
      const resting = readResting(`(another line)\n${text}\n(one more)`, '(another line)\n'.length)
      const isAtVenue = order.state === 'open' || order.state === 'partially-filled'
      const isPlain = order.amount === undefined && order.twinId === undefined
      expect([order.orderId, resting !== undefined]).toEqual([order.orderId, isAtVenue && isPlain])
      if (resting === undefined) continue
      found.set(order.state, (found.get(order.state) ?? 0) + 1)
      const { world } = stand
      expect(resting).toEqual({ venue: order.venue, expiresAt: order.expiresAt, order: venueOrderOf({ world }, order) })
    }
    expect(found.get('open')).toBeGreaterThan(4)
    expect(found.get('partially-filled')).toBe(1)
  })

  it('know how many steps they have behind them', async () => {
    await openEveryKind()
    for (const text of await read()) {
      const { customerId, orderId } = orderOfText(text)
      const life = await stand.trading.findOrder(stand.services.sql, customerId, orderId)
      expect([orderId, stepsOfText(text)]).toEqual([orderId, life?.events.length])
    }
  })
})
