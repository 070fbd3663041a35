import { type LoadCandles, useLoadCandles } from '@bolsillo/market/web'
import { coinCandles } from '../contract.ts'

/** Candles of coins and contracts, as a chart asks for them. */
export function useLoadCoinCandles(): LoadCandles {
  return useLoadCandles(coinCandles)
}
