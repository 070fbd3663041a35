import { type Clock, type Instant, present, type Rng } from '@bolsillo/kernel'
import {
  type BookChange,
  type BookDoubt,
  type BookKeeper,
  type BookOutcome,
  createBookKeeper,
} from '../book/book-keeper.ts'
import { createTradeTape, type TapeOutcome, type TapeTrade, type TradeTape } from '../book/trade-tape.ts'
import type { BookNews, Protocol, StreamNews, TapeNews } from '../protocols/protocol.ts'
import { readExactJson } from '../reading/exact-json.ts'
import { attempt } from '../reading/fields.ts'
import type { ServedMarket } from '../served-markets.ts'
import { type Backoff, backoffMs } from './backoff.ts'
import { type Connection, createConnection } from './connection.ts'
import type { After, Dial, Exchange, FeedLog } from './ports.ts'

/** Why an instrument's prices may not be the market's. `delayed`: they arrived long after they were made. */
export type FeedDoubt = BookDoubt | 'disconnected' | 'delayed'

/** The events of a feed. */
interface FeedEvents {
  /** Changes of a book; `number` is the exchange's, 0 where it counts none. */
  readonly book: (
    instrumentId: string,
    told: { readonly changes: readonly BookChange[]; readonly reset: boolean; readonly number: number },
  ) => void
  readonly trades: (instrumentId: string, trades: readonly TapeTrade[]) => void
}

/** Public prices of one exchange, live: one connection, one book and one tape a market. */
export interface LiveFeed {
  readonly start: () => void
  readonly stop: () => void
  /** Undefined: as far as can be known, the published book equals the exchange's. */
  readonly doubtOf: (instrumentId: string) => FeedDoubt | undefined
  /** The whole book, best first; empty while in doubt. */
  readonly bookOf: (instrumentId: string) => { readonly changes: readonly BookChange[]; readonly number: number }
  /** How often what happened: refused messages, gaps, connections lost … */
  readonly counts: () => Readonly<Record<string, number>>
}

/**
 * A message older than this on arrival is delayed: it is published, and the instrument is in doubt until a fresher
 * one comes.
 */
export const delayedMaxMs = 10_000
/** A quiet book is compared with a whole one so often: the last change before the quiet may have been lost. */
const verifyQuietMs = 20_000
const lookEveryMs = 250
/** A whole book that was asked for and did not come within this is asked for again. */
const wholeMaxMs = 5_000
/** Between questions for a whole book, of one market. */
const wholeBackoff: Backoff = { firstMs: 200, maxMs: 30_000 }
/** A market that asked for nothing so long was well: its next question is a first one again. */
const wellAfterMs = 60_000

interface Line {
  readonly market: ServedMarket
  readonly book: BookKeeper
  readonly tape: TradeTape
  isDelayed: boolean
  newsAt: Instant
  /** Questions for a whole book since it was well. */
  asked: number
  askedAt: Instant
  cancelAsk: (() => void) | undefined
  isAsking: boolean
  doubtTold: FeedDoubt | undefined
}

/**
 * A feed of these markets, not started. `toldTo` is the number of the last print that an earlier process published of
 * a market.
 */
export function createLiveFeed(options: {
  readonly exchange: Exchange
  readonly protocol: Protocol
  readonly markets: readonly ServedMarket[]
  readonly toldTo: (instrumentId: string) => number | undefined
  readonly dial: Dial
  readonly after: After
  readonly clock: Clock
  readonly rng: Rng
  readonly log: FeedLog
  readonly events: FeedEvents
  /** Runs what comes from outside, one thing after another, when the reader of the events is ready for it. */
  readonly inLine: (work: () => void) => void
}): LiveFeed {
  const { exchange, protocol, clock, rng, log, events, inLine } = options
  const after = inLineAfter(options.after, inLine)
  const lines = options.markets.map(
    (market): Line => ({
      market,
      book: createBookKeeper(market, protocol),
      tape: createTradeTape(market, options.toldTo(market.instrument.id)),
      isDelayed: false,
      newsAt: clock.now(),
      asked: 0,
      askedAt: clock.now(),
      cancelAsk: undefined,
      isAsking: false,
      doubtTold: 'no-book',
    }),
  )
  const bySymbol = new Map(lines.map((line) => [line.market.streamSymbol, line]))
  const byInstrument = new Map(lines.map((line) => [line.market.instrument.id, line]))
  const counts = new Map<string, number>()
  let isOpen = false
  let isStopped = false
  /** Rises with every connection: answers to questions of an earlier one are not taken. */
  let era = 0
  let cancelLook: () => void = () => undefined

  const count = (what: string, times = 1): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const doubtOf = (line: Line): FeedDoubt | undefined => {
    if (!isOpen) return 'disconnected'
    return line.book.doubt() ?? (line.isDelayed ? 'delayed' : undefined)
  }
  const noteDoubt = (line: Line): void => {
    const doubt = doubtOf(line)
    if (doubt === line.doubtTold) return
    line.doubtTold = doubt
    const fields = { instrument: line.market.instrument.id, ...(doubt === undefined ? {} : { doubt }) }
    if (doubt === undefined) log.info(fields, 'live prices are the exchange’s again')
    else log.warn(fields, 'live prices are in doubt')
  }

  const onOutcome = (line: Line, outcome: BookOutcome): void => {
    if (outcome.counted !== undefined) count(outcome.counted)
    if (outcome.told !== undefined) {
      events.book(line.market.instrument.id, { ...outcome.told, number: line.book.number() })
    }
    if (outcome.needsWhole === true) askWhole(line)
    noteDoubt(line)
  }

  const onTape = (line: Line, outcome: TapeOutcome): void => {
    count('trade-duplicate', outcome.duplicates)
    count('trade-missing', outcome.missing)
    if (outcome.told.length > 0) events.trades(line.market.instrument.id, outcome.told)
    if (outcome.needsList) void askTrades(line)
  }

  const takeTrades = (line: Line, news: TapeNews, from: 'stream' | 'list'): void => {
    const read = attempt(() => line.tape.onTrades(news.trades, from, clock.now()))
    if ('refused' in read) refuse(read.refused)
    else onTape(line, read.value)
  }

  const refuse = (what: string): void => {
    count('refused')
    const times = counts.get('refused') ?? 0
    // The first, the second, the fourth …: an exchange that changed its format does not fill the disk.
    if ((times & (times - 1)) === 0) log.warn({ what, times }, 'a message of the exchange was refused')
  }

  /** Asks, some time soon and one at a time, for the whole book of a market. */
  const askWhole = (line: Line): void => {
    if (isStopped || !isOpen || line.cancelAsk !== undefined || line.isAsking) return
    if (clock.now() - line.askedAt >= wellAfterMs) line.asked = 0
    const waitMs = line.asked === 0 ? 0 : backoffMs(wholeBackoff, line.asked - 1, rng)
    line.cancelAsk = after(waitMs, () => {
      line.cancelAsk = undefined
      line.asked += 1
      line.askedAt = clock.now()
      if (protocol.wholeBook === 'told') connect.say(protocol.tellAnew(line.market))
      else void fetchWhole(line)
    })
  }

  const fetchWhole = async (line: Line): Promise<void> => {
    const asked = era
    line.isAsking = true
    const answer = await settled(exchange.wholeBook(line.market, protocol.depth))
    inLine(() => {
      // A connection made since has asked for itself.
      if (isStopped || asked !== era) return
      line.isAsking = false
      const news = readAnswer(answer, (raw) => protocol.readWholeBook(raw, line.market))
      if (news === undefined) askWhole(line)
      else onOutcome(line, line.book.onNews(news, clock.now()))
    })
  }

  const askTrades = async (line: Line): Promise<void> => {
    const answer = await settled(exchange.latestTrades(line.market))
    inLine(() => {
      if (isStopped) return
      const news = readAnswer(answer, (raw) => protocol.readTrades(raw, line.market))
      if (news !== undefined) takeTrades(line, news, 'list')
    })
  }

  const readAnswer = <News>(answer: Answer, read: (raw: unknown) => News): News | undefined => {
    if ('failed' in answer) {
      count('rest-failed')
      const why = answer.failed instanceof Error ? answer.failed.message : 'unknown'
      log.warn({ why }, 'the exchange did not answer')
      return undefined
    }
    const news = attempt(() => read(answer.value))
    if ('value' in news) return news.value
    refuse(news.refused)
    return undefined
  }

  const onBookNews = (line: Line, news: BookNews): void => {
    line.newsAt = clock.now()
    if (news.at !== undefined) line.isDelayed = clock.now() - news.at > delayedMaxMs
    onOutcome(line, line.book.onNews(news, clock.now()))
  }

  const onNews = (news: StreamNews): void => {
    if (news.kind === 'leaving') connect.renew('the exchange is leaving')
    if (news.kind === 'alive' || news.kind === 'leaving') return
    const line = bySymbol.get(news.symbol)
    if (line === undefined) refuse('news of a market nobody asked for')
    else if (news.kind === 'book') onBookNews(line, news)
    else takeTrades(line, news, 'stream')
  }

  const onText = (text: string): void => {
    const message = attempt(() => readExactJson(text))
    if ('refused' in message) {
      refuse(message.refused)
      return
    }
    const read = attempt(() => protocol.read(message.value))
    if ('value' in read) {
      for (const news of read.value) onNews(news)
      return
    }
    refuse(read.refused)
    // The message may have changed its book: if it names one, that book is in doubt.
    const line = bySymbol.get(symbolIn(message.value) ?? '')
    if (line !== undefined) onOutcome(line, line.book.onMalformed())
  }

  const connect: Connection = createConnection({
    url: exchange.streamUrl,
    areYouThere: protocol.areYouThere,
    dial: inLineDial(options.dial, inLine),
    after,
    clock,
    rng,
    onOpen: () => {
      isOpen = true
      era += 1
      count('connected')
      connect.say(protocol.subscribe(lines.map(({ market }) => market)))
      for (const line of lines) {
        line.newsAt = clock.now()
        line.askedAt = clock.now()
        if (protocol.wholeBook === 'asked') askWhole(line)
        void askTrades(line)
      }
    },
    onText,
    onLost: (why) => {
      isOpen = false
      era += 1
      count('lost')
      log.warn({ why }, 'the connection to the exchange is lost')
      for (const line of lines) {
        line.cancelAsk?.()
        line.cancelAsk = undefined
        line.isAsking = false
        line.book.onDisconnect()
        noteDoubt(line)
      }
    },
  })
  /** Notices missing messages by timeout. */
  const look = (): void => {
    const now = clock.now()
    for (const line of lines) {
      onOutcome(line, line.book.onTime(now))
      onTape(line, line.tape.onTime(now))
      const isLong = !line.book.hasBook() && now - line.askedAt >= wholeMaxMs
      const isQuiet = protocol.wholeBook === 'asked' && now - line.newsAt >= verifyQuietMs
      if (isQuiet) line.newsAt = now
      if (isLong || isQuiet) askWhole(line)
    }
    cancelLook = after(lookEveryMs, look)
  }

  return {
    start: () => {
      connect.start()
      look()
    },
    stop: () => {
      isStopped = true
      isOpen = false
      cancelLook()
      for (const line of lines) line.cancelAsk?.()
      connect.stop()
    },
    doubtOf: (instrumentId) => {
      const line = byInstrument.get(instrumentId)
      return line === undefined ? 'no-book' : doubtOf(line)
    },
    bookOf: (instrumentId) => {
      const line = present(byInstrument.get(instrumentId), instrumentId)
      const changes = line.book.doubt() === undefined ? line.book.levels() : []
      return { changes, number: line.book.number() }
    },
    counts: () => Object.fromEntries(counts),
  }
}

type Answer = { readonly value: unknown } | { readonly failed: unknown }

/** The result of a request to the exchange: an exception of any kind is a failure. */
async function settled(asked: Promise<unknown>): Promise<Answer> {
  try {
    return { value: await asked }
  } catch (failed) {
    return { failed }
  }
}

function inLineAfter(after: After, inLine: (work: () => void) => void): After {
  return (ms, work) => {
    let isTakenBack = false
    const cancel = after(ms, () =>
      inLine(() => {
        if (!isTakenBack) work()
      }),
    )
    return () => {
      isTakenBack = true
      cancel()
    }
  }
}

function inLineDial(dial: Dial, inLine: (work: () => void) => void): Dial {
  return (url, { opened, said, alive, closed }) =>
    dial(url, {
      opened: () => inLine(opened),
      said: (text) => inLine(() => said(text)),
      alive: () => inLine(alive),
      closed: (why) => inLine(() => closed(why)),
    })
}

/** Which market a message that could not be read seems to be about. */
function symbolIn(message: unknown): string | undefined {
  const read = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) return undefined
    const fields = value as Readonly<Record<string, unknown>>
    const named = fields.symbol ?? fields.s
    return typeof named === 'string' ? named : undefined
  }
  const own = read(message)
  if (own !== undefined || typeof message !== 'object' || message === null || !('data' in message)) return own
  return Array.isArray(message.data) ? read(message.data[0]) : undefined
}
