import { replyOf } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../contract/index.ts'
import { rightPassword, type StocksStand, stocksStand } from './testing/stocks-stand.ts'

// A day passes for one customer of the practice market: attacked by somebody who presses it again and again.

let stand: StocksStand
beforeAll(async () => {
  stand = await stocksStand()
  await stand.fund(3, 'stock', 'MXN', 10_000_000n)
})
// The books are verified then: whatever passed, nothing was made.
afterAll(() => stand.close())

const order = (quantity: string) => ({ symbol: 'WALMEX.MX', type: 'market', quantity, tradePassword: rightPassword })
const buy = async (customer: number, quantity: string): Promise<void> => {
  const { order: bought } = replyOf(contract.buy, await stand.as(customer, '/stock/order/buy', order(quantity)))
  expect(bought.state).toBe('filled')
}
const sell = (customer: number, quantity: string) => stand.as(customer, '/stock/order/sell', order(quantity))
const pass = (customer: number) => stand.as(customer, '/user/practice/day', {})
const owned = async (customer: number) =>
  replyOf(contract.position, await stand.as(customer, '/stock/hold/info?symbol=WALMEX.MX')).position

describe('a day that passes for one customer', () => {
  it('is refused to who has nothing locked', async () => {
    expect((await pass(1)).json.code).toBe(20_026)
  })

  it('unlocks what this customer bought and nothing of anybody else, and is in their own log', async () => {
    await buy(1, '50')
    await buy(3, '20')
    expect((await sell(1, '10')).json.code).toBe(16_021)
    expect(replyOf(contract.passPracticeDay, await pass(1))).toEqual({ holdings: 1 })
    expect(await owned(1)).toMatchObject({ sellable: '50', locked: '0', locks: [] })
    expect(await owned(3)).toMatchObject({ sellable: '0', locked: '20' })
    expect((await sell(3, '1')).json.code).toBe(16_021)
    const { rows } = (await stand.as(1, '/user/activity')).json.data as { rows: readonly { action: string }[] }
    expect(rows.map(({ action }) => action)).toContain('stocks.practice-day')
  })

  it('leaves the rule: what is bought afterwards is locked again, beside what may be sold', async () => {
    await buy(1, '5')
    expect(await owned(1)).toMatchObject({ quantity: '55', sellable: '50', locked: '5' })
    expect((await sell(1, '51')).json.code).toBe(16_021)
    expect((await sell(1, '50')).json.code).toBe(0)
  })

  it('pressed twice at once lifts once', async () => {
    const codes = (await Promise.all([pass(1), pass(1), pass(1)])).map(({ json }) => json.code).sort()
    expect(codes).toEqual([0, 20_026, 20_026])
    expect(await owned(1)).toMatchObject({ quantity: '5', sellable: '5', locked: '0' })
    await buy(1, '7')
    expect(await owned(1)).toMatchObject({ sellable: '5', locked: '7' })
  })

  it('passes six times an hour at the most, asked in vain or not', async () => {
    // Five times above.
    expect([(await pass(1)).status, (await pass(1)).status]).toEqual([200, 429])
  })

  it('in a loop of buying and selling moves what fills move, and no share more', async () => {
    for (let round = 0; round < 5; round += 1) {
      await pass(3)
      const { quantity } = await owned(3)
      expect((await sell(3, quantity)).json.code).toBe(0)
      await buy(3, '3')
    }
    expect(await owned(3)).toMatchObject({ quantity: '3', sellable: '0', locked: '3' })
  })

  it('does not unlock more than is locked, nor for somebody else, nor where money is real: the database refuses', async () => {
    const { owner, sql } = stand.app.database
    const customerId = stand.customerId(3)
    const passed = (quantity: number) => sql`
      insert into position_lock_passed (customer_id, instrument_id, sellable_at, passed_at, quantity)
      select customer_id, instrument_id, sellable_at, 1, ${quantity} from position_lock where customer_id = ${customerId}`
    await expect(passed(4)).rejects.toThrow(/more shares would be unlocked/)
    await owner.begin(async (tx) => {
      await tx`select set_config('bolsillo.cause', 'job:test', true)`
      await tx`update installation set mode = 'LIVE'`
    })
    await expect(passed(1)).rejects.toThrow(/practice market alone/)
    // A database that does not say what it is, is of real money.
    const kept = await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      return await tx`delete from installation returning *`
    })
    await expect(passed(1)).rejects.toThrow(/practice market alone/)
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into installation ${tx(kept)}`
    })
    expect(await owned(3)).toMatchObject({ locked: '3' })
    await owner.begin(async (tx) => {
      await tx`select set_config('bolsillo.cause', 'job:test', true)`
      await tx`update installation set mode = 'SIM'`
    })
  })
})
