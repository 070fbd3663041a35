import { seededRng } from '@bolsillo/kernel'
import type { Trader } from './crowd.ts'
import { orderStream, type Priced } from './order-requests.ts'

/** The setup of a load generator: its traders, the prices, and the server's address. */
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
