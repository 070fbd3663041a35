import { readFileSync } from 'node:fs'
import { type Instant, instant } from '@bolsillo/kernel'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Candle, dayStart, instrumentOf, intervals, marketRow, quoteNow, tradeDateOf } from '../domain/index.ts'
import { mondayTen } from '../fixtures.ts'
import { candlesReply, sinceOf } from './market-reads.ts'
import { minuteMs, openMarket, pastMinutes, trade, walmex } from './testing/open-market.ts'

const id = walmex
const dayMs = 86_400_000
const share = instrumentOf(id)
if (share === undefined) throw new Error(id)

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(
  () => db.owner`truncate market_trade, market_minute, market_day, market_recording, market_since restart identity`,
)

const started = async (at: Instant, days = 40) => {
  const opened = openMarket(db, { at, history: pastMinutes(at, days, [id]) })
  await opened.market.start()
  return opened
}
const candlesOf = ({ market }: ReturnType<typeof openMarket>, interval: (typeof intervals)[number]) =>
  candlesReply({ market: market.state, candles: market.candles }, share, { interval, limit: 2000 })
const rowOf = ({ market, clock }: ReturnType<typeof openMarket>) => marketRow(share, market.state, clock.now())

describe('a first start', () => {
  it('is noted once: every later one names the same moment', async () => {
    const first = await started(mondayTen)
    expect(first.market.state.recordedSince()).toBe(mondayTen)
    trade(first, 600)
    await first.market.stop()
    const again = await started(instant(mondayTen + 3 * dayMs))
    expect(again.market.state.recordedSince()).toBe(mondayTen)
    await again.market.stop()
    expect(await db.owner`select source, since_at from market_since`).toEqual([
      { source: 'simulated', since_at: BigInt(mondayTen) },
    ])
    await expect(db.sql`update market_since set since_at = 0`).rejects.toThrow(/permission denied/)
    await expect(db.sql`delete from market_since`).rejects.toThrow(/permission denied/)
  })

  it('leaves an act of what it noted', async () => {
    const first = await started(instant(mondayTen + minuteMs))
    await first.market.stop()
    const acts = await db.owner`select cause from act_queue where subject = 'market_since' order by place desc limit 1`
    expect(acts).toEqual([{ cause: 'start:market' }])
  })

  it.each(intervals)(
    'divides candles of %s: generated before it, in part where they span it, recorded after',
    async (interval) => {
      const opened = await started(mondayTen)
      trade(opened, 3 * 3600)
      const { candles, recordedSince } = await candlesOf(opened, interval)
      expect(recordedSince).toBe(mondayTen)
      const before = candles.filter(({ start }) => start < mondayTen)
      const after = candles.filter(({ start }) => start >= mondayTen)
      expect(before.length).toBeGreaterThan(0)
      expect(before.every(({ generated }) => generated !== undefined)).toBe(true)
      expect(after.map(({ generated }) => generated)).toEqual(after.map(() => undefined))
      if (interval === '1d' || interval === '1w' || interval === '1M') expect(candles.at(-1)?.generated).toBe('part')
      const open = opened.market.candles(id, interval, { limit: 1 })
      expect((await open)[0]?.generated).toBe(candles.at(-1)?.generated)
      await opened.market.stop()
    },
  )

  it('is named by the quote, the row and the day, until none of their figures is generated', async () => {
    const opened = await started(mondayTen)
    const quote = () => quoteNow(share, opened.market.state, opened.clock.now())
    expect(quote()?.generated).toEqual({ recordedSince: mondayTen, day: 'whole', previousClose: true, change: true })
    trade(opened, 600)
    expect(quote()?.generated).toEqual({ recordedSince: mondayTen, day: 'part', previousClose: true, change: true })
    const row = rowOf(opened)
    expect(row.generated?.recordedSince).toBe(mondayTen)
    expect(row.generated?.spark[0]?.[0]).toBe(0)
    expect(row.generated?.spark.at(-1)?.[1]).toBeLessThan(row.spark.length - 1)
    opened.clock.advanceMs(dayMs)
    trade(opened, 600)
    expect(quote()?.generated).toBeUndefined()
    expect(rowOf(opened).quote?.generated).toBeUndefined()
    await opened.market.stop()
  })

  it('is sent with the candles of the stream and the facts of the market', async () => {
    const told: { readonly channel: string; readonly data: unknown }[] = []
    const publisher = {
      publish: (channel: { readonly name: string }, _: string, data: unknown) =>
        void told.push({ channel: channel.name, data }),
      watched: () => true,
    }
    const opened = openMarket(db, { at: mondayTen, history: pastMinutes(mondayTen, 5, [id]), publisher })
    const { market } = opened
    await market.start()
    const channel = market.room.channels?.find(({ channel: { name } }) => name === 'candle')
    expect(await channel?.snapshot(`${id}|1d`, db.sql)).toMatchObject({ recordedSince: mondayTen })
    trade(opened, 60)
    market.tick()
    const deltas = told.filter((one) => one.channel === 'candle').map(({ data }) => data as { candles: Candle[] })
    expect(deltas.at(-1)).toMatchObject({ recordedSince: mondayTen, candles: [{ generated: 'part' }] })
    expect(told.findLast((one) => one.channel === 'quote')?.data).toMatchObject({ generated: { day: 'part' } })
    expect(sinceOf(market.state)).toEqual({ recordedSince: mondayTen })
    await market.stop()
  })
})

describe('where a market was not always running', () => {
  it('marks what nobody saw, and that day, and nothing else; also after the next start', async () => {
    const first = await started(mondayTen)
    trade(first, 600)
    await first.market.stop()
    const stopped = first.clock.now()
    const tomorrow = instant(mondayTen + dayMs)
    const second = await started(tomorrow)
    trade(second, 600)
    const minutes = (await candlesOf(second, '1m')).candles
    for (const { start, generated } of minutes) {
      const isSeen = (start >= mondayTen && start <= stopped) || start >= tomorrow
      expect([start, generated]).toEqual([start, isSeen ? undefined : 'whole'])
    }
    const shares = async (opened: typeof second) =>
      (await candlesOf(opened, '1d')).candles.slice(-3).map(({ generated }) => generated)
    expect(await shares(second)).toEqual(['whole', 'part', 'part'])
    await second.market.stop()
    // A whole day of trading later, without a stop in between, days are recorded.
    const third = await started(instant(second.clock.now() + minuteMs))
    expect(await shares(third)).toEqual(['whole', 'part', 'part'])
    const before = rowOf(third)
    third.clock.advanceMs(dayMs)
    trade(third, 600)
    expect(await shares(third)).toEqual(['part', 'part', undefined])
    expect(before.quote?.generated?.previousClose).toBe(true)
    await third.market.stop()
  })
})

it('marks nothing where no history is generated', async () => {
  const opened = openMarket(db, { at: mondayTen })
  await opened.market.start()
  trade(opened, 600)
  const reply = await candlesOf(opened, '1d')
  expect(reply).not.toHaveProperty('recordedSince')
  expect(reply.candles.map(({ generated }) => generated)).toEqual([undefined])
  expect(rowOf(opened).quote).not.toHaveProperty('generated')
  expect(await db.owner`select 1 from market_since`).toEqual([])
  await opened.market.stop()
})

describe('an installation from before', () => {
  const migration = readFileSync(new URL('./migrations/0004-generated.sql', import.meta.url), 'utf8')
  const monday = tradeDateOf('XMEX', mondayTen)
  const from = dayStart('XMEX', monday)
  const quarters = [from, from + 600 * minuteMs, from + 900 * minuteMs]
  const migrated = async (runs: ReadonlyArray<readonly [number, number]>, source = 'simulated') => {
    await db.owner`delete from row_keeping where table_name = 'market_since'`
    await db.owner`drop table market_since`
    await db.owner`alter table market_day drop column generated, drop column previous_close_generated, drop column generated_quarters`
    for (const [a, b] of runs) await db.owner`insert into market_recording (from_at, to_at) values (${a}, ${b})`
    await db.owner`
      insert into market_day (instrument_id, trade_date, open, high, low, close, previous_close, volume, turnover, trades,
        quarter_starts, quarter_closes, sequence, source, at)
      values (${id}, ${monday}, 1, 1, 1, 1, 1, 1, 1, 1, ${`{${quarters.join(',')}}`}::text::bigint[], '{1,1,1}', 1, ${source}, ${from})`
    await db.owner.unsafe(migration)
    const [day] = await db.owner`select generated, previous_close_generated, generated_quarters from market_day`
    const [since] = await db.owner`select source, since_at from market_since`
    return { day, since }
  }
  const end = from + dayMs
  const cases: ReadonlyArray<
    readonly [string, ReadonlyArray<readonly [number, number]>, 'part' | 'whole' | null, boolean, readonly number[]]
  > = [
    ['that always ran', [[from - dayMs, end + minuteMs]], null, false, []],
    [
      'that was started again within a minute',
      [
        [from - dayMs, quarters[1] ?? 0],
        [(quarters[1] ?? 0) + minuteMs, end],
      ],
      null,
      false,
      [],
    ],
    ['that began during the day', [[quarters[1] ?? 0, end]], 'part', true, [0]],
    [
      'that stood still for an hour',
      [
        [from, quarters[1] ?? 0],
        [(quarters[1] ?? 0) + 3_600_000, end],
      ],
      'part',
      false,
      [],
    ],
    [
      'that stopped during the day and came back the next',
      [
        [from, quarters[1] ?? 0],
        [end, end + minuteMs],
      ],
      'part',
      false,
      [2],
    ],
    ['that ran on other days only', [[end + dayMs, end + 2 * dayMs]], 'whole', true, [0, 1, 2]],
  ]
  it.each(cases)('%s says of its day what was generated', async (_, runs, generated, previous, places) => {
    const { day, since } = await migrated(runs)
    expect(day).toEqual({
      generated,
      previous_close_generated: previous,
      generated_quarters: places.map((place) => BigInt(quarters[place] ?? 0)),
    })
    expect(since).toEqual({ source: 'simulated', since_at: BigInt(runs[0]?.[0] ?? 0) })
  })

  it('of real prices has nothing to mark', async () => {
    const { day, since } = await migrated([[from, end]], 'binance:trades')
    expect(day).toEqual({ generated: null, previous_close_generated: false, generated_quarters: [] })
    expect(since).toBeUndefined()
  })
})
