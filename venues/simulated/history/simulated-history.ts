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
import { type DayFold, type DayMinutes, foldOfDay, type Grid, minutesOfDay } from './minutes-of-day.ts'

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

/** An instrument of the history with the grid of its prices. */
interface Listed {
  readonly instrument: Instrument
  readonly grid: Grid
}

/** What days are computed from. */
interface Source {
  readonly world: World
  readonly seed: number
  readonly clock: Clock
  readonly listedOf: (id: string) => Listed
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
  const listedOf = (id: string): Listed => present(known.get(id), `history of ${id}`)
  const source: Source = { world, seed, clock, listedOf }
  const foldOn = createFolds(source)
  const minutesOn = createMinuteDays(source)
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
    const { calendar } = listedOf(id).instrument
    const begin = Math.max(from, firstMinuteAt())
    const end = Math.min(to, clock.now() - minuteMs + 1)
    const candles: Candle[] = []
    if (begin >= end) return candles
    const lastDay = dayNumber(tradeDateOf(calendar, instant(end)))
    for (let day = dayNumber(tradeDateOf(calendar, instant(begin))); day <= lastDay; day += 1) {
      const minutes = minutesOn(id, dateOfDayNumber(day))
      if (minutes !== undefined) pushMinutes(candles, minutes, begin, end)
    }
    return candles
  }

  return {
    covers: 'gaps',
    isGenerated: true,
    dailyCandles,
    minuteCandles,
    firstDay: () => dateOfDayNumber(firstDayNumber()),
    firstMinute: () => firstMinuteAt(),
    warmSome: createWarming([...known.values()], foldOn, clock, firstDayNumber),
  }
}

type FoldOn = (id: string, day: number) => DayFold | undefined

/** Days folded when asked, and kept. */
function createFolds({ world, seed, clock, listedOf }: Source): FoldOn {
  const folds = new Map<string, Map<number, DayFold | undefined>>()
  let foldsKept = 0
  return (id, day) => {
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
}

/** Minutes of days computed when asked; those asked for last are kept. */
function createMinuteDays({ world, seed, listedOf }: Source): (id: string, date: TradeDate) => DayMinutes | undefined {
  const minuteDays = new Map<string, DayMinutes>()
  return (id, date) => {
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
}

/** Folds days of all shares ahead, from today back to the first. */
function createWarming(
  listed: readonly Listed[],
  foldOn: FoldOn,
  clock: Clock,
  firstDayNumber: () => number,
): (days: number) => boolean {
  // What years are asked of together: indices are made of shares. A coin's years are folded when somebody looks.
  const warmed = listed.flatMap(({ instrument }) => (isOfCoins(instrument) ? [] : [instrument.id]))
  let next: { day: number; place: number } | undefined
  return (days) => {
    next ??= { day: Math.floor(clock.now() / dayMs), place: 0 }
    for (let done = 0; done < days; done += 1) {
      if (next.place === warmed.length) next = { day: next.day - 1, place: 0 }
      const id = warmed[next.place]
      if (id === undefined || next.day < firstDayNumber()) return false
      foldOn(id, next.day)
      next.place += 1
    }
    return true
  }
}

/** Adds the minutes of a day, those in which something traded, from `begin` on and before `end`. */
function pushMinutes(candles: Candle[], minutes: DayMinutes, begin: number, end: number): void {
  const first = Math.max(0, Math.ceil((begin - minutes.openMs) / minuteMs))
  const until = Math.min(minutes.minutes, Math.ceil((end - minutes.openMs) / minuteMs))
  for (let m = first; m < until; m += 1) if (minutes.present[m] === 1) candles.push(minuteCandle(minutes, m))
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
