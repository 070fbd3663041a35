import type { ReplyOf } from '@bolsillo/contract'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { insuranceFund, WireContractPosition, WireLiquidationReceipt } from '../../contract/index.ts'
import { failedLiquidationChecks } from '../../domain/index.ts'
import { fillInsuranceFund } from '../funding/insurance-pool.ts'
import { btc, type ContractsStand, contractsStand, rightAnswers, rightPassword } from '../testing/contracts-stand.ts'

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
})
afterEach(() => stand.close())

async function opened(customer: number, body: object = {}, money = 13_000): Promise<WireContractPosition> {
  await stand.fund(customer, money)
  await stand.as(customer, '/suitability/answer', rightAnswers)
  stand.offer(btc, 'sell', 100_000, 1)
  const placed = await stand.as(customer, '/order/add', {
    symbol: btc,
    side: 'buy',
    type: 'market',
    quantity: '1',
    leverage: '10',
    tradePassword: rightPassword,
    ...body,
  })
  expect(placed.json).toMatchObject({ code: 0 })
  return rowOf(await positions(customer))
}
const fundNow = async () => (await stand.as(2, '/insurance')).json.data as ReplyOf<typeof insuranceFund>
const positions = (customer: number) => stand.positions(customer)
const rowOf = (rows: readonly WireContractPosition[]): WireContractPosition => {
  const [row] = rows
  if (row === undefined) throw new Error('no position')
  return row
}
const receipts = async (customer: number): Promise<readonly WireLiquidationReceipt[]> => {
  const answered = await stand.as(customer, '/liquidation/list')
  if (answered.status !== 200) throw new Error(answered.body)
  const list = answered.json.data as { rows: { liquidationId: string }[] }
  const all = await Promise.all(
    list.rows.map(({ liquidationId }) => stand.as(customer, '/liquidation/receipt', { liquidationId })),
  )
  return all.map(({ json }) => json.data as WireLiquidationReceipt)
}

/** What orders, fills and bookings say was charged, which is what the house got. */
const charged = async () => {
  const [row] = await stand.app.database.owner<Record<'orders' | 'fills' | 'bookings' | 'house', bigint>[]>`
    select (select coalesce(sum(fee + vat), 0)::bigint from trade_order) as orders,
      (select coalesce(sum(fee + vat), 0)::bigint from trade_fill) as fills,
      (select coalesce(sum(fee + vat), 0)::bigint from contract_booking) as bookings,
      (select coalesce(sum(balance.posted), 0)::bigint from ledger_account as account
        join ledger_balance as balance using (account_no)
        where account.id in ('house:fees:USDT', 'house:vat:USDT')) as house`
  const { house = 0n, ...said } = row ?? { orders: -1n, fills: -1n, bookings: -1n }
  expect(said).toEqual({ orders: house, fills: house, bookings: house })
  return house
}

describe('a liquidation', () => {
  it('begins below the liquidation price the list showed, not at it, and closes only a part', async () => {
    const { liquidationPrice } = await opened(1, {}, 20_000)
    const price = Number(liquidationPrice)
    await stand.price(btc, price + 0.1)
    expect(await receipts(1)).toEqual([])
    stand.offer(btc, 'buy', price - 10, 1)
    await stand.price(btc, price)
    const after = rowOf(await positions(1))
    expect(Number(after.size)).toBeGreaterThan(0)
    expect(Number(after.size)).toBeLessThan(1)
    const [receipt] = await receipts(1)
    if (receipt === undefined) throw new Error('no receipt')
    expect(receipt.liquidation).toMatchObject({ state: 'done', sizeBefore: '1.00000000', sizeAfter: after.size })
    expect(receipt.steps[0]).toMatchObject({ kind: 'partial', fundPaid: '0.000000', marketBore: '0.000000' })
    expect(failedLiquidationChecks(receipt)).toEqual([])
    // What it left went to the fund, on a line anyone can see.
    const fund = await fundNow()
    expect(Number(fund.balance)).toBeGreaterThan(0)
    expect(fund.rows[0]).toMatchObject({ kind: 'contract-liquidation' })
    // Nobody endowed it, so all of it is of liquidations.
    expect(fund).toMatchObject({ endowment: '0.000000', fromLiquidations: fund.balance, paid: '0.000000' })
    // What it is endowed with is no income: the line of liquidations stays, and the lines come to the balance.
    const { clock, sql } = stand.app.services
    await transaction(sql, (tx) => fillInsuranceFund(stand.contracts.world, tx, clock.now()))
    const endowed = await fundNow()
    expect(endowed).toMatchObject({ endowment: '50000.000000', fromLiquidations: fund.balance })
    expect(endowed.difference).toBe('0.000000')
    expect(Number(endowed.balance)).toBeCloseTo(50_000 + Number(fund.balance), 6)
  })

  it('hands over what nobody takes to who gains most on the other side, and nobody falls below zero', async () => {
    await opened(1)
    await stand.fund(3, 200_000)
    stand.offer(btc, 'buy', 100_000, 0.4)
    await stand.as(3, '/order/add', {
      symbol: btc,
      side: 'sell',
      type: 'market',
      quantity: '0.4',
      tradePassword: rightPassword,
    })
    expect(rowOf(await positions(3))).toMatchObject({ side: 'short', size: '0.40000000' })
    await stand.price(btc, 80_000)
    await stand.looks()
    expect(await positions(1)).toEqual([])
    expect(await positions(3)).toEqual([])
    const [receipt] = await receipts(1)
    expect(receipt?.steps.at(-1)).toMatchObject({ kind: 'deleveraging', filled: '1.00000000', marketBore: '0.000000' })
    expect(receipt === undefined ? ['none'] : failedLiquidationChecks(receipt)).toEqual([])
    // Before entries were named with a handing over, its receipt found them by moment and position: it still does.
    await stand.app.database.owner.begin(async (tx) => {
      await tx`alter table contract_liquidation_step disable trigger user`
      await tx`update contract_liquidation_step set inputs = inputs - 'entryId'`
    })
    expect(await receipts(1)).toEqual([receipt])
    const { posted, held } = await stand.balance(1)
    expect(posted >= 0n && held === 0n).toBe(true)
    expect((await stand.balance(3)).posted).toBeGreaterThan(200_000_000_000n)
  })

  it('that leaves nothing to pay a commission with says the same on order, receipt and ledger', async () => {
    await opened(1)
    const before = await charged()
    // Bought at the bankruptcy price, to the cent: the margin is gone, and 45 of commission with 7.20 of VAT are not there.
    stand.offer(btc, 'buy', 90_000, 1)
    await stand.price(btc, 85_000)
    const [receipt] = await receipts(1)
    const step = receipt?.steps.at(-1)
    expect(step).toMatchObject({ kind: 'full', fee: '0.000000', vat: '0.000000', uncharged: '52.200000' })
    expect(receipt === undefined ? ['none'] : failedLiquidationChecks(receipt)).toEqual([])
    const { json } = await stand.as(1, '/order/query', { orderId: step?.orderId })
    expect(json.data).toMatchObject({
      order: { fee: '0.000000', vat: '0.000000' },
      fills: [{ fee: '0.000000', vat: '0.000000' }],
      uncharged: '52.200000',
    })
    expect(await charged()).toEqual(before)
  })

  it('records the marks it decided with, though others come while it runs', async () => {
    await opened(1)
    stand.offer(btc, 'buy', 90_100, 0.2)
    const falling = [stand.price(btc, 85_000)]
    for (let step = 1; step <= 60; step += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      falling.push(stand.price(btc, 85_000 - step))
    }
    await Promise.all(falling)
    await stand.looks()
    const [receipt] = await receipts(1)
    expect(receipt?.steps.length).toBeGreaterThan(1)
    expect(receipt === undefined ? ['none'] : failedLiquidationChecks(receipt)).toEqual([])
  })

  it('of a cross account takes its free money first, and leaves other purses and isolated positions alone', async () => {
    await opened(1, { marginMode: 'cross', quantity: '0.5' })
    await stand.price(btc, 90_500)
    // 11,000 less 4,750: nothing is liquidated where an isolated position of 5,000 would be.
    expect(rowOf(await positions(1))).toMatchObject({ size: '0.50000000' })
    await stand.price(btc, 70_000)
    await stand.looks()
    expect(await positions(1)).toEqual([])
    expect(await stand.balance(1)).toMatchObject({ held: 0n })
  })

  it('goes on after a restart from what PostgreSQL has', async () => {
    await opened(1)
    const { liquidationPrice } = rowOf(await positions(1))
    // The process ends before the mark that would wake it.
    const next = await stand.restart()
    stand = next
    await next.contracts.engine.start()
    stand.offer(btc, 'buy', Number(liquidationPrice) - 5, 5)
    await stand.price(btc, Number(liquidationPrice) - 1)
    // Nobody had a mark when the engine started: the round of every second looks again.
    next.contracts.engine.retry()
    await stand.settle()
    const [receipt] = await receipts(1)
    expect(receipt?.liquidation.state).toBe('done')
  })

  it('that is marked, begun by a process that ended, is finished by the next', async () => {
    const { positionId } = await opened(1)
    await stand.app.database.owner`
      update contract_position set liquidation_id = 'liq_00000000000000000000000001' where position_id = ${positionId}`
    const next = await stand.restart()
    stand = next
    await stand.price(btc, 100_000)
    await next.contracts.engine.start()
    await stand.settle()
    const [row] = await stand.app.database.owner<{ liquidation_id: string | null }[]>`
      select liquidation_id from contract_position where position_id = ${positionId}`
    expect(row?.liquidation_id).toBeNull()
  })
})

describe('close, liquidation and exit that come at once', () => {
  it.each([1, 2, 3, 4, 5])('have exactly one effect (%i)', async (round) => {
    const { positionId, liquidationPrice } = await opened(1)
    const stop = Math.ceil(Number(liquidationPrice)) + 50
    const set = await stand.as(1, '/order/set/loss', { positionId, price: String(stop), on: 'mark' })
    expect(set.json).toMatchObject({ code: 0 })
    stand.offer(btc, 'buy', Number(liquidationPrice) - 20, 10)
    // One mark reaches the exit and the liquidation price; the customer closes at the same moment, in both ways.
    const falling = stand.price(btc, Number(liquidationPrice) - round)
    const answers = await Promise.all([
      stand.as(1, '/order/liquidate', { positionId }),
      stand.as(1, '/order/close', { positionId }),
      stand.as(1, '/order/liquidate/all'),
    ])
    await falling
    await stand.settle()
    const [sums] = await stand.app.database.owner<{ closed: bigint; open: number }[]>`
      select (select coalesce(-sum(size), 0)::bigint from contract_booking where position_id = ${positionId} and size < 0) as closed,
        (select count(*)::integer from contract_position where closed_at is null and size <= 0) as open`
    const left = await positions(1)
    const rest = left.length === 0 ? 0n : BigInt(Math.round(Number(rowOf(left).size) * 1e8))
    expect(sums).toMatchObject({ closed: 100_000_000n - rest, open: 0 })
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const { posted, held } = await stand.balance(1)
    expect(posted - held >= 0n).toBe(true)
  })
})
