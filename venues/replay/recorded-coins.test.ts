import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decimalUnits, instant, present, tradeDate } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { readSequence } from './index.ts'
import { coinOrder, order, type Played, playFolder, withFolder } from './testing/played-recording.ts'

const recorded = new URL('../../../shared/data/market', import.meta.url).pathname
const absent = 'absent: the folder shared/data/market beside the repository'
const minuteMs = 60_000

/** Bid and ask of one row, read without the parser under test; sizes cut to a hundred-millionth, as nobody gets more. */
function rowOf(name: string, line: number) {
  const text = readFileSync(join(recorded, 'minute', `${name}.csv`), 'utf8').split('\n')[line - 1] ?? ''
  const cells = text.split(',')
  const cut = (cell = '', scale: number): bigint =>
    decimalUnits(
      Number(cell)
        .toFixed(12)
        .slice(0, scale - 12),
      scale,
    )
  return {
    at: Number(cells[0]),
    bid: cut(cells[6], 2),
    bidSize: cut(cells[7], 8),
    ask: cut(cells[8], 2),
    askSize: cut(cells[9], 8),
  }
}

const files: Readonly<Record<string, readonly string[]>> = {
  'BTC-USD': ['BTC-USD-20180404', 'BTC-USD-20180405'],
  'ETH-USD': ['ETH-USD-20180404', 'ETH-USD-20180405'],
  'LTC-USD': ['LTC-USD-20180404'],
}

describe('recorded coins', () => {
  it('are filled at their recorded quotes, for no more than the recorded sizes', async (context) => {
    if (!existsSync(recorded)) return context.skip(absent)
    const played = await playFolder(recorded)
    const fills: Record<string, number> = {}
    for (let minutes = 0; minutes < 2 * 1440; minutes += 11) {
      played.playMs(11 * minuteMs)
      for (const [id, names] of Object.entries(files)) {
        for (const side of ['buy', 'sell'] as const) {
          const [report] = played.venue.submit(coinOrder({ instrumentId: id, side, units: 5_000_000_000n }))
          if (report?.kind !== 'filled') continue
          const { day, line } = readSequence(report.sequence)
          const name = names[day] ?? ''
          const row = rowOf(name, line)
          expect(report.price, `${name} ${line}`).toBe(side === 'buy' ? row.ask : row.bid)
          expect(report.quantity, `${name} ${line}`).toBeLessThanOrEqual(side === 'buy' ? row.askSize : row.bidSize)
          expect(row.at * 1000 + minuteMs).toBeLessThanOrEqual(played.nowOf(id))
          fills[name] = (fills[name] ?? 0) + 1
        }
      }
    }
    for (const name of Object.values(files).flat()) expect(fills[name], name).toBeGreaterThan(100)
  })

  it('play beside shares, which do not wait for the night of the coins to end', async (context) => {
    if (!existsSync(recorded)) return context.skip(absent)
    const played = await playFolder(recorded)
    expect([played.stateOf('BTC-USD'), played.stateOf('AAPL.US')]).toEqual(['open', 'open'])
    expect(played.nowOf('BTC-USD')).toBe(Date.UTC(2018, 3, 4, 0, 1))
  })

  it('remember the seconds of 2016 as minutes, before the days that are played', async (context) => {
    if (!existsSync(recorded)) return context.skip(absent)
    const { history } = await playFolder(recorded)
    const from = instant(Date.UTC(2016, 9, 8))
    const minutes = history.minuteCandles('BTC-USD', from, instant(from + 86_400_000))
    expect(minutes.length).toBeGreaterThan(500)
    expect(new Set(minutes.map(({ start }) => start)).size).toBe(minutes.length)
    expect(minutes[0]).toMatchObject({ start: from, open: 61_811n })
    const [day] = history.dailyCandles('BTC-USD', tradeDate('2016-10-08'), tradeDate('2016-10-08'))
    expect(day?.volume).toBe(minutes.reduce((sum, { volume }) => sum + volume, 0n))
  })

  it('show the tape of XRP-ETH print by print, and take no order for it: no quote was recorded', async (context) => {
    if (!existsSync(recorded)) return context.skip(absent)
    const played = await playFolder(recorded, 60)
    played.playMs(20 * minuteMs)
    const prints = played.prints.filter(({ instrumentId }) => instrumentId === 'XRP-ETH')
    const lines = readFileSync(join(recorded, 'trades', 'XRP-ETH-20191011.csv'), 'utf8').split('\n')
    expect(prints.length).toBeGreaterThan(1_000)
    for (const { trade } of prints) {
      const [at, , side, price, quantity] = (lines[readSequence(trade.sequence).line - 1] ?? '').split(',')
      expect([trade.at, trade.side]).toEqual([Number(at), side])
      expect(trade.price).toBe(decimalUnits(price ?? '', 8))
      expect(Number(trade.quantity)).toBeCloseTo(Number(quantity) * 1_000_000, 0)
      expect(trade.at).toBeLessThanOrEqual(played.nowOf('XRP-ETH'))
    }
    expect(played.venue.lists('XRP-ETH')).toBe(false)
    expect(played.venue.lists('BTC-USD')).toBe(true)
    expect(played.stateOf('XRP-ETH')).toBe('open')
    const now = played.nowOf('XRP-ETH')
    const minutes = played.history.minuteCandles('XRP-ETH', instant(now - 3_600_000), now)
    expect(minutes.length).toBeGreaterThan(20)
    const inHour = prints.filter(({ trade }) => trade.at >= (minutes[0]?.start ?? 0))
    expect(minutes.reduce((sum, { volume }) => sum + volume, 0n)).toBe(
      inHour.reduce((sum, { trade }) => sum + trade.quantity, 0n),
    )
  })
})

describe('a recording without any quote', () => {
  it('is refused: nothing could ever be traded in it', async () => {
    const trades = 'timeMs,tradeId,side,price,quantity\n1570752011620,1,sell,0.00141342,23.0\n'
    await withFolder({ 'trades/XRP-ETH-20191011.csv': trades }, (directory) =>
      expect(playFolder(directory)).rejects.toThrow('no file has quotes'),
    )
  })

  it('ends with its last print, and beside a share it changes nothing for it', async () => {
    const share = 'time,open,high,low,close,volume,bid,bidSize,ask,askSize\n1401975000,10,10,10,10,5,10,100,10.01,100\n'
    const trades = 'timeMs,tradeId,side,price,quantity\n1570752011620,1,sell,0.00141342,23.0\n'
    const both = { 'minute/AAPL-20140605.csv': share, 'trades/XRP-ETH-20191011.csv': trades }
    const played: Played = await withFolder(both, (directory) => playFolder(directory))
    const [fill] = played.venue.submit(order({ side: 'buy', shares: 1 }))
    expect(fill).toMatchObject({ kind: 'filled' })
    expect(played.prints).toHaveLength(1)
    played.playMs(2 * minuteMs)
    expect(played.stateOf('XRP-ETH')).toBe('ended')
    expect(present(instrumentOf('XRP-ETH'), 'XRP-ETH').recordedOnly).toBe(true)
  })
})
