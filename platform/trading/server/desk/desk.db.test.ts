import { coreRejections } from '@bolsillo/contract'
import { isRejection } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { contractProblems, type Publisher } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersChannel, positionsChannel } from '../../contract/index.ts'
import { pesos } from '../../fixtures.ts'
import { createTrading } from '../create-trading.ts'
import { at, type DeskStand, deskStand, of, refusalOf } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { Placed } from '../trading.ts'

let stand: DeskStand

beforeAll(async () => {
  stand = await deskStand()
})
afterAll(async () => {
  expect(await bookProblems(stand)).toEqual([])
  await stand.close()
})

const placed = (outcome: unknown): Placed => {
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.spec.name} ${JSON.stringify(outcome.values)}`)
  return outcome as Placed
}
const cash = async (customerId: Parameters<typeof customerAccount>[0]) => {
  const account = customerAccount(customerId, 'stock', 'MXN')
  const { posted, held } = (await stand.ledger.balances(stand.services.sql, [account])).get(account) ?? {
    posted: 0n,
    held: 0n,
  }
  return [posted, held]
}

describe('the desk', () => {
  it('fills a limit buy against the book, with fee and VAT as lines of their own', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    stand.venue.quote('WALMEX.MX', 'sell', 6000, 60)
    stand.venue.quote('WALMEX.MX', 'sell', 6001, 100)
    const { order, fills } = placed(
      await stand.trading.place(stand.ticket(ana, { quantity: of(100), limitPrice: at(6001) })),
    )
    expect([order.state, order.filledAmount.minor, order.fee.minor, order.vat.minor, order.held]).toEqual([
      'filled',
      600_040n,
      1500n,
      240n,
      0n,
    ])
    expect(fills.map(({ price, quantity, liquidity }) => [price, quantity, liquidity])).toEqual([
      [6000n, 60n, 'taker'],
      [6001n, 40n, 'taker'],
    ])
    expect(await cash(ana)).toEqual([1_000_000n - 600_040n - 1740n, 0n])
    const life = await stand.trading.findOrder(stand.services.sql, ana, order.orderId)
    expect(life?.events.map(({ kind }) => kind)).toEqual(['received', 'accepted', 'filled', 'filled'])
    expect(life?.order).toEqual(order)
    expect(life?.fills).toEqual(fills)
    const [position] = await stand.trading.positions(stand.services.sql, ana, { at: stand.services.clock.now() })
    expect([
      position?.quantity,
      position?.cost.minor,
      position?.sellable,
      position?.locked,
      position?.unsettled,
    ]).toEqual([100n, 601_780n, 0n, 100n, 100n])
    const tooSoon = await stand.trading.place(stand.ticket(ana, { side: 'sell', quantity: of(10), type: 'market' }))
    expect(refusalOf(tooSoon)).toBe('shares-locked')
  })

  it('reserves the worst case of what rests, and a cancel gives back exactly that', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    const { order } = placed(await stand.trading.place(stand.ticket(ana, { quantity: of(100), limitPrice: at(5900) })))
    expect([order.state, order.held]).toEqual(['open', 590_000n + 1475n + 236n])
    expect(await cash(ana)).toEqual([1_000_000n, 591_711n])
    const cancelled = await stand.trading.cancel({
      orderId: order.orderId,
      customerId: ana,
      receivedAt: order.receivedAt,
    })
    expect(cancelled).toMatchObject({
      kind: 'cancelled',
      order: { state: 'cancelled', held: 0n, endReason: 'customer' },
    })
    expect(await cash(ana)).toEqual([1_000_000n, 0n])
    const again = await stand.trading.cancel({ orderId: order.orderId, customerId: ana, receivedAt: order.receivedAt })
    expect(refusalOf(again)).toBe('order-ended')
  })

  it('lets two customers meet, each with a fill of the same sequence', async () => {
    const ana = await stand.customer({ pesos: 10_000_000n })
    const beto = await stand.customer({ walmex: 500n })
    const { order: sell } = placed(
      await stand.trading.place(stand.ticket(beto, { side: 'sell', quantity: of(300), limitPrice: at(5950) })),
    )
    const { fills } = placed(
      await stand.trading.place(stand.ticket(ana, { type: 'market', timeInForce: 'ioc', quantity: of(200) })),
    )
    const theirs = await stand.trading.findOrder(stand.services.sql, beto, sell.orderId)
    expect(fills.map(({ price, quantity, sequence }) => [price, quantity, sequence])).toEqual(
      theirs?.fills.map(({ price, quantity, sequence }) => [price, quantity, sequence]),
    )
    expect(theirs?.order).toMatchObject({ state: 'partially-filled', filledQuantity: 200n, held: 100n })
    const [position] = await stand.trading.positions(stand.services.sql, beto, { at: stand.services.clock.now() })
    expect([position?.quantity, position?.held, position?.sellable]).toEqual([300n, 100n, 200n])
    await stand.trading.cancel({ orderId: sell.orderId, customerId: beto, receivedAt: sell.receivedAt })
  })

  it('sets aside for the rest of a purchase what it still costs and not a centavo more: whoever has just that can buy', async () => {
    const [amount, fee, vat] = [1_190_000n, 2975n, 476n]
    const ana = await stand.customer({ pesos: amount + fee + vat })
    const beto = await stand.customer({ walmex: 200n })
    const { order } = placed(await stand.trading.place(stand.ticket(ana, { quantity: of(200), limitPrice: at(5950) })))
    expect(await cash(ana)).toEqual([order.held, order.held])
    const sale = { side: 'sell', type: 'market', timeInForce: 'ioc', quantity: of(80) } as const
    expect(placed(await stand.trading.place(stand.ticket(beto, sale))).order.state).toBe('filled')
    const rest = (await stand.trading.findOrder(stand.services.sql, ana, order.orderId))?.order
    const paid = 476_000n + 1190n + 190n
    expect(rest).toMatchObject({ state: 'partially-filled', held: amount + fee + vat - paid })
    expect(await cash(ana)).toEqual([amount + fee + vat - paid, amount + fee + vat - paid])
    expect(placed(await stand.trading.place(stand.ticket(beto, { ...sale, quantity: of(120) }))).order.state).toBe(
      'filled',
    )
    expect(await cash(ana)).toEqual([0n, 0n])
  })

  it('spends no more than the amount of an order sized by amount, fees included', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    stand.venue.quote('WALMEX.MX', 'sell', 6007, 400)
    const { order } = placed(
      await stand.trading.place(stand.ticket(ana, { type: 'market', timeInForce: 'ioc', amount: pesos(500_000n) })),
    )
    const spent = order.filledAmount.minor + order.fee.minor + order.vat.minor
    expect([order.state, spent <= 500_000n, spent > 493_000n, order.held]).toEqual(['filled', true, true, 0n])
    expect(await cash(ana)).toEqual([1_000_000n - spent, 0n])
  })

  it.each([
    ['insufficient-funds', { quantity: of(1000), limitPrice: at(6000) }],
    ['price-off-tick', { instrumentId: 'AAPL.US', quantity: of(10_000), limitPrice: at(2_000_050) }],
    ['price-outside-collar', { quantity: of(1), limitPrice: at(6700) }],
    ['nothing-available', { side: 'sell', quantity: of(1), limitPrice: at(6000) }],
    ['order-kind-unfit', { quantity: of(1), type: 'market', limitPrice: at(6000) }],
    ['quantity-zero', { quantity: of(0), limitPrice: at(6000) }],
    ['amount-zero', { type: 'market', timeInForce: 'ioc', amount: pesos(0n) }],
    ['price-zero', { quantity: of(1), limitPrice: at(0) }],
    ['stop-on-wrong-side', { quantity: of(1), type: 'stop', stopPrice: at(5000) }],
    ['take-profit-on-wrong-side', { quantity: of(1), limitPrice: at(6000), bracket: { takeProfit: at(5900) } }],
    ['stop-loss-on-wrong-side', { quantity: of(1), limitPrice: at(6000), bracket: { stopLoss: at(6100) } }],
    ['quantity-above-max', { quantity: of(2_000_000), limitPrice: at(6000) }],
    ['amount-below-min', { type: 'market', timeInForce: 'ioc', amount: pesos(999n) }],
    ['not-listed', { instrumentId: 'NONE.MX', quantity: of(1), limitPrice: at(6000) }],
  ] as const)('refuses with %s and leaves no trace', async (name, order) => {
    const ana = await stand.customer({ pesos: 100_000n })
    expect(refusalOf(await stand.trading.place(stand.ticket(ana, order)))).toBe(name)
    expect(await cash(ana)).toEqual([100_000n, 0n])
    expect((await stand.trading.listOrders(stand.services.sql, ana, { filter: 'all', limit: 10 })).rows).toEqual([])
  })

  it('refuses while the market is closed, halted or silent', async () => {
    const ana = await stand.customer({ pesos: 100_000n })
    const order = { quantity: of(1), limitPrice: at(6000) }
    stand.market.setState('closed')
    expect(refusalOf(await stand.trading.place(stand.ticket(ana, order)))).toBe('market-closed')
    stand.market.setState('halted')
    expect(refusalOf(await stand.trading.place(stand.ticket(ana, order)))).toBe('instrument-halted')
    stand.market.setState('continuous')
    stand.market.setStale(true)
    const market = { quantity: of(1), type: 'market', timeInForce: 'ioc' } as const
    expect(refusalOf(await stand.trading.place(stand.ticket(ana, market)))).toBe('price-unknown')
    stand.market.setStale(false)
  })

  it('tells the private channels what changed, in their own words', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    stand.venue.quote('WALMEX.MX', 'sell', 6002, 5)
    const { order } = placed(await stand.trading.place(stand.ticket(ana, { quantity: of(5), limitPrice: at(6300) })))
    const [event] = await stand.database.owner<{ topic: string; key: string; payload: Record<string, unknown> }[]>`
      select topic, key, payload from outbox where key = ${ana} and topic like 'trading.%' order by seq`
    const told: { readonly channel: string; readonly key: string; readonly delta: unknown }[] = []
    const publisher: Publisher = { publish: (channel, key, delta) => told.push({ channel: channel.name, key, delta }) }
    const { events = [] } = createTrading({ ...stand.world, publisher }).room
    const handler = events.find(({ topic }) => topic === 'trading.changed')
    await handler?.handle({ topic: '', key: '', payload: {}, ...event, seq: 1n }, stand.services)
    expect(told.map(({ channel, key }) => [channel, key])).toEqual([
      ['orders', ana],
      ['positions', ana],
    ])
    expect(ordersChannel.delta.parse(told[0]?.delta)).toMatchObject({ orderId: order.orderId, state: 'filled' })
    expect(positionsChannel.delta.parse(told[1]?.delta)).toMatchObject({ symbol: 'WALMEX.MX', quantity: '5' })
    for (const { channel, snapshot } of stand.room.channels ?? [])
      expect(channel.snapshot.parse(await snapshot(ana, stand.services.sql))).toBeDefined()
    expect(contractProblems([stand.room])).toEqual([])
  })

  it('keeps the answer of a request with its effect, and refuses the key a second time', async () => {
    const ana = await stand.customer({ pesos: 1_000_000n })
    const claim = { scope: `${ana} buy-stock`, key: 'key-00001', bodyHash: 'x' }
    const replyOf = ({ order }: Placed) => ({ status: 200, body: order.orderId })
    const order = { quantity: of(1), limitPrice: at(5000), claim, replyOf }
    const both = await Promise.all([1, 2].map(() => stand.trading.place(stand.ticket(ana, order))))
    expect(both.map(refusalOf).sort()).toEqual(['done', coreRejections.keyInFlight.name])
    expect(refusalOf(await stand.trading.place(stand.ticket(ana, order)))).toBe(coreRejections.keyInFlight.name)
    const [row] = await stand.database.owner`select body from idempotency_record where key = 'key-00001'`
    const page = await stand.trading.listOrders(stand.services.sql, ana, { filter: 'open', limit: 10 })
    expect(page.rows.map(({ orderId }) => orderId)).toEqual([row?.body])
  })
})
