import { answerParent } from './child.ts'
import { openLoad } from './load.ts'
import { type LoadSetup, ordersOf } from './order-requests.ts'

/** Messages from the parent to the load generator: first its setup, then the load to send. */
export type LoadOrder =
  | LoadSetup
  | { readonly kind: 'closed-loop'; readonly seconds: number }
  | { readonly kind: 'open-loop'; readonly seconds: number; readonly rate: number }

// The generator of load, in a process of its own so that its work and its pauses are not the server's. It answers each
// order of its parent with what it came to.
let ready: Promise<{ load: Awaited<ReturnType<typeof openLoad>>; next: () => string }> | undefined

async function carryOut(order: LoadOrder): Promise<unknown> {
  if (order.kind === 'open') {
    const { host, port, connections } = order
    const next = ordersOf(order, 'orders')
    ready = openLoad(host, port, connections).then((load) => ({ load, next }))
    await ready
    return 'open'
  }
  if (ready === undefined) throw new Error('nothing is open yet')
  const { load, next } = await ready
  return order.kind === 'closed-loop' ? await load.closedLoop(next, order.seconds) : await load.openLoop(next, order)
}

answerParent(carryOut)
