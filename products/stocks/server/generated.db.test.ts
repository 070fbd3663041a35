import { type Instant, plusDays, plusMs } from '@bolsillo/kernel'
import {
  type Candle,
  dayStart,
  type Instrument,
  instruments,
  isBusinessDay,
  tradeDateOf,
} from '@bolsillo/market/domain'
import { flatMinute, historyOfMinutes, mondayTen } from '@bolsillo/market/fixtures'
import { value as readValue } from '@bolsillo/portfolio/contract'
import { replyOf } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../contract/index.ts'
import { type StocksStand, stocksStand } from './testing/stocks-stand.ts'

const days = 40
const symbol = 'WALMEX.MX'

/** One minute at ten to ten in New York each session. */
function minutesOf({ calendar, referencePrice }: Instrument): readonly Candle[] {
  const today = tradeDateOf(calendar, mondayTen)
  return Array.from({ length: days }, (_, index) => plusDays(today, index - days))
    .filter((date) => isBusinessDay(calendar, date))
    .map((date) => flatMinute(plusMs(dayStart(calendar, date), 590 * 60_000), referencePrice))
}

let stand: StocksStand
let since: Instant
beforeAll(async () => {
  const past = instruments.filter(({ kind }) => kind === 'stock' || kind === 'index')
  stand = await stocksStand({ history: historyOfMinutes(new Map(past.map((one) => [one.id, minutesOf(one)]))) })
  await stand.market.start()
  const noted = stand.market.state.recordedSince()
  if (noted === undefined) throw new Error('nothing was noted')
  since = noted
})
afterAll(async () => {
  await stand.market.stop()
  await stand.close()
})

const ask = (path: string) => stand.as(1, path)

describe('an answer of the market names the boundary', () => {
  it.each([
    ['/stock/index/list?limit=5', contract.list],
    ['/stock/index/list/hot?stockCountry=IN', contract.hot],
    ['/stock/index/indices/list', contract.indices],
    ['/stock/index/search?keyword=wal', contract.search],
  ] as const)('%s: in every row', async (path, call) => {
    const { rows } = replyOf(call, await ask(path))
    expect(rows.length).toBeGreaterThan(0)
    for (const { quote, spark, generated } of rows) {
      expect(quote?.generated).toMatchObject({ recordedSince: since, previousClose: true })
      if (spark.length > 0) expect(generated?.recordedSince).toBe(since)
    }
  })

  it('in the mean of each sector', async () => {
    const { sectors } = replyOf(contract.list, await ask('/stock/index/list?limit=1'))
    expect(sectors.map(({ generated }) => generated)).toEqual(
      sectors.map(() => ({ recordedSince: since, share: 'whole' })),
    )
  })

  it('in the range of the year, of which this week is recorded only in part', async () => {
    const info = replyOf(contract.info, await ask(`/stock/index/info?symbol=${symbol}`))
    expect(info.generated52).toEqual({ recordedSince: since, share: 'whole' })
    stand.quote(symbol, 61_980n, 62_000n)
    const later = replyOf(contract.info, await ask(`/stock/index/info?symbol=${symbol}`))
    expect(later.generated52).toEqual({ recordedSince: since, share: 'part' })
    expect(later.quote?.generated).toEqual({ recordedSince: since, previousClose: true, change: true })
  })

  it.each(contract.intervals)('in candles of %s', async (interval) => {
    const found = replyOf(contract.candles, await stand.as(1, '/stock/index/candles', { symbol, interval, limit: 500 }))
    expect(found.recordedSince).toBe(since)
    expect(found.candles[0]?.generated).toBe('whole')
  })

  it('in what was owned over time, point by point, where it is valued at generated prices', async () => {
    const year = replyOf(readValue, await ask('/stock/hold/value?range=1y'))
    const marked = year.points.filter(({ generated }) => generated === true)
    if (marked.length === 0) expect(year.generated).toBeUndefined()
    else expect(year.generated?.recordedSince).toBe(since)
    expect(year.points.at(-1)?.generated).toBeUndefined()
  })
})
