import { isRejection, plusMs } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { PlaceOrder } from '../trading.ts'

// The session before the opening: what can wait for it is taken and kept back from the venue until then.

let stand: DeskStand
const untilOpeningMs = 45 * 60_000

beforeEach(async () => {
  stand = await deskStand()
  stand.market.setState('pre')
  stand.market.setOpening(plusMs(stand.services.clock.now(), untilOpeningMs))
})
afterEach(async () => {
  await stand.settle()
  expect(await bookProblems(stand)).toEqual([])
  await stand.close()
})

const orderOf = async (orderId: PlaceOrder['orderId'], customerId: PlaceOrder['customerId']) => {
  const found = await stand.trading.findOrder(stand.services.sql, customerId, orderId)
  if (found === undefined) throw new Error(`no order ${orderId}`)
  return found
}
const held = async (customerId: PlaceOrder['customerId'], asset: string) => {
  const account = customerAccount(customerId, 'stock', asset)
  return (await stand.ledger.balances(stand.services.sql, [account])).get(account)?.held
}
const opens = async (): Promise<void> => {
  stand.services.clock.advanceMs(untilOpeningMs)
  stand.market.setState('continuous')
  stand.desk.tick()
  await stand.settle()
}

describe('before the opening', () => {
  it.each(['day', 'gtc'] as const)(
    'an order with a limit that lasts (%s) is taken, reserves, waits and fills at the opening',
    async (timeInForce) => {
      const ana = await stand.customer({ pesos: 2_000_000n })
      const { order } = await stand.place(ana, { quantity: of(100), limitPrice: at(6000), timeInForce })
      expect(order).toMatchObject({
        state: 'waiting',
        held: 600_000n + 1_500n + 240n,
        activeFrom: stand.services.clock.now() + untilOpeningMs,
      })
      expect([order.bidAtReceipt, order.askAtReceipt]).toEqual([undefined, undefined])
      expect(await held(ana, 'MXN')).toBe(order.held)
      // Somebody would sell to it now: it is not at the venue yet.
      stand.venue.quote('WALMEX.MX', 'sell', 5990, 40)
      await stand.settle()
      expect((await orderOf(order.orderId, ana)).order).toMatchObject({ state: 'waiting', filledQuantity: 0n })
      await opens()
      const { order: done, events } = await orderOf(order.orderId, ana)
      expect(done).toMatchObject({ state: 'partially-filled', filledQuantity: 40n, filledAmount: { minor: 239_600n } })
      expect(events.map(({ kind }) => kind)).toEqual([
        'received',
        'accepted',
        'waiting',
        'held',
        'activated',
        'filled',
        'resting',
      ])
    },
  )

  it('two orders that would meet trade at the opening, the first one at its price', async () => {
    const [ana, beto] = [await stand.customer({ pesos: 2_000_000n }), await stand.customer({ walmex: 100n })]
    const buys = await stand.place(ana, { quantity: of(100), limitPrice: at(6010) })
    const sells = await stand.place(beto, { side: 'sell', quantity: of(100), limitPrice: at(5990) })
    expect([buys.order.state, sells.order.state, sells.order.held]).toEqual(['waiting', 'waiting', 100n])
    await stand.settle()
    expect((await orderOf(buys.order.orderId, ana)).fills).toEqual([])
    await opens()
    const [bought, sold] = [await orderOf(buys.order.orderId, ana), await orderOf(sells.order.orderId, beto)]
    expect([bought.order.state, sold.order.state]).toEqual(['filled', 'filled'])
    expect(bought.fills.map(({ price, liquidity }) => [price, liquidity])).toEqual([[6010n, 'maker']])
  })

  it('what waited goes before what arrives after the opening, also when the desk has not looked yet', async () => {
    const [ana, beto] = [await stand.customer({ pesos: 2_000_000n }), await stand.customer({ pesos: 2_000_000n })]
    const waited = await stand.place(ana, { quantity: of(10), limitPrice: at(6000) })
    stand.services.clock.advanceMs(untilOpeningMs)
    stand.market.setState('continuous')
    // No tick between the opening and the order that comes after it.
    const came = await stand.place(beto, { quantity: of(10), limitPrice: at(6000) })
    stand.venue.quote('WALMEX.MX', 'sell', 6000, 10)
    await stand.settle()
    const [first, second] = [await orderOf(waited.order.orderId, ana), await orderOf(came.order.orderId, beto)]
    expect([first.order.filledQuantity, second.order.filledQuantity]).toEqual([10n, 0n])
  })

  it('waits on after a restart, and while the opening is late', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    const { order } = await stand.place(ana, { quantity: of(10), limitPrice: at(6000), timeInForce: 'gtc' })
    const restarted = await stand.restart()
    try {
      stand.services.clock.advanceMs(untilOpeningMs)
      restarted.market.setState('halted')
      restarted.desk.tick()
      await restarted.settle()
      expect((await orderOf(order.orderId, ana)).order.state).toBe('waiting')
      restarted.market.setState('continuous')
      restarted.desk.tick()
      await restarted.settle()
      expect((await orderOf(order.orderId, ana)).order.state).toBe('open')
    } finally {
      await restarted.desk.stop()
    }
  })

  it('a cancel gives back what was reserved, and a day order that never opened ends with its day', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    const [one, other] = [
      await stand.place(ana, { quantity: of(10), limitPrice: at(6000) }),
      await stand.place(ana, { quantity: of(10), limitPrice: at(6000), timeInForce: 'day' }),
    ]
    const { orderId } = one.order
    const now = stand.services.clock.now()
    expect(isRejection(await stand.trading.cancel({ orderId, customerId: ana, receivedAt: now }))).toBe(false)
    stand.services.clock.advanceMs(86_400_000)
    stand.desk.tick()
    await stand.settle()
    expect((await orderOf(orderId, ana)).order.state).toBe('cancelled')
    expect((await orderOf(other.order.orderId, ana)).order).toMatchObject({ state: 'expired', endReason: 'day-ended' })
    expect(await held(ana, 'MXN')).toBe(0n)
  })

  it('of a pair the limit waits and holds for both; when the market opens beyond the stop, only one of them sells', async () => {
    const beto = await stand.customer({ walmex: 100n })
    const pair = { side: 'sell', quantity: of(100), limitPrice: at(6500), oco: { stopPrice: at(5800) } } as const
    const { order, twin } = await stand.place(beto, { ...pair, timeInForce: 'gtc' })
    expect([order.state, order.held, twin?.state, twin?.held]).toEqual(['waiting', 100n, 'pending-trigger', 0n])
    await opens()
    expect((await orderOf(order.orderId, beto)).order.state).toBe('open')
    stand.venue.quote('WALMEX.MX', 'buy', 5790, 500)
    stand.venue.quote('WALMEX.MX', 'sell', 5790, 1)
    await stand.settle()
    expect((await orderOf(twin?.orderId ?? order.orderId, beto)).order.filledQuantity).toBe(100n)
    expect((await orderOf(order.orderId, beto)).order).toMatchObject({ state: 'cancelled', endReason: 'linked-order' })
  })

  it.each([
    ['at market', { type: 'market', timeInForce: 'day', limitPrice: undefined, quantity: of(1) }],
    ['at once', { timeInForce: 'ioc', quantity: of(1), limitPrice: at(6000) }],
    ['all or nothing', { timeInForce: 'fok', quantity: of(1), limitPrice: at(6000) }],
  ] as const)('one to be done %s is refused, which says when the market opens', async (_, order) => {
    const ana = await stand.customer({ pesos: 100_000n })
    const { limitPrice, ...rest } = order
    const asked = limitPrice === undefined ? rest : { ...rest, limitPrice }
    const outcome = await stand.trading.place(stand.ticket(ana, asked))
    const opensAt = String(stand.services.clock.now() + untilOpeningMs)
    expect(isRejection(outcome) && [outcome.spec.name, outcome.values]).toEqual(['market-not-open-yet', { opensAt }])
    expect((await held(ana, 'MXN')) ?? 0n).toBe(0n)
  })

  it('a stop waits for its price as ever, and for the opening too', async () => {
    const ana = await stand.customer({ pesos: 2_000_000n })
    const { order } = await stand.place(ana, { type: 'stop', stopPrice: at(6100), quantity: of(10) })
    expect(order.state).toBe('pending-trigger')
    expect([order.bidAtReceipt, order.askAtReceipt]).toEqual([undefined, undefined])
  })
})
