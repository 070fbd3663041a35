import { grantEntry } from '@bolsillo/ledger/fixtures'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insuranceAccount } from '../../domain/contract-transfers.ts'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from '../testing/contracts-stand.ts'

// The fund is last: it pays nothing for an account that has something, also where what it has is not money yet; and whoever
// takes a liquidation that the fund backs gains no more than the collar says, also when both accounts are one person's.

const [holder, winner] = [1, 3]

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  for (const customer of [holder, winner]) await stand.as(customer, '/suitability/answer', rightAnswers)
  await transaction(stand.app.services.sql, (tx) =>
    stand.ledger.post(tx, [grantEntry(stand.app.services, insuranceAccount, 50_000_000_000n)]),
  )
  await stand.price(btc, 100_000)
  await stand.price(eth, 3000)
})
afterEach(() => stand.close())

const add = async (customer: number, body: object): Promise<void> => {
  const order = { symbol: btc, type: 'limit', leverage: '20', tradePassword: rightPassword }
  const { json } = await stand.as(customer, '/order/add', { ...order, ...body })
  expect(json).toMatchObject({ code: 0 })
}
const rows = (customer: number) => stand.positions(customer)
/** What others bore of customers' losses: the fund, and the market beyond it. */
const borne = async (): Promise<bigint> => {
  const [row] = await stand.app.database.owner<{ borne: bigint }[]>`
    select coalesce(sum(fund_paid + market_bore), 0)::bigint as borne from contract_booking`
  return row?.borne ?? -1n
}

describe('an account with a leg that loses and one that gains', () => {
  /** 0.4 BTC long and 10 ETH short, some 3,660 behind both; ETH has gained 2,800 and more of BTC is lost than there is. */
  const hedged = async (): Promise<void> => {
    await stand.fund(holder, 3700)
    const common = { marginMode: 'cross', timeInForce: 'ioc' }
    stand.offer(btc, 'sell', 100_000, 0.4)
    await add(holder, { ...common, side: 'buy', quantity: '0.4', limitPrice: '100000' })
    stand.offer(eth, 'buy', 3000, 10)
    await add(holder, { ...common, symbol: eth, side: 'sell', quantity: '10', limitPrice: '3000' })
    expect(await rows(holder)).toHaveLength(2)
  }

  it('costs the fund nothing when it is liquidated while it has something', async () => {
    await hedged()
    await stand.price(eth, 2720)
    stand.offer(btc, 'buy', 84_000, 5)
    stand.offer(eth, 'sell', 2722, 100)
    const before = await stand.fundBalance()
    await stand.price(btc, 85_000)
    await stand.looks()
    expect(await borne()).toBe(0n)
    // What a liquidation leaves is the fund's: it was fed.
    expect((await stand.fundBalance()) > before).toBe(true)
    const { posted, held } = await stand.balance(holder)
    expect(posted >= held && held >= 0n).toBe(true)
  })

  it('closes the one that gains first, and the one that loses where the book is when all is closed at once', async () => {
    await hedged()
    await stand.price(eth, 2500)
    await stand.price(btc, 88_000)
    stand.offer(btc, 'buy', 88_000, 5)
    stand.offer(eth, 'sell', 2500, 100)
    const losing = (await rows(holder)).find(({ symbol }) => symbol === btc)?.positionId ?? ''
    await stand.as(holder, '/order/close', { positionId: losing })
    // Alone it goes no further than there is money for; the bid is below that.
    expect(await rows(holder)).toHaveLength(2)
    const limited = await stand.as(holder, '/order/close', { positionId: losing, limitPrice: '88000' })
    expect(limited.json).toMatchObject({ code: 26055 })
    const all = await stand.as(holder, '/order/liquidate/all')
    expect(all.json).toMatchObject({ code: 0 })
    expect(await rows(holder)).toEqual([])
    expect(await borne()).toBe(0n)
  })
})

describe('a second account of the same person that takes the liquidation of the first', () => {
  /** 0.4 BTC at 20×, bankrupt at 95,000; the mark jumps below it with an empty book. */
  const bankrupt = async (bid: string): Promise<void> => {
    await stand.fund(holder, 2100)
    await stand.fund(winner, 500_000)
    stand.offer(btc, 'sell', 100_000, 0.4)
    const common = { side: 'buy', quantity: '0.4' }
    await add(holder, { ...common, marginMode: 'isolated', timeInForce: 'ioc', limitPrice: '100000' })
    await stand.print(btc, 94_500)
    await add(winner, { ...common, limitPrice: bid })
    await stand.price(btc, 94_500)
    await stand.looks()
    expect(await rows(holder)).toEqual([])
  }

  it('takes at most one per cent of the notional from the fund, beside what the gap itself cost', async () => {
    await bankrupt('93560')
    // 0.4 × (95,000 − 94,500) is what the gap cost; 0.4 × 94,500 × 1 % is what the collar allows.
    const [gap, collar] = [200_000_000n, 378_000_000n]
    const paid = await borne()
    expect(paid).toBeGreaterThan(gap)
    expect(paid).toBeLessThanOrEqual(gap + collar)
    expect(await rows(winner)).toMatchObject([{ size: '0.40000000' }])
  })

  it('is not asked beyond that: what nobody takes within it is handed over, and the fund pays nothing', async () => {
    await bankrupt('85100')
    expect(await borne()).toBe(0n)
    expect(await rows(winner)).toEqual([])
  })
})
