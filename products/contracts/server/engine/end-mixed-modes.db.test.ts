import type { Rejection } from '@bolsillo/kernel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { btc, type ContractsStand, contractsStand, eth, rightPassword } from '../testing/contracts-stand.ts'
import { endMixedModes } from './end-mixed-modes.ts'

// Orders that rest in two margin modes in one contract, as versions left them that accepted both.

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
  await stand.price(eth, 3000)
})
afterEach(() => stand.close({ editedRows: true }))

const add = async (customer: number, body: object): Promise<string> => {
  const order = { symbol: btc, side: 'buy', type: 'limit', quantity: '0.01', tradePassword: rightPassword }
  const { json } = await stand.as(customer, '/order/add', { ...order, ...body })
  expect(json).toMatchObject({ code: 0 })
  return (json.data as { order: { orderId: string } }).order.orderId
}
/** Makes an order what an earlier version accepted. */
const makeCross = async (...orderIds: string[]): Promise<void> => {
  for (const orderId of orderIds)
    await stand.app.database.owner`
      update trade_order set terms = 'cross' || substr(terms, length('isolated') + 1) where order_id = ${orderId}`
}
const reasons = async (...orderIds: string[]): Promise<readonly (string | null)[]> => {
  const rows = await stand.app.database.owner<{ order_id: string; end_reason: string | null }[]>`
    select order_id, end_reason from trade_order`
  return orderIds.map((id) => rows.find(({ order_id }) => order_id === id)?.end_reason ?? null)
}
const inOrders = async (customer: number): Promise<string> =>
  ((await stand.as(customer, '/order/list/active')).json.data as { account: { inOrders: string } }).account.inOrders

it('are ended by a look after the start: in the mode of what is open, or of the oldest order, some stay', async () => {
  for (const customer of [1, 3, 4]) await stand.fund(customer, 20_000)
  // Nothing is open: the oldest stays, and in another contract everything does.
  const [oldest, second, third] = [
    await add(1, { limitPrice: '90000' }),
    await add(1, { limitPrice: '91000' }),
    await add(1, { limitPrice: '92000' }),
  ]
  const apart = await add(1, { symbol: eth, limitPrice: '2900', quantity: '1' })
  // An isolated position: what would add to it in cross margin goes, what closes it stays.
  stand.offer(btc, 'sell', 100_000, 0.01)
  await add(3, { limitPrice: '100000' })
  const adding = await add(3, { limitPrice: '93000' })
  const closing = await add(3, { side: 'sell', limitPrice: '120000', reduceOnly: true })
  // All of one mode, which is not the one of others.
  const [one, other] = [await add(4, { limitPrice: '90000' }), await add(4, { limitPrice: '91000' })]
  await makeCross(second, apart, adding, one, other)
  stand = await stand.restart()
  const reserved = [await inOrders(1), await inOrders(4)]
  expect(await endMixedModes(stand.contracts.world)).toBe(true)
  await stand.settle()
  expect(await reasons(oldest, second, third, apart)).toEqual([null, 'mode-differs', null, null])
  expect(await reasons(adding, closing, one, other)).toEqual(['mode-differs', null, null, null])
  expect(Number(await inOrders(1))).toBeLessThan(Number(reserved[0]))
  expect(await inOrders(4)).toBe(reserved[1])
  // Again, and by another process: nothing more happens.
  const entries = async () => await stand.app.database.owner`select id from ledger_entry`
  const before = await entries()
  stand = await stand.restart()
  expect(await endMixedModes(stand.contracts.world)).toBe(true)
  expect(await entries()).toEqual(before)
  // What has the mode that stayed is accepted again.
  await stand.price(btc, 100_000)
  expect(await reasons(await add(1, { limitPrice: '89000' }))).toEqual([null])
})

it('are ended by a later look when another order came in between, or the desk did not answer', async () => {
  await stand.fund(1, 20_000)
  const [oldest, second] = [await add(1, { limitPrice: '90000' }), await add(1, { limitPrice: '91000' })]
  await makeCross(second)
  stand = await stand.restart()
  const { world } = stand.contracts
  let isBusy = true
  const act: typeof world.trading.act = async (asked) => {
    if (!isBusy) return await world.trading.act(asked)
    isBusy = false
    const overloaded: Rejection = {
      kind: 'rejection',
      spec: { name: 'overloaded', number: 1, status: 503, retry: 'retryable' },
    }
    return overloaded
  }
  const busy = { ...world, trading: { ...world.trading, act } }
  expect(await endMixedModes(busy)).toBe(false)
  expect(await reasons(oldest, second)).toEqual([null, null])
  expect(await endMixedModes(busy)).toBe(true)
  expect(await reasons(oldest, second)).toEqual([null, 'mode-differs'])
})
