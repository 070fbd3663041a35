import { type LoadCandles, useLoadCandles } from '@bolsillo/market/web'
import { coinCandles } from '../contract/index.ts'

/** Candles of coins and contracts, as a chart asks for them. */
export function useLoadCoinCandles(): LoadCandles {
  return useLoadCandles(coinCandles)
}
