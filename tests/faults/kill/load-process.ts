import { openClientJournal } from '@bolsillo/checker/client-journal'
import { seededRng } from '@bolsillo/kernel'
import type { SignedInCustomer } from '@bolsillo/test-kit'
import { type LoadEvent, startLoadClient } from './load-client.ts'

// A process of load clients, started by load.ts: it gets its task once, and reports the outcome of every request.

/** What a client of a process is. */
export interface ClientPart {
  readonly name: string
  readonly customers: readonly SignedInCustomer[]
  readonly newcomers: readonly SignedInCustomer[]
  readonly journalPath: string
}

export interface LoadOrder {
  readonly kind: 'start'
  readonly url: string
  readonly seed: number
  readonly everyMs: number
  readonly task: 'trade' | 'stock-up'
  readonly plantFreshKey: boolean
  readonly aheadMs: number
  readonly clients: readonly ClientPart[]
}

export type ToProcess = LoadOrder | { readonly kind: 'stop' }
export type FromProcess = { readonly kind: 'events'; readonly events: readonly LoadEvent[] } | { readonly kind: 'done' }

const tellEveryMs = 20

function start(order: LoadOrder): void {
  let events: LoadEvent[] = []
  const tell = (message: FromProcess): void => {
    process.send?.(message)
  }
  const flush = (): void => {
    if (events.length > 0) tell({ kind: 'events', events })
    events = []
  }
  const telling = setInterval(flush, tellEveryMs)
  const running = Promise.all(
    order.clients.map(async ({ name, journalPath, ...customers }) => {
      const { url, everyMs, task, plantFreshKey, aheadMs } = order
      const client = startLoadClient({
        ...customers,
        url,
        everyMs,
        task,
        plantFreshKey,
        aheadMs,
        journal: await openClientJournal(journalPath),
        rng: seededRng(order.seed, name),
        tell: (event) => events.push(event),
      })
      return client
    }),
  )
  const end = async (isStop: boolean): Promise<void> => {
    const clients = await running
    await Promise.all(clients.map((client) => (isStop ? client.stop() : client.done)))
    clearInterval(telling)
    flush()
    tell({ kind: 'done' })
    process.disconnect?.()
  }
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'stop') void end(true)
  })
  if (order.task === 'stock-up') void end(false)
}

process.once('message', (message: ToProcess) => {
  if (message.kind === 'start') start(message)
})
// Whoever started this is gone: nobody would ever stop it.
process.once('disconnect', () => process.exit())
