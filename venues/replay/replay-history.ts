import { type Instant, instant, type TradeDate } from '@bolsillo/kernel'
import {
  type Candle,
  dayStart,
  foldCandles,
  foldInto,
  type HistorySource,
  type Instrument,
  tradeDateOf,
} from '@bolsillo/market/domain'
import { candleOfBar, candleOfTrade, instrumentOfSymbol } from './recorded-instrument.ts'
import type { RecordedFile } from './recording/rows.ts'
import { knownAt, type PlayDay, playDayOf, type Reel } from './timeline.ts'

interface Past {
  readonly instrument: Instrument
  /** Recorded minutes, or parts of minutes, with the moment each was known, in the order of time. */
  readonly minutes: readonly { readonly known: Instant; readonly candle: Candle }[]
  /** Recorded days outside the played ones, by date. */
  readonly days: readonly { readonly date: TradeDate; readonly candle: Candle }[]
}

/**
 * The recorded past: minutes of the days being played up to the instrument's own now, recorded days before it, and
 * what was recorded without quotes before the first played day. A day whose minutes are recorded is the fold of them,
 * pre-market and evening included; other days are the daily file's. Candles after the instrument's now are never
 * returned, although the files hold them.
 */
export function createReplayHistory(
  files: readonly RecordedFile[],
  reels: readonly Reel[],
  nowOf: (instrumentId: string) => Instant,
): HistorySource {
  const pasts = new Map<string, Past>()
  const pastOf = (instrumentId: string): Past | undefined => pasts.get(instrumentId)
  for (const file of files) {
    const instrument = instrumentOfSymbol(file.symbol)
    if (instrument === undefined || pasts.has(instrument.id)) continue
    pasts.set(instrument.id, pastOfInstrument(instrument, files, reels))
  }

  const minuteCandles = (id: string, from: Instant, to: Instant): readonly Candle[] => {
    const now = nowOf(id)
    const known = (pastOf(id)?.minutes ?? [])
      .filter((minute) => minute.known <= now && minute.candle.start >= from && minute.candle.start < to)
      .map(({ candle }) => candle)
    // Seconds and prints of one minute are its candle once they are folded.
    return foldInto(known, (at) => at)
  }

  const dailyCandles = (id: string, from: TradeDate, to: TradeDate): readonly Candle[] => {
    const past = pastOf(id)
    if (past === undefined) return []
    const { calendar } = past.instrument
    const now = nowOf(id)
    const today = tradeDateOf(calendar, now)
    const played = new Map<TradeDate, Candle[]>()
    for (const { known, candle } of past.minutes) {
      if (known > now) continue
      const date = tradeDateOf(calendar, candle.start)
      played.set(date, [...(played.get(date) ?? []), candle])
    }
    const candles = past.days.filter(({ date }) => date < today && !played.has(date)).map((day) => day)
    for (const [date, minutes] of played) {
      candles.push({ date, candle: foldCandles(dayStart(calendar, date), minutes) })
    }
    return candles
      .filter(({ date }) => date >= from && date <= to)
      .sort((a, b) => (a.date < b.date ? -1 : 1))
      .map(({ candle }) => candle)
  }

  return {
    covers: 'everything',
    isGenerated: false,
    minuteCandles,
    dailyCandles,
    firstMinute: (id) => pastOf(id)?.minutes[0]?.candle.start,
    firstDay: (id) => {
      const past = pastOf(id)
      const minute = past?.minutes[0]
      return (
        past?.days[0]?.date ?? (past && minute ? tradeDateOf(past.instrument.calendar, minute.candle.start) : undefined)
      )
    },
  }
}

function pastOfInstrument(instrument: Instrument, files: readonly RecordedFile[], reels: readonly Reel[]): Past {
  const own = files.filter((file) => instrumentOfSymbol(file.symbol)?.id === instrument.id)
  const played = reels.find(({ instrumentId }) => instrumentId === instrument.id)?.days ?? []
  const first = played[0]?.date
  const earlier = own
    .flatMap((file) => (file.kind === 'daily' ? [] : [playDayOf(file)]))
    .filter(({ date }) => first === undefined || date < first)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const days = own.flatMap((file) =>
    file.kind === 'daily'
      ? file.rows.map(({ date, bar }) => {
          return { date, candle: candleOfBar(dayStart(instrument.calendar, date), bar, instrument) }
        })
      : [],
  )
  return { instrument, minutes: [...earlier, ...played].flatMap((day) => minutesOf(day, instrument)), days }
}

function minutesOf(day: PlayDay, instrument: Instrument): Past['minutes'] {
  const minuteOf = (at: Instant): Instant => instant(Math.floor(at / 60_000) * 60_000)
  const bars = day.rows.flatMap((row) => {
    if (row.bar === undefined) return []
    return [{ known: knownAt(day, row), candle: candleOfBar(minuteOf(row.at), row.bar, instrument) }]
  })
  const prints = day.prints.map((row) => {
    return { known: row.at, candle: candleOfTrade(minuteOf(row.at), row, instrument) }
  })
  return [...bars, ...prints]
}
