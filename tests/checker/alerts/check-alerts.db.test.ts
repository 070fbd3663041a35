import { type ComposedApp, composedApp, stillMarket } from '@bolsillo/composed-app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectFindings } from '../finding.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkAlerts } from './check-alerts.ts'

const [coin, contract] = ['BTC-USDT', 'BTC-USDT-PERP']
const windowMs = 300_000
let keys = 0
let stand: ComposedApp<ReturnType<typeof stillMarket>>

async function set(kind: string, value: string, symbol: string): Promise<void> {
  keys += 1
  const reply = await stand.as(1, '/user/alert/set', { kind, value, symbol }, `checked-key-${keys}`)
  expect(reply.status).toBe(200)
}

beforeAll(async () => {
  stand = await composedApp({ market: (services) => stillMarket(services) })
  const { clock } = stand.app.services
  const { owner } = stand.app.database
  const until = Math.ceil(clock.now() / windowMs) * windowMs
  const traded = (at: number, volume: number) => owner`
    insert into market_minute (instrument_id, start_at, open, high, low, close, volume, turnover, trades)
    values (${coin}, ${at}, 1, 1, 1, 1, ${volume}, 1, 1)`
  const funded = (at: number, rate: number) => owner`
    insert into contract_funding (symbol, at, rate, mark, looks, holders, paid)
    values (${contract}, ${at}, ${rate}, 1, 1, 1, 0)`
  for (let back = 1; back <= 8; back += 1) await traded(until - back * windowMs, 100_000_000)
  for (const symbol of [coin, contract]) stand.chosen.quote(symbol, 8_999_990n, 9_000_010n, 9_000_000n)
  await set('volume', '2', coin)
  await set('surge', '3', coin)
  await set('volume', '900', coin)
  await set('funding-above', '0.02', contract)
  await set('funding-below', '-0.5', contract)
  const from = until + windowMs
  await traded(from, 200_000_000)
  await traded(from + 60_000, 100_000_000)
  await funded(from, 100_000)
  await funded(from + 1, 200_000)
  await funded(from + 2, 300_000)
  clock.advanceMs(from + 2 * windowMs - clock.now())
  await owner`insert into market_recording (from_at, to_at) values (${until}, ${from + windowMs})`
  await stand.runJob('alerts.pass')
}, 120_000)
afterAll(() => stand?.close())

const tables = ['fact_alert', 'fact_alert_place', 'market_minute', 'market_recording', 'contract_funding']

/** What is found of alerts after a change to copies of the tables. */
async function saidAfter(sql: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(stand.app.database.owner, tables, sql, async (tx) => {
    await checkAlerts(tx, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

const waits = 'fired_from = null, fired_at = null, fired_value = null'

describe('the checker of alerts on recorded facts', () => {
  it('finds nothing in what fired, and has looked at all of it', async () => {
    expect(await saidAfter('')).toBe('')
    const fired = await stand.app.database.owner`
      select kind from fact_alert where fired_at is not null order by kind`
    expect(fired.map(({ kind }) => kind)).toEqual(['funding-above', 'surge', 'volume'])
  })

  it.each([
    ['a larger volume', `update fact_alert set fired_value = 400000000 where kind = 'surge'`, /recorded is 300000000/],
    ['fewer trades', `update market_minute set volume = 1 where volume = 200000000`, /recorded is 100000001/],
    ['another window', `update fact_alert set fired_from = fired_from + 1 where kind = 'surge'`, /which is none/],
    ['another level', `update fact_alert set level = 1 where kind = 'surge'`, /comes to 300000000/],
    ['another usual', `update fact_alert set reference = 1 where kind = 'surge'`, /fires at 300000000/],
    [
      'another rate',
      `update fact_alert set fired_value = 250000 where kind = 'funding-above'`,
      /the first .* 200000 of/,
    ],
    ['a later payment', `delete from contract_funding where rate = 200000`, /fired by 200000 .* 300000 of/],
    ['one passed over', `update fact_alert set ${waits} where kind = 'funding-above'`, /did not fire by 200000/],
  ])('finds %s', async (_, sql, said) => {
    expect(await saidAfter(sql)).toMatch(said)
  })
})
