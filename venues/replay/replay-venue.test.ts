import { instant, priceOf, quantityOf, tradeDate } from '@bolsillo/kernel'
import type { ExecutionReport } from '@bolsillo/trading/domain'
import { describe, expect, it } from 'vitest'
import { openRecording, readSequence } from './index.ts'
import { type Files, order, type Played, playFolder, withFolder } from './testing/played-recording.ts'

const header = 'time,open,high,low,close,volume,bid,bidSize,ask,askSize\n'
const minute = 60_000
const dollars = (amount: number) => priceOf(BigInt(Math.round(amount * 10_000)))
const shares = (count: number) => quantityOf(BigInt(Math.round(count * 1_000_000)))

// 2014-06-05 13:30Z, four minutes; and two minutes of the next day.
const aapl: Files = {
  'minute/AAPL-20140605.csv': `${header}${[
    '1401975000,644,645,643,644.5,1000,644.00,100,645.00,300',
    '1401975060,,,,,,644.10,200,645.20,50',
    '1401975120,645,645,645,645,10,,,,',
    '1401975180,,,,,,642.00,500,643.00,400',
  ].join('\n')}\n`,
  'minute/AAPL-20140606.csv': `${header}${[
    '1402061400,650,651,650,650.5,2000,650.00,100,650.50,100',
    '1402061460,,,,,,650.10,100,650.60,100',
  ].join('\n')}\n`,
  'daily/AAPL.csv':
    'date,open,high,low,close,volume\n2014-06-04,637.28,647.9,636.1,644.82,11799618\n2014-06-05,646.25,649.35,642.61,647.35,10445282\n2014-06-06,650,651.25,644.48,645.57,12116671\n',
}
const play = (files: Files, speed = 1): Promise<Played> =>
  withFolder(files, (directory) => playFolder(directory, speed))
const filled = (reports: readonly ExecutionReport[]) =>
  reports.flatMap((report) =>
    report.kind === 'filled' ? [[Number(report.price) / 10_000, Number(report.quantity) / 1e6, report.liquidity]] : [],
  )

describe('the replay venue', () => {
  it('knows a minute only when it is over, and shows its quote and bar under the recorded time', async () => {
    const played = await play(aapl)
    // The play begins when the first row is known, and the second is not known a moment too early.
    expect(played.stateOf('AAPL.US')).toBe('open')
    played.playMs(minute - 1)
    expect(played.deltas).toMatchObject([
      {
        instrumentId: 'AAPL.US',
        source: 'replay:AAPL-20140605',
        at: 1_401_975_060_000,
        reset: true,
        changes: [
          ['buy', dollars(644), shares(100)],
          ['sell', dollars(645), shares(300)],
        ],
      },
    ])
    expect(readSequence(played.deltas[0]?.sequence ?? 0)).toEqual({ day: 0, line: 2, event: 0 })
    expect(played.bars).toMatchObject([
      { bar: { start: 1_401_975_000_000, high: dollars(645), volume: shares(1000) }, from: { at: 1_401_975_060_000 } },
    ])
    expect(played.nowOf('AAPL.US')).toBe(1_401_975_060_000)
    played.playMs(1)
    expect(played.deltas).toHaveLength(2)
    expect(played.nowOf('AAPL.US')).toBe(1_401_975_120_000)
  })

  it('fills at the recorded quote for no more than its size, which lasts until the next quote', async () => {
    const played = await play(aapl)
    const first = played.venue.submit(order({ side: 'buy', shares: 120 }))
    expect(filled(first)).toEqual([[645, 120, 'taker']])
    expect(first[0]).toMatchObject({ kind: 'filled', source: 'replay:AAPL-20140605' })
    expect(filled(played.venue.submit(order({ side: 'buy', shares: 100.5 })))).toEqual([[645, 100.5, 'taker']])
    const short = played.venue.submit(order({ side: 'buy', shares: 200 }))
    expect(filled(short)).toEqual([[645, 79.5, 'taker']])
    expect(short.at(-1)).toMatchObject({ kind: 'cancelled', reason: 'no-liquidity' })
    expect(played.deltas.at(-1)?.changes).toEqual([['buy', dollars(644), shares(100)]])
    expect(played.venue.submit(order({ side: 'buy', shares: 1 }))).toMatchObject([{ reason: 'no-liquidity' }])
    played.playMs(minute)
    expect(filled(played.venue.submit(order({ side: 'buy', shares: 60 })))).toEqual([[645.2, 50, 'taker']])
  })

  it('names the row of the quote in every fill, in rising numbers', async () => {
    const played = await play(aapl)
    played.playMs(minute)
    const sequences = [1, 2, 3].map(() => {
      const [report] = played.venue.submit(order({ side: 'sell', shares: 1 }))
      return report?.kind === 'filled' ? report.sequence : 0
    })
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    expect(sequences.map((sequence) => readSequence(sequence).line)).toEqual([3, 3, 3])
  })

  it('keeps the quote in force through a minute without one', async () => {
    const played = await play(aapl)
    played.playMs(2 * minute)
    expect(filled(played.venue.submit(order({ side: 'sell', shares: 10 })))).toEqual([[644.1, 10, 'taker']])
  })

  it('lets a limit order wait for a quote that reaches it, then fills it there, part by part', async () => {
    const played = await play(aapl)
    const low = order({ side: 'buy', shares: 300, limit: 643.5 })
    const better = order({ side: 'buy', shares: 300, limit: 644 })
    expect(played.venue.submit(low)).toMatchObject([{ kind: 'resting' }])
    expect(played.venue.submit(better)).toMatchObject([{ kind: 'resting' }])
    played.playMs(2 * minute)
    expect(played.reported).toEqual([])
    played.playMs(minute)
    // 400 shares at 643: the better limit first and whole, the rest to the other; both below what they would have paid.
    expect(played.reported).toMatchObject([
      { kind: 'filled', orderId: better.orderId, price: dollars(643), quantity: shares(300), liquidity: 'maker' },
      { kind: 'filled', orderId: low.orderId, price: dollars(643), quantity: shares(100) },
    ])
    expect(played.venue.cancel(low.orderId)).toMatchObject([{ kind: 'cancelled', reason: 'customer' }])
    expect(played.venue.cancel(low.orderId)).toEqual([])
  })

  it('respects immediate-or-cancel, fill-or-kill, post-only, the collar and the budget', async () => {
    const played = await play(aapl)
    const { submit } = played.venue
    expect(submit(order({ side: 'buy', shares: 301, limit: 645, tif: 'fok' }))).toMatchObject([
      { kind: 'cancelled', reason: 'fill-or-kill' },
    ])
    expect(filled(submit(order({ side: 'buy', shares: 100, limit: 645, tif: 'fok' })))).toEqual([[645, 100, 'taker']])
    expect(submit(order({ side: 'buy', shares: 10, limit: 644.9, tif: 'ioc' }))).toMatchObject([
      { kind: 'cancelled', reason: 'immediate-or-cancel' },
    ])
    const part = submit(order({ side: 'buy', shares: 250, limit: 645, tif: 'ioc' }))
    expect([filled(part), part.at(-1)]).toMatchObject([[[645, 200, 'taker']], { reason: 'immediate-or-cancel' }])
    expect(submit(order({ side: 'sell', shares: 10, limit: 644, postOnly: true }))).toMatchObject([
      { kind: 'rejected', reason: 'post-only' },
    ])
    expect(submit(order({ side: 'sell', shares: 10, limit: 644.01, postOnly: true }))).toMatchObject([
      { kind: 'resting' },
    ])
    const collared = { ...order({ side: 'sell', shares: 10 }), limitPrice: dollars(644.01) }
    expect(submit(collared)).toMatchObject([{ kind: 'cancelled', reason: 'price-collar' }])
    played.playMs(minute)
    // 1,000.00 dollars at 645.20 buy 1.549907 shares; not a millionth more fits.
    const spent = submit(order({ side: 'buy', shares: 40, budget: 1000n * 10n ** 10n }))
    expect([filled(spent), spent.at(-1)]).toMatchObject([[[645.2, 1.549907, 'taker']], { reason: 'budget-spent' }])
  })

  it('does not let two customers meet: that was not recorded', async () => {
    const played = await play(aapl)
    expect(played.venue.submit(order({ side: 'buy', shares: 10, limit: 644.5 }))).toMatchObject([{ kind: 'resting' }])
    expect(played.venue.submit(order({ side: 'sell', shares: 10, limit: 644.4 }))).toMatchObject([{ kind: 'resting' }])
  })

  it('plays recorded days one after another, empties the book between them, and ends once', async () => {
    const played = await play(aapl)
    const gtc = order({ side: 'buy', shares: 10, limit: 600, tif: 'gtc' })
    played.venue.submit(gtc)
    played.playMs(4 * minute)
    // The last row of the first day was known for a minute; the second day begins right after, at its own time.
    expect(played.deltas.map(({ changes }) => changes.length)).toEqual([2, 2, 2, 0, 2])
    expect(played.nowOf('AAPL.US')).toBe(1_402_061_460_000)
    expect(filled(played.venue.submit(order({ side: 'buy', shares: 1 })))).toEqual([[650.5, 1, 'taker']])
    played.playMs(minute)
    expect(played.isOver()).toBe(false)
    played.playMs(minute)
    expect([played.isOver(), played.stateOf('AAPL.US')]).toEqual([true, 'ended'])
    expect(played.reported.at(-1)).toMatchObject({ kind: 'cancelled', orderId: gtc.orderId, reason: 'end-of-data' })
    expect(played.venue.submit(order({ side: 'buy', shares: 1 }))).toMatchObject([
      { kind: 'rejected', reason: 'end-of-data' },
    ])
    const count = played.deltas.length
    played.playMs(24 * 60 * minute)
    expect(played.deltas).toHaveLength(count)
  })

  it('shows every row in order at any speed', async () => {
    const slow = await play(aapl)
    const fast = await play(aapl, 100_000)
    for (let i = 0; i < 20; i += 1) slow.playMs(minute)
    fast.playMs(50)
    expect(fast.deltas).toEqual(slow.deltas)
    expect(fast.bars).toEqual(slow.bars)
  })

  it('puts sizes back when a batch fails, and keeps them when it does not', async () => {
    const played = await play(aapl)
    played.openBatch()
    played.venue.submit(order({ side: 'buy', shares: 100 }))
    played.closeBatch()
    const waiting = order({ side: 'buy', shares: 5, limit: 600 })
    played.openBatch()
    played.venue.submit(order({ side: 'buy', shares: 200 }))
    played.venue.reset('AAPL.US', [waiting])
    played.closeBatch()
    expect(played.deltas.at(-1)?.changes).toContainEqual(['sell', dollars(645), shares(200)])
    expect(filled(played.venue.submit(order({ side: 'buy', shares: 300 })))).toEqual([[645, 200, 'taker']])
    expect(played.venue.cancel(waiting.orderId)).toHaveLength(1)
  })

  it('tells the past of days and minutes up to its own now, and nothing of the future', async () => {
    const played = await play(aapl)
    played.playMs(minute)
    const all = () => played.history.minuteCandles('AAPL.US', instant(0), played.clock.now())
    expect(all()).toHaveLength(1)
    const days = () => played.history.dailyCandles('AAPL.US', tradeDate('2014-01-01'), tradeDate('2014-12-31'))
    expect(days().map((day) => Number(day.close) / 10_000)).toEqual([644.82, 644.5])
    played.playMs(60 * minute)
    expect(all()).toHaveLength(3)
    // Recorded minutes make their own day; the daily file is for days without them.
    expect(days().map((day) => Number(day.close) / 10_000)).toEqual([644.82, 645, 650.5])
  })

  it('plays first days side by side at the same time of day, whatever their dates', async () => {
    const spy = `${header}1381152600,,,,,,167.40,100,167.42,500\n1381152660,,,,,,167.41,100,167.43,500\n`
    const played = await play({ ...aapl, 'minute/SPY-20131007.csv': spy })
    expect(played.stateOf('SPY.US')).toBe('open')
    expect(new Date(played.nowOf('SPY.US')).toISOString()).toBe('2013-10-07T13:31:00.000Z')
    expect(new Date(played.nowOf('AAPL.US')).toISOString()).toBe('2014-06-05T13:31:00.000Z')
    played.playMs(2 * minute)
    expect([played.stateOf('SPY.US'), played.stateOf('AAPL.US')]).toEqual(['ended', 'open'])
  })

  it('tells the desk the ends of every bar that was traded: stops hang on them, because nobody recorded the prints', async () => {
    const played = await play(aapl)
    played.playMs(4 * minute)
    expect(played.reached).toEqual([643, 645, 645, 645, 650, 651].map(dollars))
    expect(played.prints).toEqual([])
  })

  it('refuses a recording with nothing to trade on, and quotes finer than the instrument’s prices', () => {
    const open = (files: Files) => withFolder(files, openRecording)
    expect(open({ 'daily/AAPL.csv': aapl['daily/AAPL.csv'] ?? '' })).toMatchObject({ text: /no file has quotes/ })
    expect(open({ 'minute/AAPL-20140605.csv': `${header}1401975000,,,,,,644.00001,100,645.00,300\n` })).toMatchObject({
      kind: 'refused',
      text: 'AAPL-20140605.csv, line 2: the quote has more than 4 decimals',
    })
  })
})
