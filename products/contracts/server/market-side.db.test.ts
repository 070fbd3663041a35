import { instant, plusMs } from '@bolsillo/kernel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findContractFlows } from './market-side-store.ts'
import { contractResultsSince } from './results-store.ts'
import { btc, type ContractsStand, contractsStand, rightPassword } from './testing/contracts-stand.ts'

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
})
afterEach(() => stand.close())

const order = (customer: number, body: object) =>
  stand.as(customer, '/order/add', {
    symbol: btc,
    side: 'buy',
    type: 'market',
    quantity: '0.01',
    leverage: '1',
    tradePassword: rightPassword,
    ...body,
  })

it('tells what customers bought and sold of a contract by day, and what was before', async () => {
  const { clock, sql } = stand.app.services
  for (const customer of [1, 3]) await stand.fund(customer, 5_000)
  stand.offer(btc, 'sell', 100_000, 1)
  const begun = clock.now()
  for (const customer of [1, 3]) expect((await order(customer, {})).status).toBe(200)
  clock.advanceMs(1000)
  const turn = clock.now()
  stand.offer(btc, 'buy', 99_990, 0.01)
  expect((await order(1, { side: 'sell', reduceOnly: true, leverage: undefined })).status).toBe(200)
  const end = plusMs(clock.now(), 1)
  const flows = await findContractFlows(sql, [
    { symbol: btc, day: undefined, from: instant(0), to: begun },
    { symbol: btc, day: undefined, from: begun, to: turn },
    { symbol: btc, day: undefined, from: turn, to: end },
  ])
  // All of one day, here: the spans are added up.
  expect(flows).toHaveLength(1)
  const [flow] = flows
  expect(flow).toMatchObject({ symbol: btc, day: undefined, isDemo: false, other: 0n })
  expect(flow?.bought).toBe((flow?.sold ?? 0n) * 2n)
  expect((flow?.boughtExact ?? 0n) * 99_990n).toBe((flow?.soldExact ?? 0n) * 200_000n)
  // What 1 lost is what the market won, beside commissions and VAT: 0.01 times ten dollars.
  const [result] = await contractResultsSince(sql, stand.customerId(1), begun)
  expect(result?.minor).toBeLessThan(-100_000n)
})
