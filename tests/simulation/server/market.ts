import type { ChosenMarket } from '@bolsillo/app-server'
import { type Instant, integerBetween, present, priceOf, quantityOf, type Rng } from '@bolsillo/kernel'
import {
  instruments as allInstruments,
  type IndexComponent,
  type Instrument,
  instrumentOf,
  type MarketHours,
} from '@bolsillo/market/domain'
import { noHistory } from '@bolsillo/market/fixtures'
import { createMarket } from '@bolsillo/market/server'
import type { Publisher, Services } from '@bolsillo/server-kit'
import { BookEvents, buySide, type OrderBook, sellSide, type Venue, type VenueLine } from '@bolsillo/trading/domain'
import { createBookVenue } from '@bolsillo/trading/fixtures'

/** Everything that is traded in some simulated world, and the pair cash is converted by. */
export const symbols = [
  'WALMEX.MX',
  'CEMEX.MX',
  'AAPL.US',
  'BTC-USDT',
  'ETH-USDT',
  'BTC-USDT-PERP',
  'ETH-USDT-PERP',
] as const
export type Ticker = (typeof symbols)[number]
const pair = 'USD/MXN'

/** What the customers of one world trade: a seed is as short as ever, so it trades a few things and not all. */
export const families = {
  shares: ['WALMEX.MX', 'CEMEX.MX', 'AAPL.US'],
  coins: ['BTC-USDT', 'ETH-USDT'],
  contracts: ['BTC-USDT-PERP', 'ETH-USDT-PERP'],
  mixed: ['WALMEX.MX', 'BTC-USDT', 'BTC-USDT-PERP'],
} as const satisfies Readonly<Record<string, readonly Ticker[]>>
export type Family = keyof typeof families

/** Who owns an order no customer of ours gave. */
const nobody = 0

/** What a market looks like. In each instrument's units: steps of prices, where they begin, what makers offer at most. */
interface Grid {
  readonly product: 'stock' | 'spot' | 'contract'
  readonly tick: number
  readonly start: number
  readonly size: number
  /** Quantities are whole multiples of it. */
  readonly lot: number
}

export const grid: Readonly<Record<Ticker, Grid>> = {
  'WALMEX.MX': { product: 'stock', tick: 10, start: 62_000, size: 40, lot: 1 },
  'CEMEX.MX': { product: 'stock', tick: 10, start: 13_000, size: 200, lot: 1 },
  'AAPL.US': { product: 'stock', tick: 100, start: 2_300_000, size: 3_000_000, lot: 1 },
  'BTC-USDT': { product: 'spot', tick: 1_000, start: 9_200_000, size: 2_000_000, lot: 1_000 },
  'ETH-USDT': { product: 'spot', tick: 50, start: 310_000, size: 60_000_000, lot: 10_000 },
  'BTC-USDT-PERP': { product: 'contract', tick: 1_000, start: 9_200_000, size: 40_000_000, lot: 100_000 },
  'ETH-USDT-PERP': { product: 'contract', tick: 50, start: 310_000, size: 1_200_000_000, lot: 100_000 },
}

/** The instrument of a ticker. */
export function listed(symbol: Ticker): Instrument {
  return present(instrumentOf(symbol), `instrument ${symbol}`)
}

const middle = 184_300

/** A market with a book anybody may quote in, and the ways its feed may go wrong. */
export interface SimulatedMarket extends ChosenMarket {
  /** Makers move their quotes around a value, and so trade with orders they cross. */
  readonly quote: (symbol: Ticker, value: number, rng: Rng, how?: Quoting) => void
  readonly quotePair: (rng: Rng) => void
  /** A book whose bid is above its ask. */
  readonly cross: (symbol: Ticker) => void
  /** A print at a thousand times the price. */
  readonly misprint: (symbol: Ticker) => void
}

/** How makers quote: after a shock none of what they offered before stands; `depth` times as much as usual. */
export interface Quoting {
  readonly isShock?: boolean
  readonly depth?: number
  /** How far from its index a contract is quoted, in parts of it. */
  readonly lean?: number
}

const levelsTold = 5
const indexVenues = ['one', 'two', 'three'] as const

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

interface Options {
  readonly hours: MarketHours
  readonly stores: boolean
  readonly startedAt: number
  readonly family: Family
}

/** What a market of one process has. */
interface Inside {
  readonly services: Services
  readonly options: Options
  readonly market: ReturnType<typeof createMarket>
  readonly books: ReturnType<typeof createBookVenue>
  /** The line of the desk, once it has begun. */
  readonly late: { line?: VenueLine }
  /** The instrument of an order. */
  readonly whereIs: Map<string, string>
  /** The last price of a coin at the venues of its index, the instant of that price, and how far the first venue deviates. */
  readonly indexes: Map<string, { readonly value: number; readonly at: Instant; readonly off: number }>
}

/** The market of one process. */
export function createSimulatedMarket(services: Services, publisher: Publisher, options: Options): SimulatedMarket {
  const traded = families[options.family]
  const all = allInstruments.filter(({ id }) => id === pair || traded.some((symbol) => symbol === id))
  const market = createMarket({
    services,
    publisher,
    history: options.stores ? noHistory : { ...noHistory, covers: 'everything' },
    hours: options.hours,
    source: 'simulated',
    instruments: all,
  })
  const books = createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: traded })
  // A book goes on numbering where the one before it ended: later processes begin later.
  for (const symbol of traded) books.book(symbol).setSequence(options.startedAt)
  let pairSequence = options.startedAt
  const inside: Inside = { services, options, market, books, late: {}, whereIs: new Map(), indexes: new Map() }
  return {
    market,
    venue: telling(inside),
    facts: { ...market.facts, instrumentIds: () => [...traded] },
    indexOf: (coin) => indexOf(inside, coin),
    quote: (symbol, value, rng, how = {}) => quote(inside, symbol, value, rng, how),
    quotePair: (rng) => {
      const bid = middle + integerBetween(rng, -400, 400)
      pairSequence += 1
      const made = { sequence: pairSequence, at: services.clock.now(), source: 'simulated' }
      market.state.onQuote(pair, { ...made, bid: priceOf(BigInt(bid)), ask: priceOf(BigInt(bid + 200)) })
    },
    cross: (symbol) => {
      putOff(inside, symbol, 1.05)
      const { start, tick, size } = grid[symbol]
      inside.late.line?.marketData(symbol, {
        delta: {
          ...sourced(inside, symbol),
          reset: true,
          changes: [
            ['buy', priceOf(BigInt(start + 20 * tick)), quantityOf(BigInt(size))],
            ['sell', priceOf(BigInt(start - 20 * tick)), quantityOf(BigInt(size))],
          ],
        },
      })
    },
    misprint: (symbol) => {
      putOff(inside, symbol, 1000)
      const price = priceOf(BigInt(grid[symbol].start) * 1000n)
      inside.late.line?.marketData(symbol, {
        trades: [{ ...sourced(inside, symbol), price, quantity: quantityOf(1n), side: 'buy' }],
      })
    },
  }
}

function putOff(inside: Inside, symbol: Ticker, off: number): void {
  const { indexes } = inside
  const coin = listed(symbol).underlying
  const known = coin === undefined ? undefined : indexes.get(coin)
  if (coin !== undefined && known !== undefined) indexes.set(coin, { ...known, off })
}

function indexOf(inside: Inside, coin: string): readonly IndexComponent[] {
  const { options, indexes } = inside
  const known = indexes.get(coin)
  if (known === undefined) return []
  return indexVenues.map((venue, number) => ({
    venue,
    price: priceOf(BigInt(Math.round((known.value + number - 1) * (number === 0 ? known.off : 1)))),
    at: known.at,
    sequence: options.startedAt,
  }))
}

function tellBook(inside: Inside, instrumentId: string): void {
  const { services, books, late } = inside
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

/** Prints that nobody was filled at are numbered by their book: one number names one print, and a fill names its own. */
function sourced(inside: Inside, symbol: Ticker) {
  const { services, books } = inside
  const book = books.book(symbol)
  book.setSequence(book.sequence() + 1)
  return { sequence: book.sequence(), at: services.clock.now(), source: 'simulated' }
}

/** Plain books whose every change reaches the desk. */
function telling(inside: Inside): Venue {
  const { books, late, whereIs } = inside
  return {
    ...books,
    start: async (line) => {
      late.line = line
      await books.start(line)
    },
    submit: (order) => {
      whereIs.set(order.orderId, order.instrumentId)
      const reports = books.submit(order)
      tellBook(inside, order.instrumentId)
      return reports
    },
    cancel: (orderId) => {
      const reports = books.cancel(orderId)
      const instrumentId = whereIs.get(orderId)
      if (instrumentId !== undefined) tellBook(inside, instrumentId)
      return reports
    },
    reset: (instrumentId, open) => {
      withdrawMakers(books.book(instrumentId))
      for (const { orderId } of open) whereIs.set(orderId, instrumentId)
      books.reset(instrumentId, open)
      tellBook(inside, instrumentId)
    },
  }
}

/** Makers move their quotes of a thing around its value; now and then somebody trades there. */
function quote(
  inside: Inside,
  symbol: Ticker,
  value: number,
  rng: Rng,
  { isShock = false, depth = 1, lean = 0 }: Quoting,
): void {
  const { services, books, indexes, late, market } = inside
  if (late.line === undefined) return
  const { tick, size, lot } = grid[symbol]
  const { underlying } = listed(symbol)
  if (underlying !== undefined) indexes.set(underlying, { value, at: services.clock.now(), off: 1 })
  if (isShock) late.line.run(() => withdrawMakers(books.book(symbol)))
  const some = (): number => integerBetween(rng, 1, (size / lot) * depth) * lot
  const half = tick * integerBetween(rng, 1, 6)
  const around = Math.round((value * (underlying === undefined ? 1 : 1 + lean)) / tick) * tick
  books.quote(symbol, 'buy', around - half, some())
  books.quote(symbol, 'sell', around + half, some())
  late.line.run(() => {
    if (market.state.quote(symbol) === undefined || integerBetween(rng, 0, 2) > 0) {
      const print = {
        ...sourced(inside, symbol),
        price: priceOf(BigInt(around)),
        quantity: quantityOf(1n),
        side: 'buy',
      } as const
      late.line?.marketData(symbol, { trades: [print] })
    }
    tellBook(inside, symbol)
  })
}
