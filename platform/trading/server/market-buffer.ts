import type { MarketBookDelta, MarketFeed, MarketTrade } from '../domain/index.ts'

type MarketData = { readonly trades?: readonly MarketTrade[]; readonly delta?: MarketBookDelta }

/** Prices that are not certain yet, in order: what they hang on may still fail to commit. */
export interface MarketBuffer {
  readonly add: (instrumentId: string, data: MarketData) => void
  /** Hands everything on. */
  readonly flush: () => void
  /** Forgets everything. */
  readonly drop: () => void
}

/** A buffer before the market's state. `onPrices` is told the prices of trades handed on, for the stops they reach. */
export function createMarketBuffer(
  feed: MarketFeed,
  onPrices: (instrumentId: string, prices: readonly bigint[]) => void,
): MarketBuffer {
  let waiting: { readonly instrumentId: string; readonly data: MarketData }[] = []
  return {
    add: (instrumentId, data) => {
      waiting.push({ instrumentId, data })
    },
    flush: () => {
      if (waiting.length === 0) return
      const certain = waiting
      waiting = []
      for (const { instrumentId, data } of certain) {
        if (data.trades !== undefined && data.trades.length > 0) {
          feed.onTrades(instrumentId, data.trades)
          onPrices(
            instrumentId,
            data.trades.map(({ price }) => price),
          )
        }
        if (data.delta !== undefined) feed.onBook(instrumentId, data.delta)
      }
    },
    drop: () => {
      waiting = []
    },
  }
}
