import type { ChosenMarket } from '@bolsillo/app-server'
import { integerBetween, priceOf, quantityOf, type Rng } from '@bolsillo/kernel'
import { instruments as allInstruments, type MarketHours } from '@bolsillo/market/domain'
import { noHistory } from '@bolsillo/market/fixtures'
import { createMarket } from '@bolsillo/market/server'
import type { Publisher, Services } from '@bolsillo/server-kit'
import { BookEvents, buySide, type OrderBook, sellSide, type Venue, type VenueLine } from '@bolsillo/trading/domain'
import { createBookVenue } from '@bolsillo/trading/fixtures'

/** What is traded in the simulated world: two shares of each kind the exchanges have, and the pair cash is converted by. */
export const symbols = ['WALMEX.MX', 'CEMEX.MX', 'AAPL.US'] as const
export type Ticker = (typeof symbols)[number]
const pair = 'USD/MXN'
/** Who owns an order no customer of ours gave. */
const nobody = 0

/** Steps of prices, and where they begin, in each instrument's units. */
export const grid: Readonly<Record<Ticker, { readonly tick: number; readonly start: number; readonly size: number }>> =
  {
    'WALMEX.MX': { tick: 10, start: 62_000, size: 40 },
    'CEMEX.MX': { tick: 10, start: 13_000, size: 200 },
    'AAPL.US': { tick: 100, start: 2_300_000, size: 3_000_000 },
  }
const middle = 184_300

/** A market with a book anybody may quote in, and the ways its feed may go wrong. */
export interface SimulatedMarket extends ChosenMarket {
  /** Makers move their quotes around a value, and so trade with whoever stands in the way. */
  readonly quote: (symbol: Ticker, value: number, rng: Rng) => void
  readonly quotePair: (rng: Rng) => void
  /** A book whose bid is above its ask. */
  readonly cross: (symbol: Ticker) => void
  /** A print at a thousand times the price. */
  readonly misprint: (symbol: Ticker) => void
}

const levelsTold = 5

/** Makers leave a book that is built anew: what they offered meanwhile could meet orders that were waiting before. */
function withdrawMakers(book: OrderBook): void {
  const makers: number[] = []
  for (const side of [buySide, sellSide] as const) {
    book.walkOrders(side, (orderNo, owner) => {
      if (owner === nobody) makers.push(orderNo)
      return true
    })
  }
  const events = new BookEvents()
  for (const orderNo of makers) book.cancel(orderNo, events)
}

/** The market of one process. */
export function createSimulatedMarket(
  services: Services,
  publisher: Publisher,
  options: { readonly hours: MarketHours; readonly stores: boolean; readonly startedAt: number },
): SimulatedMarket {
  const listed = allInstruments.filter(({ id }) => id === pair || symbols.some((symbol) => symbol === id))
  const market = createMarket({
    services,
    publisher,
    history: options.stores ? noHistory : { ...noHistory, covers: 'everything' },
    hours: options.hours,
    source: 'simulated',
    instruments: listed,
  })
  const books = createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: symbols })
  // A book goes on numbering where the one before it ended: later processes begin later.
  for (const symbol of symbols) books.book(symbol).setSequence(options.startedAt)
  const whereIs = new Map<string, string>()
  const late: { line?: VenueLine } = {}
  let sequence = options.startedAt

  const tellBook = (instrumentId: string): void => {
    const book = books.book(instrumentId)
    const changes: ['buy' | 'sell', ReturnType<typeof priceOf>, ReturnType<typeof quantityOf>][] = []
    for (const [side, name] of [
      [buySide, 'buy'],
      [sellSide, 'sell'],
    ] as const) {
      book.walkLevels(side, (price, total) => {
        changes.push([name, priceOf(BigInt(price)), quantityOf(BigInt(total))])
        return changes.length < levelsTold * (name === 'buy' ? 1 : 2)
      })
    }
    const delta = { sequence: book.sequence(), at: services.clock.now(), source: 'simulated', changes, reset: true }
    late.line?.marketData(instrumentId, { delta })
  }
  const venue: Venue = {
    ...books,
    start: async (line) => {
      late.line = line
      await books.start(line)
    },
    submit: (order) => {
      whereIs.set(order.orderId, order.instrumentId)
      const reports = books.submit(order)
      tellBook(order.instrumentId)
      return reports
    },
    cancel: (orderId) => {
      const reports = books.cancel(orderId)
      const instrumentId = whereIs.get(orderId)
      if (instrumentId !== undefined) tellBook(instrumentId)
      return reports
    },
    reset: (instrumentId, open) => {
      withdrawMakers(books.book(instrumentId))
      for (const { orderId } of open) whereIs.set(orderId, instrumentId)
      books.reset(instrumentId, open)
      tellBook(instrumentId)
    },
  }
  const sourced = () => {
    sequence += 1
    return { sequence, at: services.clock.now(), source: 'simulated' }
  }
  return {
    market,
    venue,
    facts: { ...market.facts, instrumentIds: () => [...symbols] },
    indexOf: () => [],
    quote: (symbol, value, rng) => {
      if (late.line === undefined) return
      const { tick, size } = grid[symbol]
      const half = tick * integerBetween(rng, 1, 6)
      const around = Math.round(value / tick) * tick
      books.quote(symbol, 'buy', around - half, integerBetween(rng, 1, size))
      books.quote(symbol, 'sell', around + half, integerBetween(rng, 1, size))
      late.line.run(() => {
        if (market.state.quote(symbol) === undefined || integerBetween(rng, 0, 2) > 0) {
          const print = { ...sourced(), price: priceOf(BigInt(around)), quantity: quantityOf(1n), side: 'buy' } as const
          late.line?.marketData(symbol, { trades: [print] })
        }
        tellBook(symbol)
      })
    },
    quotePair: (rng) => {
      const bid = middle + integerBetween(rng, -400, 400)
      market.state.onQuote(pair, { ...sourced(), bid: priceOf(BigInt(bid)), ask: priceOf(BigInt(bid + 200)) })
    },
    cross: (symbol) => {
      const { start, tick, size } = grid[symbol]
      late.line?.marketData(symbol, {
        delta: {
          ...sourced(),
          reset: true,
          changes: [
            ['buy', priceOf(BigInt(start + 20 * tick)), quantityOf(BigInt(size))],
            ['sell', priceOf(BigInt(start - 20 * tick)), quantityOf(BigInt(size))],
          ],
        },
      })
    },
    misprint: (symbol) => {
      const price = priceOf(BigInt(grid[symbol].start) * 1000n)
      late.line?.marketData(symbol, { trades: [{ ...sourced(), price, quantity: quantityOf(1n), side: 'buy' }] })
    },
  }
}
