import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { assert } from '@bolsillo/kernel'
import {
  BookEvents,
  buySide,
  createFastOrderBook,
  emptyBookOrder,
  eventFilled,
  eventLevel,
  type OrderBook,
  sellSide,
  timeImmediate,
  timeRest,
} from '@bolsillo/trading/domain'
import { type LimitOrderOptions, OrderBook as PeerBook, Side } from 'nodejs-order-book'
import { type Figure, figure } from './figure.ts'
import { type BookStream, bookStream, bookStreams, cancelCommand, takeCommand } from './streams/book-streams.ts'

const runsCount = 5
const peerName = 'nodejs-order-book'

// The peer declares these words as an enum it does not export.
const immediate = 'IOC' as NonNullable<LimitOrderOptions['timeInForce']>
const resting = 'GTC' as NonNullable<LimitOrderOptions['timeInForce']>

/** What a consumer of fills and book changes would do at the least: look at every one of them. */
interface Consumer {
  filled: number
  levels: number
}

function consume(events: BookEvents, consumer: Consumer): void {
  for (let at = 0; at < events.count; at += 1) {
    const kind = events.kind[at]
    if (kind === eventFilled) consumer.filled += events.quantity[at] ?? 0
    else if (kind === eventLevel) consumer.levels += 1
  }
  events.clear()
}

function playOurs(stream: BookStream, book: OrderBook, events: BookEvents, consumer: Consumer): void {
  const order = emptyBookOrder()
  for (let at = 0; at < stream.count; at += 1) {
    if (stream.kind[at] === cancelCommand) book.cancel(stream.orderNo[at] ?? 0, events)
    else {
      order.orderNo = stream.orderNo[at] ?? 0
      order.side = stream.side[at] === buySide ? buySide : sellSide
      order.price = stream.price[at] ?? 0
      order.quantity = stream.quantity[at] ?? 0
      order.time = stream.kind[at] === takeCommand ? timeImmediate : timeRest
      book.add(order, events)
    }
    consume(events, consumer)
  }
}

/** The same stream through the peer. Its answers hold the fills; it has no book changes to deliver. */
function playPeer(stream: BookStream): number {
  const book = new PeerBook()
  let filled = 0
  for (let at = 0; at < stream.count; at += 1) {
    const id = String(stream.orderNo[at])
    if (stream.kind[at] === cancelCommand) {
      book.cancel(id)
      continue
    }
    const size = stream.quantity[at] ?? 0
    const timeInForce = stream.kind[at] === takeCommand ? immediate : resting
    const side = stream.side[at] === buySide ? Side.BUY : Side.SELL
    const { quantityLeft } = book.limit({ id, side, size, price: stream.price[at] ?? 0, timeInForce })
    filled += size - quantityLeft
  }
  return filled
}

const perSecond = (count: number, startedMs: number): number => (count * 1000) / (performance.now() - startedMs)

function measureStream(stream: BookStream): Figure {
  const ours: number[] = []
  const peer: number[] = []
  const events = new BookEvents()
  let filled = 0
  for (let run = -2; run < runsCount; run += 1) {
    const consumer = { filled: 0, levels: 0 }
    const book = createFastOrderBook()
    const startedMs = performance.now()
    playOurs(stream, book, events, consumer)
    if (run >= 0) ours.push(perSecond(stream.count, startedMs))
    filled = consumer.filled
  }
  for (let run = -1; run < runsCount; run += 1) {
    const startedMs = performance.now()
    const theirs = playPeer(stream)
    if (run >= 0) peer.push(perSecond(stream.count, startedMs))
    assert(theirs === filled, `both books fill the same: ${theirs} and ${filled}`)
  }
  return figure(`order-book-${stream.name}`, 'commands/s', ours, { peer: { name: peerName, values: peer } })
}

/** Bytes of heap a command leaves behind in steady state: the stream played again and again on one book. */
function measureHeap(stream: BookStream): Figure {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const events = new BookEvents()
  const consumer = { filled: 0, levels: 0 }
  const book = createFastOrderBook()
  const empty = (): void => {
    const left: number[] = []
    for (const side of [buySide, sellSide] as const) book.walkOrders(side, (orderNo) => left.push(orderNo) > 0)
    for (const orderNo of left) book.cancel(orderNo, events)
    events.clear()
  }
  const rounds = 4
  const runs: number[] = []
  for (let run = -1; run < runsCount; run += 1) {
    collect()
    const before = process.memoryUsage().heapUsed
    for (let round = 0; round < rounds; round += 1) {
      playOurs(stream, book, events, consumer)
      empty()
    }
    collect()
    if (run >= 0) runs.push((process.memoryUsage().heapUsed - before) / (rounds * stream.count))
  }
  return figure('order-book-heap', 'bytes/command kept', runs, { decimals: 3 })
}

/** Commands a second of the order book beside its peer, on the same streams, with every fill and level read. */
export async function run(filter: string): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const shape of bookStreams) {
    if (`order-book-${shape.name}`.includes(filter)) figures.push(measureStream(bookStream(shape)))
  }
  const [first] = bookStreams
  if ('order-book-heap'.includes(filter) && first !== undefined) figures.push(measureHeap(bookStream(first)))
  return figures
}
