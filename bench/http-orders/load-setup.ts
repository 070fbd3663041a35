import { seededRng } from '@bolsillo/kernel'
import type { Trader } from './crowd.ts'
import { orderStream, type Priced } from './order-requests.ts'

/** What a load generator is given first: which one it is, at what prices, and where to send. */
export interface LoadSetup {
  readonly kind: 'open'
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly traders: readonly Trader[]
  readonly prices: readonly Priced[]
  readonly seed: number
}

/** The generator's endless requests of orders, the same for the same seed and name. */
export function ordersOf({ host, port, traders, prices, seed }: LoadSetup, name: string): () => string {
  const bySymbol = new Map(prices.map((row) => [row.symbol, row]))
  return orderStream(seededRng(seed, name), `${host}:${port}`, traders, bySymbol)
}
