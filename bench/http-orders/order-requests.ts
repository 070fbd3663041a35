import { randomUUID } from 'node:crypto'
import { integerBetween, priceOf, type Rng, seededRng, tickAt, writeDecimal } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import type { Trader } from './crowd.ts'

/** An instrument as the generator of orders needs it: plain data, so that it can be handed to another process. */
export interface Priced {
  readonly symbol: string
  /** Limit prices around the mid, from aggressive (the first two) to passive, in ticks. */
  readonly buys: readonly string[]
  readonly sells: readonly string[]
}

const ticksAhead = 2
const ticksBehind = 20

/** The limits somebody may set around a price, on the instrument's ticks. */
export function priced(instrument: Instrument, middle: bigint): Priced {
  const tick = tickAt(priceOf(middle), instrument.ticks)
  const base = middle - (middle % tick)
  const away = Array.from({ length: ticksAhead + ticksBehind + 1 }, (_, at) => BigInt(at - ticksAhead) * tick)
  const write = (units: bigint): string => writeDecimal(units > tick ? units : tick, instrument.scale.priceScale)
  return {
    symbol: instrument.id,
    buys: away.map((distance) => write(base - distance)),
    sells: away.map((distance) => write(base + distance)),
  }
}

const prefix = '/ipcf-api'

// What a browser sends along with the app's own headers.
const agent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'

/** Writes out a POST as the app sends it: form-encoded, with its session, its key and what a browser adds. */
export function writeRequest(
  address: string,
  request: { readonly path: string; readonly token: string; readonly key: string; readonly form: string },
): string {
  const { path, token, key, form } = request
  return (
    `POST ${prefix}${path} HTTP/1.1\r\nHost: ${address}\r\nConnection: keep-alive\r\nUser-Agent: ${agent}\r\n` +
    `Accept: */*\r\nAccept-Language: es-ES\r\nAccept-Encoding: gzip, deflate\r\nOrigin: http://${address}\r\n` +
    `Sec-Fetch-Site: same-origin\r\nX-Requested-With: XMLHttpRequest\r\naccessToken: ${token}\r\n` +
    `Idempotency-Key: ${key}\r\nContent-Type: application/x-www-form-urlencoded;charset=UTF-8\r\n` +
    `Content-Length: ${form.length}\r\n\r\n${form}`
  )
}

/** The next order of the stream: half limits that rest or cross, half market orders, buys and sells alike. */
export function orderStream(
  rng: Rng,
  address: string,
  traders: readonly Trader[],
  prices: ReadonlyMap<string, Priced>,
): () => string {
  return () => {
    const trader = traders[integerBetween(rng, 0, traders.length - 1)]
    const limits = prices.get(trader?.symbol ?? '')
    if (trader === undefined || limits === undefined) throw new Error('a trader without a price to trade at')
    const sells = rng.nextUint32() % 2 === 0
    const quantity = integerBetween(rng, 10, 20)
    const away = integerBetween(rng, 0, limits.buys.length - 1)
    const isMarket = rng.nextUint32() % 2 === 0
    const size = `symbol=${encodeURIComponent(trader.symbol)}&quantity=${quantity}`
    const form = isMarket
      ? `${size}&type=market&timeInForce=ioc`
      : `${size}&type=limit&timeInForce=gtc&limitPrice=${(sells ? limits.sells : limits.buys)[away]}`
    const path = sells ? '/stock/order/sell' : '/stock/order/buy'
    return writeRequest(address, { path, token: trader.token, key: randomUUID(), form })
  }
}

/** The setup of a load generator: its traders, the prices, and the server's address. */
export interface LoadSetup {
  readonly kind: 'open'
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly traders: readonly Trader[]
  readonly prices: readonly Priced[]
  readonly seed: number
}

/** The generator's endless requests of orders, the same for the same seed and name. */
export function ordersOf({ host, port, traders, prices, seed }: LoadSetup, name: string): () => string {
  const bySymbol = new Map(prices.map((row) => [row.symbol, row]))
  return orderStream(seededRng(seed, name), `${host}:${port}`, traders, bySymbol)
}
