import { present } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { binance } from '../protocols/binance.ts'
import { kraken } from '../protocols/kraken.ts'
import { binanceMarkets, krakenMarkets } from '../testing/coins.ts'
import { levelsText } from '../testing/exchange-model.ts'
import { followFeed } from '../testing/followed-feed.ts'
import { binanceWire, krakenWire } from '../testing/wire-formats.ts'

// `U` and `u` are far ahead, so that a message taken in part would show as held or published.
const depth = (change: string): string =>
  `{"e":"depthUpdate","E":1795262400000,"s":"BTCUSDT","U":1,"u":99999999999,${change}}`
const trade = (change: string): string => `{"e":"trade","E":1795262400000,"s":"BTCUSDT","T":1795262400000,${change}}`
const book = (change: string): string =>
  `{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","timestamp":"2026-11-21T12:00:00.0Z",${change}}]}`
const print = (change: string): string =>
  `{"channel":"trade","type":"update","data":[{"symbol":"BTC/USD","ord_type":"limit",${change}}]}`
const good = '["1000.01","1"]'
const manyLevels = `"b":[${Array.from({ length: 20_001 }, () => good).join(',')}],"a":[]`

const ofBinance: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['no JSON', '{"e":"depthUpdate"'],
  ['JSON within JSON beyond any depth', '['.repeat(200_000)],
  ['a number', '7'],
  ['null', 'null'],
  ['a list', '[1,2]'],
  ['an event nobody asked for', '{"e":"outboundAccountPosition","s":"BTCUSDT"}'],
  ['an error', '{"error":{"code":2,"msg":"Invalid request"},"id":1}'],
  ['a market nobody asked for', depth('"b":[],"a":[]').replace('BTCUSDT', 'XXXUSDT')],
  ['no sides', depth('"c":[]')],
  ['a side that is no list', depth('"b":{},"a":[]')],
  ['too many levels', depth(manyLevels)],
  ['a level of one', depth(`"b":[${good},["1000.02"]],"a":[]`)],
  ['a level that is no list', depth(`"b":[${good},"1000.02"],"a":[]`)],
  ['a negative price', depth(`"b":[${good},["-1000.02","1"]],"a":[]`)],
  ['a price of 0', depth(`"b":[${good},["0","1"]],"a":[]`)],
  ['a price off our scale', depth(`"b":[${good},["1000.021","1"]],"a":[]`)],
  ['a price in words', depth(`"b":[${good},["NaN","1"]],"a":[]`)],
  ['a price in hexadecimal', depth(`"b":[${good},["0x10","1"]],"a":[]`)],
  ['a price of a comma', depth(`"b":[${good},["1000,02","1"]],"a":[]`)],
  ['a price too large for any sum', depth(`"b":[${good},["99999999999999999999","1"]],"a":[]`)],
  ['a price of no digits', depth(`"b":[${good},["","1"]],"a":[]`)],
  ['a null quantity', depth(`"b":[${good},["1000.02",null]],"a":[]`)],
  ['a negative quantity', depth(`"b":[${good},["1000.02","-1"]],"a":[]`)],
  ['a quantity finer than ours', depth(`"b":[${good},["1000.02","0.000000001"]],"a":[]`)],
  ['numbers that run backwards', depth('"b":[],"a":[]').replace('"U":1,', '"U":999999999999,')],
  ['a number with a fraction', depth('"b":[],"a":[]').replace('"U":1,', '"U":1.5,')],
  ['a number beyond exact ones', depth('"b":[],"a":[]').replace('"U":1,', '"U":9007199254740993,')],
  ['a time that is none', depth('"b":[],"a":[]').replace('1795262400000', '"now"')],
  ['a print without an id', trade('"p":"1","q":"1","m":true')],
  ['a print of nothing', trade('"t":99999999999,"p":"1000.00","q":"0","m":true')],
  ['a print at 0', trade('"t":99999999999,"p":"0","q":"1","m":true')],
  ['a print without a side', trade('"t":99999999999,"p":"1000.00","q":"1","m":"yes"')],
  [
    'a print of the future',
    trade('"t":99999999999,"p":"1000.00","q":"1","m":true').replaceAll('1795262400000', '1895262400000'),
  ],
]
const level = '{"price":10000.1,"qty":1}'
const ofKraken: readonly (readonly [string, string])[] = [
  ['no JSON', 'pong'],
  ['a channel nobody asked for', '{"channel":"balances","type":"update","data":[]}'],
  ['a refusal', '{"error":"nope","method":"subscribe","success":false}'],
  ['a type that is none', book(`"bids":[],"asks":[],"checksum":1`).replace('update', 'delta')],
  ['data that is no list', '{"channel":"book","type":"update","data":{}}'],
  ['a market nobody asked for', book('"bids":[],"asks":[],"checksum":1').replace('BTC/USD', 'XXX/USD')],
  ['no checksum', book('"bids":[],"asks":[]')],
  ['a negative checksum', book('"bids":[],"asks":[],"checksum":-5')],
  ['a wrong checksum', book(`"bids":[${level}],"asks":[],"checksum":1`)],
  ['a level that is a list', book('"bids":[["10000.1","1"]],"asks":[],"checksum":1')],
  ['a level without a quantity', book(`"bids":[${level},{"price":1}],"asks":[],"checksum":1`)],
  ['a price off our scale', book(`"bids":[${level},{"price":10000.12,"qty":1}],"asks":[],"checksum":1`)],
  ['a price of 400 digits', book(`"bids":[{"price":${'9'.repeat(400)},"qty":1}],"asks":[],"checksum":1`)],
  ['a price with a huge exponent', book('"bids":[{"price":1e99,"qty":1}],"asks":[],"checksum":1')],
  ['a time that is none', book('"bids":[],"asks":[],"checksum":1').replace('2026-11-21', '2026-13-41')],
  [
    'a print of another side',
    print('"side":"both","price":1,"qty":1,"trade_id":99,"timestamp":"2026-11-21T12:00:00Z"'),
  ],
  ['a print without a time', print('"side":"buy","price":1,"qty":1,"trade_id":99')],
]

const exchanges = [
  { protocol: binance, format: binanceWire, markets: binanceMarkets, table: ofBinance },
  { protocol: kraken, format: krakenWire, markets: krakenMarkets, table: ofKraken },
]

describe.each(exchanges)('a message of $protocol.id', ({ table, ...exchange }) => {
  it.each(table)(
    'that is %s is refused and counted, nothing of it is taken, and the book comes back',
    async (_, text) => {
      const { feed, server, time, told, tape, complaints } = followFeed({ ...exchange, seed: 3 })
      const model = present(server.models[0], 'a market')
      const { id } = model.market.instrument
      feed.start()
      await time.runMs(500)
      server.step()
      await time.runMs(500)
      expect(feed.doubtOf(id)).toBeUndefined()
      const [before, tapeBefore] = [levelsText(told(id)), tape(id).length]
      const troubles = (): number => {
        const { refused = 0, malformed = 0, checksum = 0 } = feed.counts()
        return refused + malformed + checksum
      }
      const troublesBefore = troubles()
      server.tell(text)
      expect(troubles()).toBeGreaterThan(troublesBefore)
      expect(levelsText(told(id))).toBe(before)
      expect(tape(id)).toHaveLength(tapeBefore)
      await time.runMs(1_000)
      expect(levelsText(told(id))).toBe(before)
      server.step()
      await time.runMs(500)
      expect(feed.doubtOf(id)).toBeUndefined()
      const truth = exchange.protocol.cutsToDepth ? model.levels(10) : model.levels()
      expect(levelsText(told(id))).toBe(levelsText(truth))
      expect(complaints).toEqual([])
      feed.stop()
    },
  )
})
