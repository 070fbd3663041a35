import type { ListedMarket } from '../protocols/protocol.ts'
import type { ServedMarket } from '../served-markets.ts'

/** What is asked of an exchange by REST; ccxt does the asking. Answers are unknown until a protocol has read them. */
export interface Exchange {
  readonly streamUrl: string
  readonly listMarkets: () => Promise<readonly ListedMarket[]>
  readonly wholeBook: (market: ServedMarket, depth: number) => Promise<unknown>
  readonly latestTrades: (market: ServedMarket) => Promise<unknown>
}

/** Events of a connection. None follows `closed`. */
export interface WireEvents {
  readonly opened: () => void
  readonly said: (text: string) => void
  /** A frame that says nothing but that somebody is there. */
  readonly alive: () => void
  readonly closed: (why: string) => void
}

/** One connection, for texts. */
export interface Wire {
  readonly say: (text: string) => void
  /** Asks, with a frame of the protocol below, whether somebody is there. */
  readonly ping: () => void
  /** Ends it at once; `closed` is not called any more. */
  readonly end: () => void
}

/** Opens a connection. Never throws: what goes wrong is `closed`. */
export type Dial = (url: string, events: WireEvents) => Wire

/** Runs `work` once, `ms` later, unless the returned function is called before. */
export type After = (ms: number, work: () => void) => () => void

export interface FeedLog {
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
}
