import type { ReplyOf } from '@bolsillo/contract'
import type { Instant } from '@bolsillo/kernel'
import {
  type Db,
  handlersOf,
  type Job,
  type Publisher,
  type Room,
  repeat,
  type Services,
  useCase,
} from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import {
  instruments as allInstruments,
  figuresOf,
  type HistorySource,
  type Instrument,
  inDollars,
  type MarketHours,
  type MarketState,
  marketRow,
  type SessionState,
  sortList,
  type Trade,
} from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { messages as listsEnUS } from '../messages/watchlists/en-US.ts'
import { messages as listsEsES } from '../messages/watchlists/es-ES.ts'
import { messages as listsPtBR } from '../messages/watchlists/pt-BR.ts'
import { type CandleReader, createCandleReader } from './candle-reader.ts'
import { rankedPage } from './instrument-use-cases.ts'
import { channelsOf } from './market-channels.ts'
import { factsOf, type MarketFacts } from './market-facts.ts'
import { sinceOf } from './market-reads.ts'
import { createLiveMarket, type LiveMarket } from './market-state.ts'
import {
  findPrintsAfter,
  findSources,
  findTradesBetween,
  noteRecordedSince,
  type RecordedPrint,
  type Recording,
} from './market-store.ts'
import { createMidRates, type MidRates } from './mid-rates.ts'
import { createPublishing } from './publishing.ts'
import { readCompanyFacts } from './read-company.ts'
import { findRecordedDays } from './recorded-days-store.ts'
import { findUsualVolume, findVolumes, findWindowsUntil } from './recorded-volume-store.ts'
import { createRecorder } from './recorder.ts'
import { restore } from './restore.ts'
import { watchlistUseCases } from './watchlists/watchlist-use-cases.ts'

export { type CandleReader, minutesKeptDays } from './candle-reader.ts'
export { findFollowed, insertFollow, isFollowed } from './follow-store.ts'
export { type InstrumentDeps, instrumentUseCases, rankedPage } from './instrument-use-cases.ts'
export type { MarketFacts } from './market-facts.ts'
export type { RecordedPrint } from './market-store.ts'
export type { MidRates, SourcedMid } from './mid-rates.ts'
export { quarterMs, type RecordedDay } from './recorded-days-store.ts'
export { type RecordedVolume, volumeWindowMs } from './recorded-volume-store.ts'

/** The tape as it is recorded, for who follows it from print to print. */
export interface Prints {
  /** Not where a recording is played: nothing of it is stored again. */
  readonly areRecorded: boolean
  /** The prints recorded after one, in the order of recording. */
  readonly after: (db: Db, no: bigint, limit: number) => Promise<readonly RecordedPrint[]>
  /** What is recorded of days, for who says what happened on them. */
  readonly days: typeof findRecordedDays
  /** What was traded in windows of five minutes, by the recorded minutes. */
  readonly volumes: {
    readonly until: typeof findWindowsUntil
    readonly between: typeof findVolumes
    readonly usual: typeof findUsualVolume
  }
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
  readonly prints: Prints
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
export type MarketTold = Pick<ReplyOf<typeof calls.readMarketFacts>, 'scenario'> & { readonly speed: string }

interface FactsDeps {
  readonly market: LiveMarket
  readonly source: string
  readonly hours: MarketHours
  readonly told: MarketTold | undefined
}

/** How the market runs. */
const readMarketFacts = useCase(
  calls.readMarketFacts,
  async (_request, _context, { market, source, hours, told }: FactsDeps) => ({
    source,
    hours,
    speed: '1',
    ...sinceOf(market),
    ...told,
  }),
)

const standardRows = 50

/** Everything with a price here. See the contract. */
const listAll = useCase(
  calls.listInstruments,
  async ({ kind, sort = 'turnover', cursor, limit = standardRows }, _context, { market, instruments }: ListDeps) => {
    const wanted = instruments.filter((one) => kind === undefined || one.kind === kind)
    const ranked = wanted.map((instrument) => ({
      ...figuresOf(instrument, market),
      turnover: inDollars(instrument, market.day(instrument.id)?.turnover ?? 0n, market),
    }))
    const { rows, next } = rankedPage(sortList(ranked, sort), { cursor, limit })
    return {
      rows: rows.map(({ instrument: { id }, instrument }) => marketRow(instrument, market, market.nowOf(id))),
      ...next,
    }
  },
)

interface ListDeps {
  readonly market: MarketState
  readonly instruments: readonly Instrument[]
}

const publishEveryMs = 100
const storeEveryMs = 2_000
const retireEveryMs = 60_000

interface MarketOptions {
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
}

/** The market of one process: state, streams, storage. `start` before the venue speaks, `stop` after it is silent. */
export function createMarket(options: MarketOptions): Market {
  const { services, publisher, history, source } = options
  const { sql, log, clock } = services
  const instruments = options.instruments ?? allInstruments
  const nowOf = options.nowOf ?? (() => clock.now())
  const stores = history.covers === 'gaps'
  const now = (): Instant => nowOf(instruments[0]?.id ?? '')

  // Asked in every answer, so it is read once, at the start.
  let since: Instant | undefined
  const recordedSince = (): Instant | undefined => since

  const market = liveMarketOf(options, { instruments, nowOf, stores, recordedSince })
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
    prints: printsOf(stores),
    start,
    stop,
    flush: () => recorder.flush(),
    storedSources: () => findSources(sql),
    tick,
    room: {
      ...roomOf(options, { market, reader, publishing, instruments }),
      jobs: stores ? [retireJob] : [],
      start,
      stop,
    },
  }
}

const printsOf = (areRecorded: boolean): Prints => ({
  ...{ areRecorded, after: findPrintsAfter, days: findRecordedDays },
  volumes: { until: findWindowsUntil, between: findVolumes, usual: findUsualVolume },
})

function liveMarketOf(
  { hours, stateOf, isInDoubt }: MarketOptions,
  own: Pick<Parameters<typeof createLiveMarket>[0], 'instruments' | 'nowOf' | 'stores' | 'recordedSince'>,
): LiveMarket {
  return createLiveMarket({
    ...own,
    hours,
    ...(stateOf === undefined ? {} : { stateOf }),
    ...(isInDoubt === undefined ? {} : { isInDoubt }),
  })
}

/** What the market's room answers and sends. */
function roomOf(
  { source, hours, told, services: { ids } }: MarketOptions,
  {
    market,
    reader,
    publishing,
    instruments,
  }: {
    readonly market: LiveMarket
    readonly reader: CandleReader
    readonly publishing: ReturnType<typeof createPublishing>
    readonly instruments: readonly Instrument[]
  },
): Room {
  const bySymbol = new Map(instruments.map((one) => [one.id, one]))
  return {
    name: 'market',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: [
      ...handlersOf([readMarketFacts], { market, source, hours, told }),
      ...handlersOf([listAll], { market, instruments }),
      ...handlersOf([readCompanyFacts], { market, instruments: bySymbol, hours }),
      ...handlersOf(watchlistUseCases, { market, instruments: bySymbol, ids }),
    ],
    channels: channelsOf(market, reader, publishing, new Set(instruments.map(({ id }) => id))),
    messages: {
      'es-ES': { ...esES, rejections: listsEsES.rejections },
      'en-US': { ...enUS, rejections: listsEnUS.rejections },
      'pt-BR': { ...ptBR, rejections: listsPtBR.rejections },
    },
  }
}
