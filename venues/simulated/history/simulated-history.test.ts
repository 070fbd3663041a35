import { dateOfDayNumber, dayNumber, instant, isOnTick, plusDays, present, tradeDate } from '@bolsillo/kernel'
import { fakeClock } from '@bolsillo/kernel/test'
import {
  candleProblems,
  dayStart,
  foldCandles,
  instrumentOf,
  simulatedInstruments as instruments,
  sessionOf,
  tradeDateOf,
} from '@bolsillo/market/domain'
import { describe, expect, it, vi } from 'vitest'
import { createSimulatedHistory, createSimulatedWorld } from '../index.ts'
import { dailyHistoryDays } from './simulated-history.ts'

const seed = 11
const nowMs = Date.UTC(2026, 10, 20, 16, 30)
const clock = fakeClock(nowMs)
const world = createSimulatedWorld(seed, instruments)
const fresh = () => createSimulatedHistory(world, seed, instruments, fakeClock(nowMs))
const history = fresh()
const friday = tradeDate('2026-11-20')
const sample = ['AAPL.US', 'WALMEX.MX', 'LACOMER.MX', 'IPC.MX', 'USD/MXN', 'BTC-USDT', 'PEPE-USDT', 'BTC-USDT-PERP']
const inPesos = ['BTC-MXN', 'USDT-MXN']

describe('the simulated past', () => {
  it.each([...sample, ...inPesos])('folds the minutes of %s into its days, exactly', (id) => {
    const { calendar } = present(instrumentOf(id), id)
    for (let back = 1; back <= 30; back += 1) {
      const date = plusDays(friday, -back)
      const [day] = history.dailyCandles(id, date, date)
      const start = dayStart(calendar, date)
      const minutes = history.minuteCandles(id, start, dayStart(calendar, plusDays(date, 1)))
      expect(day).toEqual(minutes.length === 0 ? undefined : foldCandles(start, minutes))
      expect(day === undefined).toBe(sessionOf(calendar, date) === undefined)
    }
  })

  it('has sound candles on the tick, in order, only in sessions', () => {
    for (const id of sample) {
      const instrument = present(instrumentOf(id), id)
      const minutes = history.minuteCandles(id, instant(nowMs - 4 * 86_400_000), instant(nowMs))
      expect(minutes.length).toBeGreaterThan(id === 'LACOMER.MX' ? 100 : 700)
      let before = 0
      for (const candle of minutes) {
        expect(candle.start).toBeGreaterThan(before)
        before = candle.start
        expect(candleProblems(candle)).toEqual([])
        for (const price of [candle.open, candle.high, candle.low, candle.close]) {
          expect(isOnTick(price, instrument.ticks)).toBe(true)
        }
        const session = sessionOf(instrument.calendar, tradeDateOf(instrument.calendar, candle.start))
        expect(candle.start).toBeGreaterThanOrEqual(session?.open ?? Number.POSITIVE_INFINITY)
        expect(candle.start).toBeLessThan(session?.close ?? 0)
      }
    }
  })

  it('answers alike however it is cut, whoever asks first, and for the same seed only', () => {
    const [from, to] = [instant(nowMs - 9 * 86_400_000), instant(nowMs)]
    const whole = history.minuteCandles('AAPL.US', from, to)
    const other = fresh()
    const parts = []
    for (let at: number = to; at > from; at -= 7_333_000) {
      parts.unshift(...other.minuteCandles('AAPL.US', instant(Math.max(from, at - 7_333_000)), instant(at)))
    }
    expect(parts).toEqual(whole)
    const elsewhere = createSimulatedHistory(createSimulatedWorld(12, instruments), 12, instruments, clock)
    expect(elsewhere.minuteCandles('AAPL.US', from, to)).not.toEqual(whole)
  })

  it('reaches back five years in days and a year in minutes', () => {
    const days = history.dailyCandles('WALMEX.MX', tradeDate('2000-01-01'), friday)
    expect(days.length).toBeGreaterThan(5 * 248)
    const first = present(history.firstMinute('WALMEX.MX'), 'a first minute')
    expect(nowMs - first).toBeGreaterThanOrEqual(30 * 86_400_000)
    expect(history.minuteCandles('WALMEX.MX', first, instant(first + 5 * 86_400_000)).length).toBeGreaterThan(500)
  })

  it('tells nothing that has not happened yet, and goes on into the live market without a jump', () => {
    const minutes = history.minuteCandles('AAPL.US', instant(nowMs - 3_600_000), instant(nowMs + 3_600_000))
    const last = present(minutes.at(-1), 'a last minute')
    expect(last.start).toBe(nowMs - 60_000)
    expect(history.dailyCandles('AAPL.US', friday, friday)).toEqual([])
    const { referencePrice, ticks } = present(instrumentOf('AAPL.US'), 'AAPL.US')
    const live = Number(referencePrice) * Math.exp(world.logAt('AAPL.US', nowMs))
    expect(Math.abs(Number(last.close) - live)).toBeLessThanOrEqual(Number(ticks.at(-1)?.tick))
  })

  it('gives indices the level of their parts at every close', () => {
    const day = present(history.dailyCandles('IPC.MX', plusDays(friday, -1), plusDays(friday, -1))[0], 'a day')
    const close = present(sessionOf('XMEX', plusDays(friday, -1)), 'a session').close
    const reference = Number(present(instrumentOf('IPC.MX'), 'IPC.MX').referencePrice)
    expect(Number(day.close) / (reference * Math.exp(world.logAt('IPC.MX', close - 1)))).toBeCloseTo(1, 5)
  })

  it('folds its days ahead in pieces of any size, each once, until all are there', () => {
    const two = instruments.filter(({ id }) => id === 'WALMEX.MX' || id === 'LACOMER.MX')
    const counted = { ...world, logPath: vi.fn(world.logPath) }
    const history = createSimulatedHistory(counted, 11, two, clock)
    let turns = 1
    while (history.warmSome(97)) turns += 1
    expect(turns).toBe(Math.ceil((2 * (dailyHistoryDays + 1) + 1) / 97))
    const folded = counted.logPath.mock.calls.length
    for (const { id } of two) {
      expect(history.dailyCandles(id, tradeDate('2000-01-01'), friday).length).toBeGreaterThan(5 * 248)
    }
    expect(counted.logPath.mock.calls.length).toBe(folded)
    expect(history.warmSome(97)).toBe(false)
  })

  // How long these take is measured by the bench (market-history-year, market-history-month).
  it('has a year of minutes of one share, and the days of a month of every share', () => {
    const cold = fresh()
    const year = cold.minuteCandles('AAPL.US', instant(nowMs - 365 * 86_400_000), instant(nowMs))
    expect(year.length).toBeGreaterThan(95_000)
    for (const { id } of instruments.filter(({ kind }) => kind === 'stock')) {
      expect(cold.dailyCandles(id, dateOfDayNumber(dayNumber(friday) - 30), friday).length).toBeGreaterThan(15)
    }
  })
})
