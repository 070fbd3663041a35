import type { Asset, Instant, Price, Quantity, TickStep, TradeDate, TradingScale } from '@bolsillo/kernel'

/** What trading must know of an instrument. The market room's instruments have all of it. */
export interface TradedInstrument {
  /** `WALMEX.MX` */
  readonly id: string
  /** `MX`, `US`: picks the fee schedule. */
  readonly country: string
  readonly kind: string
  /** The share as the ledger counts it: `STK:WALMEX.MX`, scale = quantityScale. */
  readonly asset: Asset
  readonly scale: TradingScale
  readonly ticks: readonly TickStep[]
  /** Whole orders move in steps of this. */
  readonly lot: Quantity
  readonly fractional: boolean
  readonly quantityMin: Quantity
  readonly quantityMax: Quantity
  readonly listed: boolean
}

/** The quote in force, as the risk check and the execution report read it. */
export interface TradedQuote {
  readonly bid?: Price
  readonly ask?: Price
  readonly last: Price
  readonly sequence: number
}

/** What trading asks the market: synchronous and cheap, because the risk check asks inside its batch. */
export interface MarketFacts {
  readonly instrumentOf: (id: string) => TradedInstrument | undefined
  /** Everything that can be traded. */
  readonly instrumentIds: () => readonly string[]
  readonly quote: (id: string) => TradedQuote | undefined
  /** The price the collar is laid around: the last trade, else the previous close. */
  readonly reference: (id: string) => Price | undefined
  readonly stateAt: (id: string, at: Instant) => 'pre' | 'auction' | 'continuous' | 'halted' | 'closed' | 'holiday'
  readonly isStale: (id: string, at: Instant) => boolean
  /** When it next opens; undefined when nobody knows. */
  readonly nextOpen: (id: string, at: Instant) => Instant | undefined
  /** When day orders taken at `at` end: the session's close, in a market that never closes the end of the exchange's day. */
  readonly dayEnd: (id: string, at: Instant) => Instant
  readonly sellableAt: (id: string, fillAt: Instant) => Instant
  readonly settlesOn: (id: string, fillAt: Instant) => TradeDate
  readonly tradeDateOf: (id: string, at: Instant) => TradeDate
}
