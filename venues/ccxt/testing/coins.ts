import { decimalUnits, present, priceOf, quantityOf } from '@bolsillo/kernel'
import { type Instrument, instrumentOf } from '@bolsillo/market/domain'
import type { ServedMarket } from '../served-markets.ts'

const pair = present(instrumentOf('USD/MXN'), 'USD/MXN')

/** A coin against a dollar coin, of so many decimals, with a tick of one unit of its price. */
export function coin(id: string, priceScale: number, quantityScale = 8, tick = 1n): Instrument {
  return {
    ...pair,
    id,
    kind: 'coin',
    ticker: id,
    name: id,
    currency: 'USD',
    asset: { code: id.split('-')[0] ?? id, scale: quantityScale },
    scale: { priceScale, quantityScale, quote: { code: 'USD', scale: 2 } },
    ticks: [{ from: priceOf(0n), tick }],
    lot: quantityOf(1n),
    referencePrice: priceOf(decimalUnits('100', priceScale)),
  }
}

/** Two markets, as Binance names them. */
export const binanceMarkets: readonly ServedMarket[] = [
  {
    instrument: coin('BTC-USDT', 2),
    streamSymbol: 'BTCUSDT',
    restId: 'BTCUSDT',
    priceDecimals: 2,
    quantityDecimals: 5,
  },
  {
    instrument: coin('ETH-USDT', 2),
    streamSymbol: 'ETHUSDT',
    restId: 'ETHUSDT',
    priceDecimals: 2,
    quantityDecimals: 4,
  },
]

/** Two markets, as Kraken names them. */
export const krakenMarkets: readonly ServedMarket[] = [
  { instrument: coin('BTC-USD', 1), streamSymbol: 'BTC/USD', restId: 'XBTUSD', priceDecimals: 1, quantityDecimals: 8 },
  { instrument: coin('ETH-USD', 2), streamSymbol: 'ETH/USD', restId: 'ETHUSD', priceDecimals: 2, quantityDecimals: 8 },
]
