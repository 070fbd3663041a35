import { currencies, type Instant, instant, type Price, priceOf, quantityOf, tradeDate } from '@bolsillo/kernel'
import { bucketEnd, bucketStart, type Candle, type DayStatistics, type Interval } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { createPricesOf, type PricesOf } from './prices-of.ts'

const at = (text: string): Instant => instant(Date.parse(text))
const now = at('2026-03-02T18:00:00Z')

/** A day without a print yet. */
const noDay: DayStatistics = {
  ...{
    date: tradeDate('2026-03-02'),
    open: priceOf(1n),
    high: priceOf(1n),
    low: priceOf(1n),
    previousClose: priceOf(1n),
  },
  ...{
    volume: quantityOf(0n),
    turnover: 0n,
    trades: 0,
    generated: undefined,
    last: priceOf(200_000n),
    isPreviousCloseGenerated: false,
  },
}

/** A share that traded at 100 every minute up to an instant, and at 200 from then on; its open candle is the last. */
function rising(turns: Instant, from: Instant): PricesOf {
  const candle = (start: Instant, end: Instant): Candle => {
    const [open, close] = [start < turns ? 100_000n : 200_000n, end <= turns ? 100_000n : 200_000n].map(priceOf)
    const price = (one: Price | undefined): Price => one ?? priceOf(1n)
    const sums = { volume: quantityOf(1n), turnover: 1n, trades: 1, generated: undefined }
    return { start, open: price(open), high: price(close), low: price(open), close: price(close), ...sums }
  }
  const candles = (interval: Interval, before: number): readonly Candle[] => {
    const made: Candle[] = []
    for (let start = bucketStart(interval, from, 'XMEX'); start < before; start = bucketEnd(interval, start, 'XMEX'))
      made.push(candle(start, bucketEnd(interval, start, 'XMEX')))
    return made
  }
  return createPricesOf({
    market: { quote: () => undefined, day: () => noDay, isStale: () => false, nowOf: () => now },
    rates: { midOf: () => undefined },
    candles: async (id, interval, { before = now, limit }) =>
      id === 'WALMEX.MX' ? candles(interval, Math.min(before, now)).slice(-limit) : [],
  })
}

describe('the last price before an instant', () => {
  // Ten minutes after the statement's end, in Mexico's day and in that of UTC.
  it.each([
    ['a day of the market', '2026-03-01T06:00:00Z'],
    ['a day of another zone', '2026-03-01T00:00:00Z'],
    ['an hour of the day', '2026-03-01T15:00:00Z'],
  ])('at the end of %s is not what came after it', async (_, end) => {
    const prices = rising(instant(at(end) + 600_000), at('2026-02-20T06:00:00Z'))
    expect(await prices.before('WALMEX.MX', at(end), now)).toMatchObject({ price: 100_000n, isGenerated: false })
    expect(await prices.before('WALMEX.MX', instant(at(end) + 1_200_000), now)).toMatchObject({ price: 200_000n })
  })

  it('is the close of the day once minutes are no longer kept', async () => {
    const prices = rising(at('2025-12-10T15:00:00Z'), at('2025-12-01T06:00:00Z'))
    expect(await prices.before('WALMEX.MX', at('2025-12-10T06:00:00Z'), now)).toMatchObject({ price: 100_000n })
    expect(await prices.before('WALMEX.MX', at('2025-12-11T06:00:00Z'), now)).toMatchObject({ price: 200_000n })
  })

  it('of external money is the close of the day it moved, kept or not, and the live one while that day runs', async () => {
    const turns = at('2025-12-10T15:00:00Z')
    const on = await rising(turns, at('2025-12-01T06:00:00Z')).onDays(
      ['STK:WALMEX.MX'],
      at('2025-12-05T00:00:00Z'),
      now,
    )
    const priceAt = (text: string) => on(at(text)).last('WALMEX.MX')?.price
    expect(priceAt('2025-12-09T20:00:00Z')).toBe(100_000n)
    // Before and after the price turned, it is one day with one close.
    expect(priceAt('2025-12-10T14:00:00Z')).toBe(200_000n)
    expect(priceAt('2025-12-10T20:00:00Z')).toBe(200_000n)
    expect(priceAt('2026-03-02T15:00:00Z')).toBe(noDay.last)
    expect(priceAt('2025-11-01T15:00:00Z')).toBe(100_000n)
  })

  it('is none of what nobody knows or never traded', async () => {
    expect(await rising(now, now).before('GONE.MX', now, now)).toBeUndefined()
    expect(await rising(now, now).before('CEMEX.MX', now, now)).toBeUndefined()
  })
})

describe('prices of the past', () => {
  const market = { quote: () => undefined, isStale: () => false, nowOf: () => now }

  it.each(['5m', '1h', '4h', '1d'] as const)(
    'of %s candles look ahead of no instant, to the end of none',
    async (interval) => {
      const turns = at('2026-03-01T15:07:00Z')
      const { past } = rising(turns, at('2026-02-20T06:00:00Z'))
      const pricesAt = await past(['STK:WALMEX.MX'], interval, now)
      for (let ms = turns - 86_400_000; ms < turns; ms += 411_000)
        expect(pricesAt(ms).last('WALMEX.MX')?.price ?? 100_000n).toBe(100_000n)
    },
  )

  it('go over into the live ones', async () => {
    const prices = createPricesOf({
      market: { ...market, day: () => ({ ...noDay, last: priceOf(300_000n) }) },
      rates: { midOf: () => undefined },
      candles: async () => [],
    })
    const pricesAt = await prices.past(['STK:WALMEX.MX'], '5m', now)
    expect(pricesAt(now).last('WALMEX.MX')).toEqual({ price: 300_000n, isGenerated: false, stale: false })
    expect(pricesAt(now).midOf(currencies.USD, currencies.MXN)).toBeUndefined()
  })
})
