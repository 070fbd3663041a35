import { dataOf, useKit } from '@bolsillo/web-kit'
import { useCallback } from 'react'
import type { candlesCall } from '../contract/index.ts'
import type { LoadCandles } from './chart/candle-source.ts'

/** Candles of a product's own call, as a chart asks for them. */
export function useLoadCandles(call: ReturnType<typeof candlesCall>): LoadCandles {
  const { client } = useKit()
  return useCallback(async (request) => dataOf(await client.call(call, request)), [client, call])
}
