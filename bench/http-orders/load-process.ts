import { seededRng } from '@bolsillo/kernel'
import type { Trader } from './crowd.ts'
import { openLoad } from './load.ts'
import type { Priced } from './order-requests.ts'
import { orderStream } from './order-requests.ts'

/** What the parent tells the generator: first whom it is, then what to send. */
export type LoadOrder =
  | {
      readonly kind: 'open'
      readonly host: string
      readonly port: number
      readonly connections: number
      readonly traders: readonly Trader[]
      readonly prices: readonly Priced[]
      readonly seed: number
    }
  | { readonly kind: 'closed-loop'; readonly seconds: number }
  | { readonly kind: 'open-loop'; readonly seconds: number; readonly rate: number }

// The generator of load, in a process of its own so that its work and its pauses are not the server's. It answers each
// order of its parent with what it came to.
let ready: Promise<{ load: Awaited<ReturnType<typeof openLoad>>; next: () => string }> | undefined

async function carryOut(order: LoadOrder): Promise<unknown> {
  if (order.kind === 'open') {
    const { host, port, connections, traders, prices, seed } = order
    const bySymbol = new Map(prices.map((row) => [row.symbol, row]))
    const next = orderStream(seededRng(seed, 'orders'), `${host}:${port}`, traders, bySymbol)
    ready = openLoad(host, port, connections).then((load) => ({ load, next }))
    await ready
    return 'open'
  }
  if (ready === undefined) throw new Error('nothing is open yet')
  const { load, next } = await ready
  return order.kind === 'closed-loop' ? await load.closedLoop(next, order.seconds) : await load.openLoop(next, order)
}

process.on('message', (order: LoadOrder) => {
  carryOut(order).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : 'failed' }),
  )
})
process.on('disconnect', () => process.exit(0))
