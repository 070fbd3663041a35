import { operatorRoles } from '@bolsillo/contract'
import { plusMs, writeDecimal } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lateRoles } from '../../contract/operator.ts'
import { btc, type ContractsStand, contractsStand, eth, rightPassword } from '../testing/contracts-stand.ts'

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
  await stand.price(eth, 4000)
  await stand.fund(1, 13_000)
  await open('0.5', 'cross', btc, 100_000)
  await open('2', 'cross', eth, 4000)
})
afterEach(() => stand.close())

async function open(quantity: string, marginMode: string, symbol: string, price: number): Promise<void> {
  await stand.as(1, '/suitability/answer', { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' })
  stand.offer(symbol, 'sell', price, Number(quantity))
  const order = { symbol, side: 'buy', type: 'market', leverage: '10', tradePassword: rightPassword }
  expect((await stand.as(1, '/order/add', { ...order, quantity, marginMode })).json).toMatchObject({ code: 0 })
}

/** The book is empty, so the engine cannot take a step; its clock goes on. */
async function seconds(count: number): Promise<void> {
  const { clock } = stand.app.services
  for (let second = 0; second < count; second += 1) {
    clock.moveTo(plusMs(clock.now(), 1000))
    await stand.looks(1)
  }
}

async function read() {
  const { json } = await stand.asStaff('treasury', '/liquidations')
  return JSON.parse(JSON.stringify(json.data))
}
const waiting = async () => await stand.contracts.workQueues[0]?.waiting()

describe('late liquidations, as staff see them', () => {
  it('are none while nothing is below, and none while it is not late', async () => {
    expect(await read()).toMatchObject({ rows: [], below: 0, blind: 0, asset: 'USDT', fund: '0.000000' })
    expect(await waiting()).toEqual({ count: 0 })
    await stand.price(btc, 75_000)
    expect(await read()).toMatchObject({ rows: [], below: 1 })
  })

  it('name the account, its positions, since when, how the last look ended and what it has', async () => {
    const began = stand.app.services.clock.now()
    await stand.price(btc, 75_000)
    await seconds(3)
    const { rows, below, now } = await read()
    expect(below).toBe(1)
    expect(rows).toEqual([
      {
        customerId: stand.customerId(1),
        customer: stand.customerId(1).slice(-4),
        mode: 'cross',
        liquidationId: expect.stringMatching(/^liq_/),
        stage: 'fund',
        positions: [
          { symbol: btc, side: 'long', size: '0.50000000', mark: '75000.00' },
          { symbol: eth, side: 'long', size: '2.00000000', mark: '4000.00' },
        ],
        // Bought 0.5 at 100,000, which is worth 75,000 now.
        equity: writeDecimal((await stand.balance(1)).posted - 12_500_000_000n, 6),
        maintenance: expect.stringMatching(/^\d+\.\d{6}$/),
        since: began,
        lateSince: plusMs(began, 3000),
        reason: 'below-for-long',
        lastLook: { at: now, outcome: 'unfinished' },
      },
    ])
    expect(await waiting()).toEqual({ count: 1, oldestAt: began })
  })

  it('say what cannot be known while a mark is missing', async () => {
    await stand.price(btc, 75_000)
    await seconds(3)
    await stand.outage(eth)
    const [row] = (await read()).rows
    expect(row.equity).toBeUndefined()
    expect(row.positions.map(({ mark }: { mark?: string }) => mark)).toContain(undefined)
  })

  it('are gone when the liquidation is over', async () => {
    await stand.price(btc, 75_000)
    await seconds(3)
    await stand.looks()
    expect(await read()).toMatchObject({ rows: [], below: 0 })
    expect(await waiting()).toEqual({ count: 0 })
  })

  it('are read by the roles that have to know, and by nobody else', async () => {
    const statuses = await Promise.all(
      operatorRoles.map(async (role) => [role, (await stand.asStaff(role, '/liquidations')).status] as const),
    )
    const readers = statuses.filter(([, status]) => status === 200).map(([role]) => role)
    expect([...readers].sort()).toEqual([...lateRoles].sort())
    expect(readers).not.toContain('product')
  })
})
