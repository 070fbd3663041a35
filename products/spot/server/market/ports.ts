import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Market } from '@bolsillo/market/server'

/** What the market half of this room is given by the composition root. */
export interface SpotMarketPorts {
  readonly market: MarketState
  readonly candles: Market['candles']
  /** What the market of this server has; coins and contracts are picked from it. */
  readonly instruments: readonly Instrument[]
}
