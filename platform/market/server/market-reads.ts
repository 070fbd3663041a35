import type { Instant } from '@bolsillo/kernel'
import { type Instrument, type Interval, type MarketState, writeCandle, writeTrade } from '../domain/index.ts'
import type { CandleReader } from './candle-reader.ts'

const standardCandles = 300
const standardTrades = 50

/** Candles as every product's call answers them. One more than asked for is read, to know whether there are older ones. */
export async function candlesReply(
  { market, candles }: { readonly market: MarketState; readonly candles: CandleReader['candles'] },
  instrument: Instrument,
  asked: {
    readonly interval: Interval
    readonly before?: Parameters<CandleReader['candles']>[2]['before'] | undefined
    readonly limit?: number | undefined
  },
) {
  const { interval, before, limit = standardCandles } = asked
  const found = await candles(instrument.id, interval, {
    ...(before === undefined ? {} : { before }),
    limit: limit + 1,
  })
  return {
    symbol: instrument.id,
    interval,
    candles: found.slice(-limit).map((candle) => writeCandle(candle, instrument)),
    more: found.length > limit,
    source: market.quote(instrument.id)?.source ?? 'none',
    ...sinceOf(market),
  }
}

/** Since when the market is recorded, for an answer that carries candles; nothing where none is ever generated. */
export function sinceOf(market: Pick<MarketState, 'recordedSince'>): { recordedSince?: Instant } {
  const recordedSince = market.recordedSince()
  return recordedSince === undefined ? {} : { recordedSince }
}

/** The latest prints of an instrument, newest first, as every product's call answers them. */
export function tradesReply(market: MarketState, instrument: Instrument, limit = standardTrades) {
  const { id } = instrument
  return {
    symbol: id,
    trades: market.lastTrades(id, limit).map((trade) => writeTrade(trade, instrument)),
    stale: market.isStale(id, market.nowOf(id)),
  }
}
