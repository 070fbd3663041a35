import { afterEach, beforeEach, expect, it } from 'vitest'
import { contractResultsSince } from '../results-store.ts'
import { btc, type ContractsStand, contractsStand, rightPassword } from '../testing/contracts-stand.ts'
import { computeOutcome, keepOutcome } from './outcomes.ts'

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

it('leaves the customers of the demo out', async () => {
  await stand.close()
  stand = await contractsStand({ demo: [1] })
  await stand.price(btc, 100_000)
  const { clock } = stand.app.services
  for (const customer of [1, 3]) await stand.fund(customer, 5_000)
  stand.offer(btc, 'sell', 100_000, 1)
  for (const customer of [1, 3]) expect((await order(customer, {})).status).toBe(200)
  clock.advanceMs(1000)
  await stand.price(btc, 100_000)
  expect(await computeOutcome(stand.contracts.world, clock.now())).toMatchObject({
    accounts: 1,
    losing: 1,
    withOpen: 1,
  })
})

it('counts every account once, with charges and what is open, and says over which time', async () => {
  const { world } = stand.contracts
  const { clock, sql } = stand.app.services
  expect(await computeOutcome(world, clock.now())).toBeUndefined()
  for (const customer of [1, 3, 4, 5]) await stand.fund(customer, 5_000)
  stand.offer(btc, 'sell', 100_000, 1)
  const from = clock.now()
  for (const customer of [1, 3, 4]) expect((await order(customer, {})).status).toBe(200)
  // 1 closes ten below: 0.10, and charges twice. 3 and 4 stay open; 5 never trades.
  stand.offer(btc, 'buy', 99_990, 0.01)
  await order(1, { side: 'sell', reduceOnly: true, leverage: undefined })
  expect(await contractResultsSince(sql, stand.customerId(1), from)).toEqual([{ asset: 'USDT', minor: -1_259_942n }])
  clock.moveTo((from + 1000) as typeof from)
  await stand.price(btc, 100_010)
  expect(await computeOutcome(world, clock.now())).toMatchObject({ from, accounts: 3, losing: 3, withOpen: 2 })
  await stand.price(btc, 110_000)
  await keepOutcome(world, clock.now())
  const reply = { accounts: 3, losing: 1, withOpen: 2, withoutMark: 0, span: { from, isYear: false } }
  const shown = (await stand.as(5, '/outcomes')).json.data
  expect(shown).toMatchObject(reply)
  // Three accounts are no percentage.
  expect(shown).not.toHaveProperty('losingPercent')
  expect((await stand.as(5, '/suitability')).json.data).toMatchObject({ ...reply, passed: false })
  // The same facts give the same numbers again, and a year later what is older than a year is not counted.
  expect(await computeOutcome(world, clock.now())).toMatchObject({ accounts: 3, losing: 1 })
  clock.moveTo((from + 366 * 86_400_000) as typeof from)
  expect(await computeOutcome(world, clock.now())).toMatchObject({ accounts: 0 })
})
