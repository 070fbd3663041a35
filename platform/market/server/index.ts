import type { ReplyOf } from '@bolsillo/contract'
import { assert, type Instant, type Price, plusDays, type TradeDate } from '@bolsillo/kernel'
import {
  handlersOf,
  type Job,
  onSubscribe,
  type Publisher,
  type Room,
  repeat,
  type Services,
  useCase,
} from '@bolsillo/server-kit'
import {
  bookChannel,
  bookDepthMax,
  candleChannel,
  candleKey,
  quoteChannel,
  readMarketFacts,
  tradesChannel,
} from '../contract/index.ts'
import {
  instruments as allInstruments,
  type Candle,
  currentOrNextSession,
  dayStart,
  type HistorySource,
  type Instrument,
  intervals,
  isTradable,
  type MarketHours,
  type MarketState,
  nextOpen,
  type SessionState,
  sellableAt,
  settlesAt,
  type Trade,
  tradeDateOf,
  writeBook,
  writeCandle,
  writeQuote,
  writeTrade,
} from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { type CandleReader, createCandleReader } from './candle-reader.ts'
import { sinceOf } from './market-reads.ts'
import { createLiveMarket, type LiveMarket } from './market-state.ts'
import { findSources, findTradesBetween, noteRecordedSince, type Recording } from './market-store.ts'
import { createMidRates, type MidRates } from './mid-rates.ts'
import { createPublishing } from './publishing.ts'
import { createRecorder } from './recorder.ts'
import { restore } from './restore.ts'

export type { CandleReader } from './candle-reader.ts'
export { findFollowed, followedMax, insertFollow, isFollowed } from './follow-store.ts'
export { type InstrumentDeps, instrumentUseCases, rankedPage } from './instrument-use-cases.ts'
export type { MidRates, SourcedMid, Valued } from './mid-rates.ts'

/** What trading asks in its batch; its own port is a part of this. */
export interface MarketFacts {
  /** Everything that can be traded. */
  readonly instrumentIds: () => readonly string[]
  readonly instrumentOf: (id: string) => Instrument | undefined
  readonly quote: MarketState['quote']
  /** What the collar is laid around: the last price, else the previous close. */
  readonly reference: (id: string) => Price | undefined
  readonly stateAt: MarketState['stateAt']
  readonly isStale: MarketState['isStale']
  readonly nextOpen: (id: string, at: Instant) => Instant | undefined
  /** When day orders taken at `at` end: the close of the session, in a market that never closes the end of the date. */
  readonly dayEnd: (id: string, at: Instant) => Instant
  readonly sellableAt: (id: string, fillAt: Instant) => Instant
  readonly settlesOn: (id: string, fillAt: Instant) => TradeDate
  readonly tradeDateOf: (id: string, at: Instant) => TradeDate
}

export interface Market {
  readonly room: Room
  readonly state: MarketState
  readonly facts: MarketFacts
  readonly rates: MidRates
  readonly candles: CandleReader['candles']
  /** The prints behind a stretch of time, oldest first, as far back as prints are kept. */
  readonly printsBetween: (options: {
    readonly instrumentId: string
    readonly from: Instant
    readonly to: Instant
    readonly limit: number
  }) => Promise<readonly Trade[]>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Stores what happened until now; for tests and for a stop in good order. */
  readonly flush: () => Promise<void>
  /** Where the stored days of this database have their prices from: those of two markets never share one. */
  readonly storedSources: () => Promise<readonly string[]>
  /** Sends readers of the stream what is due; the timer calls it. */
  readonly tick: () => void
}

/** What a market says of itself beside its prices: its speed, and a scenario chosen before its start. */
export type MarketTold = Pick<ReplyOf<typeof readMarketFacts>, 'scenario'> & { readonly speed: string }

const publishEveryMs = 100
const storeEveryMs = 2_000
const retireEveryMs = 60_000
const tradesInSnapshot = 50
const candlesInSnapshot = 2

/** The market of one process: state, streams, storage. `start` before the venue speaks, `stop` after it is silent. */
export function createMarket(options: {
  readonly services: Services
  readonly publisher: Publisher
  readonly history: HistorySource
  readonly hours: MarketHours
  /** The venue's name, for prices out of its history. */
  readonly source: string
  /** The instrument's own now; the services' clock when left out. */
  readonly nowOf?: (instrumentId: string) => Instant
  /** For a venue that plays on a time of its own: what its instruments are doing. Left out: the calendar says. */
  readonly stateOf?: (instrumentId: string) => SessionState
  /** Whether the venue doubts its own prices of an instrument now: they are stale then, however new. */
  readonly isInDoubt?: (instrumentId: string) => boolean
  readonly instruments?: readonly Instrument[]
  /** How the market runs, for everybody to know; standard is real time and nothing planned. */
  readonly told?: MarketTold
}): Market {
  const { services, publisher, history, hours, source } = options
  const { sql, log, clock } = services
  const instruments = options.instruments ?? allInstruments
  const nowOf = options.nowOf ?? (() => clock.now())
  const stores = history.covers === 'gaps'
  const now = (): Instant => nowOf(instruments[0]?.id ?? '')

  // Asked in every answer, so it is read once, at the start.
  let since: Instant | undefined
  const recordedSince = (): Instant | undefined => since

  const market: LiveMarket = createLiveMarket({
    instruments,
    hours,
    nowOf,
    stores,
    recordedSince,
    ...(options.stateOf === undefined ? {} : { stateOf: options.stateOf }),
    ...(options.isInDoubt === undefined ? {} : { isInDoubt: options.isInDoubt }),
  })
  const recorder = createRecorder({ sql, log, market, now })
  let earlier: readonly Recording[] = []
  const recordings = (): readonly Recording[] => {
    const current = recorder.recording()
    return current === undefined ? earlier : [...earlier, { from: current.from, to: now() }]
  }
  const reader = createCandleReader({ sql, market, history, recordings })
  const publishing = createPublishing({ market, reader, publisher })
  const timers: { readonly stop: () => Promise<void> }[] = []

  const tick = (): void => publishing.tick(clock.now())
  const start = async (): Promise<void> => {
    earlier = await restore({ sql, market, history, source })
    if (stores) {
      await recorder.start()
      if (history.isGenerated) since = await noteRecordedSince(sql, source, recordings()[0]?.from ?? now())
      timers.push(repeat(storeEveryMs, recorder.flush, services))
    }
    timers.push(repeat(publishEveryMs, tick, services))
  }
  const stop = async (): Promise<void> => {
    for (const timer of timers.splice(0)) await timer.stop()
    if (stores) await recorder.flush()
  }
  const retireJob: Job = { name: 'market.retire', everyMs: retireEveryMs, run: () => recorder.retireOld() }

  return {
    state: market,
    facts: factsOf(market, instruments),
    rates: createMidRates(market),
    candles: reader.candles,
    printsBetween: (query) => findTradesBetween(sql, query),
    start,
    stop,
    flush: () => recorder.flush(),
    storedSources: () => findSources(sql),
    tick,
    room: {
      name: 'market',
      migrations: new URL('./migrations/', import.meta.url),
      handlers: handlersOf(
        [useCase(readMarketFacts, async () => ({ source, hours, speed: '1', ...sinceOf(market), ...options.told }))],
        {},
      ),
      channels: channelsOf(market, reader, publishing, new Set(instruments.map(({ id }) => id))),
      jobs: stores ? [retireJob] : [],
      messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
      start,
      stop,
    },
  }
}

function factsOf(market: MarketState, instruments: readonly Instrument[]): MarketFacts {
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]))
  const known = (id: string): Instrument => {
    const instrument = byId.get(id)
    assert(instrument !== undefined, `no instrument ${id}`)
    return instrument
  }
  const tradable = instruments.filter(isTradable).map(({ id }) => id)
  return {
    instrumentIds: () => tradable,
    instrumentOf: (id) => byId.get(id),
    quote: market.quote,
    reference: (id) => market.day(id)?.last,
    stateAt: market.stateAt,
    isStale: market.isStale,
    nextOpen: (id, at) => nextOpen(known(id).calendar, at),
    dayEnd: (id, at) => {
      const { calendar } = known(id)
      if (market.hours === 'exchange') return currentOrNextSession(calendar, at).close
      const date = tradeDateOf(calendar, at)
      return nextDayStart(calendar, date)
    },
    sellableAt: (id, fillAt) => sellableAt(known(id), fillAt),
    settlesOn: (id, fillAt) => settlesAt(known(id), fillAt),
    tradeDateOf: (id, at) => tradeDateOf(known(id).calendar, at),
  }
}

function nextDayStart(calendar: Instrument['calendar'], date: TradeDate): Instant {
  return dayStart(calendar, plusDays(date, 1))
}

function channelsOf(
  market: LiveMarket,
  reader: CandleReader,
  publishing: ReturnType<typeof createPublishing>,
  ids: ReadonlySet<string>,
) {
  const known = (id: string): Instrument | undefined => (ids.has(id) ? market.live(id).instrument : undefined)
  const stale = (id: string): boolean => market.isStale(id, market.nowOf(id))
  return [
    onSubscribe(quoteChannel, (id) => {
      const instrument = known(id)
      const quote = market.quote(id)
      const day = market.day(id)
      if (instrument === undefined || quote === undefined || day === undefined) return undefined
      const session = market.stateAt(id, market.nowOf(id))
      return writeQuote(instrument, { quote, day, session, stale: stale(id), recordedSince: market.recordedSince() })
    }),
    onSubscribe(bookChannel, (id) => {
      const instrument = known(id)
      const book = instrument === undefined ? undefined : market.book(id, bookDepthMax)
      if (instrument === undefined || book === undefined) return undefined
      publishing.settle(id)
      return writeBook(book, instrument, stale(id))
    }),
    onSubscribe(tradesChannel, (id) => {
      const instrument = known(id)
      if (instrument === undefined) return undefined
      publishing.settle(id)
      return {
        symbol: id,
        trades: market.lastTrades(id, tradesInSnapshot).map((trade) => writeTrade(trade, instrument)),
      }
    }),
    onSubscribe(candleChannel, async (key) => {
      const [id = '', name = ''] = key.split('|')
      const instrument = known(id)
      const interval = intervals.find((candidate) => candidate === name)
      if (instrument === undefined || interval === undefined || candleKey(id, interval) !== key) return undefined
      const candles: readonly Candle[] = await reader.candles(id, interval, {
        limit: candlesInSnapshot,
      })
      publishing.lookedAt(id, key)
      return { candles: candles.map((candle) => writeCandle(candle, instrument)), ...sinceOf(market) }
    }),
  ]
}
