import type { MarketFeed, VenueLine } from '../../domain/index.ts'

type MarketData = Parameters<VenueLine['marketData']>[1]

/** Prices that are not certain yet, in order: what they hang on may still fail to commit. */
interface MarketBuffer {
  readonly add: (instrumentId: string, data: MarketData) => void
  /** A mark at its present end: what is added from now on comes after it. */
  readonly mark: () => number
  /** Passes on what was added before a mark, or everything. */
  readonly flush: (mark?: number) => void
  /** Nobody knows whether what was added before a mark is certain: it waits for `settle`, and what came after is forgotten. */
  readonly hold: (mark: number) => void
  /** Passes on what was held, or forgets it, and forgets everything behind it. */
  readonly settle: (isCertain: boolean) => void
  /** Forgets everything. */
  readonly drop: () => void
}

/** A buffer before the market's state. `onPrices` receives the prices traded at, for the stops they reach. */
export function createMarketBuffer(
  feed: MarketFeed,
  onPrices: (instrumentId: string, prices: readonly bigint[]) => void,
): MarketBuffer {
  let waiting: { readonly instrumentId: string; readonly data: MarketData }[] = []
  let gone = 0
  let isHeld = false

  const passOn = (mark: number): void => {
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
  }
  const drop = (): void => {
    gone += waiting.length
    waiting = []
    isHeld = false
  }

  return {
    add: (instrumentId, data) => {
      if (!isHeld) waiting.push({ instrumentId, data })
    },
    mark: () => gone + waiting.length,
    flush: (mark = gone + waiting.length) => {
      if (!isHeld) passOn(mark)
    },
    hold: (mark) => {
      waiting = waiting.slice(0, Math.max(0, mark - gone))
      isHeld = true
    },
    settle: (isCertain) => {
      if (isHeld && isCertain) passOn(gone + waiting.length)
      drop()
    },
    drop,
  }
}
