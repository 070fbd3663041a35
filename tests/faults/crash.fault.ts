import { checkBooks } from '@bolsillo/checker/check-books'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkReceipts, openPositions, readFund, waitForTheEnd } from './crash/crash-walk.ts'
import { recordExperiment } from './experiment.ts'
import { type RaceMarket, startRaceMarket } from './races/race-market.ts'

// The crash of the practice market, with ten customers in it who opened in no order: everybody is closed, every receipt
// comes to the same on a phone, the fund's statement explains what the fund has.

const seed = Number(process.env.SEED ?? 1)
/** Less than a session may idle. */
const crashAfterMs = 9 * 60_000
/** Before it begins, so that its first seconds are seen; its fall takes a minute. */
const aheadMs = 3_000
const fallMs = 75_000
/** How long whatever is still under way may take after the fall; a bound for what hangs. */
const endMaxMs = 60_000

let market: RaceMarket
beforeAll(async () => {
  const crashAt = new Date(Math.floor(Date.now() / 1000) * 1000 + crashAfterMs).toISOString().replace('.000', '')
  market = await startRaceMarket({ racers: 10, seed, environment: { MARKET_SCENARIO: `crash@${crashAt}` } })
  const opened = await openPositions(market)
  expect(opened, 'positions of customers').toBeGreaterThan(15)
  await market.skipMs(Date.parse(crashAt) - (await market.now()) - aheadMs)
})
afterAll(async () => {
  await market?.stop()
})

it('a crash closes everybody it must, in steps their phones can compute again, and the fund explains each unit', async () => {
  await new Promise((resolve) => setTimeout(resolve, fallMs))
  const open = await waitForTheEnd(market, endMaxMs)
  const receipts = await checkReceipts(market)
  const fund = await readFund(market)
  const late = market
    .said()
    .split('\n')
    .filter((line) => line.includes('a liquidation is late')).length
  const findings = await checkBooks(market.sql, { now: await market.now() })
  const passed =
    open === 0 &&
    receipts.unfinished === 0 &&
    receipts.wrong.length === 0 &&
    fund.balance === fund.movements &&
    findings.length === 0 &&
    receipts.customers === 10
  recordExperiment({
    experiment: 'crash',
    done: 'Ten customers with leverage, half of them in cross margin, open contracts in an order of their own; the coins fall by a third to a half within a minute.',
    command: `SEED=${seed} npm run reliability -- tests/faults/crash`,
    figures: {
      seed,
      customers: market.racers.length,
      'of them liquidated': receipts.customers,
      liquidations: receipts.liquidations,
      'steps of them': receipts.steps,
      'still under way when prices had stopped falling': open,
      'receipts that a phone does not come to': receipts.wrong.length,
      'liquidations staff were alarmed about': late,
      'movements of the insurance fund': fund.rows,
      ...fund.byKind,
      'fund, not explained by them': String(fund.balance - fund.movements),
      'findings of the checker': findings.length,
    },
    controls: [],
    passed,
  })
  expect(receipts.wrong).toEqual([])
  expect({ open, unfinished: receipts.unfinished, customers: receipts.customers }).toEqual({
    open: 0,
    unfinished: 0,
    customers: 10,
  })
  expect(fund.movements).toBe(fund.balance)
  expect(findings).toEqual([])
})
