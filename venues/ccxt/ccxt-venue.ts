import type { Clock, Instant, Rng } from '@bolsillo/kernel'
import type { HistorySource, Instrument, MarketState } from '@bolsillo/market/domain'
import type { ExecutionReport, Venue, VenueLine } from '@bolsillo/trading/domain'
import type { ExchangeId } from './exchanges.ts'
import { type Backoff, backoffMs } from './feed/backoff.ts'
import { createLiveFeed, type FeedDoubt, type LiveFeed } from './feed/live-feed.ts'
import type { After, Dial, Exchange, FeedLog } from './feed/ports.ts'
import { binance } from './protocols/binance.ts'
import { kraken } from './protocols/kraken.ts'
import type { Protocol } from './protocols/protocol.ts'
import { type Served, serveInstruments } from './served-markets.ts'

export interface LiveVenue {
  readonly venue: Venue
  /** Whether an instrument's prices may not be the exchange's now, and why. */
  readonly doubtOf: (instrumentId: string) => FeedDoubt | 'not-served' | undefined
  /** The instruments that are served and those that are not; undefined until the exchange has listed its markets. */
  readonly served: () => Served | undefined
  readonly counts: LiveFeed['counts']
}

const protocols: Readonly<Record<ExchangeId, Protocol>> = { binance, kraken }
/** Between attempts to hear which markets the exchange has. */
const listBackoff: Backoff = { firstMs: 1_000, maxMs: 60_000 }
/** The number of prints the market restores after a start. */
const lastTradesMax = 200
/** Where an exchange counts no changes we do; from where no earlier start can have come. */
const sequencesPerMs = 16

/** Every price of ours says that it is real, whose it is, and what its sequence counts. */
export const liveSource = (id: ExchangeId, counted: 'book' | 'trades'): string => `live:${id}:${counted}`

/** Whether a stored price came from this exchange, live. */
export const isLiveSource = (source: string, id: ExchangeId): boolean => source.startsWith(`live:${id}:`)

/** The message of a remote error, without its stack, because it is logged at every retry. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}

/** The past, of which a live market knows only what was recorded while it ran. */
export const noHistory: HistorySource = {
  dailyCandles: () => [],
  minuteCandles: () => [],
  firstMinute: () => undefined,
  firstDay: () => undefined,
  covers: 'gaps',
  isGenerated: false,
}

interface LiveVenueOptions {
  readonly exchangeId: ExchangeId
  readonly openExchange: () => Promise<Exchange>
  readonly instruments: readonly Instrument[]
  readonly market: Pick<MarketState, 'lastTrades'>
  readonly dial: Dial
  readonly after: After
  readonly clock: Clock
  readonly rng: Rng
  readonly log: FeedLog
}

/**
 * Real prices of one exchange's public stream, to look at: every order is refused. Starting never waits for the
 * exchange; what is not there yet is in doubt.
 */
export function createLiveVenue(options: LiveVenueOptions): LiveVenue {
  const { exchangeId, clock } = options
  const sources = { book: liveSource(exchangeId, 'book'), trades: liveSource(exchangeId, 'trades') }
  const known = new Set(options.instruments.map(({ id }) => id))
  let line: VenueLine | undefined
  let ownNumber = 0

  const sequenceOf = (number: number): number => {
    if (number > 0) return number
    ownNumber += 1
    return ownNumber
  }

  const following = followExchange(options, { sources, sequenceOf, lineOf: () => line })

  return {
    venue: {
      id: `live-${exchangeId}`,
      // The money is simulated, but these prices are real.
      simulated: false,
      start: async (own) => {
        line = own
        ownNumber = clock.now() * sequencesPerMs
        following.begin()
      },
      stop: async () => following.stop(),
      // Everything known here, listed or not: so that an order gets the one answer that is true of all.
      lists: (instrumentId) => known.has(instrumentId),
      submit: ({ orderId }) => [refusedReport(orderId, clock.now())],
      cancel: () => [],
      counterparties: () => [],
      reset: (instrumentId, open) => {
        const orders = [...open]
        line?.run(() => {
          const at = clock.now()
          const gone = orders.map(
            ({ orderId }): ExecutionReport => ({ kind: 'cancelled', orderId, reason: 'data-only', at }),
          )
          if (gone.length > 0) line?.report(gone)
        })
        const feed = following.feed()
        if (feed === undefined || feed.doubtOf(instrumentId) === 'no-book') return
        const { changes, number } = feed.bookOf(instrumentId)
        if (changes.length === 0) return
        const delta = { sequence: sequenceOf(number), at: clock.now(), source: sources.book, changes, reset: true }
        line?.marketData(instrumentId, { delta })
      },
    },
    doubtOf: (instrumentId) => {
      const [feed, served] = [following.feed(), following.served()]
      if (feed === undefined) return served === undefined ? 'disconnected' : 'not-served'
      const isServed = served?.markets.some(({ instrument }) => instrument.id === instrumentId) === true
      return isServed ? feed.doubtOf(instrumentId) : 'not-served'
    },
    served: following.served,
    counts: () => following.feed()?.counts() ?? {},
  }
}

/** How what an exchange says reaches the desk. */
interface Telling {
  readonly sources: { readonly book: string; readonly trades: string }
  readonly sequenceOf: (number: number) => number
  readonly lineOf: () => VenueLine | undefined
}

/** Follows an exchange: hears which markets it has, then follows those that are ours. */
function followExchange(options: LiveVenueOptions, telling: Telling) {
  const { exchangeId, rng, log } = options
  let served: Served | undefined
  let feed: LiveFeed | undefined
  let isStopped = false
  let cancelList: () => void = () => undefined

  /** Requests the list of markets until it succeeds; then starts the feed. */
  const attempt = async (failures: number): Promise<void> => {
    try {
      const exchange = await options.openExchange()
      const listed = await exchange.listMarkets()
      if (isStopped) return
      served = serveInstruments(options.instruments, listed, protocols[exchangeId])
      const refused = served.refused.filter(({ reason }) => reason !== 'not-listed')
      log.info(
        { exchange: exchangeId, served: served.markets.map(({ instrument }) => instrument.id), refused },
        'live markets',
      )
      if (served.markets.length === 0) {
        log.warn({ exchange: exchangeId }, 'the exchange lists no instrument of ours: there will be no prices')
        return
      }
      feed = openFeed(options, telling, exchange, served.markets)
      feed.start()
    } catch (error) {
      log.warn(
        { why: wordsOf(error), exchange: exchangeId },
        'the exchange did not tell its markets; it is asked again',
      )
      if (!isStopped)
        cancelList = options.after(backoffMs(listBackoff, failures, rng), () => void attempt(failures + 1))
    }
  }

  return {
    feed: () => feed,
    served: () => served,
    begin: () => {
      isStopped = false
      void attempt(0)
    },
    stop: () => {
      isStopped = true
      cancelList()
      feed?.stop()
    },
  }
}

function openFeed(
  options: LiveVenueOptions,
  { sources, sequenceOf, lineOf }: Telling,
  exchange: Exchange,
  markets: Served['markets'],
): LiveFeed {
  const { clock, rng, log } = options
  return createLiveFeed({
    exchange,
    protocol: protocols[options.exchangeId],
    markets,
    toldTo: (instrumentId) =>
      options.market
        .lastTrades(instrumentId, lastTradesMax)
        .filter(({ source }) => source === sources.trades)
        .reduce<number | undefined>((last, { sequence }) => Math.max(last ?? 0, sequence), undefined),
    dial: options.dial,
    after: options.after,
    clock,
    rng,
    log,
    inLine: (work) => lineOf()?.run(work),
    events: {
      // A change of a book is dated by our clock when it came: an exchange's clock that is ahead makes nothing fresh.
      book: (instrumentId, { changes, reset, number }) => {
        const delta = { sequence: sequenceOf(number), at: clock.now(), source: sources.book, changes, reset }
        lineOf()?.marketData(instrumentId, { delta })
      },
      trades: (instrumentId, trades) => {
        lineOf()?.marketData(instrumentId, {
          trades: trades.map(({ id, ...trade }) => ({ sequence: id, source: sources.trades, ...trade })),
        })
      },
    },
  })
}

function refusedReport(orderId: ExecutionReport['orderId'], at: Instant): ExecutionReport {
  return {
    kind: 'rejected',
    orderId,
    reason: 'data-only',
    at,
  }
}
