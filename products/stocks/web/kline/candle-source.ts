import { candleChannel, candleKey } from '@bolsillo/market/contract'
import type { CandleSource, ChartInterval } from '@bolsillo/ui/chart'
import { dataOf, useKit } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { candles } from '../../contract.ts'

/** How many candles one request brings; the rest come when the customer pulls the chart to the right. */
const pageSize = 500

/** Candles of an instrument for the chart: pages from the call, the open candle from the stream. */
export function useCandleSource(symbol: string, interval: ChartInterval): CandleSource {
  const { client, stream } = useKit()
  return useMemo(
    () => ({
      load: async (before) => {
        const request = { symbol, interval, limit: pageSize, ...(before === undefined ? {} : { before }) }
        const reply = dataOf(await client.call(candles, request))
        return { candles: reply.candles, more: reply.more }
      },
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
    [client, stream, symbol, interval],
  )
}
