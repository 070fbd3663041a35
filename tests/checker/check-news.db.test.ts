import { type ComposedApp, composedApp, stillMarket } from '@bolsillo/composed-app'
import { recordedScene } from '@bolsillo/content/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from './check-books.ts'
import { checkNews } from './check-news.ts'
import { collectFindings } from './finding.ts'
import { onCopies } from './testing/on-copies.ts'

let stand: ComposedApp
beforeAll(async () => {
  stand = await composedApp({ market: (services) => stillMarket(services) })
  const scene = recordedScene(stand.app)
  await scene.day('WALMEX.MX', 61_020, [61_500, 57_850, 55_000])
  await scene.day('ETH-USDT', 300_000, [330_000])
  await scene.liquidations(6)
  await stand.runJob('content.market-news')
}, 120_000)
afterAll(() => stand?.close())

const tables = ['content_market_news', 'market_day', 'market_recording', 'contract_booking']

/** What is found of news after a change to copies of the tables. */
async function saidAfter(sql: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(stand.app.database.owner, tables, sql, async (tx) => {
    await checkNews(tx, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

const fact = (of: string, name: string, value: string): string =>
  `update content_market_news set facts = facts || '{"${name}": "${value}"}' where symbol = '${of}'`
const [share, contract] = ['WALMEX.MX', 'BTC-USDT-PERP']

describe('the checker of market news', () => {
  it('finds nothing in what was written, and has looked at all of it', async () => {
    expect(await saidAfter('')).toBe('')
    const kinds = await stand.app.database.owner`select kind, symbol from content_market_news order by kind, symbol`
    expect(kinds.map(({ symbol }) => symbol)).toEqual(['ETH-USDT', share, contract])
  })

  it.each([
    ['another price', fact(share, 'price', '50.850'), /says the close was 50\.850, recorded is 57850/],
    ['another close before', fact(share, 'previousClose', '70.020'), /the close before was 70\.020, recorded is 61020/],
    ['another percentage', fact(share, 'percent', '-9.20'), /says -9\.20 %, it is -5\.20 %/],
    ['another sign', fact(share, 'percent', '5.20'), /says 5\.20 %, it is -5\.20 %/],
    ['a later quarter', fact(share, 'leastPercent', '0.50'), /is not the first of 0\.50 %/],
    ['no move at all', fact(share, 'leastPercent', '7.00'), /is no move of 7\.00 %/],
    ['a quarter nobody recorded', 'update market_day set generated_quarters = quarter_starts', /is not recorded/],
    ['a market nobody recorded', 'delete from market_recording', /is not recorded/],
    ['a record somebody changed', 'update market_day set quarter_closes[2] = 57000', /recorded is 57000/],
    ['another instrument', `update content_market_news set symbol = 'AAPL.US'`, /of AAPL\.US .* is not recorded/],
    [
      'another day',
      `update content_market_news set session = '2020-01-01' where symbol = '${share}'`,
      /is not recorded/,
    ],
    ['another time', 'update content_market_news set happened_at = happened_at + 1', /happened at/],
    ['more accounts', fact(contract, 'accounts', '60'), /low and high are 60 6 /],
    ['more contracts', fact(contract, 'quantity', '900.0'), /low and high are 6 6 9000 /],
    ['another lowest price', fact(contract, 'low', '10000.00'), / 1000000 9000005, recorded/],
    ['a liquidation that is gone', "delete from contract_booking where customer_id = 'cus_1'", /recorded are 5 5 /],
    ['accounts that could be recognized', fact(contract, 'leastAccounts', '2'), /of 6 accounts, at least 2/],
  ])('finds %s', async (_, sql, says) => {
    const said = await saidAfter(sql)
    expect(said).toMatch(says)
    expect(said).toMatch(/^I16 news art_/)
  })

  it('is a part of the check of the books, which also misses the act of an edited row', async () => {
    const { owner } = stand.app.database
    const said = await onCopies(owner, ['content_market_news'], fact(share, 'percent', '-9.20'), async (tx) => {
      const found = await checkBooks(tx, { market: 'fixture', now: stand.app.services.clock.now() })
      return found.map(({ what }) => what).join('\n')
    })
    expect(said).toMatch(/news art_\w+ of WALMEX\.MX \S+ says -9\.20 %/)
    expect(said).toMatch(/content_market_news.*is not what/)
  })
})
