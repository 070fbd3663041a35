import { type Instant, instant, type Price, plusDays, quantityOf, type TradeDate } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import {
  bucketStart,
  type Candle,
  changeSpanOf,
  dayStart,
  foldInto,
  type HistorySource,
  type Trade,
  tradeDateOf,
} from '../domain/index.ts'
import {
  addToDay,
  emptyDay,
  isLastGenerated,
  type LiveDay,
  type LiveInstrument,
  type Quarter,
  quartersOf,
} from './live-instrument.ts'
import { type LiveMarket, marketDate } from './market-state.ts'
import {
  findDaysOf,
  findLatestDays,
  findLatestTrades,
  findOpenMinutes,
  findRecordings,
  type Recording,
  type StoredDay,
  saveDays,
} from './market-store.ts'

// Long enough for any run of rest days between two sessions.
const daysBack = 14
const tradesRestored = 50
const minuteMs = 60_000

/**
 * Fills an empty market with what is known: days, prints and the open minute as stored, and for the time no process
 * ran what the venue's history tells. Days that ended meanwhile are completed and stored. Gives the earlier recordings.
 */
export async function restore(options: {
  readonly sql: Sql
  readonly market: LiveMarket
  readonly history: HistorySource
  /** The source history prices are marked with. */
  readonly source: string
}): Promise<readonly Recording[]> {
  const { sql, market, history, source } = options
  const ids = market.all.map(({ instrument }) => instrument.id)
  const reads = history.covers === 'gaps'
  const now = market.all[0] === undefined ? undefined : market.nowOf(market.all[0].instrument.id)
  if (now === undefined) return []
  const minuteStart = instant(now - (now % minuteMs))
  const alwaysOpen = market.all.filter(({ instrument }) => changeSpanOf(instrument) === 'day24')
  const [recordings, days, daysBefore, trades, openMinutes] = reads
    ? await Promise.all([
        findRecordings(sql),
        findLatestDays(sql),
        findDaysOf(
          sql,
          alwaysOpen.map(({ instrument }) => instrument.id),
          plusDays(tradeDateOf('24/7', now), -1),
        ),
        findLatestTrades(sql, ids, tradesRestored),
        findOpenMinutes(sql, minuteStart),
      ])
    : [[], [], [], new Map<string, readonly Trade[]>(), new Map<string, Candle>()]
  const stored = new Map(days.map((day) => [day.instrumentId, day]))
  const completed: StoredDay[] = []
  for (const live of market.all) {
    const { id } = live.instrument
    const before = stored.get(id)
    const done = restoreDay(live, { market, history, source, stored: before, recordedTo: recordings.at(-1)?.to })
    if (done !== undefined) completed.push(done)
    live.quartersBefore = quartersBefore(live, {
      market,
      history,
      recordings,
      stored: done ?? daysBefore.find((day) => day.instrumentId === id),
    })
    live.trades = [...(trades.get(id) ?? [])]
    live.minute = openMinutes.get(id)
    live.unsent.quote = true
  }
  await saveDays(sql, completed)
  return recordings
}

interface Known {
  readonly market: LiveMarket
  readonly history: HistorySource
  readonly source: string
  readonly stored: StoredDay | undefined
  readonly recordedTo: Instant | undefined
}

/** Sets the day of one instrument; gives the stored day that is now over and complete, if there is one. */
function restoreDay(
  live: LiveInstrument,
  { market, history, source, stored, recordedTo }: Known,
): StoredDay | undefined {
  const { id, calendar } = live.instrument
  const now = market.nowOf(id)
  const today = marketDate(calendar, now, market.hours)
  /** What history tells of a stretch in which no process ran: asked for no more, because a part of a day costs a whole one. */
  const unseen = (from: Instant, to: Instant): readonly Candle[] => {
    const start = recordedTo === undefined ? from : instant(Math.max(from, recordedTo + 1))
    return history.minuteCandles(id, start, to).filter((minute) => minute.start < now)
  }

  if (stored !== undefined && stored.date === today) {
    live.day = liveDayOf(stored)
    live.latest = { source: stored.source, sequence: stored.sequence, at: stored.at }
    addMinutes(live, live.day, unseen(dayStart(calendar, today), now))
    return undefined
  }
  let done: StoredDay | undefined
  let previousClose: Price | undefined
  let isPreviousCloseGenerated = false
  if (stored !== undefined) {
    const day = liveDayOf(stored)
    const end = dayStart(calendar, plusDays(stored.date, 1))
    addMinutes(live, day, unseen(instant(Math.max(stored.at, dayStart(calendar, stored.date))), end))
    live.latest = { source: stored.source, sequence: stored.sequence, at: stored.at }
    done = stored.complete ? undefined : { ...storedDayOf(id, day, live.latest), complete: true }
    previousClose = day.last
    isPreviousCloseGenerated = isLastGenerated(day)
  }
  const from = stored === undefined ? plusDays(today, -daysBack) : plusDays(stored.date, 1)
  const told = lastDayTold(history, id, from, today)
  if (told !== undefined) {
    previousClose = told.close
    isPreviousCloseGenerated = told.generated !== undefined
  }
  const minutes = unseen(dayStart(calendar, today), now)
  const [first] = minutes
  if (previousClose === undefined && first !== undefined) {
    previousClose = first.open
    isPreviousCloseGenerated = first.generated !== undefined
  }
  // Nothing is known of this instrument: it has no price until the venue gives one.
  if (previousClose === undefined) return done
  live.day = emptyDay(today, previousClose, isPreviousCloseGenerated)
  addMinutes(live, live.day, minutes)
  const lastAt = minutes.at(-1)?.start ?? told?.start
  if (live.latest === undefined && lastAt !== undefined) {
    live.latest = { source, sequence: 0, at: instant(lastAt + minuteMs) }
  }
  return done
}

/** The last day before `today`, not before `from`, that history tells of: asked for one by one, because most often it is
 * the first. */
function lastDayTold(history: HistorySource, id: string, from: TradeDate, today: TradeDate): Candle | undefined {
  for (let date = plusDays(today, -1); date >= from; date = plusDays(date, -1)) {
    const [day] = history.dailyCandles(id, date, date)
    if (day !== undefined) return day
  }
  return undefined
}

/**
 * The quarters of the day before, of what never closes: as stored, and for the time no process ran as history tells.
 * Worked out when first asked.
 */
function quartersBefore(
  { instrument }: LiveInstrument,
  of: Pick<Known, 'market' | 'history' | 'stored'> & { readonly recordings: readonly Recording[] },
): () => readonly Quarter[] {
  if (changeSpanOf(instrument) !== 'day24') return () => []
  const { market, history, recordings, stored } = of
  const { id, calendar } = instrument
  const today = tradeDateOf(calendar, market.nowOf(id))
  const date = plusDays(today, -1)
  let quarters: readonly Quarter[] | undefined
  return () => {
    if (quarters !== undefined) return quarters
    const minutes = history.minuteCandles(id, dayStart(calendar, date), dayStart(calendar, today))
    const wasRecorded = ({ start }: Candle): boolean => recordings.some(({ from, to }) => start >= from && start <= to)
    const told = foldInto(
      minutes.filter((minute) => !wasRecorded(minute)),
      (at) => bucketStart('15m', at, calendar),
    ).map(({ start, close, generated }) => ({ at: start, close, isGenerated: generated !== undefined }))
    const kept = stored?.date === date ? quartersOf(liveDayOf(stored)) : []
    quarters = [...new Map([...told, ...kept].map((quarter) => [quarter.at, quarter])).values()].sort(
      (a, b) => a.at - b.at,
    )
    return quarters
  }
}

function addMinutes(live: LiveInstrument, day: LiveDay, minutes: readonly Candle[]): void {
  for (const minute of minutes) {
    addToDay(day, minute, bucketStart('15m', minute.start, live.instrument.calendar))
  }
}

/** A stored day as the live day it goes on from. */
function liveDayOf(stored: StoredDay): LiveDay {
  return {
    date: stored.date,
    open: stored.open,
    high: stored.high,
    low: stored.low,
    last: stored.close,
    previousClose: stored.previousClose,
    volume: quantityOf(stored.volume),
    turnover: stored.turnover,
    trades: stored.trades,
    generated: stored.generated,
    isPreviousCloseGenerated: stored.isPreviousCloseGenerated,
    quarters: new Map(stored.quarters),
    generatedQuarters: new Set(stored.generatedQuarters),
  }
}

/** A live day as it is stored. */
export function storedDayOf(
  instrumentId: string,
  day: LiveDay,
  latest: { readonly source: string; readonly sequence: number; readonly at: Instant },
): StoredDay {
  return {
    instrumentId,
    date: day.date,
    open: day.open,
    high: day.high,
    low: day.low,
    close: day.last,
    previousClose: day.previousClose,
    volume: day.volume,
    turnover: day.turnover,
    trades: day.trades,
    generated: day.generated,
    isPreviousCloseGenerated: day.isPreviousCloseGenerated,
    quarters: [...day.quarters],
    generatedQuarters: [...day.generatedQuarters],
    sequence: latest.sequence,
    source: latest.source,
    at: latest.at,
    complete: false,
  }
}
