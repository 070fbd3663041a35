import { describe, expect, it } from 'vitest'
import { type Folder, parseFile } from './parse-file.ts'

const quotedHeader = 'time,open,high,low,close,volume,bid,bidSize,ask,askSize'
const good = [
  '1401955200,,,,,,644.06,100,646,100',
  '1401955260,645,646,645,646,200,645.06,200,646,100',
  '1401955380,646,646,646,646,10,,,,',
]

/** A minute file of AAPL on 2014-06-05 with these rows. */
const minuteFile = (rows: readonly string[], ending = '\n') => `${[quotedHeader, ...rows].join('\n')}${ending}`
const parse = (text: string, folder: Folder = 'minute', name = 'AAPL-20140605.csv') => parseFile(folder, name, text)
const row = (cells: string) => minuteFile([cells])

describe('recorded files', () => {
  it('reads quotes and bars as they stand, with the line each came from', () => {
    const file = parse(minuteFile(good))
    expect(file).toMatchObject({ kind: 'intervals', symbol: 'AAPL', name: 'AAPL-20140605', intervalMs: 60_000 })
    if (!('rows' in file) || file.kind !== 'intervals') throw new Error('refused')
    expect(file.rows[0]).toEqual({
      line: 2,
      at: 1_401_955_200_000,
      bar: undefined,
      bid: { price: 64_406_000_000n, size: 10_000_000_000n },
      ask: { price: 64_600_000_000n, size: 10_000_000_000n },
    })
    expect(file.rows[2]).toMatchObject({ line: 4, bar: { volume: 1_000_000_000n }, bid: undefined, ask: undefined })
  })

  it('takes the number meant out of float dust in a size, and refuses what is not dust', () => {
    const sized = (size: string) => parse(row(`1401955200,,,,,,644.06,${size},646,1`))
    expect(sized('2.5833652000000003')).toMatchObject({ rows: [{ bid: { size: 258_336_520n } }] })
    expect(sized('26.029899029999997')).toMatchObject({ rows: [{ bid: { size: 2_602_989_903n } }] })
    expect(sized('2.583365204')).toMatchObject({ line: 2, reason: 'bidSize is 2.583365204: more than 8 decimals' })
  })

  it('accepts facts however strange: a 7:1 split in a minute, a locked quote, one side only', () => {
    expect(parse(row('1401955200,645.57,645.57,92.23,92.42,600,92,1000,92.46,300'))).toHaveProperty('rows')
    expect(parse(row('1401955200,,,,,,92.22,100,92.22,200'))).toHaveProperty('rows')
    expect(parse(row('1401955200,,,,,,92.22,100,,'))).toHaveProperty('rows')
  })

  const refusals: ReadonlyArray<readonly [what: string, text: string, line: number, reason: RegExp]> = [
    ['an empty file', '', 1, /empty/],
    ['a header of other columns', 'time,open\n1,2\n', 1, /header is "time,open", expected/],
    ['a header with a byte order mark', `\uFEFF${minuteFile(good)}`, 1, /header/],
    ['a header alone', `${quotedHeader}\n`, 1, /no rows/],
    ['a torn last line', minuteFile(good, ''), 4, /torn/],
    ['carriage returns', minuteFile(good).replaceAll('\n', '\r\n'), 1, /carriage return/],
    ['a column too few', row('1401955200,,,,,,644.06,100,646'), 2, /9 columns, expected 10/],
    ['a column too many', row('1401955200,,,,,,644.06,100,646,100,'), 2, /11 columns/],
    ['an empty line', minuteFile(['', ...good]), 2, /1 columns/],
    ['times that go back', minuteFile([good[1] ?? '', good[0] ?? '']), 3, /not after/],
    ['a time twice', minuteFile([good[0] ?? '', good[0] ?? '']), 3, /not after/],
    ['a time inside a minute', row('1401955201,,,,,,644.06,100,646,100'), 2, /start of an interval/],
    ['a time of another year', row('1433491200,,,,,,644.06,100,646,100'), 2, /not near 2014-06-05/],
    ['a time in milliseconds', row('1401955200000,,,,,,644.06,100,646,100'), 2, /not near/],
    ['a crossed quote', row('1401955200,,,,,,646.01,100,646,100'), 2, /crossed: bid 646.01 above ask 646/],
    ['a negative price', row('1401955200,,,,,,-644.06,100,646,100'), 2, /bid is "-644.06"/],
    ['a price of zero', row('1401955200,,,,,,0,100,646,100'), 2, /more than 0/],
    ['a size of zero', row('1401955200,,,,,,644.06,0,646,100'), 2, /more than 0/],
    ['NaN', row('1401955200,,,,,,NaN,100,646,100'), 2, /bid is "NaN"/],
    ['Infinity', row('1401955200,,,,,,644,100,Infinity,100'), 2, /ask is "Infinity"/],
    ['an exponent', row('1401955200,,,,,,6e2,100,646,100'), 2, /bid is "6e2"/],
    ['a sign', row('1401955200,,,,,,+644,100,646,100'), 2, /bid is "\+644"/],
    ['a space', row('1401955200,,,,,, 644,100,646,100'), 2, /bid is " 644"/],
    ['other digits', row('1401955200,,,,,,٦٤٤,100,646,100'), 2, /bid is/],
    ['a price without its size', row('1401955200,,,,,,644.06,,646,100'), 2, /bidSize is ""/],
    ['a bar with a hole', row('1401955200,645,646,,646,200,644,100,646,100'), 2, /low is ""/],
    ['a high under the close', row('1401955200,645,645,644,646,200,,,,'), 2, /between low and high/],
    ['a row that says nothing', row('1401955200,,,,,,,,,'), 2, /says nothing/],
    [
      'a price a thousand times too high',
      minuteFile([good[0] ?? '', '1401955260,,,,,,645060,200,646000,100']),
      3,
      /absurd/,
    ],
    ['sides that cannot belong together', row('1401955200,,,,,,0.01,100,646,100'), 2, /absurd/],
    ['a price of nine decimals', row('1401955200,,,,,,644.061234567,100,646,100'), 2, /more than 8 decimals/],
  ]
  it.each(refusals)('refuses %s, naming the line', (_what, text, line, reason) => {
    expect(parse(text)).toMatchObject({ file: 'minute/AAPL-20140605.csv', line, reason: expect.stringMatching(reason) })
  })

  it('refuses names that say neither symbol nor day', () => {
    expect(parse(minuteFile(good), 'minute', 'AAPL.csv')).toMatchObject({ line: 0 })
    expect(parse(minuteFile(good), 'minute', 'AAPL-20141305.csv')).toMatchObject({ line: 0, reason: /not a date/ })
    expect(parse(minuteFile(good), 'minute', '../AAPL-20140605.csv')).toMatchObject({ line: 0 })
  })

  it('reads trades: many in one millisecond, numbered upwards', () => {
    const header = 'timeMs,tradeId,side,price,quantity\n'
    const trades = (rows: string) => parse(header + rows, 'trades', 'XRP-ETH-20191011.csv')
    expect(trades('1570752011620,7,sell,0.00141342,23.0\n1570752011620,8,buy,0.00141266,54.0\n')).toMatchObject({
      kind: 'trades',
      symbol: 'XRP-ETH',
      rows: [{ price: 141_342n, side: 'sell' }, { tradeId: 8n }],
    })
    expect(trades('1570752011620,7,sell,1,1\n1570752011620,7,buy,1,1\n')).toMatchObject({ line: 3, reason: /tradeId/ })
    expect(trades('1570752011620,7,short,1,1\n')).toMatchObject({ line: 2, reason: /side/ })
    expect(trades('1570752011620,7,sell,1,1\n1570752011619,8,sell,1,1\n')).toMatchObject({ line: 3, reason: /before/ })
  })

  it('reads daily bars with the erroneous prints exchanges let stand, and daily quotes as their middle', () => {
    const daily = (rows: string) => parse(`date,open,high,low,close,volume\n${rows}`, 'daily', 'GOOG.csv')
    expect(daily('2008-09-30,395.98,489.36,0.01,294.57,11071680\n')).toMatchObject({ kind: 'daily', symbol: 'GOOG' })
    expect(daily('2008-02-30,1,1,1,1,1\n')).toMatchObject({ line: 2, reason: /not a date/ })
    expect(daily('2008-02-28,1,1,1,1,1\n2008-02-28,1,1,1,1,1\n')).toMatchObject({ line: 3, reason: /not after/ })
    const quotes = 'date,bidOpen,bidHigh,bidLow,bidClose,askOpen,askHigh,askLow,askClose\n'
    const pair = parse(`${quotes}2007-01-01,1.2,1.3,1.1,1.2,1.3,1.4,1.2,1.3\n`, 'daily', 'EUR-USD.csv')
    expect(pair).toMatchObject({ rows: [{ bar: { open: 125_000_000n, high: 135_000_000n, volume: 0n } }] })
  })
})
