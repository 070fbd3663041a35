import { type LoadCandles, useLoadCandles } from '@bolsillo/market/web'
import { useCall } from '@bolsillo/web-kit'
import { type CoinTicker, coinCandles, coinTicker } from '../contract/index.ts'

/** Candles of coins and contracts, as a chart asks for them. */
export function useLoadCoinCandles(): LoadCandles {
  return useLoadCandles(coinCandles)
}

const everyMs = 15_000

/** The last 24 hours of a coin or contract, which its change counts from; undefined without a symbol, and until it is known. */
export function useDay24(symbol: string | undefined): CoinTicker['day24'] {
  const asked = { enabled: symbol !== undefined, everyMs }
  return useCall(coinTicker, { symbol: symbol ?? '' }, asked).data?.day24
}
