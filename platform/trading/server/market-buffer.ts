import type { MarketFeed, VenueLine } from '../domain/index.ts'

type MarketData = Parameters<VenueLine['marketData']>[1]

/** Prices that are not certain yet, in order: what they hang on may still fail to commit. */
export interface MarketBuffer {
  readonly add: (instrumentId: string, data: MarketData) => void
  /** Where it stands: what is added from now on comes after the mark. */
  readonly mark: () => number
  /** Hands on what was added before a mark, or everything. */
  readonly flush: (mark?: number) => void
  /** Forgets everything. */
  readonly drop: () => void
}

/** A buffer before the market's state. `onPrices` is told the prices traded at, for the stops they reach. */
export function createMarketBuffer(
  feed: MarketFeed,
  onPrices: (instrumentId: string, prices: readonly bigint[]) => void,
): MarketBuffer {
  let waiting: { readonly instrumentId: string; readonly data: MarketData }[] = []
  let gone = 0
  return {
    add: (instrumentId, data) => {
      waiting.push({ instrumentId, data })
    },
    mark: () => gone + waiting.length,
    flush: (mark = gone + waiting.length) => {
      if (mark <= gone) return
      const certain = waiting.slice(0, mark - gone)
      waiting = waiting.slice(mark - gone)
      gone += certain.length
      for (const { instrumentId, data } of certain) {
        if (data.trades !== undefined && data.trades.length > 0) {
          feed.onTrades(instrumentId, data.trades)
          onPrices(
            instrumentId,
            data.trades.map(({ price }) => price),
          )
        }
        if (data.delta !== undefined) feed.onBook(instrumentId, data.delta)
        if (data.reached !== undefined) onPrices(instrumentId, data.reached)
      }
    },
    drop: () => {
      gone += waiting.length
      waiting = []
    },
  }
}
