import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { assert } from '@bolsillo/kernel'
import {
  BookEvents,
  bookNumbers,
  createFastOrderBook,
  emptyBookOrder,
  eventNumbers,
  type OrderBook,
} from '@bolsillo/trading/domain'
import { type LimitOrderOptions, OrderBook as PeerBook, Side } from 'nodejs-order-book'
import { type Figure, figure } from './figure.ts'
import { type BookStream, bookStream, bookStreams, streamNumbers } from './streams/book-streams.ts'

// Module constants, as a fast consumer would have them (see `bookNumbers`).
const { buySide, sellSide, timeImmediate, timeRest } = bookNumbers
const { eventFilled, eventLevel } = eventNumbers
const { cancelCommand, takeCommand } = streamNumbers
const runsCount = 9
const warmups = 2
const peerName = 'nodejs-order-book'

// The peer declares these words as an enum it does not export.
const immediate = 'IOC' as NonNullable<LimitOrderOptions['timeInForce']>
const resting = 'GTC' as NonNullable<LimitOrderOptions['timeInForce']>

/** The minimum work of a consumer: it reads every fill and book change. */
interface Consumer {
  filled: number
  levels: number
}

function consume(events: BookEvents, consumer: Consumer): void {
  for (let at = 0; at < events.count; at += 1) {
    const kind = events.kindAt(at)
    if (kind === eventFilled) consumer.filled += events.quantityAt(at)
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
function playPeer(stream: BookStream, ids: readonly string[]): number {
  const book = new PeerBook()
  let filled = 0
  for (let at = 0; at < stream.count; at += 1) {
    const id = ids[at] ?? ''
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
  // The peer needs ids as strings; they are built outside of the measurement.
  const ids = Array.from(stream.orderNo, String)
  // Alternating, so that a slow moment of the machine affects both.
  for (let run = -warmups; run < runsCount; run += 1) {
    const consumer = { filled: 0, levels: 0 }
    const book = createFastOrderBook()
    const startedMs = performance.now()
    playOurs(stream, book, events, consumer)
    const rate = perSecond(stream.count, startedMs)
    const peerStartedMs = performance.now()
    const theirs = playPeer(stream, ids)
    const peerRate = perSecond(stream.count, peerStartedMs)
    assert(theirs === consumer.filled, `both books fill the same: ${theirs} and ${consumer.filled}`)
    if (run < 0) continue
    ours.push(rate)
    peer.push(peerRate)
  }
  return figure(`order-book-${stream.name}`, 'commands/s', ours, { peer: { name: peerName, values: peer } })
}

/**
 * Bytes of heap a command takes and leaves behind in steady state: the stream played again and again on one book, which
 * is emptied between. Taken: all that was allocated meanwhile, garbage included; V8 counts it in pieces of a few hundred
 * kilobytes, hence millions of commands. Kept: what is there after a collection.
 */
function measureHeap(stream: BookStream): readonly Figure[] {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const events = new BookEvents()
  const consumer = { filled: 0, levels: 0 }
  const book = createFastOrderBook()
  const left = new Float64Array(stream.count)
  const empty = (): void => {
    let count = 0
    const keep = (orderNo: number): boolean => {
      left[count] = orderNo
      count += 1
      return true
    }
    book.walkOrders(buySide, keep)
    book.walkOrders(sellSide, keep)
    for (let at = 0; at < count; at += 1) {
      book.cancel(left[at] ?? 0, events)
      events.clear()
    }
  }
  const rounds = 20
  const taken: number[] = []
  const kept: number[] = []
  for (let run = -warmups; run < runsCount; run += 1) {
    collect()
    const before = process.memoryUsage().heapUsed
    const allocatedBefore = getHeapStatistics().total_allocated_bytes
    for (let round = 0; round < rounds; round += 1) {
      playOurs(stream, book, events, consumer)
      empty()
    }
    const allocated = getHeapStatistics().total_allocated_bytes - allocatedBefore
    collect()
    if (run < 0) continue
    taken.push(allocated / (rounds * stream.count))
    kept.push((process.memoryUsage().heapUsed - before) / (rounds * stream.count))
  }
  return [
    figure('order-book-allocated', 'bytes/command', taken, { decimals: 3 }),
    figure('order-book-heap', 'bytes/command kept', kept, { decimals: 3 }),
  ]
}

/** Commands a second of the order book beside its peer, on the same streams, with every fill and level read. */
export async function run(filter: string): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const shape of bookStreams) {
    if (`order-book-${shape.name}`.includes(filter)) figures.push(measureStream(bookStream(shape)))
  }
  const first = bookStreams.find(({ name }) => name === 'cancels')
  const isWanted = ['order-book-allocated', 'order-book-heap'].some((name) => name.includes(filter))
  return isWanted && first !== undefined ? [...figures, ...measureHeap(bookStream(first))] : figures
}
