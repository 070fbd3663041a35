import type { CandleSource, ChartCandle, ChartInterval } from '@bolsillo/ui/chart'
import { useKit } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { candleChannel, candleKey, type Interval } from '../../contract/index.ts'

/** How many candles one request brings; the rest come when the customer pulls the chart to the right. */
const pageSize = 500

export interface CandlePage {
  /** Oldest first. */
  readonly candles: readonly ChartCandle[]
  /** There are older ones. */
  readonly more: boolean
  /** Since when the market is recorded; left out where no candle is ever generated. */
  readonly recordedSince?: number | undefined
}

/** A product's call for candles. The same function on every render, or the chart starts again. */
export type LoadCandles = (request: {
  readonly symbol: string
  readonly interval: Interval
  readonly limit: number
  readonly before?: number
}) => Promise<CandlePage>

/** Candles of an instrument for the chart: pages from the product's call, the open candle from the stream. */
export function useCandleSource(symbol: string, interval: ChartInterval, load: LoadCandles): CandleSource {
  const { stream } = useKit()
  return useMemo(
    () => ({
      load: (before) => load({ symbol, interval, limit: pageSize, ...(before === undefined ? {} : { before }) }),
      follow: (onCandle) =>
        stream.subscribe<typeof candleChannel, null>(candleChannel, candleKey(symbol, interval), {
          start: (snapshot) => {
            for (const candle of snapshot.candles) onCandle(candle)
            return null
          },
          reduce: (_, delta) => {
            for (const candle of delta.candles) onCandle(candle)
            return null
          },
          onChange: () => undefined,
        }),
    }),
    [load, stream, symbol, interval],
  )
}
