import { instant } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { payFunding } from './funding.ts'
import { btc, type ContractsStand, contractsStand, rightPassword } from './testing/contracts-stand.ts'

const before = instant(Date.UTC(2026, 2, 2, 15, 58))
const due = instant(Date.UTC(2026, 2, 2, 16, 0, 1))

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand({ at: before })
  await stand.price(btc, 100_000)
  stand.offer(btc, 'buy', 100_100, 20)
  stand.offer(btc, 'sell', 100_120, 20)
})
afterEach(() => stand.close())

const open = async (customer: number, side: 'buy' | 'sell', quantity: string, marginMode: string) => {
  await stand.fund(customer, 60_000)
  const placed = await stand.as(customer, '/order/add', {
    symbol: btc,
    side,
    type: 'market',
    quantity,
    marginMode,
    tradePassword: rightPassword,
  })
  expect(placed.json).toMatchObject({ code: 0 })
}
const paid = async (customer: number): Promise<bigint> => {
  const rows = (await stand.as(customer, '/funding/own')).json.data as { rows: { amount: string }[] }
  return rows.rows.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
}

describe('funding', () => {
  it('is paid once at its instant, by those who held then, and comes to zero with the market’s side', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    await open(3, 'sell', '0.1', 'cross')
    stand.contracts.look()
    await stand.contracts.notePremiums()
    stand.app.services.clock.moveTo(due)
    const balances = [await stand.balance(1), await stand.balance(3)]
    await open(4, 'buy', '0.1', 'isolated')
    await payFunding(stand.contracts.world, due)
    await payFunding(stand.contracts.world, due)
    await stand.settle()
    const [long, short, late] = [await paid(1), await paid(3), await paid(4)]
    // Above its index: longs pay, three times what the short gets; who opened after the instant has no part in it.
    expect(long).toBeLessThan(0n)
    expect(short).toBeGreaterThan(0n)
    expect(-long).toBeGreaterThanOrEqual(3n * short - 3n)
    expect(late).toBe(0n)
    const after = [await stand.balance(1), await stand.balance(3)]
    expect(after.map(({ posted }, at) => posted - (balances[at]?.posted ?? 0n))).toEqual([long, short])
    const history = (await stand.as(2, '/funding/history', { symbol: btc })).json.data as {
      rows: { rate: string; holders: number; looks: number }[]
    }
    expect(history.rows).toHaveLength(1)
    expect(history.rows[0]).toMatchObject({ holders: 3, looks: 1 })
    // The margin of the isolated position grew smaller by what it paid.
    const list = (await stand.as(1, '/order/list/active')).json.data as { rows: { funding: string }[] }
    expect(BigInt((list.rows[0]?.funding ?? '').replace('.', ''))).toBe(long)
  })

  it('goes on after a restart with those who were not paid', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    stand.contracts.look()
    await stand.contracts.notePremiums()
    stand.app.services.clock.moveTo(due)
    stand = await stand.restart()
    await payFunding(stand.contracts.world, due)
    expect(await paid(1)).toBeLessThan(0n)
  })
})
