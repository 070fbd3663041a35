import { instant } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import { asFields, asList, asOneOf, asText, asWhole, type Fields, Malformed } from '../reading/fields.ts'
import type { BookNews, Protocol, StreamNews, TextLevel, TextTrade } from './protocol.ts'

// Binance spot, public streams, as documented: `<symbol>@depth@100ms` sends changes numbered U…u, `<symbol>@trade`
// sends prints with ids that count up by one; GET /api/v3/depth gives the whole book with lastUpdateId.

/** The weight of a request for so many levels is 50 of 6,000 a minute; for 5,000 it would be 250. */
const depth = 1_000
/** A message of a wild minute has some thousand changes; beyond this it is no depth update. */
const changesMax = 20_000
const tradesMax = 1_000

function sideLevels(value: unknown, side: OrderSide): readonly TextLevel[] {
  return asList(value, side, changesMax).map((level): TextLevel => {
    const [price, quantity] = asList(level, 'level', 3)
    return [side, asText(price, 'price'), asText(quantity, 'quantity')]
  })
}

function readDepth(message: Fields): BookNews {
  const previous = message.pu === undefined ? {} : { previous: asWhole(message.pu, 'pu') }
  const [first, last] = [asWhole(message.U, 'U'), asWhole(message.u, 'u')]
  if (first > last) throw new Malformed('U is beyond u')
  return {
    kind: 'book',
    symbol: asText(message.s, 's'),
    whole: false,
    first,
    last,
    ...previous,
    levels: [...sideLevels(message.b, 'buy'), ...sideLevels(message.a, 'sell')],
    at: instant(asWhole(message.E, 'E')),
  }
}

/** Whether the buyer was there first: then the taker sold. */
function takerSide(buyerWasMaker: unknown): OrderSide {
  if (typeof buyerWasMaker !== 'boolean') throw new Malformed('the maker’s side is not true or false')
  return buyerWasMaker ? 'sell' : 'buy'
}

function readTrade(message: Fields): TextTrade {
  return {
    id: asWhole(message.t, 't'),
    price: asText(message.p, 'p'),
    quantity: asText(message.q, 'q'),
    side: takerSide(message.m),
    at: instant(asWhole(message.T, 'T')),
  }
}

function read(raw: unknown): readonly StreamNews[] {
  const message = asFields(raw, 'message')
  if (message.error !== undefined) throw new Malformed('the exchange refused what we asked')
  if ('result' in message) return [{ kind: 'alive' }]
  const event = asOneOf(message.e, 'e', ['depthUpdate', 'trade', 'serverShutdown'])
  switch (event) {
    case 'depthUpdate':
      return [readDepth(message)]
    case 'trade':
      return [{ kind: 'tape', symbol: asText(message.s, 's'), trades: [readTrade(message)] }]
    case 'serverShutdown':
      return [{ kind: 'leaving' }]
  }
}

/** One of a market's filters by its type. */
function filterOf(info: Fields, type: string): Fields {
  const filters = asList(info.filters, 'filters', 100).map((filter) => asFields(filter, 'filter'))
  return asFields(
    filters.find(({ filterType }) => filterType === type),
    type,
  )
}

export const binance: Protocol = {
  id: 'binance',
  depth,
  cutsToDepth: false,
  wholeBook: 'asked',
  readMarket: ({ info }) => ({
    streamSymbol: asText(info.symbol, 'symbol'),
    restId: asText(info.symbol, 'symbol'),
    tick: asText(filterOf(info, 'PRICE_FILTER').tickSize, 'tickSize'),
    step: asText(filterOf(info, 'LOT_SIZE').stepSize, 'stepSize'),
    isTrading: asText(info.status, 'status') === 'TRADING',
  }),
  subscribe: (markets) => {
    const streams = markets.flatMap(({ streamSymbol }) => {
      const name = streamSymbol.toLowerCase()
      return [`${name}@depth@100ms`, `${name}@trade`]
    })
    return [JSON.stringify({ method: 'SUBSCRIBE', params: streams, id: 1 })]
  },
  tellAnew: () => [],
  read,
  readWholeBook: (answer, { streamSymbol }) => {
    const book = asFields(answer, 'book')
    return {
      kind: 'book',
      symbol: streamSymbol,
      whole: true,
      last: asWhole(book.lastUpdateId, 'lastUpdateId'),
      levels: [...sideLevels(book.bids, 'buy'), ...sideLevels(book.asks, 'sell')],
    }
  },
  readTrades: (answer, { streamSymbol }) => ({
    kind: 'tape',
    symbol: streamSymbol,
    trades: asList(answer, 'trades', tradesMax).map((raw) => {
      const trade = asFields(raw, 'trade')
      return {
        id: asWhole(trade.id, 'id'),
        price: asText(trade.price, 'price'),
        quantity: asText(trade.qty, 'qty'),
        side: takerSide(trade.isBuyerMaker),
        at: instant(asWhole(trade.time, 'time')),
      }
    }),
  }),
}
