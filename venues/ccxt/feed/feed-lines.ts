import type { Clock, Instant, Rng } from '@bolsillo/kernel'
import {
  type BookChange,
  type BookDoubt,
  type BookKeeper,
  type BookOutcome,
  createBookKeeper,
} from '../book/book-keeper.ts'
import { createTradeTape, type TapeOutcome, type TapeTrade, type TradeTape } from '../book/trade-tape.ts'
import type { Protocol, TapeNews } from '../protocols/protocol.ts'
import { attempt } from '../reading/fields.ts'
import type { ServedMarket } from '../served-markets.ts'
import type { After, Dial, Exchange, FeedLog } from './ports.ts'

// What a feed knows of each market, and what it makes of its messages.

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

export interface Line {
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

export interface FeedOptions {
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
}

/** What is so of the connection now. */
export interface FeedState {
  isOpen: boolean
  isStopped: boolean
  /** Rises with every connection: answers to questions of an earlier one are not taken. */
  era: number
}

export function newLine({ protocol, clock, toldTo }: FeedOptions, market: ServedMarket): Line {
  return {
    market,
    book: createBookKeeper(market, protocol),
    tape: createTradeTape(market, toldTo(market.instrument.id)),
    isDelayed: false,
    newsAt: clock.now(),
    asked: 0,
    askedAt: clock.now(),
    cancelAsk: undefined,
    isAsking: false,
    doubtTold: 'no-book',
  }
}

/** How often what happened. */
export interface Counting {
  readonly count: (what: string, times?: number) => void
  /** Counts a message that cannot be taken. */
  readonly refuse: (what: string) => void
  readonly counts: () => Readonly<Record<string, number>>
}

export function createCounting(log: FeedLog): Counting {
  const counts = new Map<string, number>()
  const count = (what: string, times = 1): void => {
    if (times > 0) counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const refuse = (what: string): void => {
    count('refused')
    const times = counts.get('refused') ?? 0
    // The first, the second, the fourth …: an exchange that changed its format does not fill the disk.
    if ((times & (times - 1)) === 0) log.warn({ what, times }, 'a message of the exchange was refused')
  }
  return { count, refuse, counts: () => Object.fromEntries(counts) }
}

export interface Asking {
  readonly whole: (line: Line) => void
  readonly trades: (line: Line) => Promise<void>
}

export type Taking = ReturnType<typeof createTaking>

/** Takes what books and tapes make of messages: publishes it, asks for what is missing, says whether there is doubt. */
export function createTaking(
  { clock, log, events }: FeedOptions,
  {
    state,
    counting,
    asking,
  }: {
    readonly state: FeedState
    readonly counting: Counting
    readonly asking: () => Asking
  },
) {
  const doubtOf = (line: Line): FeedDoubt | undefined => {
    if (!state.isOpen) return 'disconnected'
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
    if (outcome.counted !== undefined) counting.count(outcome.counted)
    if (outcome.told !== undefined) {
      events.book(line.market.instrument.id, { ...outcome.told, number: line.book.number() })
    }
    if (outcome.needsWhole === true) asking().whole(line)
    noteDoubt(line)
  }

  const onTape = (line: Line, outcome: TapeOutcome): void => {
    counting.count('trade-duplicate', outcome.duplicates)
    counting.count('trade-missing', outcome.missing)
    if (outcome.told.length > 0) events.trades(line.market.instrument.id, outcome.told)
    if (outcome.needsList) void asking().trades(line)
  }

  const takeTrades = (line: Line, news: TapeNews, from: 'stream' | 'list'): void => {
    const read = attempt(() => line.tape.onTrades(news.trades, from, clock.now()))
    if ('refused' in read) counting.refuse(read.refused)
    else onTape(line, read.value)
  }

  return { doubtOf, noteDoubt, onOutcome, onTape, takeTrades }
}
