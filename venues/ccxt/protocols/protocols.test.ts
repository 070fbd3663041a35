import { instant, present } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { createBookKeeper } from '../book/book-keeper.ts'
import { readExactJson } from '../reading/exact-json.ts'
import { Malformed } from '../reading/fields.ts'
import { readListedMarkets, serveInstruments } from '../served-markets.ts'
import { binanceMarkets, coin, krakenMarkets } from '../testing/coins.ts'
import { binancePayloads, krakenPayloads } from '../testing/documented-payloads.ts'
import { binance } from './binance.ts'
import { kraken } from './kraken.ts'
import type { BookNews } from './protocol.ts'

const btcusdt = present(binanceMarkets[0], 'BTC-USDT')
const btcusd = present(krakenMarkets[0], 'BTC-USD')

describe('Binance’s payloads', () => {
  it('are changes with their numbers, prints with the taker’s side, answers, and a farewell', () => {
    expect(binance.read(readExactJson(binancePayloads.changes))).toEqual([
      {
        kind: 'book',
        symbol: 'BTCUSDT',
        whole: false,
        first: 157,
        last: 160,
        levels: [
          ['buy', '92000.10', '10'],
          ['sell', '92000.26', '100.50000'],
          ['sell', '92001.00', '0'],
        ],
        at: 1672515782136,
      },
    ])
    expect(binance.read(readExactJson(binancePayloads.trade))).toEqual([
      {
        kind: 'tape',
        symbol: 'BTCUSDT',
        trades: [{ id: 12345, price: '92000.10000000', quantity: '0.00100000', side: 'sell', at: 1672515782130 }],
      },
    ])
    expect(binance.read(readExactJson(binancePayloads.subscribed))).toEqual([{ kind: 'alive' }])
    expect(binance.read(readExactJson(binancePayloads.leaving))).toEqual([{ kind: 'leaving' }])
  })

  it('are whole books and lists of prints as ccxt hands them on, numbers as numbers or as texts', () => {
    const whole = {
      whole: true,
      last: 150,
      levels: [
        ['buy', '92000.00000000', '4.31000000'],
        ['sell', '92000.20000000', '12.00000000'],
      ],
    }
    expect(binance.readWholeBook(binancePayloads.book, btcusdt)).toMatchObject(whole)
    expect(binance.readWholeBook({ ...binancePayloads.book, lastUpdateId: '150' }, btcusdt)).toMatchObject(whole)
    expect(binance.readTrades(binancePayloads.trades, btcusdt).trades).toMatchObject([{ id: 28457, side: 'sell' }])
  })
})

describe('Kraken’s payloads', () => {
  it('keep every digit of their numbers, and have the checksum of its guide', () => {
    const [whole] = kraken.read(readExactJson(krakenPayloads.whole)) as [BookNews]
    expect(whole.levels[0]).toEqual(['buy', '45283.5', '0.10000000'])
    const keeper = createBookKeeper(btcusd, kraken)
    expect(keeper.onNews(whole, instant(0)).told?.changes).toHaveLength(20)
    expect(keeper.doubt()).toBeUndefined()
    const other = createBookKeeper(btcusd, kraken)
    expect(other.onNews({ ...whole, checksum: 3310070435 }, instant(0))).toMatchObject({ counted: 'checksum' })
    expect(other.doubt()).toBe('checksum')
  })

  it('are changes, prints, signs of life, and refusals', () => {
    expect(kraken.read(readExactJson(krakenPayloads.changes))).toMatchObject([
      { kind: 'book', whole: false, levels: [['buy', '45283.5', '0']], checksum: 2114181697, at: 1696613755440 },
    ])
    expect(kraken.read(readExactJson(krakenPayloads.trade))).toEqual([
      {
        kind: 'tape',
        symbol: 'BTC/USD',
        trades: [{ id: 4665906, price: '45283.4', quantity: '0.00050000', side: 'sell', at: 1696613755440 }],
      },
    ])
    for (const sign of [krakenPayloads.status, krakenPayloads.heartbeat, krakenPayloads.subscribed]) {
      expect(kraken.read(readExactJson(sign))).toEqual([{ kind: 'alive' }])
    }
    expect(() => kraken.read(readExactJson(krakenPayloads.notSubscribed))).toThrow(Malformed)
    expect(kraken.readTrades(krakenPayloads.trades, btcusd).trades).toEqual([
      { id: 61044952, price: '45283.40000', quantity: '0.34507674', side: 'buy', at: 1688669597827 },
    ])
  })
})

describe('an instrument of ours', () => {
  const serve = (instrument: ReturnType<typeof coin>, change: object = {}, filters: object = {}) => {
    const info = { ...binancePayloads.market.info, ...filters }
    return serveInstruments([instrument], readListedMarkets([{ ...binancePayloads.market, info, ...change }]), binance)
  }

  it('is served by the spot market of its name, trading, in its steps', () => {
    expect(serve(coin('BTC-USDT', 2)).markets).toMatchObject([
      { streamSymbol: 'BTCUSDT', restId: 'BTCUSDT', priceDecimals: 2, quantityDecimals: 5 },
    ])
    const { markets } = serveInstruments([coin('BTC-USD', 1)], readListedMarkets([krakenPayloads.market]), kraken)
    expect(markets).toMatchObject([
      { streamSymbol: 'BTC/USD', restId: 'XBTUSD', priceDecimals: 1, quantityDecimals: 8 },
    ])
  })

  it.each([
    ['of another name', coin('ETH-USDT', 2), {}, {}, 'not-listed'],
    ['of a contract, not spot', coin('BTC-USDT', 2), { spot: false }, {}, 'not-listed'],
    ['that is halted', coin('BTC-USDT', 2), {}, { status: 'BREAK' }, 'not-trading'],
    ['with a finer tick', coin('BTC-USDT', 1), {}, {}, 'other-tick'],
    ['with another tick', coin('BTC-USDT', 2, 8, 5n), {}, {}, 'other-tick'],
    ['with finer quantities', coin('BTC-USDT', 2, 4), {}, {}, 'finer-step'],
    ['without filters', coin('BTC-USDT', 2), {}, { filters: [] }, 'unreadable'],
    [
      'with a tick of nothing',
      coin('BTC-USDT', 2),
      {},
      {
        filters: [
          { filterType: 'PRICE_FILTER', tickSize: '0' },
          { filterType: 'LOT_SIZE', stepSize: '1' },
        ],
      },
      'other-tick',
    ],
  ] as const)('is not served by a market %s', (_, instrument, change, filters, reason) => {
    expect(serve(instrument, change, filters)).toMatchObject({ markets: [], refused: [{ reason }] })
  })

  it('is not served where the list of markets is none', () => {
    for (const answer of [undefined, null, 'no', {}, [1, null, { symbol: 'BTC/USDT' }]]) {
      expect(readListedMarkets(answer)).toEqual([])
    }
  })
})
