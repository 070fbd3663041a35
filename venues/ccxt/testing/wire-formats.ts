import { crc32 } from 'node:zlib'
import type { OrderSide } from '@bolsillo/trading/domain'
import type { ServedMarket } from '../served-markets.ts'
import { type ModelLevel, type ModelMarket, type ModelStep, type ModelTrade, writeLevel } from './exchange-model.ts'

// The wire formats of the two exchanges, written from their documentation. They share no code with the readers.

const of = (levels: readonly ModelLevel[], wanted: OrderSide): readonly ModelLevel[] =>
  levels.filter(([side]) => side === wanted)

/** The messages about one step of one market. */
export interface WireFormat {
  readonly changes: (market: ServedMarket, step: ModelStep, at: number) => string
  readonly trade: (market: ServedMarket, trade: ModelTrade) => string
  /** A snapshot as the stream sends it; undefined where it comes by REST. */
  readonly whole: (model: ModelMarket) => string | undefined
  readonly restBook: (number: number, levels: readonly ModelLevel[], market: ServedMarket) => unknown
  readonly restTrades: (market: ServedMarket, trades: readonly ModelTrade[]) => unknown
}

const pairsOf = (market: ServedMarket, levels: readonly ModelLevel[], side: OrderSide) =>
  of(levels, side).map(([, price, quantity]) => writeLevel(market, price, quantity))

export const binanceWire: WireFormat = {
  changes: (market, { first, last, changes }, at) =>
    JSON.stringify({
      e: 'depthUpdate',
      E: at,
      s: market.streamSymbol,
      U: first,
      u: last,
      b: pairsOf(market, changes, 'buy'),
      a: pairsOf(market, changes, 'sell'),
    }),
  trade: (market, { id, price, quantity, side, at }) => {
    const [p, q] = writeLevel(market, price, quantity)
    return JSON.stringify({
      e: 'trade',
      E: at,
      s: market.streamSymbol,
      t: id,
      p,
      q,
      T: at,
      m: side === 'sell',
      M: true,
    })
  },
  whole: () => undefined,
  restBook: (number, levels, market) => ({
    lastUpdateId: number,
    bids: pairsOf(market, levels, 'buy'),
    asks: pairsOf(market, levels, 'sell'),
  }),
  restTrades: (market, trades) =>
    trades.map(({ id, price, quantity, side, at }) => {
      const [p, qty] = writeLevel(market, price, quantity)
      return { id, price: p, qty, quoteQty: '0', time: at, isBuyerMaker: side === 'sell', isBestMatch: true }
    }),
}

/** Without point, without leading zeros. */
const bare = (text: string): string => text.replace('.', '').replace(/^0+/, '')

function krakenChecksum(market: ServedMarket, levels: readonly ModelLevel[]): number {
  const text = (side: OrderSide): string =>
    of(levels, side)
      .slice(0, 10)
      .map(([, price, quantity]) => writeLevel(market, price, quantity).map(bare).join(''))
      .join('')
  return crc32(text('sell') + text('buy'))
}

const krakenLevels = (market: ServedMarket, levels: readonly ModelLevel[], side: OrderSide): string =>
  of(levels, side)
    .map(([, price, quantity]) => {
      const [p, q] = writeLevel(market, price, quantity)
      return `{"price":${p},"qty":${q}}`
    })
    .join(',')

const krakenBook = (options: {
  readonly market: ServedMarket
  readonly type: 'snapshot' | 'update'
  readonly levels: readonly ModelLevel[]
  readonly after: readonly ModelLevel[]
  readonly at?: number
}): string => {
  const { market, type, levels, after, at } = options
  const time = at === undefined ? '' : `,"timestamp":"${new Date(at).toISOString().replace('Z', '123Z')}"`
  const [bids, asks] = [krakenLevels(market, levels, 'buy'), krakenLevels(market, levels, 'sell')]
  const book = `{"symbol":"${market.streamSymbol}","bids":[${bids}],"asks":[${asks}],"checksum":${krakenChecksum(market, after)}${time}}`
  return `{"channel":"book","type":"${type}","data":[${book}]}`
}

/** The changes of a step within ten levels a side. */
function scopeChanges({ scope, changes }: ModelStep): readonly ModelLevel[] {
  const key = ([side, price]: ModelLevel): string => `${side}${price}`
  const before = new Map(scope.before.map((level) => [key(level), level[2]]))
  const gone = new Set(changes.filter(([, , quantity]) => quantity === 0n).map(key))
  const after = new Map(scope.after.map((level) => [key(level), level[2]]))
  const removed = scope.before
    .filter((level) => !after.has(key(level)) && gone.has(key(level)))
    .map(([side, price]): ModelLevel => [side, price, 0n])
  return [...removed, ...scope.after.filter((level) => before.get(key(level)) !== level[2])]
}

export const krakenWire: WireFormat = {
  changes: (market, step, at) =>
    krakenBook({ market, type: 'update', levels: scopeChanges(step), after: step.scope.after, at }),
  trade: (market, { id, price, quantity, side, at }) => {
    const [p, q] = writeLevel(market, price, quantity)
    const time = new Date(at).toISOString()
    return `{"channel":"trade","type":"update","data":[{"symbol":"${market.streamSymbol}","side":"${side}","price":${p},"qty":${q},"ord_type":"limit","trade_id":${id},"timestamp":"${time}"}]}`
  },
  whole: (model) =>
    krakenBook({ market: model.market, type: 'snapshot', levels: model.levels(10), after: model.levels(10) }),
  restBook: () => undefined,
  restTrades: (market, trades) => ({
    error: [],
    result: {
      [`X${market.restId}`]: trades.map(({ id, price, quantity, side, at }) => {
        const [p, q] = writeLevel(market, price, quantity)
        return [p, q, at / 1000, side === 'buy' ? 'b' : 's', 'l', '', id]
      }),
      last: '1',
    },
  }),
}
