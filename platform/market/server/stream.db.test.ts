import { instant, integerBetween, priceOf, quantityOf, seededRng } from '@bolsillo/kernel'
import type { Publisher } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instrumentOf, instruments } from '../domain/index.ts'
import { mondayTen, printAt } from '../fixtures.ts'
import { openMarket, pastMinutes, trade, walmex } from './testing/open-market.ts'

const id = walmex
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner`truncate market_trade, market_minute, market_day, market_recording restart identity`)
const open = (options: Parameters<typeof openMarket>[1]) => openMarket(db, options)

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

  it('get candles of an instrument whose quotes nobody reads, and its quotes from when somebody does', async () => {
    const sent: string[] = []
    const read = new Set(['candle'])
    const publisher: Publisher = {
      publish: (channel) => void sent.push(channel.name),
      watched: (channel, key) => read.has(channel.name) && key.startsWith(id),
    }
    const opened = open({ at: mondayTen, publisher, history: pastMinutes(mondayTen, 3, [id]) })
    await opened.market.start()
    const trade = (sequence: number): void => {
      opened.clock.advanceMs(300)
      opened.market.state.onTrades(id, [printAt(opened.clock.now(), 60_000n, 10n, sequence)])
      opened.market.tick()
    }
    trade(500)
    expect(sent).toEqual([])
    const candle = opened.market.room.channels?.find(({ channel }) => channel.name === 'candle')
    await candle?.snapshot(`${id}|15m`, db.sql)
    trade(501)
    expect(sent).toEqual(['candle'])
    read.add('quote')
    trade(502)
    expect(sent).toEqual(['candle', 'quote', 'candle'])
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

  it('of rates get the middle of a pair whichever way round they ask', async () => {
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
