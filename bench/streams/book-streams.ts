import { integerBetween, type Rng, seededRng, uniform } from '@bolsillo/kernel'
import {
  BookEvents,
  type BookSide,
  buySide,
  createFastOrderBook,
  emptyBookOrder,
  sellSide,
  timeImmediate,
  timeRest,
} from '@bolsillo/trading/domain'

/** A stream of commands for one book, as columns. `take`: a limit order that fills what it can and does not rest. */
export interface BookStream {
  readonly name: string
  readonly count: number
  readonly kind: Uint8Array
  readonly orderNo: Int32Array
  readonly side: Uint8Array
  readonly price: Int32Array
  readonly quantity: Int32Array
}

export const restCommand = 0
export const takeCommand = 1
export const cancelCommand = 2
/** The same for hot modules to take apart (see `bookNumbers`). */
export const streamNumbers = { restCommand, takeCommand, cancelCommand } as const

/** What a stream is like: share of cancels, share of crossing orders among the rest, price levels a side. */
export interface StreamShape {
  readonly name: string
  readonly seed: number
  readonly count: number
  readonly cancels: number
  readonly crossing: number
  readonly levels: number
  /** Resting orders before the measured stream begins to be steady. */
  readonly depth: number
}

/** The three streams the order book is measured on. */
export const bookStreams: readonly StreamShape[] = [
  { name: 'crossing', seed: 1, count: 300_000, cancels: 0, crossing: 0.5, levels: 10, depth: 2000 },
  { name: 'cancels', seed: 2, count: 300_000, cancels: 0.4, crossing: 1 / 6, levels: 10, depth: 2000 },
  { name: 'levels', seed: 3, count: 300_000, cancels: 0.2, crossing: 0.375, levels: 5000, depth: 20_000 },
]

const middle = 100_000

/**
 * A stream made from a seed by running a book along: cancels name orders that rest at that moment, and orders that cross
 * are as large as what rests, so the book neither dries up nor grows without end.
 */
export function bookStream(shape: StreamShape): BookStream {
  const rng = seededRng(shape.seed, `stream ${shape.name}`)
  const stream: BookStream = {
    name: shape.name,
    count: shape.count,
    kind: new Uint8Array(shape.count),
    orderNo: new Int32Array(shape.count),
    side: new Uint8Array(shape.count),
    price: new Int32Array(shape.count),
    quantity: new Int32Array(shape.count),
  }
  const book = createFastOrderBook()
  const events = new BookEvents()
  const order = emptyBookOrder()
  const resting: number[] = []
  for (let at = 0; at < shape.count; at += 1) {
    const orderNo = at + 1
    const filling = at < shape.depth
    const target = !filling && uniform(rng) < shape.cancels ? takeLive(resting, rng, (no) => book.has(no)) : undefined
    stream.orderNo[at] = target ?? orderNo
    if (target !== undefined) {
      stream.kind[at] = cancelCommand
      book.cancel(target, events)
    } else {
      const crosses = !filling && uniform(rng) < shape.crossing / (1 - shape.cancels)
      const side: BookSide = uniform(rng) < 0.5 ? buySide : sellSide
      const away = integerBetween(rng, 1, shape.levels)
      const direction = (side === buySide) === crosses ? 1 : -1
      stream.kind[at] = crosses ? takeCommand : restCommand
      stream.side[at] = side
      stream.price[at] = middle + direction * (crosses ? shape.levels : away)
      stream.quantity[at] = integerBetween(rng, 1, 100)
      order.orderNo = orderNo
      order.side = side
      order.price = stream.price[at] ?? 0
      order.quantity = stream.quantity[at] ?? 0
      order.time = crosses ? timeImmediate : timeRest
      book.add(order, events)
      if (!crosses) resting.push(orderNo)
    }
    events.clear()
  }
  return stream
}

/** A random order that still rests, taken from the list; undefined when a few tries find none. */
function takeLive(resting: number[], rng: Rng, isLive: (orderNo: number) => boolean): number | undefined {
  for (let tries = 0; tries < 20 && resting.length > 0; tries += 1) {
    const place = integerBetween(rng, 0, resting.length - 1)
    const orderNo = resting[place] ?? 0
    resting[place] = resting.at(-1) ?? 0
    resting.pop()
    if (isLive(orderNo)) return orderNo
  }
  return undefined
}
