import { present } from '@bolsillo/kernel'
import type { BookChange } from '../book/book-keeper.ts'
import type { BookNews, StreamNews } from '../protocols/protocol.ts'
import { readExactJson } from '../reading/exact-json.ts'
import { attempt } from '../reading/fields.ts'
import { type Backoff, backoffMs } from './backoff.ts'
import { type Connection, createConnection } from './connection.ts'
import {
  type Asking,
  type Counting,
  createCounting,
  createTaking,
  type FeedDoubt,
  type FeedOptions,
  type FeedState,
  type Line,
  newLine,
  type Taking,
} from './feed-lines.ts'
import { inLineAfter, inLineDial } from './in-line.ts'
import type { After, FeedLog } from './ports.ts'

export type { FeedDoubt } from './feed-lines.ts'

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

/**
 * A feed of these markets, not started. `toldTo` is the number of the last print that an earlier process published of
 * a market.
 */
export function createLiveFeed(options: FeedOptions): LiveFeed {
  const after = inLineAfter(options.after, options.inLine)
  const lines = options.markets.map((market) => newLine(options, market))
  const bySymbol = new Map(lines.map((line) => [line.market.streamSymbol, line]))
  const byInstrument = new Map(lines.map((line) => [line.market.instrument.id, line]))
  const state: FeedState = { isOpen: false, isStopped: false, era: 0 }

  const counting = createCounting(options.log)
  const taking = createTaking(options, { state, counting, asking: () => asking })
  const asking = createAsking(options, { state, counting, taking, after, say: (texts) => connect.say(texts) })
  const onText = createHearing(options, { bySymbol, counting, taking, renew: (why) => connect.renew(why) })
  const connect: Connection = createConnecting(options, { state, lines, counting, taking, asking, after, onText })
  const look = createLook(options, { lines, taking, asking, after })

  return {
    start: () => {
      connect.start()
      look.start()
    },
    stop: () => {
      state.isStopped = true
      state.isOpen = false
      look.stop()
      for (const line of lines) line.cancelAsk?.()
      connect.stop()
    },
    doubtOf: (instrumentId) => {
      const line = byInstrument.get(instrumentId)
      return line === undefined ? 'no-book' : taking.doubtOf(line)
    },
    bookOf: (instrumentId) => {
      const line = present(byInstrument.get(instrumentId), instrumentId)
      const changes = line.book.doubt() === undefined ? line.book.levels() : []
      return { changes, number: line.book.number() }
    },
    counts: counting.counts,
  }
}

/** What the parts of a feed share. */
interface FeedParts {
  readonly state: FeedState
  readonly lines: readonly Line[]
  readonly counting: Counting
  readonly taking: Taking
  readonly asking: Asking
  readonly after: After
}

/** The connection of all lines: they subscribe when it opens, and are in doubt when it is lost. */
function createConnecting(
  options: FeedOptions,
  { state, lines, counting, taking, asking, after, onText }: FeedParts & { readonly onText: (text: string) => void },
): Connection {
  const { exchange, protocol, clock, rng, log } = options
  const connect: Connection = createConnection({
    url: exchange.streamUrl,
    areYouThere: protocol.areYouThere,
    dial: inLineDial(options.dial, options.inLine),
    after,
    clock,
    rng,
    onOpen: () => {
      state.isOpen = true
      state.era += 1
      counting.count('connected')
      connect.say(protocol.subscribe(lines.map(({ market }) => market)))
      for (const line of lines) {
        line.newsAt = clock.now()
        line.askedAt = clock.now()
        if (protocol.wholeBook === 'asked') asking.whole(line)
        void asking.trades(line)
      }
    },
    onText,
    onLost: (why) => {
      state.isOpen = false
      state.era += 1
      counting.count('lost')
      log.warn({ why }, 'the connection to the exchange is lost')
      for (const line of lines) {
        line.cancelAsk?.()
        line.cancelAsk = undefined
        line.isAsking = false
        line.book.onDisconnect()
        taking.noteDoubt(line)
      }
    },
  })
  return connect
}

/** Looks at every line again and again: what is missing shows by time alone. */
function createLook(
  { protocol, clock }: FeedOptions,
  { lines, taking, asking, after }: Pick<FeedParts, 'lines' | 'taking' | 'asking' | 'after'>,
): { readonly start: () => void; readonly stop: () => void } {
  let cancelLook: () => void = () => undefined
  /** Notices missing messages by timeout. */
  const look = (): void => {
    const now = clock.now()
    for (const line of lines) {
      taking.onOutcome(line, line.book.onTime(now))
      taking.onTape(line, line.tape.onTime(now))
      const isLong = !line.book.hasBook() && now - line.askedAt >= wholeMaxMs
      const isQuiet = protocol.wholeBook === 'asked' && now - line.newsAt >= verifyQuietMs
      if (isQuiet) line.newsAt = now
      if (isLong || isQuiet) asking.whole(line)
    }
    cancelLook = after(lookEveryMs, look)
  }
  return { start: look, stop: () => cancelLook() }
}

/** Asks the exchange for whole books and for its latest prints. */
function createAsking(
  { exchange, protocol, clock, rng, log, inLine }: FeedOptions,
  {
    state,
    counting,
    taking,
    after,
    say,
  }: {
    readonly state: FeedState
    readonly counting: Counting
    readonly taking: Taking
    readonly after: After
    readonly say: Connection['say']
  },
): Asking {
  /** Asks, some time soon and one at a time, for the whole book of a market. */
  const askWhole = (line: Line): void => {
    if (state.isStopped || !state.isOpen || line.cancelAsk !== undefined || line.isAsking) return
    if (clock.now() - line.askedAt >= wellAfterMs) line.asked = 0
    const waitMs = line.asked === 0 ? 0 : backoffMs(wholeBackoff, line.asked - 1, rng)
    line.cancelAsk = after(waitMs, () => {
      line.cancelAsk = undefined
      line.asked += 1
      line.askedAt = clock.now()
      if (protocol.wholeBook === 'told') say(protocol.tellAnew(line.market))
      else void fetchWhole(line)
    })
  }

  const fetchWhole = async (line: Line): Promise<void> => {
    const asked = state.era
    line.isAsking = true
    const answer = await settled(exchange.wholeBook(line.market, protocol.depth))
    inLine(() => {
      // A connection made since has asked for itself.
      if (state.isStopped || asked !== state.era) return
      line.isAsking = false
      const news = readAnswer({ log, counting }, answer, (raw) => protocol.readWholeBook(raw, line.market))
      if (news === undefined) askWhole(line)
      else taking.onOutcome(line, line.book.onNews(news, clock.now()))
    })
  }

  const askTrades = async (line: Line): Promise<void> => {
    const answer = await settled(exchange.latestTrades(line.market))
    inLine(() => {
      if (state.isStopped) return
      const news = readAnswer({ log, counting }, answer, (raw) => protocol.readTrades(raw, line.market))
      if (news !== undefined) taking.takeTrades(line, news, 'list')
    })
  }

  return { whole: askWhole, trades: askTrades }
}

/** What an answer says; one that cannot be had or read is counted. */
function readAnswer<News>(
  { log, counting }: { readonly log: FeedLog; readonly counting: Counting },
  answer: Answer,
  read: (raw: unknown) => News,
): News | undefined {
  if ('failed' in answer) {
    counting.count('rest-failed')
    const why = answer.failed instanceof Error ? answer.failed.message : 'unknown'
    log.warn({ why }, 'the exchange did not answer')
    return undefined
  }
  const news = attempt(() => read(answer.value))
  if ('value' in news) return news.value
  counting.refuse(news.refused)
  return undefined
}

/** Reads the messages of the stream. */
function createHearing(
  { protocol, clock }: FeedOptions,
  {
    bySymbol,
    counting,
    taking,
    renew,
  }: {
    readonly bySymbol: ReadonlyMap<string, Line>
    readonly counting: Counting
    readonly taking: Taking
    readonly renew: Connection['renew']
  },
): (text: string) => void {
  const onBookNews = (line: Line, news: BookNews): void => {
    line.newsAt = clock.now()
    if (news.at !== undefined) line.isDelayed = clock.now() - news.at > delayedMaxMs
    taking.onOutcome(line, line.book.onNews(news, clock.now()))
  }

  const onNews = (news: StreamNews): void => {
    if (news.kind === 'leaving') renew('the exchange is leaving')
    if (news.kind === 'alive' || news.kind === 'leaving') return
    const line = bySymbol.get(news.symbol)
    if (line === undefined) counting.refuse('news of a market nobody asked for')
    else if (news.kind === 'book') onBookNews(line, news)
    else taking.takeTrades(line, news, 'stream')
  }

  return (text) => {
    const message = attempt(() => readExactJson(text))
    if ('refused' in message) {
      counting.refuse(message.refused)
      return
    }
    const read = attempt(() => protocol.read(message.value))
    if ('value' in read) {
      for (const news of read.value) onNews(news)
      return
    }
    counting.refuse(read.refused)
    // The message may have changed its book: if it names one, that book is in doubt.
    const line = bySymbol.get(symbolIn(message.value) ?? '')
    if (line !== undefined) taking.onOutcome(line, line.book.onMalformed())
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
