import { useLive } from '@bolsillo/web-kit'
import { type Quote, quoteChannel } from '../contract/index.ts'

/** The newest quote of an instrument: the stream's when it is there, else the one a call came with. */
export function useQuote(symbol: string | undefined, initial: Quote | undefined): Quote | undefined {
  const { data, live, lost } = useLive(quoteChannel, symbol)
  // A lost line keeps the last price and marks it as no longer current, also one that came from a call only.
  if (data === undefined || data.symbol !== symbol)
    return lost && initial !== undefined ? { ...initial, stale: true } : initial
  return live ? data : { ...data, stale: true }
}
