import { type Instant, instant, priceOf, quantityOf } from '@bolsillo/kernel'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bucketStart, type Candle, dayStart, foldInto, intervals, tradeDateOf } from '../domain/index.ts'
import { mondayTen, printAt } from '../fixtures.ts'
import { minuteMs, openMarket, pastMinutes, sum, trade, walmex } from './testing/open-market.ts'

const id = walmex
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner`truncate market_trade, market_minute, market_day, market_recording restart identity`)
const open = (options: Parameters<typeof openMarket>[1]) => openMarket(db, options)

describe('the state', () => {
  it('knows nothing of an instrument without a past until something happens', async () => {
    const { market } = open({ at: mondayTen })
    await market.start()
    expect(market.state.quote(id)).toBeUndefined()
    expect(market.state.book(id, 10)).toBeUndefined()
    expect(market.state.isStale(id, mondayTen)).toBe(true)
    await market.stop()
  })

  it('keeps the best of the book, drops levels at 0, and starts over on reset', async () => {
    const { market } = open({ at: mondayTen, history: pastMinutes(mondayTen, 3, [id]) })
    await market.start()
    const level = (side: 'buy' | 'sell', price: bigint, quantity: bigint) =>
      [side, priceOf(price), quantityOf(quantity)] as const
    const from = { source: 'simulated', at: mondayTen }
    market.state.onBook(id, {
      ...from,
      sequence: 1,
      changes: [level('buy', 60_000n, 5n), level('buy', 59_990n, 7n), level('sell', 60_020n, 3n)],
    })
    expect(market.state.quote(id)).toMatchObject({ bid: 60_000n, bidSize: 5n, ask: 60_020n, sequence: 1 })
    market.state.onBook(id, { ...from, sequence: 2, changes: [level('buy', 60_000n, 0n), level('sell', 60_010n, 9n)] })
    expect(market.state.book(id, 10)).toMatchObject({
      bids: [{ price: 59_990n, quantity: 7n }],
      asks: [{ price: 60_010n }, { price: 60_020n }],
      sequence: 2,
    })
    market.state.onBook(id, { ...from, sequence: 3, reset: true, changes: [level('sell', 61_000n, 1n)] })
    expect(market.state.book(id, 10)).toMatchObject({ bids: [], asks: [{ price: 61_000n }] })
    await market.stop()
  })

  it('is stale when nothing was heard in session for longer than the instrument’s liquidity allows', async () => {
    const opened = open({ at: mondayTen, history: pastMinutes(mondayTen, 3, [id]), hours: 'exchange' })
    await opened.market.start()
    opened.market.state.onTrades(id, [printAt(mondayTen, 60_000n, 1n, 1)])
    expect(opened.market.state.isStale(id, instant(mondayTen + 15_000))).toBe(false)
    expect(opened.market.state.isStale(id, instant(mondayTen + 15_001))).toBe(true)
    expect(opened.market.state.isStale(id, instant(mondayTen + 10 * 3_600_000))).toBe(false)
    expect(opened.market.state.stateAt(id, instant(mondayTen + 10 * 3_600_000))).toBe('closed')
    opened.market.state.onState(id, 'halted')
    expect(opened.market.state.stateAt(id, mondayTen)).toBe('halted')
    await opened.market.stop()
  })

  it('takes the last price over midnight as the previous close, and in exchange hours only into a business day', async () => {
    for (const hours of ['always', 'exchange'] as const) {
      await db.owner`truncate market_trade, market_minute, market_day, market_recording`
      // Friday 6 March 2026, 13:00 in Mexico City.
      const opened = open({ at: Date.UTC(2026, 2, 6, 19), history: pastMinutes(mondayTen, 3, [id]), hours })
      await opened.market.start()
      opened.market.state.onTrades(id, [printAt(opened.clock.now(), 61_000n, 5n, 1)])
      opened.clock.advanceMs(24 * 3_600_000)
      const saturday = opened.market.state.day(id)
      if (hours === 'always') {
        expect(saturday).toMatchObject({ date: '2026-03-07', previousClose: 61_000n, last: 61_000n, volume: 0n })
      } else {
        expect(saturday).toMatchObject({ date: '2026-03-06', last: 61_000n })
      }
      expect(opened.market.state.spark(id).closes.at(-1)).toBe(61_000n)
      opened.clock.advanceMs(48 * 3_600_000)
      expect(opened.market.state.day(id)).toMatchObject({ date: '2026-03-09', previousClose: 61_000n, volume: 0n })
      await opened.market.stop()
    }
  })
})

describe('the change of an instrument', () => {
  it('of a share counts from the close before, and its line begins there and ends at the last price', async () => {
    await db.owner`truncate market_trade, market_minute, market_day, market_recording`
    const opened = open({ at: mondayTen, history: pastMinutes(mondayTen, 5, [id]) })
    await opened.market.start()
    trade(opened, 6 * 3600)
    const { state } = opened.market
    const [day, from, line] = [state.day(id), state.changeFrom(id), state.spark(id).closes]
    expect([from?.price, line[0], line.at(-1)]).toEqual([day?.previousClose, day?.previousClose, day?.last])
    expect(line.length).toBeGreaterThan(8)
    opened.clock.advanceMs(24 * 3_600_000)
    // Nothing traded yet: no change, and a line that says so.
    expect(state.spark(id).closes).toEqual([day?.last, day?.last])
    await opened.market.stop()
  })

  it('of a coin counts from 24 hours ago, over midnight and over a restart', async () => {
    await db.owner`truncate market_trade, market_minute, market_day, market_recording`
    const coin = 'BTC-USDT'
    const quarterMs = 15 * minuteMs
    const openCoin = (at: number) => openMarket(db, { at, ids: [coin] })
    const opened = openCoin(Date.UTC(2026, 2, 2, 15))
    await opened.market.start()
    // One print a quarter: its price says how many quarters it is after the first.
    for (let quarter = 0; quarter <= 110; quarter += 1) {
      opened.market.state.onTrades(coin, [printAt(opened.clock.now(), BigInt(6_000_000 + quarter), 1n, quarter + 1)])
      if (quarter < 110) opened.clock.advanceMs(quarterMs)
    }
    const seen = ({ market }: ReturnType<typeof openCoin>) => {
      const { closes } = market.state.spark(coin)
      return [market.state.changeFrom(coin)?.price, closes[0], closes.at(-1)]
    }
    // 110 quarters are 27 and a half hours: 24 hours ago was quarter 14, on the day before.
    expect(seen(opened)).toEqual([6_000_014n, 6_000_014n, 6_000_110n])
    expect(opened.market.state.day(coin)?.previousClose).toBe(6_000_035n)
    await opened.market.stop()
    const again = openCoin(opened.clock.now())
    await again.market.start()
    expect(seen(again)).toEqual([6_000_014n, 6_000_014n, 6_000_110n])
    again.clock.advanceMs(quarterMs)
    expect(seen(again)).toEqual([6_000_015n, 6_000_015n, 6_000_110n])
    await again.market.stop()
  })
})

describe('candles', () => {
  it('of every interval are the fold of the minutes, and their volume is that of the prints', async () => {
    const history = pastMinutes(mondayTen, 40, [id])
    const opened = open({ at: mondayTen, history })
    await opened.market.start()
    const before = opened.market.state.day(id)
    const printed = trade(opened, 4 * 3600)
    await opened.market.flush()
    const minutes = await opened.market.candles(id, '1m', { limit: 5000 })
    expect(sum(minutes.filter(({ start }) => start >= mondayTen).map(({ volume }) => volume))).toBe(
      sum(printed.map(({ quantity }) => quantity)),
    )
    for (const interval of intervals) {
      const found = await opened.market.candles(id, interval, { limit: 5000 })
      const expected = foldInto(minutes, (at) => bucketStart(interval, at, 'XMEX'))
      expect(found.slice(-3), interval).toEqual(expected.slice(-3))
      expect(found.length, interval).toBe(expected.length)
    }
    const day = opened.market.state.day(id)
    expect(day?.volume).toBe((before?.volume ?? 0n) + sum(printed.map(({ quantity }) => quantity)))
    expect((await opened.market.candles(id, '1d', { limit: 1 }))[0]).toMatchObject({
      open: day?.open,
      high: day?.high,
      low: day?.low,
      close: day?.last,
      volume: day?.volume,
    })
    await opened.market.stop()
  })

  it('come in pages that join without a gap or a repeat', async () => {
    const opened = open({ at: mondayTen, history: pastMinutes(mondayTen, 20, [id]) })
    await opened.market.start()
    trade(opened, 600)
    for (const interval of ['5m', '4h', '1d', '1w'] as const) {
      const whole = await opened.market.candles(id, interval, { limit: 5000 })
      const paged: Candle[] = []
      let before: Instant | undefined
      for (let i = 0; i < 200; i += 1) {
        const page = await opened.market.candles(id, interval, {
          limit: 7,
          ...(before === undefined ? {} : { before }),
        })
        if (page.length === 0) break
        paged.unshift(...page)
        before = page[0]?.start
      }
      expect(paged, interval).toEqual(whole)
    }
    await opened.market.stop()
  })

  it('and day go on after a restart as if nothing had happened, what was missed taken from history', async () => {
    const morning = open({ at: mondayTen, history: pastMinutes(mondayTen, 5, [id]) })
    await morning.market.start()
    const first = trade(morning, 1800)
    await morning.market.stop()
    const stopped = morning.clock.now()
    const dayBefore = morning.market.state.day(id)

    const noon = instant(stopped + 2 * 3_600_000)
    const history = pastMinutes(noon, 5, [id])
    const again = open({ at: noon, history })
    await again.market.start()
    const missed = history.minuteCandles(id, instant(stopped - (stopped % minuteMs) + minuteMs), noon)
    expect(missed.length).toBeGreaterThan(10)
    const day = again.market.state.day(id)
    expect(day?.open).toBe(dayBefore?.open)
    expect(day?.volume).toBe((dayBefore?.volume ?? 0n) + sum(missed.map(({ volume }) => volume)))
    expect(again.market.state.lastSequence(id)).toBe(first.at(-1)?.sequence)
    expect(again.market.state.lastTrades(id, 5)).toEqual(first.slice(-5).reverse())
    const minutes = await again.market.candles(id, '1m', { limit: 5000 })
    const today = minutes.filter(({ start }) => start >= dayStart('XMEX', tradeDateOf('XMEX', noon)))
    expect(sum(today.map(({ volume }) => volume))).toBe(day?.volume)
    expect(new Set(today.map(({ start }) => start)).size).toBe(today.length)
    expect((await again.market.candles(id, '1d', { limit: 1 }))[0]?.volume).toBe(day?.volume)
    await again.market.stop()
  })

  it('of a day that ended while nobody ran are completed from history, and stay', async () => {
    const opened = open({ at: mondayTen, history: pastMinutes(mondayTen, 5, [id]) })
    await opened.market.start()
    trade(opened, 600)
    await opened.market.stop()
    const stopped = opened.clock.now()
    const wednesday = instant(mondayTen + 48 * 3_600_000)
    const history = pastMinutes(wednesday, 8, [id])
    const later = open({ at: wednesday, history })
    await later.market.start()
    const [monday, tuesday, today] = await later.market.candles(id, '1d', { limit: 3 })
    const from = dayStart('XMEX', tradeDateOf('XMEX', mondayTen))
    const unseen = history.minuteCandles(
      id,
      instant(stopped - (stopped % minuteMs) + minuteMs),
      instant(from + 86_400_000),
    )
    expect(monday?.close).toBe(unseen.at(-1)?.close)
    expect(tuesday).toEqual(
      history.dailyCandles(
        id,
        tradeDateOf('XMEX', instant(from + 86_400_000)),
        tradeDateOf('XMEX', instant(from + 86_400_000)),
      )[0],
    )
    expect(later.market.state.day(id)?.previousClose).toBe(tuesday?.close)
    expect(today?.start).toBe(dayStart('XMEX', tradeDateOf('XMEX', wednesday)))
    const minutes = await later.market.candles(id, '1m', { limit: 5000, before: instant(from + 86_400_000) })
    const ofMonday = minutes.filter(({ start }) => start >= from)
    expect(foldInto(ofMonday, (at) => bucketStart('1d', at, 'XMEX'))).toEqual([monday])
    const [row] =
      await db.owner`select complete from market_day where instrument_id = ${id} and trade_date = ${tradeDateOf('XMEX', mondayTen)}`
    expect(row?.complete).toBe(true)
    await later.market.stop()
  })

  it('and prints of one flush are stored together, once', async () => {
    const opened = open({ at: mondayTen })
    await opened.market.start()
    const printed = trade(opened, 300)
    await opened.market.flush()
    await opened.market.flush()
    const stored = await opened.market.printsBetween({
      instrumentId: id,
      from: mondayTen,
      to: instant(mondayTen + 3_600_000),
      limit: 1000,
    })
    expect(stored).toEqual(printed)
    const [{ volume = '' } = {}] =
      await db.owner`select sum(volume)::text as volume from market_minute where instrument_id = ${id}`
    expect(volume).toBe(String(sum(printed.map(({ quantity }) => quantity))))
    await opened.market.stop()
  })

  it('keep what a failing database would not take, and store it when it can', async () => {
    const opened = open({ at: mondayTen })
    await opened.market.start()
    const printed = trade(opened, 120)
    await db.owner`alter table market_trade add constraint refuse_all check (false) not valid`
    await opened.market.flush()
    expect(opened.services.log.lines.some(({ level }) => level === 'error')).toBe(true)
    await db.owner`alter table market_trade drop constraint refuse_all`
    await opened.market.flush()
    const stored = await opened.market.printsBetween({
      instrumentId: id,
      from: mondayTen,
      to: instant(mondayTen + 3_600_000),
      limit: 1000,
    })
    expect(stored).toEqual(printed)
    await opened.market.stop()
  })

  it('are stored once when the answer to a commit is lost', async () => {
    const opened = open({ at: mondayTen })
    await opened.market.start()
    const before = trade(opened, 120)
    const begin = db.sql.begin.bind(db.sql) as (work: unknown) => Promise<unknown>
    const spied = vi.spyOn(db.sql, 'begin').mockImplementationOnce(async (work: unknown) => {
      await begin(work)
      throw new Error('planted: the answer is lost')
    })
    await opened.market.flush()
    expect(opened.services.log.lines.some(({ level }) => level === 'error')).toBe(true)
    spied.mockRestore()
    opened.clock.advanceMs(1000)
    const after = trade(opened, 10)
    await opened.market.flush()
    const to = instant(mondayTen + 3_600_000)
    const stored = await opened.market.printsBetween({ instrumentId: id, from: mondayTen, to, limit: 1000 })
    expect(stored).toEqual([...before, ...after])
    await opened.market.stop()
  })

  it('of a recording are what the recording says up to now, and nothing of it is stored', async () => {
    const all = pastMinutes(instant(mondayTen + 3_600_000), 2, [id])
    const opened = open({ at: mondayTen, history: { ...all, covers: 'everything' } })
    await opened.market.start()
    expect(opened.market.state.day(id)?.volume).toBeGreaterThan(0n)
    for (const bar of all.minuteCandles(id, mondayTen, instant(mondayTen + 20 * minuteMs))) {
      opened.clock.moveTo(instant(bar.start + minuteMs))
      opened.market.state.onBar(id, bar, { source: 'replay', sequence: 1, at: bar.start })
    }
    const minutes = await opened.market.candles(id, '1m', { limit: 5000 })
    const expected = all.minuteCandles(id, instant(0), opened.clock.now())
    expect(minutes).toEqual(expected)
    const day = foldInto(minutes, (at) => bucketStart('1d', at, 'XMEX')).at(-1)
    expect(await opened.market.candles(id, '1d', { limit: 1 })).toEqual([day])
    await opened.market.stop()
    const [{ rows = -1 } = {}] = await db.owner`select count(*)::int as rows from market_recording`
    expect(rows).toBe(0)
  })
})

it('of a venue with a time of its own is never judged by another time', async () => {
  const recorded = Date.UTC(2014, 5, 5, 15)
  let state: 'continuous' | 'closed' = 'continuous'
  const opened = open({ at: recorded, stateOf: () => state })
  await opened.market.start()
  opened.market.state.onTrades(id, [printAt(opened.clock.now(), 60_000n, 1n, 1)])
  expect(opened.market.facts.isStale(id, mondayTen)).toBe(false)
  opened.clock.advanceMs(120_000)
  expect(opened.market.facts.isStale(id, mondayTen)).toBe(false)
  opened.clock.advanceMs(200_000)
  expect(opened.market.facts.isStale(id, mondayTen)).toBe(true)
  expect(opened.market.facts.stateAt(id, mondayTen)).toBe('continuous')
  state = 'closed'
  expect(opened.market.facts.stateAt(id, mondayTen)).toBe('closed')
  await opened.market.stop()
})
