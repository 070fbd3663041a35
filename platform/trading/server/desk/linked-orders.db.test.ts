import { isRejection } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { PlaceOrder } from '../trading.ts'

let stand: DeskStand

beforeEach(async () => {
  stand = await deskStand()
})
afterEach(async () => {
  await stand.settle()
  expect(await bookProblems(stand)).toEqual([])
  await stand.close()
})

const place: DeskStand['place'] = (customerId, order) => stand.place(customerId, order)
const cancel = (customerId: PlaceOrder['customerId'], orderId: PlaceOrder['orderId']) =>
  stand.trading.cancel({ orderId, customerId, receivedAt: stand.services.clock.now() })
const life = async (customerId: PlaceOrder['customerId'], orderId: PlaceOrder['orderId']) => {
  const found = await stand.trading.findOrder(stand.services.sql, customerId, orderId)
  if (found === undefined) throw new Error(`no order ${orderId}`)
  return found
}
/** A print at a price: somebody sells to somebody. */
const print = async (price: number): Promise<void> => {
  stand.venue.quote('WALMEX.MX', 'sell', price, 1)
  stand.venue.quote('WALMEX.MX', 'buy', price, 1)
  await stand.settle()
}
const held = async (customerId: PlaceOrder['customerId'], asset: string) => {
  const account = customerAccount(customerId, 'stock', asset)
  return (await stand.ledger.balances(stand.services.sql, [account])).get(account)?.held
}

describe('a stop', () => {
  it('waits with its money reserved, goes to market when the price is reached, and gives back what it did not need', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    const { order } = await place(ana, { type: 'stop', stopPrice: at(6100), quantity: of(100) })
    expect([order.state, order.worstPrice, order.held]).toEqual(['pending-trigger', 6710n, 671_000n + 1677n + 268n])
    await print(6099)
    expect((await life(ana, order.orderId)).order.state).toBe('pending-trigger')
    stand.venue.quote('WALMEX.MX', 'sell', 6105, 500)
    await print(6100)
    const { order: done, events } = await life(ana, order.orderId)
    expect([done.state, done.filledAmount.minor, done.held]).toEqual(['filled', 610_500n, 0n])
    expect(events.map(({ kind }) => kind)).toEqual([
      'received',
      'accepted',
      'pending-trigger',
      'held',
      'triggered',
      'filled',
    ])
    expect(await held(ana, 'MXN')).toBe(0n)
  })

  it('becomes a limit order when it has a limit', async () => {
    const beto = await stand.customer({ walmex: 100n })
    const { order } = await place(beto, {
      side: 'sell',
      type: 'stop-limit',
      stopPrice: at(5900),
      limitPrice: at(5890),
      quantity: of(100),
      timeInForce: 'gtc',
    })
    await print(5895)
    expect((await life(beto, order.orderId)).order).toMatchObject({ state: 'open', held: 100n })
    stand.venue.quote('WALMEX.MX', 'buy', 5890, 40)
    await stand.settle()
    expect((await life(beto, order.orderId)).order).toMatchObject({ state: 'partially-filled', held: 60n })
  })
})

describe('two orders of which only one may fill', () => {
  const pair = {
    side: 'sell',
    quantity: of(100),
    limitPrice: at(6500),
    oco: { stopPrice: at(5800) },
    timeInForce: 'gtc',
  } as const

  it('hold the shares once, and the stop ends when the limit fills', async () => {
    const beto = await stand.customer({ walmex: 100n })
    const { order, twin } = await place(beto, pair)
    expect([await held(beto, 'STK:WALMEX.MX'), order.held, twin?.held, twin?.state]).toEqual([
      100n,
      100n,
      0n,
      'pending-trigger',
    ])
    stand.venue.quote('WALMEX.MX', 'buy', 6500, 30)
    await stand.settle()
    expect((await life(beto, twin?.orderId ?? order.orderId)).order.quantity).toBe(70n)
    stand.venue.quote('WALMEX.MX', 'buy', 6500, 70)
    await stand.settle()
    expect((await life(beto, order.orderId)).order.state).toBe('filled')
    expect((await life(beto, twin?.orderId ?? order.orderId)).order).toMatchObject({
      state: 'cancelled',
      endReason: 'linked-order',
    })
  })

  it('hand the shares over when the stop is reached, and sell only what the limit left', async () => {
    const beto = await stand.customer({ walmex: 100n })
    const { order, twin } = await place(beto, pair)
    stand.venue.quote('WALMEX.MX', 'buy', 6500, 30)
    await stand.settle()
    stand.venue.quote('WALMEX.MX', 'buy', 5790, 500)
    stand.venue.quote('WALMEX.MX', 'sell', 5790, 1)
    await stand.settle()
    expect((await life(beto, order.orderId)).order).toMatchObject({
      state: 'cancelled',
      endReason: 'linked-order',
      filledQuantity: 30n,
    })
    expect((await life(beto, twin?.orderId ?? order.orderId)).order).toMatchObject({
      state: 'filled',
      filledQuantity: 70n,
      held: 0n,
    })
    expect(await held(beto, 'STK:WALMEX.MX')).toBe(0n)
  })

  it.each(['limit', 'stop'] as const)('end together when the customer cancels the %s', async (leg) => {
    const beto = await stand.customer({ walmex: 100n })
    const { order, twin } = await place(beto, pair)
    const orderId = leg === 'limit' ? order.orderId : (twin?.orderId ?? order.orderId)
    expect(await cancel(beto, orderId)).toMatchObject({ kind: 'cancelled' })
    const states = await Promise.all([order.orderId, twin?.orderId ?? order.orderId].map((id) => life(beto, id)))
    expect(states.map(({ order: one }) => one.state)).toEqual(['cancelled', 'cancelled'])
    expect(await held(beto, 'STK:WALMEX.MX')).toBe(0n)
  })
})

describe('two orders of which only one may buy', () => {
  const pair = {
    quantity: of(100),
    limitPrice: at(5900),
    oco: { stopPrice: at(6200), limitPrice: at(6250) },
    timeInForce: 'gtc',
  } as const
  // 100 at 62.50, the dearer of the two, with fee and VAT.
  const dearer = 625_000n + 1562n + 249n

  it('reserve for the dearer of the two once, wait at their own prices, and end together when the limit fills', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    const { order, twin } = await place(ana, pair)
    expect([await held(ana, 'MXN'), order.held, twin?.held, twin?.state]).toEqual([
      dearer,
      dearer,
      0n,
      'pending-trigger',
    ])
    // Above its own limit nothing is bought, whatever is reserved.
    stand.venue.quote('WALMEX.MX', 'sell', 5950, 30)
    await stand.settle()
    expect((await life(ana, order.orderId)).order.filledQuantity).toBe(0n)
    stand.venue.quote('WALMEX.MX', 'sell', 5900, 40)
    await stand.settle()
    expect((await life(ana, twin?.orderId ?? order.orderId)).order.quantity).toBe(60n)
    stand.venue.quote('WALMEX.MX', 'sell', 5900, 60)
    await stand.settle()
    expect((await life(ana, order.orderId)).order).toMatchObject({ state: 'filled', filledQuantity: 100n })
    expect((await life(ana, twin?.orderId ?? order.orderId)).order).toMatchObject({
      state: 'cancelled',
      endReason: 'linked-order',
    })
    expect(await held(ana, 'MXN')).toBe(0n)
  })

  it('hand the money over when the stop is reached: it buys what the limit left, and nothing more', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    const { order, twin } = await place(ana, pair)
    stand.venue.quote('WALMEX.MX', 'sell', 5900, 30)
    await stand.settle()
    stand.venue.quote('WALMEX.MX', 'sell', 6240, 500)
    await print(6200)
    expect((await life(ana, order.orderId)).order).toMatchObject({
      state: 'cancelled',
      endReason: 'linked-order',
      filledQuantity: 30n,
    })
    expect((await life(ana, twin?.orderId ?? order.orderId)).order).toMatchObject({
      filledQuantity: 70n,
      state: 'filled',
      held: 0n,
    })
    expect(await held(ana, 'MXN')).toBe(0n)
  })

  it.each(['limit', 'stop'] as const)('give the money back once when the %s is cancelled', async (leg) => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    const { order, twin } = await place(ana, pair)
    const orderId = leg === 'limit' ? order.orderId : (twin?.orderId ?? order.orderId)
    expect(await cancel(ana, orderId)).toMatchObject({ kind: 'cancelled' })
    expect(await held(ana, 'MXN')).toBe(0n)
  })

  it('are refused to who has enough for the cheaper of the two only', async () => {
    const ana = await stand.customer({ pesos: dearer - 1n })
    const outcome = await stand.trading.place(stand.ticket(ana, pair))
    expect(isRejection(outcome) && outcome.spec.name).toBe('insufficient-funds')
    expect(await held(ana, 'MXN')).toBe(0n)
  })
})

describe('an order that takes the place of another', () => {
  it('has the money the first one held, and only one of them is left', async () => {
    // Enough for one of them, not for two.
    const ana = await stand.customer({ pesos: 620_000n })
    const first = await place(ana, { quantity: of(100), limitPrice: at(5900), timeInForce: 'gtc' })
    const next = await place(ana, {
      quantity: of(100),
      limitPrice: at(6000),
      timeInForce: 'gtc',
      replaces: first.order.orderId,
    })
    expect((await life(ana, first.order.orderId)).order).toMatchObject({ state: 'cancelled', held: 0n })
    expect(next.order).toMatchObject({ state: 'open', limitPrice: at(6000) })
    expect(await held(ana, 'MXN')).toBe(next.order.held)
  })

  it('is for what is left, and leaves the first alone when it is refused', async () => {
    const ana = await stand.customer({ pesos: 620_000n })
    const first = await place(ana, { quantity: of(100), limitPrice: at(5900), timeInForce: 'gtc' })
    stand.venue.quote('WALMEX.MX', 'sell', 5900, 30)
    await stand.settle()
    const dear = await stand.trading.place(
      stand.ticket(ana, { quantity: of(100), limitPrice: at(6999), replaces: first.order.orderId }),
    )
    expect(isRejection(dear)).toBe(true)
    expect((await life(ana, first.order.orderId)).order).toMatchObject({ state: 'partially-filled' })
    const next = await place(ana, { quantity: of(100), limitPrice: at(5800), replaces: first.order.orderId })
    expect(next.order.quantity).toBe(70n)
    const again = await stand.trading.place(
      stand.ticket(ana, { quantity: of(100), limitPrice: at(5850), replaces: first.order.orderId }),
    )
    expect(isRejection(again) && again.spec.name).toMatch(/order-ended|no-such-order/)
  })

  it('of two that would take it, one does', async () => {
    const ana = await stand.customer({ pesos: 9_000_000n })
    const first = await place(ana, { quantity: of(10), limitPrice: at(5900), timeInForce: 'gtc' })
    const outcomes = await Promise.all(
      [5910, 5920, 5930].map((price) =>
        stand.trading.place(
          stand.ticket(ana, { quantity: of(10), limitPrice: at(price), replaces: first.order.orderId }),
        ),
      ),
    )
    expect(outcomes.filter((one) => !isRejection(one))).toHaveLength(1)
    const { rows } = await stand.trading.listOrders(stand.services.sql, ana, { filter: 'open', limit: 10 })
    expect(rows).toHaveLength(1)
  })

  it('belongs to the same customer', async () => {
    const ana = await stand.customer({ pesos: 9_000_000n })
    const beto = await stand.customer({ pesos: 9_000_000n })
    const first = await place(ana, { quantity: of(10), limitPrice: at(5900), timeInForce: 'gtc' })
    const stolen = await stand.trading.place(
      stand.ticket(beto, { quantity: of(10), limitPrice: at(5910), replaces: first.order.orderId }),
    )
    expect(isRejection(stolen) && stolen.spec.name).toBe('no-such-order')
    expect((await life(ana, first.order.orderId)).order.state).toBe('open')
  })
})

describe('a bracket', () => {
  const entry = {
    quantity: of(100),
    limitPrice: at(6000),
    bracket: { takeProfit: at(6600), stopLoss: at(5700) },
  } as const

  it('waits with its exits until the shares may be sold, then protects with both', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    stand.venue.quote('WALMEX.MX', 'sell', 6000, 100)
    const { order } = await place(ana, entry)
    const { linked } = await life(ana, order.orderId)
    expect(linked.map(({ type, state, quantity, held: own }) => [type, state, quantity, own])).toEqual([
      ['limit', 'waiting', 100n, 0n],
      ['stop', 'waiting', 100n, 0n],
    ])
    await stand.desk.tick()
    await stand.settle()
    expect(await held(ana, 'STK:WALMEX.MX')).toBe(0n)
    stand.services.clock.advanceMs(86_400_000)
    await stand.desk.tick()
    await stand.settle()
    expect(await held(ana, 'STK:WALMEX.MX')).toBe(100n)
    stand.venue.quote('WALMEX.MX', 'buy', 5690, 500)
    stand.venue.quote('WALMEX.MX', 'sell', 5690, 1)
    await stand.settle()
    const after = (await life(ana, order.orderId)).linked
    expect(after.map(({ state, endReason }) => [state, endReason])).toEqual([
      ['cancelled', 'linked-order'],
      ['filled', undefined],
    ])
    const [position] = await stand.trading.positions(stand.services.sql, ana, {
      at: stand.services.clock.now(),
      closed: true,
    })
    expect([position?.quantity, position?.cost.minor, (position?.realised.minor ?? 0n) < 0n]).toEqual([0n, 0n, true])
  })

  it('sells only what is still there, and ends when nothing is', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    stand.venue.quote('WALMEX.MX', 'sell', 6000, 100)
    const { order } = await place(ana, entry)
    stand.services.clock.advanceMs(86_400_000)
    stand.venue.quote('WALMEX.MX', 'buy', 5950, 500)
    await place(ana, { side: 'sell', type: 'market', timeInForce: 'ioc', quantity: of(100) })
    await stand.desk.tick()
    await stand.settle()
    const { linked } = await life(ana, order.orderId)
    expect(linked.map(({ state, endReason }) => [state, endReason])).toEqual([
      ['cancelled', 'nothing-to-sell'],
      ['cancelled', 'linked-order'],
    ])
  })
})

describe('time', () => {
  it('ends day orders with the day and leaves the others', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    const day = await place(ana, { quantity: of(10), limitPrice: at(5900) })
    const gtc = await place(ana, { quantity: of(10), limitPrice: at(5900), timeInForce: 'gtc' })
    stand.services.clock.advanceMs(86_400_000)
    await stand.desk.tick()
    await stand.settle()
    expect((await life(ana, day.order.orderId)).order).toMatchObject({
      state: 'expired',
      endReason: 'day-ended',
      held: 0n,
    })
    expect((await life(ana, gtc.order.orderId)).order.state).toBe('open')
  })

  it('takes immediate-or-cancel, fill-or-kill and post-only at their word', async () => {
    const ana = await stand.customer({ pesos: 9_000_000n })
    stand.venue.quote('WALMEX.MX', 'sell', 6000, 50)
    const fok = await place(ana, { quantity: of(60), limitPrice: at(6000), timeInForce: 'fok' })
    expect(fok.order).toMatchObject({ state: 'cancelled', endReason: 'fill-or-kill', filledQuantity: 0n })
    const post = await place(ana, { quantity: of(60), limitPrice: at(6000), postOnly: true })
    expect(post.order).toMatchObject({ state: 'cancelled', endReason: 'post-only' })
    const ioc = await place(ana, { quantity: of(60), limitPrice: at(6000), timeInForce: 'ioc' })
    expect(ioc.order).toMatchObject({ state: 'cancelled', filledQuantity: 50n })
    const market = await place(ana, { quantity: of(60), type: 'market', timeInForce: 'day' })
    expect(market.order).toMatchObject({ state: 'cancelled', endReason: 'no-liquidity' })
    expect(await held(ana, 'MXN')).toBe(0n)
  })
})
