import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSequence } from './index.ts'
import { order, playFolder } from './testing/played-recording.ts'

const recorded = new URL('../../../shared/data/market', import.meta.url).pathname
const absent = 'absent: the folder shared/data/market beside the repository'

/** Columns of one row, read without the parser under test. Prices in 1/10,000 dollar, sizes in shares. */
function rowOf(name: string, line: number) {
  const text = readFileSync(join(recorded, 'minute', `${name}.csv`), 'utf8').split('\n')[line - 1] ?? ''
  const cells = text.split(',').map((cell) => (cell === '' ? undefined : Math.round(Number(cell) * 10_000)))
  return { at: (cells[0] ?? 0) / 10_000, bid: cells[6], bidSize: cells[7], ask: cells[8], askSize: cells[9] }
}

describe('recorded quotes of public markets', () => {
  it('fills AAPL on 2014-06-05, 06 and 09 and SPY on 2013-10-07, 08 and 2023-08-03 at their recorded quotes', async (context) => {
    if (!existsSync(recorded)) return context.skip(absent)
    const played = await playFolder(recorded)
    const days = {
      'AAPL.US': ['AAPL-20140605', 'AAPL-20140606', 'AAPL-20140609'],
      'SPY.US': ['SPY-20131007', 'SPY-20131008', 'SPY-20230803'],
    }
    const fills: Record<string, number> = {}
    for (let minutes = 0; minutes < 3 * 970; minutes += 7) {
      played.playMs(7 * 60_000)
      for (const instrumentId of ['AAPL.US', 'SPY.US'] as const) {
        for (const side of ['buy', 'sell'] as const) {
          const [report] = played.venue.submit(order({ instrumentId, side, shares: 3 }))
          if (report?.kind !== 'filled') continue
          const { day, line } = readSequence(report.sequence)
          const name = days[instrumentId][day] ?? ''
          const row = rowOf(name, line)
          expect(Number(report.price)).toBe(side === 'buy' ? row.ask : row.bid)
          expect(Number(report.quantity) / 1_000_000).toBeLessThanOrEqual(
            (side === 'buy' ? row.askSize : row.bidSize) ?? 0,
          )
          // The quote was known, and nothing newer was: never a quote of the future.
          expect(row.at * 1000 + 60_000).toBeLessThanOrEqual(played.nowOf(instrumentId))
          fills[name] = (fills[name] ?? 0) + 1
        }
      }
    }
    for (const name of Object.values(days).flat()) expect(fills[name], name).toBeGreaterThan(200)
  })

  it('takes an order through the 7:1 split of 2014-06-09 as it was recorded', async (context) => {
    if (!existsSync(recorded)) return context.skip(absent)
    const played = await playFolder(recorded, 60)
    const bars = () => played.bars.filter(({ instrumentId }) => instrumentId === 'AAPL.US')
    while (bars().every(({ from }) => from.source !== 'replay:AAPL-20140609')) played.playMs(1000)
    const split = bars().at(-1)?.bar
    expect([split?.open, split?.close].map((price) => Number(price) / 10_000)).toEqual([645.57, 92.42])
  })
})
