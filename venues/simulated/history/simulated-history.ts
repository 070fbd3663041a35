import {
  assert,
  type Clock,
  dateOfDayNumber,
  dayNumber,
  type Instant,
  instant,
  plusMs,
  present,
  priceOf,
  quantityOf,
  type TradeDate,
} from '@bolsillo/kernel'
import {
  type Candle,
  dayStart,
  type HistorySource,
  type Instrument,
  isOfCoins,
  sessionOf,
  tradeDateOf,
} from '@bolsillo/market/domain'
import type { World } from '../fair-value/world.ts'
import { gridOf } from '../instrument-grid.ts'
import { type DayFold, type DayMinutes, foldOfDay, minutesOfDay } from './minutes-of-day.ts'

/** How far back the simulated history reaches. */
export const dailyHistoryDays = 5 * 366 + 30
const minuteHistoryDays = 370

const minuteMs = 60_000
const dayMs = 86_400_000
const foldsKeptMax = 200_000
const minuteDaysKeptMax = 160

export interface SimulatedHistory extends HistorySource {
  /**
   * Folds so many more days into the cache, each of one instrument, newest dates first; false when all are there.
   * Some 0.1 ms each.
   */
  readonly warmSome: (days: number) => boolean
}

/**
 * The simulated past: trading in the sessions of each instrument's calendar, from the same fair values the live
 * market continues from. Everything is computed when asked; a day is the exact fold of its minutes. The future is
 * never returned: minutes end before the clock's now, and only sessions that are over have a day.
 */
export function createSimulatedHistory(
  world: World,
  seed: number,
  instruments: readonly Instrument[],
  clock: Clock,
): SimulatedHistory {
  const known = new Map(instruments.map((instrument) => [instrument.id, { instrument, grid: gridOf(instrument) }]))
  const listedOf = (id: string) => present(known.get(id), `history of ${id}`)
  const folds = new Map<string, Map<number, DayFold | undefined>>()
  let foldsKept = 0
  const minuteDays = new Map<string, DayMinutes>()

  const foldOn = (id: string, day: number): DayFold | undefined => {
    let own = folds.get(id)
    if (own?.has(day)) return own.get(day)
    const { instrument, grid } = listedOf(id)
    const session = sessionOf(instrument.calendar, dateOfDayNumber(day))
    if (session === undefined || session.close > clock.now()) return undefined
    if (foldsKept >= foldsKeptMax) {
      folds.clear()
      own = undefined
      foldsKept = 0
    }
    if (own === undefined) {
      own = new Map()
      folds.set(id, own)
    }
    const fold = foldOfDay(world, seed, grid, session.open, session.close)
    own.set(day, fold)
    foldsKept += 1
    return fold
  }

  const minutesOn = (id: string, date: TradeDate): DayMinutes | undefined => {
    const { instrument, grid } = listedOf(id)
    const session = sessionOf(instrument.calendar, date)
    if (session === undefined) return undefined
    const key = `${id} ${date}`
    let minutes = minuteDays.get(key)
    if (minutes === undefined) {
      minutes = minutesOfDay(world, seed, grid, session.open, session.close)
    } else {
      // Read again is young again: the cache drops what has not been asked for longest.
      minuteDays.delete(key)
    }
    minuteDays.set(key, minutes)
    if (minuteDays.size > minuteDaysKeptMax) {
      const [oldest] = minuteDays.keys()
      if (oldest !== undefined) minuteDays.delete(oldest)
    }
    return minutes
  }

  const firstDayNumber = (): number => Math.floor(clock.now() / dayMs) - dailyHistoryDays
  const firstMinuteAt = (): Instant =>
    plusMs(instant(Math.floor(clock.now() / dayMs) * dayMs), -minuteHistoryDays * dayMs)

  const dailyCandles = (id: string, from: TradeDate, to: TradeDate): readonly Candle[] => {
    const { instrument } = listedOf(id)
    const candles: Candle[] = []
    const last = Math.min(dayNumber(to), Math.floor(clock.now() / dayMs) + 1)
    for (let day = Math.max(dayNumber(from), firstDayNumber()); day <= last; day += 1) {
      const fold = foldOn(id, day)
      if (fold === undefined) continue
      candles.push(candleOf(dayStart(instrument.calendar, dateOfDayNumber(day)), fold))
    }
    return candles
  }

  const minuteCandles = (id: string, from: Instant, to: Instant): readonly Candle[] => {
    const { instrument } = listedOf(id)
    const begin = Math.max(from, firstMinuteAt())
    const end = Math.min(to, clock.now() - minuteMs + 1)
    const candles: Candle[] = []
    if (begin >= end) return candles
    const lastDay = dayNumber(tradeDateOf(instrument.calendar, instant(end)))
    for (let day = dayNumber(tradeDateOf(instrument.calendar, instant(begin))); day <= lastDay; day += 1) {
      const minutes = minutesOn(id, dateOfDayNumber(day))
      if (minutes === undefined) continue
      const first = Math.max(0, Math.ceil((begin - minutes.openMs) / minuteMs))
      const until = Math.min(minutes.minutes, Math.ceil((end - minutes.openMs) / minuteMs))
      for (let m = first; m < until; m += 1) if (minutes.present[m] === 1) candles.push(minuteCandle(minutes, m))
    }
    return candles
  }

  // What years are asked of together: indices are made of shares. A coin's years are folded when somebody looks.
  const warmed = [...known.values()].flatMap((one) => (isOfCoins(one.instrument) ? [] : [one.instrument.id]))
  let nextToWarm: { day: number; place: number } | undefined
  const warmSome = (days: number): boolean => {
    nextToWarm ??= { day: Math.floor(clock.now() / dayMs), place: 0 }
    for (let done = 0; done < days; done += 1) {
      if (nextToWarm.place === warmed.length) nextToWarm = { day: nextToWarm.day - 1, place: 0 }
      const id = warmed[nextToWarm.place]
      if (id === undefined || nextToWarm.day < firstDayNumber()) return false
      foldOn(id, nextToWarm.day)
      nextToWarm.place += 1
    }
    return true
  }

  return {
    covers: 'gaps',
    isGenerated: true,
    dailyCandles,
    minuteCandles,
    firstDay: () => dateOfDayNumber(firstDayNumber()),
    firstMinute: () => firstMinuteAt(),
    warmSome,
  }
}

function candleOf(start: Instant, fold: DayFold): Candle {
  return {
    start,
    open: priceOf(BigInt(fold.open)),
    high: priceOf(BigInt(fold.high)),
    low: priceOf(BigInt(fold.low)),
    close: priceOf(BigInt(fold.close)),
    volume: quantityOf(BigInt(fold.volume)),
    turnover: fold.turnover,
    trades: fold.trades,
    generated: 'whole',
  }
}

function minuteCandle(minutes: DayMinutes, m: number): Candle {
  const at = (column: Float64Array): number => {
    const value = column[m]
    assert(value !== undefined, 'a minute of the day')
    return value
  }
  const volume = at(minutes.volume)
  return candleOf(instant(minutes.openMs + m * minuteMs), {
    open: at(minutes.open),
    high: at(minutes.high),
    low: at(minutes.low),
    close: at(minutes.close),
    volume,
    turnover: BigInt(at(minutes.average)) * BigInt(volume),
    trades: at(minutes.trades),
  })
}
