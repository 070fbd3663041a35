import { plusDays, plusMs } from '@bolsillo/kernel'
import {
  type Candle,
  dayStart,
  type Instrument,
  instruments,
  isBusinessDay,
  tradeDateOf,
} from '@bolsillo/market/domain'
import { flatMinute, historyOfMinutes, mondayTen } from '@bolsillo/market/fixtures'
import { isFromCandles } from '@bolsillo/trading/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fund, type StocksStand, stocksStand } from './testing/stocks-stand.ts'

const days = 40
const tenToTenMs = (9 * 60 + 50) * 60_000

/** One minute each session, ten to ten in New York, at the reference price: enough for a past to be found. */
function minutesOf({ calendar, referencePrice }: Instrument): readonly Candle[] {
  const today = tradeDateOf(calendar, mondayTen)
  return Array.from({ length: days }, (_, index) => plusDays(today, index - days))
    .filter((date) => isBusinessDay(calendar, date))
    .map((date) => flatMinute(plusMs(dayStart(calendar, date), tenToTenMs), referencePrice))
}

let stand: StocksStand
beforeAll(async () => {
  const shares = instruments.filter(({ kind }) => kind === 'stock')
  stand = await stocksStand({ history: historyOfMinutes(new Map(shares.map((share) => [share.id, minutesOf(share)]))) })
  await fund(stand, 3, 'MXN', 100_000_00n)
  await fund(stand, 3, 'USD', 5_000_00n)
  await stand.seedDemo()
})
afterAll(async () => {
  // Closing verifies the journal: every entry of the past adds up and chains.
  await stand.close()
})

it('gives both demo customers trades of the last weeks, each at the close of the candle it names', async () => {
  for (const customer of [1, 3]) {
    const { sql } = stand.app.services
    const { rows } = await stand.trading.listFills(sql, stand.customerId(customer), { limit: 100 })
    expect(rows.length).toBeGreaterThanOrEqual(5)
    for (const fill of rows) {
      const instrument = instruments.find(({ id }) => id === fill.instrumentId)
      expect(fill.price).toBe(instrument?.referencePrice)
      expect(fill.at).toBe(fill.sequence + 59_000)
      expect(isFromCandles(fill.source)).toBe(true)
      expect(fill.at).toBeLessThan(stand.app.services.clock.now())
    }
    const chained = await stand.ledger.entries(
      sql,
      rows.map(({ entryId }) => entryId),
    )
    expect(chained.every(({ entry }) => entry.details.seed === 'demo')).toBe(true)
  }
})

it('leaves positions that may be sold, sales with a result, and something to follow', async () => {
  const positions = await stand.as(1, '/stock/hold/list')
  expect(positions.json.data).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ symbol: 'WALMEX.MX', locked: '0' })]),
  })
  const statistics = await stand.as(1, '/stock/order/statistics')
  expect(statistics.json.data).toMatchObject({
    realised: expect.arrayContaining([expect.objectContaining({ symbol: 'CEMEX.MX' })]),
  })
  const followed = await stand.as(1, '/stock/collect/list', {})
  expect(followed.json.data).toMatchObject({ rows: [{ symbol: 'WALMEX.MX' }, { symbol: 'AMX.MX' }, {}, {}, {}] })
})
