import { type Instant, instant, plusMs } from '@bolsillo/kernel'
import type { Log, Sql } from '@bolsillo/server-kit'
import type { Candle, Trade } from '../domain/index.ts'
import { minutesKeptDays } from './candle-reader.ts'
import type { LiveMarket } from './market-state.ts'
import { type Recording, retire, type StoredDay, saveRecorded, startRecording } from './market-store.ts'
import { storedDayOf } from './restore.ts'

/** How long prints are kept: they are behind the candles on a screen, not a record (fills are the desk's). */
const tradesKeptMs = 2 * 3_600_000
/** Prints waiting for a database that does not answer; beyond this the oldest are dropped, and the log has a line about it. */
const tradesWaitingMax = 200_000
const retireRowsMax = 20_000
const retireRoundsMax = 20
const minuteMs = 60_000

/** Writes what happens to the database, a little behind. */
interface Recorder {
  readonly start: () => Promise<void>
  /** Stores everything not yet stored. One at a time; a failure keeps everything for the next. */
  readonly flush: () => Promise<void>
  /** The stretch being recorded now; undefined before start. */
  readonly recording: () => Recording | undefined
  /** Takes out what is older than it is kept. */
  readonly retireOld: () => Promise<void>
}

/** A recorder of one market. `now` is the market's clock. */
export function createRecorder(options: {
  readonly sql: Sql
  readonly log: Log
  readonly market: LiveMarket
  readonly now: () => Instant
}): Recorder {
  const { sql, log, market, now } = options
  let recordingNo: number | undefined
  let current: Recording | undefined
  let running: Promise<void> | undefined
  let isAgain = false

  const minuteOf = (at: Instant): Instant => instant(at - (at % minuteMs))

  const write = async (): Promise<void> => {
    if (recordingNo === undefined || current === undefined) return
    const until = minuteOf(now())
    const taken = take(market)
    try {
      await saveRecorded(sql, recordingNo, until, { ...taken, isAgain })
      isAgain = false
      current = { from: current.from, to: instant(Math.max(until, current.to)) }
    } catch (error) {
      isAgain = true
      const dropped = release(market, taken)
      log.error({ err: error, dropped }, 'market data could not be stored; it is kept for the next attempt')
    }
  }

  return {
    recording: () => current,
    start: async () => {
      const from = minuteOf(now())
      recordingNo = await startRecording(sql, from)
      current = { from, to: from }
    },
    flush: () => {
      running ??= write().finally(() => {
        running = undefined
      })
      return running
    },
    retireOld: async () => {
      const tradesBefore = plusMs(now(), -tradesKeptMs)
      const minutesBefore = plusMs(now(), -minutesKeptDays * 86_400_000)
      for (let round = 0; round < retireRoundsMax; round += 1) {
        if (!(await retire(sql, { tradesBefore, minutesBefore, rowsMax: retireRowsMax }))) return
      }
    },
  }
}

interface Taken {
  readonly trades: { readonly instrumentId: string; readonly trade: Trade }[]
  readonly minutes: { readonly instrumentId: string; readonly candle: Candle }[]
  readonly days: StoredDay[]
}

function take(market: LiveMarket): Taken {
  const taken: Taken = { trades: [], minutes: [], days: [] }
  for (const live of market.all) {
    const instrumentId = live.instrument.id
    const { unstored, latest } = live
    for (const trade of unstored.trades) taken.trades.push({ instrumentId, trade })
    for (const candle of unstored.minutes.values()) taken.minutes.push({ instrumentId, candle })
    if (latest !== undefined) {
      for (const day of unstored.days.values()) taken.days.push(storedDayOf(instrumentId, day, latest))
    }
    unstored.trades = []
    unstored.minutes.clear()
    unstored.days.clear()
  }
  return taken
}

/** Puts back what could not be stored, behind what is newer. Says how many prints had to be let go. */
function release(market: LiveMarket, taken: Taken): number {
  const keptFrom = Math.max(0, taken.trades.length - tradesWaitingMax)
  const byInstrument = new Map<string, Trade[]>()
  for (const { instrumentId, trade } of taken.trades.slice(keptFrom)) {
    const trades = byInstrument.get(instrumentId)
    if (trades === undefined) byInstrument.set(instrumentId, [trade])
    else trades.push(trade)
  }
  for (const [id, trades] of byInstrument) {
    const { unstored } = market.live(id)
    unstored.trades = [...trades, ...unstored.trades]
  }
  for (const { instrumentId, candle } of taken.minutes) {
    const { minutes } = market.live(instrumentId).unstored
    if (!minutes.has(candle.start)) minutes.set(candle.start, candle)
  }
  for (const { instrumentId, date } of taken.days) {
    const { day, unstored } = market.live(instrumentId)
    // The day is written whole from memory next time; one that is over by then is completed at the next start.
    if (day?.date === date) unstored.days.set(date, day)
  }
  return keptFrom
}
