import { type Instant, instant } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import { asFields, asList, asOneOf, asText, asWhole, type Fields, Malformed } from '../reading/fields.ts'
import type { BookNews, Protocol, StreamNews, TextLevel, TextTrade } from './protocol.ts'

// Kraken spot, WebSocket v2, as documented: `book` sends a snapshot on subscription, then changes without numbers,
// each with the CRC-32 of the ten best levels of both sides; `trade` sends prints with ids that count up by one.

/** The checksum covers the ten best levels: at this depth it verifies everything we publish. */
const depth = 10
const changesMax = 4_000
const tradesMax = 1_000
const dataMax = 100

function sideLevels(value: unknown, side: OrderSide): readonly TextLevel[] {
  return asList(value, side, changesMax).map((raw): TextLevel => {
    const level = asFields(raw, 'level')
    return [side, asText(level.price, 'price'), asText(level.qty, 'qty')]
  })
}

/** `2026-11-21T17:35:55.440295Z`, cut to milliseconds. */
function readTime(value: unknown): Instant {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(asText(value, 'timestamp'))
  const ms = match === null ? Number.NaN : Date.parse(`${match[1]}.${(match[2] ?? '').padEnd(3, '0').slice(0, 3)}Z`)
  if (Number.isNaN(ms)) throw new Malformed('timestamp is not a time')
  return instant(ms)
}

function readBook(raw: unknown, whole: boolean): BookNews {
  const book = asFields(raw, 'book')
  return {
    kind: 'book',
    symbol: asText(book.symbol, 'symbol'),
    whole,
    levels: [...sideLevels(book.bids, 'buy'), ...sideLevels(book.asks, 'sell')],
    checksum: asWhole(book.checksum, 'checksum'),
    ...(book.timestamp === undefined ? {} : { at: readTime(book.timestamp) }),
  }
}

function readTrade(trade: Fields): TextTrade {
  return {
    id: asWhole(trade.trade_id, 'trade_id'),
    price: asText(trade.price, 'price'),
    quantity: asText(trade.qty, 'qty'),
    side: asOneOf(trade.side, 'side', ['buy', 'sell']),
    at: readTime(trade.timestamp),
  }
}

function readTape(data: readonly unknown[]): readonly StreamNews[] {
  const trades = data.map((raw) => asFields(raw, 'trade'))
  const bySymbol = Map.groupBy(trades, (trade) => asText(trade.symbol, 'symbol'))
  return [...bySymbol].map(([symbol, own]) => ({ kind: 'tape', symbol, trades: own.map(readTrade) }))
}

function read(raw: unknown): readonly StreamNews[] {
  const message = asFields(raw, 'message')
  if (message.method !== undefined) {
    if (message.success === false) throw new Malformed('the exchange refused what we asked')
    return [{ kind: 'alive' }]
  }
  const channel = asOneOf(message.channel, 'channel', ['book', 'trade', 'heartbeat', 'status'])
  if (channel === 'heartbeat' || channel === 'status') return [{ kind: 'alive' }]
  const whole = asOneOf(message.type, 'type', ['snapshot', 'update']) === 'snapshot'
  const data = asList(message.data, 'data', channel === 'book' ? dataMax : tradesMax)
  return channel === 'book' ? data.map((book) => readBook(book, whole)) : readTape(data)
}

function bookRequest(method: 'subscribe' | 'unsubscribe', symbols: readonly string[]): string {
  return JSON.stringify({ method, params: { channel: 'book', symbol: symbols, depth } })
}

/** `["30243.4", "0.345", 1688669597.8277369, "b", "m", "", 61044952]` */
function readRestTrade(raw: unknown): TextTrade {
  const [price, quantity, seconds, side, , , id] = asList(raw, 'trade', 8)
  const at = typeof seconds === 'number' ? Math.floor(seconds * 1000) : Number.NaN
  if (!(at >= 0 && at < 1e13)) throw new Malformed('time is not in seconds')
  return {
    id: asWhole(id, 'trade id'),
    price: asText(price, 'price'),
    quantity: asText(quantity, 'volume'),
    side: asOneOf(side, 'side', ['b', 's']) === 'b' ? 'buy' : 'sell',
    at: instant(at),
  }
}

export const kraken: Protocol = {
  id: 'kraken',
  depth,
  cutsToDepth: true,
  wholeBook: 'told',
  readMarket: ({ symbol, info }) => ({
    // The stream speaks of BTC and DOGE as ccxt does, not of XBT and XDG as the REST calls do.
    streamSymbol: symbol,
    restId: asText(info.altname, 'altname'),
    tick: asText(info.tick_size, 'tick_size'),
    step: `1e-${asWhole(info.lot_decimals, 'lot_decimals')}`,
    isTrading: asText(info.status, 'status') === 'online',
  }),
  subscribe: (markets) => {
    const symbols = markets.map(({ streamSymbol }) => streamSymbol)
    const tape = { method: 'subscribe', params: { channel: 'trade', symbol: symbols, snapshot: true } }
    return [bookRequest('subscribe', symbols), JSON.stringify(tape)]
  },
  tellAnew: ({ streamSymbol }) => [
    bookRequest('unsubscribe', [streamSymbol]),
    bookRequest('subscribe', [streamSymbol]),
  ],
  areYouThere: JSON.stringify({ method: 'ping' }),
  read,
  readWholeBook: () => {
    throw new Malformed('whole books come with the stream')
  },
  readTrades: (answer, { streamSymbol }) => {
    const result = asFields(asFields(answer, 'answer').result, 'result')
    const [name] = Object.keys(result).filter((key) => key !== 'last')
    const trades = name === undefined ? [] : asList(result[name], 'trades', tradesMax)
    return { kind: 'tape', symbol: streamSymbol, trades: trades.map(readRestTrade) }
  },
}
