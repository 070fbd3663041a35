import { createServer, type ServerResponse } from 'node:http'
import { type Instant, present, seededRng } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { systemTimers } from '@bolsillo/server-kit'
import type { ExchangeId } from '@bolsillo/venue-ccxt'
import {
  binanceWire,
  createFaultyExchange,
  type FaultyExchange,
  krakenWire,
  type ServedMarket,
} from '@bolsillo/venue-ccxt/testing'
import { WebSocketServer } from 'ws'

/** An exchange on this machine: its REST calls and its public stream, with the faults of the one in memory. */
export interface LocalExchange extends FaultyExchange {
  /** `http://127.0.0.1:…` */
  readonly restUrl: string
  readonly streamUrl: string
  readonly close: () => Promise<void>
}

const markets: Readonly<Record<ExchangeId, readonly (readonly [id: string, name: string])[]>> = {
  binance: [
    ['BTC-USDT', 'BTCUSDT'],
    ['ETH-USDT', 'ETHUSDT'],
  ],
  kraken: [
    ['ETH-USD', 'ETHUSD'],
    ['LTC-USD', 'LTCUSD'],
  ],
}

function servedBy(exchange: ExchangeId): readonly ServedMarket[] {
  return markets[exchange].map(([id, restId]) => ({
    instrument: present(instrumentOf(id), id),
    streamSymbol: exchange === 'binance' ? restId : id.replace('-', '/'),
    restId,
    priceDecimals: 2,
    quantityDecimals: exchange === 'binance' ? 4 : 8,
  }))
}

/** GET /api/v3/exchangeInfo, as Binance documents it. */
const exchangeInfo = (served: readonly ServedMarket[]) => ({
  timezone: 'UTC',
  serverTime: 1565246363776,
  rateLimits: [],
  exchangeFilters: [],
  symbols: served.map(({ restId }) => ({
    symbol: restId,
    status: 'TRADING',
    baseAsset: restId.slice(0, 3),
    baseAssetPrecision: 8,
    quoteAsset: restId.slice(3),
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    icebergAllowed: true,
    ocoAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    permissions: ['SPOT'],
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: '0.01000000', maxPrice: '1000000.00000000', tickSize: '0.01000000' },
      { filterType: 'LOT_SIZE', minQty: '0.00010000', maxQty: '9000.00000000', stepSize: '0.00010000' },
    ],
  })),
})

/** GET /0/public/AssetPairs, as Kraken documents it. */
const assetPairs = (served: readonly ServedMarket[]) => ({
  error: [],
  result: Object.fromEntries(
    served.map(({ restId }) => [
      `X${restId.slice(0, 3)}Z${restId.slice(3)}`,
      {
        altname: restId,
        wsname: `${restId.slice(0, 3)}/${restId.slice(3)}`,
        aclass_base: 'currency',
        base: `X${restId.slice(0, 3)}`,
        aclass_quote: 'currency',
        quote: `Z${restId.slice(3)}`,
        lot: 'unit',
        cost_decimals: 5,
        pair_decimals: 2,
        lot_decimals: 8,
        lot_multiplier: 1,
        leverage_buy: [],
        leverage_sell: [],
        fees: [[0, 0.4]],
        fees_maker: [[0, 0.25]],
        fee_volume_currency: 'ZUSD',
        margin_call: 80,
        margin_stop: 40,
        ordermin: '0.002',
        costmin: '0.5',
        tick_size: '0.01',
        status: 'online',
      },
    ]),
  ),
})

/** Starts one on a free port of this machine. */
export async function startLocalExchange(id: ExchangeId, seed: number, now: () => Instant): Promise<LocalExchange> {
  const served = servedBy(id)
  const format = id === 'binance' ? binanceWire : krakenWire
  const { after } = systemTimers
  const model = createFaultyExchange({ markets: served, format, depth: 1_000, rng: seededRng(seed, id), after, now })
  const marketOf = (name: string | null): ServedMarket =>
    present(
      served.find(({ restId }) => restId === name),
      `market ${name}`,
    )
  const answers: Readonly<Record<string, (asked: URLSearchParams) => Promise<unknown>>> = {
    '/api/v3/exchangeInfo': async () => exchangeInfo(served),
    '/api/v3/depth': (asked) => model.exchange.wholeBook(marketOf(asked.get('symbol')), 1_000),
    '/api/v3/trades': (asked) => model.exchange.latestTrades(marketOf(asked.get('symbol'))),
    '/0/public/AssetPairs': async () => assetPairs(served),
    '/0/public/Trades': (asked) => model.exchange.latestTrades(marketOf(asked.get('pair'))),
  }
  const answer = async (path: string, asked: URLSearchParams, reply: ServerResponse): Promise<void> => {
    const found = answers[path]
    const body = found === undefined ? undefined : await found(asked).catch(() => undefined)
    reply.writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(body ?? { msg: 'not now' }))
  }
  const http = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    void answer(url.pathname, url.searchParams, reply)
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket) => {
    const wire = model.dial('', {
      opened: () => undefined,
      said: (text) => socket.send(text),
      alive: () => undefined,
      closed: () => socket.terminate(),
    })
    // Binance ends a stream that was asked for in words it does not know; so does this one.
    socket.on('message', (data) => {
      const text = String(data)
      // What is said before the model has opened its side would be lost: it opens some milliseconds later.
      after(20, () => wire.say(text))
    })
    socket.on('close', () => wire.end())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    ...model,
    restUrl: `http://127.0.0.1:${port}`,
    streamUrl: `ws://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/**
 * A library of the shape of ccxt, as far as we use it, that asks a local exchange: answers as they come over HTTP,
 * markets in ccxt's unified names with the raw entry in `info`.
 */
export function libraryLikeCcxt({ restUrl, streamUrl }: Pick<LocalExchange, 'restUrl' | 'streamUrl'>): unknown {
  const ask = async (path: string, parameters: object = {}): Promise<unknown> => {
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
    const reply = await fetch(`${restUrl}${path}?${query}`)
    if (!reply.ok) throw new Error(`answered ${reply.status}`)
    return await reply.json()
  }
  class Binance {
    readonly urls = { api: { ws: { spot: streamUrl } } }
    readonly publicGetDepth = (parameters: object) => ask('/api/v3/depth', parameters)
    readonly publicGetTrades = (parameters: object) => ask('/api/v3/trades', parameters)
    async fetchMarkets(): Promise<unknown> {
      const { symbols } = (await ask('/api/v3/exchangeInfo')) as ReturnType<typeof exchangeInfo>
      return symbols.map((info) => ({ symbol: `${info.baseAsset}/${info.quoteAsset}`, spot: true, info }))
    }
  }
  class Kraken {
    readonly urls = { api: { ws: { publicV2: streamUrl } } }
    readonly publicGetTrades = (parameters: object) => ask('/0/public/Trades', parameters)
    async fetchMarkets(): Promise<unknown> {
      const { result } = (await ask('/0/public/AssetPairs')) as ReturnType<typeof assetPairs>
      // ccxt has all numbers of an answer as texts ("quoteJsonNumbers").
      return Object.values(result).map((pair) => {
        const texts = Object.entries(pair).map(([name, value]) => [
          name,
          typeof value === 'number' ? String(value) : value,
        ])
        return { symbol: pair.wsname, spot: true, info: Object.fromEntries(texts) }
      })
    }
  }
  return { pro: { binance: Binance, kraken: Kraken } }
}

/** Where the real library keeps the addresses of an exchange. */
const addresses = {
  binance: (restUrl: string, streamUrl: string) => ({ public: `${restUrl}/api/v3`, ws: { spot: streamUrl } }),
  kraken: (restUrl: string, streamUrl: string) => ({ public: restUrl, ws: { publicV2: streamUrl } }),
} as const

/** The real library, asking a local exchange instead of its own addresses. */
export function libraryAt(real: unknown, { restUrl, streamUrl }: LocalExchange): unknown {
  const { pro } = real as { readonly pro: Readonly<Record<ExchangeId, new (settings: object) => object>> }
  const at = (id: ExchangeId) =>
    function make(settings: object): object {
      return new pro[id]({ ...settings, urls: { api: addresses[id](restUrl, streamUrl) } })
    }
  return { pro: { binance: at('binance'), kraken: at('kraken') } }
}
