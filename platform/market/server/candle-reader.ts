import { type Instant, instant, plusDays, quantityOf, type TradeDate } from '@bolsillo/kernel'
import { nextTurn, type Sql } from '@bolsillo/server-kit'
import {
  bucketEnd,
  bucketStart,
  type CalendarId,
  type Candle,
  dayStart,
  foldCandles,
  foldInto,
  type HistorySource,
  type Interval,
  isIntraday,
  tradeDateOf,
} from '../domain/index.ts'
import { hasPrices, type LiveInstrument } from './live-instrument.ts'
import type { LiveMarket } from './market-state.ts'
import { findDays, findMinutes, type Recording } from './market-store.ts'

/** Reads the past and the present as one. */
export interface CandleReader {
  /**
   * The latest `limit` candles that start before `before` (left out: the open one included), oldest first.
   * Coarser candles are folds of the finer ones; intervals without a price have no candle.
   */
  readonly candles: (
    instrumentId: string,
    interval: Interval,
    options: { readonly before?: Instant; readonly limit: number },
  ) => Promise<readonly Candle[]>
  /** The open candle of an interval and the one before it, from memory. Undefined until `candles` was once asked. */
  readonly openCandles: (instrumentId: string, interval: Interval) => readonly Candle[] | undefined
  /** The day of a date as stored or reported by the venue; undefined when nothing traded. */
  readonly dayCandle: (instrumentId: string, date: TradeDate) => Promise<Candle | undefined>
}

/** How long stored minutes are kept; older dates have days only. */
export const minutesKeptDays = 40
/** One answer looks at no more trade dates than this. */
const datesScannedMax = 420
const daysScannedMax = 366 * 6
/** After this many dates worked out in one go the event loop gets a turn: the desk runs on it too. */
const datesPerTurn = 8
const daysPerTurn = 24
/** Folded closed dates are kept in memory up to this many candles in all. */
const candlesKeptMax = 150_000
const settledAfterMs = 60_000

interface ReaderDeps {
  readonly sql: Sql
  readonly market: LiveMarket
  readonly history: HistorySource
  readonly recordings: () => readonly Recording[]
}

/** A reader of one market. `recordings` are the stretches some process recorded, this one's last. */
export function createCandleReader(deps: ReaderDeps): CandleReader {
  const { market } = deps
  const days = createDays(deps)
  const minutes = createMinutes(deps)
  return {
    candles: (id, interval, { before, limit }) => {
      const live = market.live(id)
      return isIntraday(interval)
        ? minutes.candles(live, interval, before, limit)
        : days.candles(live, interval, before, limit)
    },
    dayCandle: async (id, date) => (await days.between(market.live(id), date, date))[0],
    openCandles: (id, interval) => {
      const live = market.live(id)
      return isIntraday(interval) ? minutes.open(live, interval) : days.open(live, interval)
    },
  }
}

/** The last `limit` candles that start before `before`, oldest first; the open one among them without it. */
type CandlesBefore = (
  live: LiveInstrument,
  interval: Interval,
  before: Instant | undefined,
  limit: number,
) => Promise<readonly Candle[]>

/** Candles of trade dates, out of days. */
function createDays(deps: ReaderDeps) {
  const { market } = deps
  // What of a week or month is over, by instrument and interval: its open candle is that and today.
  const coarseBases = new Map<string, { readonly start: Instant; readonly before: readonly Candle[] }>()

  const candles: CandlesBefore = async (live, interval, before, limit) => {
    const { id, calendar } = live.instrument
    const now = market.nowOf(id)
    const today = todayDate(market, live)
    const last = before === undefined || before > now ? now : instant(before - 1)
    const to = tradeDateOf(calendar, last)
    const perCandle = interval === '1d' ? 1 : interval === '1w' ? 7 : 31
    // Weekends and holidays have no candle, so more dates are asked for than candles are wanted.
    const span = Math.min(daysScannedMax, Math.ceil(limit * perCandle * 1.6) + 10)
    const from = tradeDateOf(calendar, bucketStart(interval, dayStart(calendar, plusDays(to, -span)), calendar))
    // A bucket cut by `before` would be half a candle: the whole bucket is read, and dropped if it starts too late.
    const end = tradeDateOf(calendar, instant(bucketEnd(interval, bucketStart(interval, last, calendar), calendar) - 1))
    const days = await daysBetween(deps, live, from, end)
    const folded = foldBy(days, interval, calendar)
    const wanted = before === undefined ? folded : folded.filter(({ start }) => start < before)
    if (before === undefined && interval !== '1d') {
      const todayStart = dayStart(calendar, today)
      const start = bucketStart(interval, todayStart, calendar)
      const earlier = days.filter((day) => day.start >= start && day.start < todayStart)
      coarseBases.set(`${id}|${interval}`, { start, before: earlier })
    }
    return wanted.slice(-limit)
  }

  const open = (live: LiveInstrument, interval: Interval): readonly Candle[] | undefined => {
    const { id, calendar } = live.instrument
    const { day } = live
    if (day === undefined || !hasPrices(day)) return []
    const today = candleOfDay(dayStart(calendar, day.date), day)
    if (interval === '1d') return [today]
    const start = bucketStart(interval, today.start, calendar)
    const base = coarseBases.get(`${id}|${interval}`)
    if (base === undefined) return undefined
    return [foldCandles(start, [...(base.start === start ? base.before : []), today])]
  }

  return {
    candles,
    open,
    between: (live: LiveInstrument, from: TradeDate, to: TradeDate) => daysBetween(deps, live, from, to),
  }
}

/** Days from … to: stored ones before reported ones, and today's from memory. */
async function daysBetween(
  { sql, history }: ReaderDeps,
  live: LiveInstrument,
  from: TradeDate,
  to: TradeDate,
): Promise<readonly Candle[]> {
  const { id, calendar } = live.instrument
  const byStart = new Map<Instant, Candle>()
  for (let first = from; first <= to; first = plusDays(first, daysPerTurn)) {
    const last = plusDays(first, daysPerTurn - 1)
    for (const candle of history.dailyCandles(id, first, last < to ? last : to)) byStart.set(candle.start, candle)
    await nextTurn()
  }
  if (history.covers === 'gaps') {
    for (const day of await findDays(sql, id, from, to)) {
      if (day.quarters.length === 0) continue
      const start = dayStart(calendar, day.date)
      byStart.set(start, candleOfDay(start, { ...day, last: day.close }))
    }
  }
  const { day } = live
  if (day !== undefined && hasPrices(day) && day.date >= from && day.date <= to) {
    const start = dayStart(calendar, day.date)
    byStart.set(start, candleOfDay(start, day))
  }
  return [...byStart.values()].sort((a, b) => a.start - b.start)
}

/** Candles of less than a day, out of minutes. */
function createMinutes(deps: ReaderDeps) {
  const { market, history, recordings } = deps
  const kept = boundedCandles()

  /** The candles of one closed date, folded once. */
  const closedDate = async (live: LiveInstrument, interval: Interval, date: TradeDate): Promise<readonly Candle[]> => {
    const { id, calendar } = live.instrument
    const key = `${id}|${interval}|${date}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const minutes = await minutesBetween(deps, id, dayStart(calendar, date), dayStart(calendar, plusDays(date, 1)))
    const folded = foldBy(minutes, interval, calendar)
    // The last minutes of a day reach the database a moment after it is over.
    if (market.nowOf(id) - dayStart(calendar, plusDays(date, 1)) > settledAfterMs) kept.set(key, folded)
    return folded
  }

  const candles: CandlesBefore = async (live, interval, before, limit) => {
    const { id, calendar } = live.instrument
    const now = market.nowOf(id)
    const today = todayDate(market, live)
    const firstMinute = history.firstMinute(id)
    const recordedFrom = recordings()[0]?.from
    const first = earliest(firstMinute, recordedFrom)
    if (first === undefined) return []
    const firstDate = tradeDateOf(calendar, first)
    const asked = tradeDateOf(calendar, before === undefined || before > now ? now : before)
    let date = asked
    if (date > today) date = today
    const parts: (readonly Candle[])[] = []
    let found = 0
    for (let i = 0; i < datesScannedMax && found < limit && date >= firstDate; i += 1) {
      const ofDate =
        date === today
          ? foldBy(withOpen(history, await todayOf(deps, live, date), live), interval, calendar)
          : await closedDate(live, interval, date)
      const wanted = before === undefined ? ofDate : ofDate.filter(({ start }) => start < before)
      parts.unshift(wanted)
      found += wanted.length
      date = plusDays(date, -1)
      if (i % datesPerTurn === datesPerTurn - 1) await nextTurn()
    }
    return parts.flat().slice(-limit)
  }

  const open = (live: LiveInstrument, interval: Interval): readonly Candle[] | undefined =>
    live.today === undefined
      ? undefined
      : latestFolds(withOpen(history, live.today, live), interval, live.instrument.calendar)

  return { candles, open }
}

/** Minutes of [from, to): what was recorded where a process ran, what the venue tells where none did. */
async function minutesBetween(
  { sql, history, recordings }: ReaderDeps,
  id: string,
  from: Instant,
  to: Instant,
): Promise<readonly Candle[]> {
  const told = history.minuteCandles(id, from, to)
  if (history.covers === 'everything') return told
  const runs = recordings().filter((run) => run.from < to && run.to >= from)
  if (runs.length === 0) return told
  const unseen = told.filter(({ start }) => !runs.some((run) => run.from <= start && start <= run.to))
  const stored = await findMinutes(sql, id, from, to)
  return [...unseen, ...stored].sort((a, b) => a.start - b.start)
}

/** Closed minutes of the current trade date; from the second call on without a query. */
async function todayOf(deps: ReaderDeps, live: LiveInstrument, date: TradeDate): Promise<readonly Candle[]> {
  const { market, history } = deps
  if (history.covers === 'everything') {
    const { id, calendar } = live.instrument
    return history.minuteCandles(id, dayStart(calendar, date), market.nowOf(id))
  }
  if (live.today === undefined) {
    const { id, calendar } = live.instrument
    const start = dayStart(calendar, date)
    const read = await minutesBetween(deps, id, start, market.nowOf(id))
    // What closed while the query ran is in memory, and memory is newer.
    if (live.today === undefined && todayDate(market, live) === date) {
      const merged = new Map(read.map((candle) => [candle.start, candle]))
      for (const candle of live.closedMinutes) if (candle.start >= start) merged.set(candle.start, candle)
      if (live.minute !== undefined) merged.delete(live.minute.start)
      live.today = [...merged.values()].sort((a, b) => a.start - b.start)
    }
  }
  return live.today ?? []
}

/** Closed minutes with the open one, where the venue does not tell that one too. */
function withOpen(history: HistorySource, closed: readonly Candle[], live: LiveInstrument): readonly Candle[] {
  return live.minute === undefined || history.covers === 'everything' ? closed : [...closed, live.minute]
}

/** The date prices of now belong to; asking for the day first lets it roll over midnight. */
function todayDate(market: LiveMarket, live: LiveInstrument): TradeDate {
  const { id, calendar } = live.instrument
  return market.day(id)?.date ?? tradeDateOf(calendar, market.nowOf(id))
}

const candleOfDay = (
  start: Instant,
  day: Pick<Candle, 'open' | 'high' | 'low' | 'turnover' | 'trades' | 'generated'> & {
    readonly last: Candle['close']
    readonly volume: bigint
  },
): Candle => ({
  start,
  open: day.open,
  high: day.high,
  low: day.low,
  close: day.last,
  volume: quantityOf(day.volume),
  turnover: day.turnover,
  trades: day.trades,
  generated: day.generated,
})

function foldBy(candles: readonly Candle[], interval: Interval, calendar: CalendarId): readonly Candle[] {
  if (interval === '1m' || interval === '1d') return candles
  return foldInto(candles, (at) => bucketStart(interval, at, calendar))
}

/** The last two candles of an interval from minutes in time order, without folding the whole day. */
function latestFolds(minutes: readonly Candle[], interval: Interval, calendar: CalendarId): readonly Candle[] {
  let from = minutes.length
  let buckets = 0
  let start: Instant | undefined
  while (from > 0) {
    const candle = minutes[from - 1]
    if (candle === undefined) break
    const bucket = bucketStart(interval, candle.start, calendar)
    if (bucket !== start) {
      if (buckets === 2) break
      buckets += 1
      start = bucket
    }
    from -= 1
  }
  return foldBy(minutes.slice(from), interval, calendar)
}

function earliest(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a < b ? a : b
}

/** A memory of candle lists that forgets the least recently used once it holds too many candles. */
function boundedCandles() {
  const lists = new Map<string, readonly Candle[]>()
  let total = 0
  return {
    get: (key: string): readonly Candle[] | undefined => {
      const list = lists.get(key)
      if (list !== undefined) {
        lists.delete(key)
        lists.set(key, list)
      }
      return list
    },
    set: (key: string, list: readonly Candle[]): void => {
      // An empty list still costs its key.
      total += list.length + 1 - (lists.has(key) ? (lists.get(key)?.length ?? 0) + 1 : 0)
      lists.set(key, list)
      for (const [oldest, candles] of lists) {
        if (total <= candlesKeptMax) break
        lists.delete(oldest)
        total -= candles.length + 1
      }
    },
  }
}
