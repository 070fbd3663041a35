import { type Rejection, reject } from '@bolsillo/kernel'
import { ownLimitRejections } from '@bolsillo/trading/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { btc, type ContractsStand, contractsStand, rightPassword } from '../testing/contracts-stand.ts'

let refusal: Rejection | undefined
let stand: ContractsStand
beforeEach(async () => {
  refusal = undefined
  stand = await contractsStand({ ownLimits: { openingRefusal: async () => refusal } })
  await stand.price(btc, 100_000)
  await stand.fund(1, 5_000)
})
afterEach(() => stand.close())

it('somebody who paused opens, adds and moves nothing, and cancels, reduces and closes', async () => {
  const order = { symbol: btc, type: 'market', quantity: '0.01', tradePassword: rightPassword }
  const send = (path: string, body: object) => stand.as(1, path, { ...body })
  const nameOf = (answer: Awaited<ReturnType<typeof send>>) =>
    (answer.json.data as { rejection?: string } | undefined)?.rejection
  stand.offer(btc, 'sell', 100_000, 1)
  expect((await send('/order/add', { ...order, side: 'buy', quantity: '0.02' })).status).toBe(200)
  const resting = { ...order, side: 'buy', type: 'limit', limitPrice: '95000' }
  const placed = (await send('/order/add', resting)).json.data as { order: { orderId: string } }
  const { orderId } = placed.order
  refusal = reject(ownLimitRejections.pausedForEver)
  expect(nameOf(await send('/order/add', { ...order, side: 'buy' }))).toBe('own-pause-for-ever')
  const moved = { orderId, limitPrice: '95500', tradePassword: rightPassword }
  expect(nameOf(await send('/order/replace', moved))).toBe('own-pause-for-ever')
  expect((await send('/order/cancel', { orderId })).status).toBe(200)
  stand.offer(btc, 'buy', 99_990, 1)
  expect((await send('/order/add', { ...order, side: 'sell', reduceOnly: true })).status).toBe(200)
  expect((await send('/order/liquidate/all', {})).status).toBe(200)
  expect(((await send('/order/list/active', {})).json.data as { rows: object[] }).rows).toEqual([])
})
