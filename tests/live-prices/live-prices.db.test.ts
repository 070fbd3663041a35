import { setTimeout as sleep } from 'node:timers/promises'
import { liveMarket, StartRefused } from '@bolsillo/app-server'
import { idOf, present, priceOf, quantityOf, systemClock } from '@bolsillo/kernel'
import { isInstalled, type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import type { ExecutionReport, VenueOrder } from '@bolsillo/trading/domain'
import { type ExchangeId, loadCcxt } from '@bolsillo/venue-ccxt'
import { levelsText, type ModelMarket, noFaults } from '@bolsillo/venue-ccxt/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LocalExchange, libraryAt, libraryLikeCcxt, startLocalExchange } from './local-exchange.ts'

// The whole way of a price: an exchange on this machine, the library's REST calls, a real socket, the venue, the market's
// state and its database.

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner`truncate market_trade, market_minute, market_day, market_recording restart identity`)

const now = () => systemClock.now()

async function openMarket(exchange: LocalExchange, id: ExchangeId, library: unknown = libraryLikeCcxt(exchange)) {
  const services = { ...testServices({ sql: db.sql }), clock: systemClock }
  const publisher = { publish: () => undefined, watched: () => false }
  const { market, venue } = liveMarket(id, { marketHours: 'always' }, services, publisher, async () => ({ library }))
  const reports: ExecutionReport[] = []
  await market.room.start?.()
  await venue.start({
    run: (work) => work(),
    report: (told) => void reports.push(...told),
    marketData: (instrumentId, { trades, delta }) => {
      if (trades !== undefined) market.state.onTrades(instrumentId, trades)
      if (delta !== undefined) market.state.onBook(instrumentId, delta)
    },
  })
  const stop = async (): Promise<void> => {
    await venue.stop()
    await market.room.stop?.()
  }
  return { market, venue, reports, log: services.log, stop }
}

type Opened = Awaited<ReturnType<typeof openMarket>>

const bookOf = ({ market }: Opened, instrumentId: string): string => {
  const book = market.state.book(instrumentId, 10)
  const side = (name: 'buy' | 'sell') =>
    (name === 'buy' ? book?.bids : book?.asks)?.map(({ price, quantity }) => [name, price, quantity] as const) ?? []
  return levelsText([...side('buy'), ...side('sell')])
}
const isStale = ({ market }: Opened, instrumentId: string): boolean => market.state.isStale(instrumentId, now())
const idOfModel = (model: ModelMarket): string => model.market.instrument.id

/** Waits until something is so; a test that waits for ever is ended by its own bound. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(5)
}
const isEqual = (opened: Opened, exchange: LocalExchange): boolean =>
  exchange.models.every(
    (model) => !isStale(opened, idOfModel(model)) && bookOf(opened, idOfModel(model)) === levelsText(model.levels(10)),
  )

async function withMarket(
  id: ExchangeId,
  seed: number,
  work: (exchange: LocalExchange, opened: Opened) => Promise<void>,
): Promise<void> {
  const exchange = await startLocalExchange(id, seed, now)
  const opened = await openMarket(exchange, id)
  try {
    await work(exchange, opened)
  } finally {
    await opened.stop()
    await exchange.close()
  }
}

/** Lets the market move until our book is its book, and stays so for some steps. */
async function settle(exchange: LocalExchange, opened: Opened): Promise<void> {
  for (let agreed = 0; agreed < 3; agreed += 1) {
    exchange.step()
    await until(() => isEqual(opened, exchange))
  }
}

describe.each(['binance', 'kraken'] as const)('real prices of %s', (id) => {
  it('are the exchange’s, say so, and come back after connections were cut', async () => {
    await withMarket(id, 5, async (exchange, opened) => {
      const model = present(exchange.models[0], 'a market')
      expect(isStale(opened, idOfModel(model))).toBe(true)
      await until(() => exchange.connections() === 1)
      await settle(exchange, opened)
      // There is no quote before the first print, and a market that stands still prints nothing.
      await until(() => {
        exchange.step()
        return opened.market.state.quote(idOfModel(model)) !== undefined
      })
      expect(opened.market.state.quote(idOfModel(model))?.source).toMatch(new RegExp(`^live:${id}:(book|trades)$`))
      for (let cut = 0; cut < 2; cut += 1) {
        exchange.cut()
        await until(() => isStale(opened, idOfModel(model)))
        exchange.step()
        await settle(exchange, opened)
      }
    })
  })

  it('are the exchange’s after everything that can go wrong on the way', async () => {
    await withMarket(id, 7, async (exchange, opened) => {
      await until(() => exchange.connections() === 1)
      exchange.setFaults({
        ...noFaults,
        lost: 30,
        twice: 60,
        late: 30,
        garbled: 20,
        cut: 4,
        oldBook: 200,
        failedAnswer: 100,
      })
      for (let step = 0; step < 150; step += 1) {
        exchange.step()
        await sleep(4)
        // While it is not in doubt, the book is one the exchange had.
        for (const model of exchange.models) {
          const own = bookOf(opened, idOfModel(model))
          if (!isStale(opened, idOfModel(model)) && own !== '') expect(model.scopes.has(own)).toBe(true)
        }
      }
      exchange.setFaults(noFaults)
      exchange.step()
      await settle(exchange, opened)
      const printed = present(exchange.models[0], 'a market')
      const told = opened.market.state.lastTrades(idOfModel(printed), 200)
      expect(new Set(told.map(({ sequence }) => sequence)).size).toBe(told.length)
    })
  })

  it('have each print once in their candles, over a restart too', async () => {
    const exchange = await startLocalExchange(id, 9, now)
    const model = present(exchange.models[0], 'a market')
    const known = (opened: Opened): number => opened.market.state.day(idOfModel(model))?.trades ?? 0
    const all = (): number => model.trades().length
    const move = (): void => {
      for (let step = 0; step < 20; step += 1) exchange.step()
    }
    const first = await openMarket(exchange, id)
    await until(() => exchange.connections() === 1)
    move()
    await until(() => known(first) === all() && all() > 0)
    await first.stop()
    move()
    const second = await openMarket(exchange, id)
    await until(() => known(second) === all())
    move()
    await until(() => known(second) === all())
    expect(known(second)).toBe(model.trades().length)
    const volume = model.trades().reduce((sum, { quantity }) => sum + quantity, 0n)
    expect(second.market.state.day(idOfModel(model))?.volume).toBe(volume)
    await second.stop()
    await exchange.close()
  })
})

// The library is not installed with the rest; where somebody has installed it, it is tried.
describe.skipIf(!isInstalled('ccxt')).each(['binance', 'kraken'] as const)('the real library', (id) => {
  it(`lists the markets of ${id}, its whole books and its prints`, async () => {
    const exchange = await startLocalExchange(id, 5, now)
    exchange.step()
    const loaded = await loadCcxt()
    const library = libraryAt('library' in loaded ? loaded.library : undefined, exchange)
    const opened = await openMarket(exchange, id, library)
    await until(() => exchange.connections() === 1)
    await settle(exchange, opened)
    for (const model of exchange.models) {
      await until(() => opened.market.state.day(idOfModel(model))?.trades === model.trades().length)
    }
    await opened.stop()
    await exchange.close()
  })
})

describe('a market of real prices', () => {
  it('takes no order, and says why', async () => {
    await withMarket('binance', 1, async (_, { venue, reports }) => {
      const order: VenueOrder = {
        orderId: idOf('ord', 'ord_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
        customerId: idOf('cus', 'cus_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
        instrumentId: 'BTC-USDT',
        side: 'buy',
        type: 'market',
        timeInForce: 'ioc',
        limitPrice: priceOf(1n),
        quantity: quantityOf(1n),
        postOnly: false,
        priority: 1n,
      }
      expect(venue.submit(order)).toMatchObject([{ kind: 'rejected', orderId: order.orderId, reason: 'data-only' }])
      expect(venue.cancel(order.orderId)).toEqual([])
      venue.reset('BTC-USDT', [order])
      expect(reports).toMatchObject([{ kind: 'cancelled', orderId: order.orderId, reason: 'data-only' }])
    })
  })

  it('starts and stays in doubt where the exchange or the library is not what we know, and asks again', async () => {
    const exchange = await startLocalExchange('binance', 1, now)
    const libraries = [
      { pro: {} },
      { pro: { binance: class {} } },
      libraryLikeCcxt({ ...exchange, restUrl: 'http://127.0.0.1:1' }),
    ]
    for (const library of libraries) {
      const opened = await openMarket(exchange, 'binance', library)
      await until(() => opened.log.lines.some(({ message }) => message.includes('did not tell its markets')))
      expect(isStale(opened, 'BTC-USDT')).toBe(true)
      expect(opened.market.state.quote('BTC-USDT')).toBeUndefined()
      await opened.stop()
    }
    await exchange.close()
  })

  it('does not start on a database that holds prices of another market', async () => {
    const exchange = await startLocalExchange('binance', 1, now)
    await db.owner`
      insert into market_day (instrument_id, trade_date, open, high, low, close, previous_close, volume, turnover, trades,
        quarter_starts, quarter_closes, sequence, source, at)
      values ('BTC-USDT', '2026-11-20', 1, 1, 1, 1, 1, 1, 1, 1, '{}', '{}', 1, 'simulated', 0)`
    const refused = openMarket(exchange, 'binance')
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(
      /prices of another market \(simulated\): give this one a database of its own$/,
    )
    await exchange.close()
  })
})
