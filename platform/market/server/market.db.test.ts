import {
  dateOfDayNumber,
  dayNumber,
  type Instant,
  instant,
  integerBetween,
  priceOf,
  quantityOf,
  seededRng,
} from '@bolsillo/kernel'
import type { Publisher } from '@bolsillo/server-kit'
import { fakeClock, type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bucketStart,
  type Candle,
  dayStart,
  foldInto,
  type HistorySource,
  instrumentOf,
  instruments,
  intervals,
  type MarketHours,
  type Trade,
  tradeDateOf,
} from '../domain/index.ts'
import { flatMinute, historyOfMinutes, mondayTen, noHistory, printAt } from '../fixtures.ts'
import { createMarket } from './index.ts'

const id = 'WALMEX.MX'
const minuteMs = 60_000
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner`truncate market_trade, market_minute, market_day, market_recording restart identity`)

/** A history of flat minutes in the sessions before a moment, `days` dates back, for some instruments. */
function pastMinutes(until: Instant, days: number, ids: readonly string[]): HistorySource {
  const minutes = new Map<string, Candle[]>()
  for (const one of ids) {
    const list: Candle[] = []
    const last = dayNumber(tradeDateOf('XMEX', until))
    for (let day = last - days; day <= last; day += 1) {
      // The past of a day is the same however far back one looks.
      const rng = seededRng(day, one)
      let price = 60_000n
      const open = dayStart('XMEX', dateOfDayNumber(day)) + 570 * minuteMs
      for (let m = 0; m < 390; m += 7) {
        const start = instant(open + m * minuteMs)
        if (start + minuteMs > until) break
        price += BigInt(integerBetween(rng, -20, 20)) * 10n
        list.push(flatMinute(start, price, BigInt(integerBetween(rng, 1, 500))))
      }
    }
    minutes.set(one, list)
  }
  return historyOfMinutes(minutes)
}

function open(options: {
  readonly at: number
  readonly history?: HistorySource
  readonly hours?: MarketHours
  readonly publisher?: Publisher
  readonly ids?: readonly string[]
}) {
  const clock = fakeClock(options.at)
  const services = testServices({ sql: db.sql, clock })
  const chosen = options.ids ?? [id, 'AAPL.US', 'USD/MXN']
  const market = createMarket({
    services,
    publisher: options.publisher ?? { publish: () => undefined, watched: () => true },
    history: options.history ?? noHistory,
    hours: options.hours ?? 'always',
    source: 'simulated',
    instruments: instruments.filter((instrument) => chosen.includes(instrument.id)),
  })
  return { market, clock, services }
}

let sequence = 0
/** Prints every few seconds for a while, the clock going along; what was printed is given back. */
function trade(
  opened: ReturnType<typeof open>,
  seconds: number,
  rng = seededRng(11, `trade ${opened.clock.now()}`),
): readonly Trade[] {
  const trades: Trade[] = []
  let price = opened.market.state.day(id)?.last ?? 60_000n
  for (let s = 0; s < seconds; s += integerBetween(rng, 1, 20)) {
    const step = integerBetween(rng, 1, 20) * 1000
    opened.clock.advanceMs(step)
    price += BigInt(integerBetween(rng, -3, 3)) * 10n
    sequence += 1
    const print = printAt(opened.clock.now(), price, BigInt(integerBetween(rng, 1, 900)), sequence)
    opened.market.state.onTrades(id, [print])
    trades.push(print)
  }
  return trades
}

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)

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
      expect(opened.market.state.spark(id).at(-1)).toBe(61_000n)
      opened.clock.advanceMs(48 * 3_600_000)
      expect(opened.market.state.day(id)).toMatchObject({ date: '2026-03-09', previousClose: 61_000n, volume: 0n })
      await opened.market.stop()
    }
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

describe('readers of the stream', () => {
  it('get quotes at most four times a second, levels and prints once each, and candles that are looked at', async () => {
    const sent: { channel: string; key: string; delta: unknown }[] = []
    const publisher: Publisher = {
      publish: (channel, key, delta) => void sent.push({ channel: channel.name, key, delta }),
      watched: () => true,
    }
    const opened = open({ at: mondayTen, publisher, history: pastMinutes(mondayTen, 3, [id]) })
    await opened.market.start()
    const candle = opened.market.room.channels?.find(({ channel }) => channel.name === 'candle')
    expect(await candle?.snapshot('WALMEX.MX|15m', db.sql)).toMatchObject({ candles: [{}, {}] })
    expect(await candle?.snapshot('WALMEX.MX|2m', db.sql)).toBeUndefined()
    expect(await candle?.snapshot('NOBODY.MX|1m', db.sql)).toBeUndefined()
    opened.market.tick()
    sent.length = 0
    for (let i = 0; i < 20; i += 1) {
      opened.clock.advanceMs(100)
      opened.market.state.onTrades(id, [printAt(opened.clock.now(), 60_000n + BigInt(i) * 10n, 10n, 500 + i)])
      opened.market.tick()
    }
    const of = (name: string) => sent.filter(({ channel, key }) => channel === name && key.startsWith(id))
    expect(of('quote').length).toBeGreaterThanOrEqual(6)
    expect(of('quote').length).toBeLessThanOrEqual(9)
    expect(of('trades').flatMap(({ delta }) => (delta as { trades: unknown[] }).trades)).toHaveLength(20)
    expect(of('quote').at(-1)?.delta).toMatchObject({
      symbol: id,
      source: 'simulated',
      session: 'continuous',
      stale: false,
    })
    const last = of('candle').at(-1)?.delta as { candles: readonly { close: string }[] }
    expect(last.candles.at(-1)?.close).toMatch(/^60\.\d\d$/)
    opened.clock.advanceMs(16_000)
    opened.market.tick()
    expect(of('quote').at(-1)?.delta).toMatchObject({ stale: true })
    await opened.market.stop()
  })

  it('see an index move with its constituents, and not before all of them have a price', async () => {
    const members = instruments.filter(({ country, kind }) => country === 'MX' && kind === 'stock').map((one) => one.id)
    const history = pastMinutes(instant(mondayTen - 86_400_000 * 2), 3, [...members, 'IPC.MX'])
    const opened = open({ at: mondayTen, history, ids: [...members, 'IPC.MX'] })
    await opened.market.start()
    const before = opened.market.state.day('IPC.MX')
    for (const one of members) {
      const base = opened.market.state.day(one)?.previousClose ?? 0n
      opened.market.state.onTrades(one, [printAt(opened.clock.now(), (base * 102n) / 100n, 1n, 1)])
    }
    opened.market.tick()
    const now = opened.market.state.day('IPC.MX')
    const moved = Number(now?.last) / Number(before?.previousClose)
    expect(moved).toBeCloseTo(1.02, 4)
    expect(opened.market.state.quote('IPC.MX')).toMatchObject({ source: 'simulated', at: opened.clock.now() })
    await opened.market.stop()
  })

  it('of rates get the middle of a pair whichever way round they ask, and the worth of shares', async () => {
    const opened = open({ at: mondayTen, history: pastMinutes(mondayTen, 3, [id]) })
    await opened.market.start()
    const [mxn, usd] = [instrumentOf(id)?.scale.quote, instrumentOf('AAPL.US')?.scale.quote]
    if (mxn === undefined || usd === undefined) throw new Error('currencies')
    expect(opened.market.rates.midOf(mxn, usd, mondayTen)).toBeUndefined()
    const from = { source: 'simulated', sequence: 9, at: mondayTen }
    opened.market.state.onQuote('USD/MXN', { ...from, bid: priceOf(184_700n), ask: priceOf(184_703n) })
    // A pair without a past needs a price before it has a day.
    expect(opened.market.rates.midOf(mxn, usd, mondayTen)).toMatchObject({
      mid: 1_847_015n,
      scale: 5,
      base: { code: 'USD' },
      quote: { code: 'MXN' },
      sequence: 9n,
      stale: false,
    })
    expect(opened.market.rates.midOf(usd, mxn, mondayTen)).toEqual(opened.market.rates.midOf(mxn, usd, mondayTen))
    opened.market.state.onTrades(id, [printAt(mondayTen, 61_900n, 1n, 10)])
    expect(opened.market.rates.valueOf('STK:WALMEX.MX', 3n)?.value).toMatchObject({ minor: 18_570n })
    expect(opened.market.rates.valueOf('MXN', 3n)).toBeUndefined()
    await opened.market.stop()
  })
})

describe('a reader who keeps a book from its snapshot and the deltas after it', () => {
  it('has the venue’s book after any changes and resets, whenever they began to read', async () => {
    type Delta = { reset?: boolean; changes: readonly (readonly ['buy' | 'sell', string, string])[] }
    const rng = seededRng(3, 'books')
    for (let run = 0; run < 25; run += 1) {
      let reading = false
      const deltas: Delta[] = []
      const publisher: Publisher = {
        publish: (channel, key, delta) => {
          if (channel.name === 'book' && key === id) deltas.push(delta as unknown as Delta)
        },
        watched: () => reading,
      }
      const opened = open({ at: mondayTen + run * 1000, publisher })
      await opened.market.start()
      const channel = opened.market.room.channels?.find((source) => source.channel.name === 'book')
      const kept: Record<'buy' | 'sell', Map<string, string>> = { buy: new Map(), sell: new Map() }
      const begin = integerBetween(rng, 1, 20)
      for (let i = 0; i < 60; i += 1) {
        const changes = Array.from({ length: integerBetween(rng, 1, 4) }, () => {
          const side = integerBetween(rng, 0, 1) === 0 ? ('buy' as const) : ('sell' as const)
          const price = 60_000n + BigInt(integerBetween(rng, 1, 12) * (side === 'buy' ? -10 : 10))
          return [side, priceOf(price), quantityOf(BigInt(integerBetween(rng, 0, 3)))] as const
        })
        const reset = integerBetween(rng, 0, 15) === 0 ? { reset: true } : {}
        opened.clock.advanceMs(40)
        opened.market.state.onBook(id, {
          changes,
          ...reset,
          source: 'simulated',
          sequence: i + 1,
          at: opened.clock.now(),
        })
        if (integerBetween(rng, 0, 2) === 0) opened.market.tick()
        if (i === begin) {
          reading = true
          deltas.length = 0
          const snapshot = (await channel?.snapshot(id, db.sql)) as Record<
            'bids' | 'asks',
            { price: string; quantity: string }[]
          >
          for (const { price, quantity } of snapshot.bids) kept.buy.set(price, quantity)
          for (const { price, quantity } of snapshot.asks) kept.sell.set(price, quantity)
        }
      }
      opened.market.tick()
      for (const { reset, changes } of deltas) {
        if (reset === true) for (const side of [kept.buy, kept.sell]) side.clear()
        for (const [side, price, quantity] of changes) {
          if (quantity === '0') kept[side].delete(price)
          else kept[side].set(price, quantity)
        }
      }
      const book = opened.market.state.book(id, 50)
      const text = (price: bigint): string => `${price / 1000n}.${String((price % 1000n) / 10n).padStart(2, '0')}`
      const entries = (levels: readonly { price: bigint; quantity: bigint }[] = []) =>
        levels.map(({ price, quantity }) => [text(price), String(quantity)]).sort()
      expect([...kept.buy].sort()).toEqual(entries(book?.bids))
      expect([...kept.sell].sort()).toEqual(entries(book?.asks))
      await opened.market.stop()
    }
  })
})

describe('what is old', () => {
  it('is taken out: prints after two hours, minutes after forty days; days stay', async () => {
    const opened = open({ at: mondayTen })
    await opened.market.start()
    trade(opened, 60)
    await opened.market.flush()
    opened.clock.advanceMs(3 * 3_600_000)
    const recent = trade(opened, 60)
    await opened.market.flush()
    const retire = opened.market.room.jobs?.[0]
    await retire?.run(opened.services)
    const left = await opened.market.printsBetween({
      instrumentId: id,
      from: instant(0),
      to: opened.clock.now(),
      limit: 999,
    })
    expect(left).toEqual(recent.slice(0, left.length))
    expect(left.length).toBeGreaterThanOrEqual(recent.length - 1)
    const count = async (table: string): Promise<unknown> =>
      (await db.owner`select count(*)::int as rows from ${db.owner(table)}`)[0]?.rows
    expect(await count('market_minute')).toBeGreaterThan(0)
    opened.clock.advanceMs(41 * 86_400_000)
    await retire?.run(opened.services)
    expect(await count('market_minute')).toBe(0)
    expect(await count('market_day')).toBeGreaterThan(0)
    await opened.market.stop()
  })
})
