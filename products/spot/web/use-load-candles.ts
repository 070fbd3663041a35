import type { LoadCandles } from '@bolsillo/market/web'
import { dataOf, useKit } from '@bolsillo/web-kit'
import { useCallback } from 'react'
import { coinCandles } from '../contract.ts'

/** Candles of coins and contracts, as a chart asks for them. */
export function useLoadCoinCandles(): LoadCandles {
  const { client } = useKit()
  return useCallback(async (request) => dataOf(await client.call(coinCandles, request)), [client])
}
