import type { Instant } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import type { ExchangeId } from '../exchanges.ts'
import type { Fields } from '../reading/fields.ts'
import type { ServedMarket } from '../served-markets.ts'

/** One level as an exchange sends it: decimal texts. A quantity of 0 removes the level. */
export type TextLevel = readonly [side: OrderSide, price: string, quantity: string]

/** News of one book. */
export interface BookNews {
  readonly kind: 'book'
  /** What the stream calls the market. */
  readonly symbol: string
  /** The levels are the whole book (to the depth asked for), not changes. */
  readonly whole: boolean
  /**
   * The exchange's numbers of the first and the last change of this message, where it has any. Snapshots have only
   * `last`.
   */
  readonly first?: number
  readonly last?: number
  /** The number of the previous change, where the exchange sends it. */
  readonly previous?: number
  readonly levels: readonly TextLevel[]
  /** CRC-32 of the book after these changes, where the exchange gives one. */
  readonly checksum?: number
  /** When it happened, by the exchange's clock, where it is known. */
  readonly at?: Instant
}

/** One print as an exchange sends it. Ids count up by one. */
export interface TextTrade {
  readonly id: number
  readonly price: string
  readonly quantity: string
  readonly side: OrderSide
  readonly at: Instant
}

/** News of one market's tape. */
export interface TapeNews {
  readonly kind: 'tape'
  readonly symbol: string
  readonly trades: readonly TextTrade[]
}

/** What one message of a stream comes to. `alive`: nothing but that somebody is there. */
export type StreamNews = BookNews | TapeNews | { readonly kind: 'alive' } | { readonly kind: 'leaving' }

/** How a market is called and counted by its exchange. */
export interface MarketFacts {
  readonly streamSymbol: string
  /** What its REST calls name it by. */
  readonly restId: string
  /** Smallest steps, as decimal texts. */
  readonly tick: string
  readonly step: string
  readonly isTrading: boolean
}

/** One market of ccxt's list: ccxt's own name of it (`BTC/USDT`), and the exchange's raw entry. */
export interface ListedMarket {
  readonly symbol: string
  readonly info: Fields
}

/**
 * What one exchange documents of its public stream. Everything that comes in is unknown until one of the readers has
 * taken it whole; readers throw Malformed. Pure: nothing here knows of sockets or time.
 */
export interface Protocol {
  readonly id: ExchangeId
  /** Levels a side of a whole book; beyond it nothing is known. */
  readonly depth: number
  /**
   * Books must be cut to `depth` after each change: the exchange sends a level again when it comes back within the
   * depth.
   */
  readonly cutsToDepth: boolean
  /** Whether a snapshot is requested by REST (`asked`) or sent by the stream on subscription (`told`). */
  readonly wholeBook: 'asked' | 'told'
  readonly readMarket: (market: ListedMarket) => MarketFacts
  /** The messages to send after the stream opened. */
  readonly subscribe: (markets: readonly ServedMarket[]) => readonly string[]
  /** The messages that request another snapshot of a market (`told` only). */
  readonly tellAnew: (market: ServedMarket) => readonly string[]
  /** A message the exchange answers, to probe the connection; undefined: a WebSocket ping. */
  readonly areYouThere?: string
  /** @param message as `readExactJson` gives it */
  readonly read: (message: unknown) => readonly StreamNews[]
  /** @param answer the raw answer of the exchange, as ccxt returns it (`asked` only) */
  readonly readWholeBook: (answer: unknown, market: ServedMarket) => BookNews
  readonly readTrades: (answer: unknown, market: ServedMarket) => TapeNews
}
