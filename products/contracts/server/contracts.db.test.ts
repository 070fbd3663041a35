import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from './testing/contracts-stand.ts'

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  await stand.fund(1, 10_000)
  await stand.price(btc, 100_000)
  await stand.price(eth, 4000)
})
afterEach(() => stand.close())

const open = (customer: number, body: object = {}) =>
  stand.as(customer, '/order/add', {
    symbol: btc,
    side: 'buy',
    type: 'market',
    quantity: '0.1',
    tradePassword: rightPassword,
    ...body,
  })
const pass = (customer: number) => stand.as(customer, '/suitability/answer', rightAnswers)
const positions = async (customer: number) =>
  (await stand.as(customer, '/order/list/active')).json.data as {
    rows: Record<string, unknown>[]
    account: Record<string, string>
  }

describe('opening and closing', () => {
  it('opens at market with margin set aside, and closes with the result', async () => {
    await pass(1)
    stand.offer(btc, 'sell', 100_010, 1)
    const opened = await open(1, { leverage: '10' })
    expect(opened.json).toMatchObject({ code: 0, data: { order: { state: 'filled', type: 'market' } } })
    const { rows, account } = await positions(1)
    expect(rows).toMatchObject([
      {
        symbol: btc,
        side: 'long',
        size: '0.10000000',
        margin: '1001.100000',
        entryPrice: '100010.00',
        unrealised: '-1.000000',
        fees: '5.000500',
        vat: '0.800080',
        leverage: '10.00',
      },
    ])
    expect(account.available).toBe('8993.099420')
    await stand.price(btc, 101_000)
    stand.offer(btc, 'buy', 101_000, 1)
    const closed = await stand.as(1, '/order/liquidate', { positionId: rows[0]?.positionId })
    expect(closed.json).toMatchObject({ code: 0, data: { row: { outcome: 'closed', realised: '99.000000' } } })
    expect((await positions(1)).rows).toEqual([])
    expect(await stand.balance(1)).toMatchObject({ held: 0n })
  })
})
