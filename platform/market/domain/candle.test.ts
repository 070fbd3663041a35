import { dateOfDayNumber, dayNumber, instant, tradeDate } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printAt } from '../fixtures.ts'
import {
  bucketEnd,
  bucketStart,
  type Candle,
  candleOfPrint,
  candleProblems,
  dayStart,
  foldCandles,
  foldInto,
  type Interval,
  intervals,
  tradeDateOf,
} from './index.ts'

const calendars = ['XMEX', 'XNYS', 'FX'] as const
const calendar = fc.constantFrom(...calendars)
const from = Date.UTC(2023, 11, 25)
const to = Date.UTC(2028, 0, 5)
const moment = fc.integer({ min: from, max: to }).map(instant)
const prints = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 4 * 3_600_000 }),
      price: fc.integer({ min: 1, max: 10_000_000 }),
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .chain((steps) =>
    moment.map((start) => {
      let at: number = start
      return steps.map(({ after, price, quantity }, i) => {
        at += after
        return printAt(instant(at), BigInt(price), BigInt(quantity), i + 1)
      })
    }),
  )

const minutesOf = (trades: readonly ReturnType<typeof printAt>[], of: (typeof calendars)[number]): readonly Candle[] =>
  foldInto(
    trades.map((trade) => candleOfPrint(bucketStart('1m', trade.at, of), trade.price, trade.quantity)),
    (at) => at,
  )

describe('intervals', () => {
  it('begin at or before the moment they hold, end after it, and meet the next one', () => {
    fc.assert(
      fc.property(calendar, moment, fc.constantFrom(...intervals), (of, at, interval) => {
        const start = bucketStart(interval, at, of)
        const end = bucketEnd(interval, start, of)
        expect(start <= at && at < end).toBe(true)
        expect(bucketStart(interval, start, of)).toBe(start)
        expect(bucketStart(interval, instant(end - 1), of)).toBe(start)
        expect(bucketStart(interval, end, of)).toBe(end)
      }),
      { numRuns: 3000 },
    )
  })

  it('nest: two moments of one finer interval are in one coarser interval', () => {
    const nests: readonly (readonly [Interval, Interval])[] = [
      ['1m', '5m'],
      ['5m', '15m'],
      ['15m', '30m'],
      ['30m', '1h'],
      ['1h', '4h'],
      ['4h', '1d'],
      ['1d', '1w'],
      ['1d', '1M'],
    ]
    fc.assert(
      fc.property(calendar, moment, fc.constantFrom(...nests), (of, at, [finer, coarser]) => {
        const start = bucketStart(finer, at, of)
        const last = instant(bucketEnd(finer, start, of) - 1)
        expect(bucketStart(coarser, start, of)).toBe(bucketStart(coarser, last, of))
      }),
      { numRuns: 3000 },
    )
  })

  it('below a day have six, five and seven parts of four hours on days of 24, 23 and 25 hours', () => {
    const parts = (date: string): number => {
      const start = dayStart('XNYS', tradeDate(date))
      const end = dayStart('XNYS', dateOfDayNumber(dayNumber(tradeDate(date)) + 1))
      const starts = new Set<number>()
      for (let at = start; at < end; at = instant(at + 60_000)) starts.add(bucketStart('4h', at, 'XNYS'))
      return starts.size
    }
    expect([parts('2026-03-02'), parts('2026-03-08'), parts('2026-11-01')]).toEqual([6, 6, 7])
  })

  it('of a week begin on Monday and of a month on the first', () => {
    const at = instant(Date.UTC(2026, 2, 18, 16))
    expect(tradeDateOf('XMEX', bucketStart('1w', at, 'XMEX'))).toBe('2026-03-16')
    expect(tradeDateOf('XMEX', bucketStart('1M', at, 'XMEX'))).toBe('2026-03-01')
    expect(tradeDateOf('XMEX', bucketEnd('1M', bucketStart('1M', at, 'XMEX'), 'XMEX'))).toBe('2026-04-01')
  })
})

describe('candles', () => {
  it('of every interval are the same folded from prints, from minutes, or from any finer interval that nests', () => {
    fc.assert(
      fc.property(calendar, prints, fc.constantFrom(...intervals), (of, trades, interval) => {
        const direct = foldInto(
          trades.map((trade) => candleOfPrint(bucketStart('1m', trade.at, of), trade.price, trade.quantity)),
          (at) => bucketStart(interval, at, of),
        )
        const minutes = minutesOf(trades, of)
        expect(foldInto(minutes, (at) => bucketStart(interval, at, of))).toEqual(direct)
        const days = foldInto(minutes, (at) => bucketStart('1d', at, of))
        if (interval === '1w' || interval === '1M') {
          expect(foldInto(days, (at) => bucketStart(interval, at, of))).toEqual(direct)
        }
        if (interval === '4h') {
          expect(foldInto(direct, (at) => bucketStart('1d', at, of))).toEqual(days)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('hold exactly the volume and turnover of their prints, are sound, and none is without a print', () => {
    fc.assert(
      fc.property(calendar, prints, fc.constantFrom(...intervals), (of, trades, interval) => {
        const candles = foldInto(minutesOf(trades, of), (at) => bucketStart(interval, at, of))
        const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)
        expect(sum(candles.map(({ volume }) => volume))).toBe(sum(trades.map(({ quantity }) => quantity)))
        expect(sum(candles.map(({ turnover }) => turnover))).toBe(
          sum(trades.map(({ price, quantity }) => price * quantity)),
        )
        expect(candles.reduce((a, { trades: count }) => a + count, 0)).toBe(trades.length)
        for (const candle of candles) {
          expect(candleProblems(candle)).toEqual([])
          expect(candle.trades).toBeGreaterThan(0)
        }
        const starts = candles.map(({ start }) => start)
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b))
      }),
      { numRuns: 400 },
    )
  })

  it('fold is associative', () => {
    fc.assert(
      fc.property(prints, fc.integer({ min: 1, max: 59 }), (trades, cut) => {
        const candles = trades.map((trade) => candleOfPrint(trade.at, trade.price, trade.quantity))
        const start = instant(from)
        const whole = foldCandles(start, candles)
        const parts = [candles.slice(0, cut), candles.slice(cut)].filter((part) => part.length > 0)
        expect(
          foldCandles(
            start,
            parts.map((part) => foldCandles(start, part)),
          ),
        ).toEqual(whole)
      }),
    )
  })
})
