import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { residentMiB } from '@bolsillo/bench/market-data/process-figures'
import { type Channel, defineChannel, z } from '@bolsillo/contract'
import { systemClock } from '@bolsillo/kernel'
import { connect, createOutbound, createStream, type OutboundMaker, onSubscribe } from '@bolsillo/server-kit'
import { testCustomer, testServices, testSessions } from '@bolsillo/test-kit'
import { customerCount, type FromHost, type Planted, pageKeys, quoteKeys, type ToHost } from './host-messages.ts'

// The stream in a process of its own, so that its memory can be read, with channels as the market and the ledger have
// them. A delta's data says the how manieth it is; a snapshot's, how many there were.

const numbered = z.object({ n: z.number(), fill: z.string() })
const channelOf = (name: string, audience: 'public' | 'customer', conflation: 'replace' | 'sequence') =>
  defineChannel({ name, audience, conflation, snapshot: z.object({ n: z.number() }), delta: numbered })
const quote = channelOf('quote', 'public', 'replace')
const page = channelOf('page', 'public', 'replace')
const book = channelOf('book', 'public', 'sequence')
const orders = channelOf('orders', 'customer', 'sequence')

const customers = Array.from({ length: customerCount }, (_, at) => testCustomer(at + 1))
const published: Record<string, number> = {}
const nameOf = (channel: Channel, key: string): string => `${channel.name}:${key}`
const sourceOf = (channel: typeof quote) => onSubscribe(channel, (key) => ({ n: published[nameOf(channel, key)] ?? 0 }))

const fills = { quote: 'x'.repeat(350), book: 'x'.repeat(250), page: 'x'.repeat(16_000), orders: 'x'.repeat(40_000) }
const every = { quote: 250, book: 100, page: 100, orders: 25 }
const dropsOneIn = 97

/** Writes whatever comes, whether or not the socket has room. */
const keepsEverything: OutboundMaker = (socket, frames) => {
  const sound = createOutbound(socket, frames)
  return {
    ...sound,
    push: (message) => frames.write(socket, [message]),
    change: (of) => frames.write(socket, [of.newest()]),
    flush: () => 'done',
  }
}

let pushes = 0
const dropsDeltas: OutboundMaker = (socket, frames) => {
  const sound = createOutbound(socket, frames)
  return {
    ...sound,
    push: (message) => {
      pushes += 1
      if (pushes % dropsOneIn !== 0 || !message.includes('"type":"delta"')) sound.push(message)
    },
  }
}

const makers: Record<Planted, OutboundMaker> = {
  none: createOutbound,
  'keeps-everything': keepsEverything,
  'drops-deltas': dropsDeltas,
}

const nowhere = { host: '127.0.0.1', port: 1, database: 'none', user: 'none', password: '' }
const services = { ...testServices({ sql: connect(nowhere, { connectionsMax: 1, name: 'none' }) }), clock: systemClock }
const timers: NodeJS.Timeout[] = []
const answer = (message: FromHost): void => {
  process.send?.(message)
}

function start(planted: Planted): void {
  const stream = createStream({
    services,
    channels: () => [quote, page, book, orders].map(sourceOf),
    sessions: testSessions(customers),
    outbound: makers[planted],
  })
  const http = createServer()
  stream.attach(http)
  const publishAll = (channel: typeof quote, keys: readonly string[], fill: string, everyMs: number): void => {
    timers.push(
      setInterval(() => {
        for (const key of keys) {
          const n = (published[nameOf(channel, key)] ?? 0) + 1
          published[nameOf(channel, key)] = n
          stream.publisher.publish(channel, key, { n, fill })
        }
      }, everyMs),
    )
  }
  publishAll(quote, quoteKeys, fills.quote, every.quote)
  publishAll(book, quoteKeys, fills.book, every.book)
  publishAll(page, pageKeys, fills.page, every.page)
  const ids = customers.map(({ customerId }) => customerId)
  publishAll(orders, ids, fills.orders, every.orders)
  process.on('message', ({ kind }: ToHost) => {
    if (kind === 'look') {
      const { waitingBytesMax, closedSlow, sockets } = stream.stats()
      answer({ kind: 'looked', waitingBytesMax, closedSlow, sockets, residentMiB: residentMiB(process.pid) })
    }
    if (kind !== 'silence') return
    for (const timer of timers.splice(0)) clearInterval(timer)
    answer({ kind: 'silent', published })
  })
  http.listen(0, '127.0.0.1', 4096, () => {
    answer({ kind: 'started', url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ipcf-api/stream` })
  })
}

process.once('message', (message: ToHost) => {
  if (message.kind === 'start') start(message.planted)
})
process.on('disconnect', () => process.exit(0))
