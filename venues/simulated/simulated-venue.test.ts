import { createHash } from 'node:crypto'
import { present } from '@bolsillo/kernel'
import { instrumentOf, isTradable, simulatedInstruments as listed } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { createSimulatedWorld } from './index.ts'
import { inSession, order, type RunningMarket, runMarket } from './testing/running-market.ts'

const minute = 60_000
const writeBig = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value, writeBig)).digest('hex')
const tradesOf = (market: RunningMarket, id: string) =>
  market.news.flatMap(({ instrumentId, trade }) => (instrumentId === id && trade !== undefined ? [trade] : []))
const fillsOf = (reports: readonly { kind: string }[]) => reports.filter(({ kind }) => kind === 'filled')

/** The book as a follower of the deltas knows it. */
function followedBook(market: RunningMarket, id: string) {
  const levels = new Map<string, bigint>()
  for (const { instrumentId, delta } of market.news) {
    if (instrumentId !== id || delta === undefined) continue
    if (delta.reset === true) levels.clear()
    for (const [side, price, quantity] of delta.changes) {
      if (quantity === 0n) levels.delete(`${side} ${price}`)
      else levels.set(`${side} ${price}`, quantity)
    }
  }
  return levels
}

describe('the simulated market', () => {
  it('is never crossed, keeps ten levels a side, and prints on ticks, for every listed share', async () => {
    const ids = listed.filter(isTradable).map(({ id }) => id)
    const market = await runMarket({ instruments: ids })
    for (let second = 0; second < 40; second += 1) {
      market.runMs(1000)
      for (const id of ids) {
        const book = market.marketOf(id)
        expect(book.bestBid(), id).toBeLessThan(book.bestAsk())
        expect(book.levels('buy'), id).toBeGreaterThanOrEqual(10)
        expect(book.levels('sell'), id).toBeGreaterThanOrEqual(10)
      }
    }
    for (const { instrumentId, trade } of market.news) {
      if (trade === undefined) continue
      const { ticks } = present(instrumentOf(instrumentId), instrumentId)
      const { tick } = present(
        ticks.findLast((step) => trade.price >= step.from),
        'a tick',
      )
      expect(trade.price % tick).toBe(0n)
    }
  })

  it('is the same market for the same seed and clock, to the last print, and another for another seed', async () => {
    const run = async (seed: number) => {
      const market = await runMarket({ seed })
      market.runMs(3 * minute)
      market.venue.submit(order({ side: 'buy', quantity: 500 }))
      market.runMs(minute)
      const books = ['AAPL.US', 'WALMEX.MX', 'LACOMER.MX'].map((id) => market.marketOf(id).bookHash())
      return hashOf([market.news, books, market.reported.map(({ kind }) => kind)])
    }
    const [first, again, other] = [await run(11), await run(11), await run(12)]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('prints several times a second on liquid names, and a few times a minute on thin ones', async () => {
    const market = await runMarket({ at: inSession + 3 * 3_600_000 })
    market.runMs(5 * minute)
    const perSecond = (id: string) => tradesOf(market, id).length / 300
    expect(perSecond('AAPL.US')).toBeGreaterThan(2)
    expect(perSecond('AAPL.US')).toBeLessThan(15)
    expect(perSecond('LACOMER.MX')).toBeGreaterThan(0.03)
    expect(perSecond('LACOMER.MX')).toBeLessThan(1)
  })

  it('numbers events upwards, and its deltas add up to its book', async () => {
    const market = await runMarket({})
    market.runMs(2 * minute)
    market.venue.submit(order({ side: 'sell', quantity: 3000 }))
    market.runMs(minute)
    const sequences = tradesOf(market, 'WALMEX.MX').map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
    const whole = market.marketOf('WALMEX.MX').snapshot(market.clock.now())
    const followed = followedBook(market, 'WALMEX.MX')
    expect(new Map(whole.changes.map(([side, price, quantity]) => [`${side} ${price}`, quantity]))).toEqual(followed)
  })

  it('trades only in the session when it follows the exchange, and always otherwise', async () => {
    const night = Date.UTC(2026, 10, 18, 13)
    const exchange = await runMarket({ at: night, hours: 'exchange' })
    exchange.runMs(10 * minute)
    expect(exchange.news).toEqual([])
    const always = await runMarket({ at: night })
    always.runMs(10 * minute)
    expect(tradesOf(always, 'AAPL.US').length).toBeGreaterThan(100)

    const close = await runMarket({ at: Date.UTC(2026, 10, 18, 20, 59), hours: 'exchange' })
    close.runMs(50_000)
    const resting = order({ side: 'buy', quantity: 10, limit: 1000 })
    close.venue.submit(resting)
    close.runMs(20_000)
    // Agents go home at the close; a customer's order stays.
    expect([...followedBook(close, 'WALMEX.MX').keys()]).toEqual(['buy 1000'])
    expect(close.venue.cancel(resting.orderId)).toMatchObject([{ kind: 'cancelled' }])
  })

  it('runs the world faster at a higher speed, under the clock’s own times', async () => {
    const [slow, fast] = [await runMarket({}), await runMarket({ speed: 20 })]
    slow.runMs(minute)
    fast.runMs(minute)
    expect(tradesOf(fast, 'LACOMER.MX').length).toBeGreaterThan(4 * tradesOf(slow, 'LACOMER.MX').length)
    expect(Math.max(...tradesOf(fast, 'AAPL.US').map(({ at }) => at))).toBeLessThanOrEqual(fast.clock.now())
  })
})

describe('customers in the simulated market', () => {
  it('take from the same book as everybody, at its prices, best first', async () => {
    const market = await runMarket({})
    market.runMs(10_000)
    const best = market.marketOf('WALMEX.MX').bestAsk()
    const reports = market.venue.submit(order({ side: 'buy', quantity: 20_000 }))
    const prices = fillsOf(reports).map((fill) => ('price' in fill ? Number(fill.price) : 0))
    expect(prices[0]).toBe(best)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    expect(reports.every((report) => report.kind !== 'filled' || report.liquidity === 'taker')).toBe(true)
    const printed = tradesOf(market, 'WALMEX.MX').slice(-prices.length)
    expect(printed.map(({ sequence }) => sequence)).toEqual(
      fillsOf(reports).map((fill) => ('sequence' in fill ? fill.sequence : 0)),
    )
  })

  it('keep an order far from the value, also when it alone was in the book before the makers quoted', async () => {
    const known = await runMarket({})
    known.runMs(5000)
    const limit = Math.round((known.marketOf('WALMEX.MX').bestBid() * 0.97) / 10) * 10
    for (let round = 0; round < 40; round += 1) {
      const far = order({ side: 'buy', quantity: 100, limit })
      // As after a restart: the order is there before anybody else is; each round starts at another moment.
      const market = await runMarket({ at: known.clock.now() + round * 1000, open: [far], instruments: ['WALMEX.MX'] })
      market.runMs(1000)
      expect(market.venue.cancel(far.orderId)).toMatchObject([{ kind: 'cancelled' }])
    }
  })

  it('meet each other with two reports of one sequence, and never themselves', async () => {
    const market = await runMarket({})
    market.runMs(5000)
    const [bid, ask] = [market.marketOf('WALMEX.MX').bestBid(), market.marketOf('WALMEX.MX').bestAsk()]
    expect(ask - bid).toBeGreaterThan(10)
    const selling = order({ side: 'sell', quantity: 100, limit: bid + 10, customer: 1 })
    expect(market.venue.submit(selling)).toMatchObject([{ kind: 'resting' }])
    const own = order({ side: 'buy', quantity: 100, limit: bid + 10, customer: 1 })
    expect(market.venue.submit(own)).toMatchObject([{ kind: 'cancelled', reason: 'self-trade' }])
    const buying = order({ side: 'buy', quantity: 40, limit: bid + 10, customer: 2 })
    expect(market.venue.counterparties([buying], [])).toEqual([selling.orderId])
    expect(market.venue.counterparties([buying], [selling.orderId])).toEqual([])
    const reports = market.venue.submit(buying)
    expect(reports).toMatchObject([
      { kind: 'filled', orderId: buying.orderId, counterOrderId: selling.orderId, liquidity: 'taker' },
      { kind: 'filled', orderId: selling.orderId, counterOrderId: buying.orderId, liquidity: 'maker' },
    ])
    expect(new Set(reports.map((report) => ('sequence' in report ? report.sequence : 0))).size).toBe(1)
  })

  it('wait in the book until the market comes to them, in parts, and then it is reported', async () => {
    const market = await runMarket({})
    market.runMs(5000)
    const price = market.marketOf('WALMEX.MX').bestBid()
    const waiting = order({ side: 'buy', quantity: 400, limit: price })
    expect(market.venue.submit(waiting)).toMatchObject([{ kind: 'resting' }])
    for (let i = 0; i < 60 && market.reported.length === 0; i += 1) market.runMs(10_000)
    market.runMs(20 * minute)
    const quantity = market.reported.reduce((sum, report) => {
      return report.kind === 'filled' && report.orderId === waiting.orderId ? sum + Number(report.quantity) : sum
    }, 0)
    expect(quantity).toBeGreaterThan(0)
    expect(quantity).toBeLessThanOrEqual(400)
    for (const report of market.reported) {
      expect(report).toMatchObject({ kind: 'filled', price: BigInt(price), liquidity: 'maker' })
    }
  })

  it('are taken back exactly when a batch fails, and the whole book is published again', async () => {
    const market = await runMarket({})
    market.runMs(5000)
    const price = market.marketOf('WALMEX.MX').bestBid()
    const [first, second] = [1, 2].map((n) => order({ side: 'buy', quantity: 100 * n, limit: price, customer: n }))
    if (first === undefined || second === undefined) throw new Error('two orders')
    market.venue.submit(first)
    market.openBatch()
    market.venue.submit(second)
    market.venue.submit(order({ side: 'sell', quantity: 50_000, customer: 3 }))
    market.venue.reset('WALMEX.MX', [first])
    market.closeBatch()
    const last = market.news.at(-1)?.delta
    expect(last?.reset).toBe(true)
    const book = market.marketOf('WALMEX.MX')
    expect(new Map(last?.changes.map(([side, at, quantity]) => [`${side} ${at}`, quantity]))).toEqual(
      new Map(book.snapshot(market.clock.now()).changes.map(([side, at, quantity]) => [`${side} ${at}`, quantity])),
    )
    expect(market.venue.cancel(second.orderId)).toEqual([])
    expect(market.venue.cancel(first.orderId)).toMatchObject([{ kind: 'cancelled', orderId: first.orderId }])
    market.runMs(5000)
    expect(book.levels('buy')).toBeGreaterThanOrEqual(10)
  })

  it('are back in line after a restart', async () => {
    const waiting = order({ side: 'buy', quantity: 100, limit: 20_000 })
    const market = await runMarket({ open: [waiting] })
    market.runMs(1000)
    expect(market.reported).toEqual([])
    expect(followedBook(market, 'WALMEX.MX').get('buy 20000')).toBe(100n)
    expect(market.venue.cancel(waiting.orderId)).toMatchObject([{ kind: 'cancelled' }])
  })

  it('respect fill-or-kill, immediate-or-cancel, post-only and the collar', async () => {
    const market = await runMarket({})
    market.runMs(5000)
    const { submit } = market.venue
    const ask = market.marketOf('WALMEX.MX').bestAsk()
    const huge = 1_000_000
    expect(submit(order({ side: 'buy', quantity: huge, limit: ask, tif: 'fok' }))).toMatchObject([
      { kind: 'cancelled', reason: 'fill-or-kill' },
    ])
    expect(submit(order({ side: 'buy', quantity: 1, limit: ask, postOnly: true }))).toMatchObject([
      { kind: 'rejected', reason: 'post-only' },
    ])
    expect(submit(order({ side: 'buy', quantity: 10, limit: ask - 100, tif: 'ioc' }))).toMatchObject([
      { kind: 'cancelled', reason: 'immediate-or-cancel' },
    ])
    const collared = {
      ...order({ side: 'buy', quantity: huge }),
      limitPrice: order({ side: 'buy', quantity: 1, limit: ask }).limitPrice,
    }
    const reports = submit(collared)
    expect(fillsOf(reports).length).toBeGreaterThan(0)
    expect(reports.at(-1)).toMatchObject({ kind: 'cancelled', reason: 'price-collar' })
  })
})

describe('the simulated market in the long run', () => {
  it.each([
    ['at the pace of the clock', 1, 30],
    ['sixty times as fast', 60, 10],
  ])('stays whole and near the value, %s', async (_what, speed, minutes) => {
    const ids = ['AAPL.US', 'WALMEX.MX', 'GRUMA.MX', 'LACOMER.MX']
    const market = await runMarket({ instruments: ids, speed })
    const world = createSimulatedWorld(
      11,
      ids.map((id) => present(instrumentOf(id), id)),
    )
    for (let i = 0; i < minutes * 4; i += 1) {
      market.runMs(15_000)
      // Customers lean on one side all the time: the market gives way, and does not run away.
      market.venue.submit(order({ side: 'buy', quantity: 300, instrumentId: 'GRUMA.MX' }))
      const at = inSession + (market.clock.now() - inSession) * speed
      for (const id of ids) {
        const book = market.marketOf(id)
        const fair = Number(present(instrumentOf(id), id).referencePrice) * Math.exp(world.logAt(id, at))
        expect(Math.abs((book.bestBid() + book.bestAsk()) / 2 / fair - 1), id).toBeLessThan(0.01)
        expect(book.bestBid()).toBeLessThan(book.bestAsk())
        if (id === 'GRUMA.MX') continue
        expect(book.levels('buy'), id).toBeGreaterThanOrEqual(10)
        expect(book.levels('sell'), id).toBeGreaterThanOrEqual(10)
      }
    }
  })
})
