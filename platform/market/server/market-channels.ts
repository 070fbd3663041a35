import { onSubscribe } from '@bolsillo/server-kit'
import { bookChannel, bookDepthMax, candleChannel, candleKey, quoteChannel, tradesChannel } from '../contract/index.ts'
import {
  type Candle,
  type Instrument,
  intervals,
  quoteNow,
  writeBook,
  writeCandle,
  writeTrade,
} from '../domain/index.ts'
import type { CandleReader } from './candle-reader.ts'
import { sinceOf } from './market-reads.ts'
import type { LiveMarket } from './market-state.ts'
import type { createPublishing } from './publishing.ts'

const tradesInSnapshot = 50
const candlesInSnapshot = 2

/** The channels of the market, each with the snapshot of its key. */
export function channelsOf(
  market: LiveMarket,
  reader: CandleReader,
  publishing: ReturnType<typeof createPublishing>,
  ids: ReadonlySet<string>,
) {
  const known = (id: string): Instrument | undefined => (ids.has(id) ? market.live(id).instrument : undefined)
  const stale = (id: string): boolean => market.isStale(id, market.nowOf(id))
  return [
    onSubscribe(quoteChannel, (id) => {
      const instrument = known(id)
      return instrument === undefined ? undefined : quoteNow(instrument, market, market.nowOf(id))
    }),
    onSubscribe(bookChannel, (id) => {
      const instrument = known(id)
      const book = instrument === undefined ? undefined : market.book(id, bookDepthMax)
      if (instrument === undefined || book === undefined) return undefined
      publishing.settle(id)
      return writeBook(book, instrument, stale(id))
    }),
    onSubscribe(tradesChannel, (id) => {
      const instrument = known(id)
      if (instrument === undefined) return undefined
      publishing.settle(id)
      return {
        symbol: id,
        trades: market.lastTrades(id, tradesInSnapshot).map((trade) => writeTrade(trade, instrument)),
      }
    }),
    onSubscribe(candleChannel, async (key) => {
      const [id = '', name = ''] = key.split('|')
      const instrument = known(id)
      const interval = intervals.find((candidate) => candidate === name)
      if (instrument === undefined || interval === undefined || candleKey(id, interval) !== key) return undefined
      const candles: readonly Candle[] = await reader.candles(id, interval, {
        limit: candlesInSnapshot,
      })
      publishing.lookedAt(id, key)
      return { candles: candles.map((candle) => writeCandle(candle, instrument)), ...sinceOf(market) }
    }),
  ]
}
