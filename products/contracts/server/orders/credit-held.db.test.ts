import { type Instant, plusMs, present } from '@bolsillo/kernel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { btc, type ContractsStand, contractsStand, rightPassword } from '../testing/contracts-stand.ts'

let until: Instant | undefined
let stand: ContractsStand
beforeEach(async () => {
  until = undefined
  stand = await contractsStand({ creditHeldUntil: async () => until })
  await stand.price(btc, 100_000)
  await stand.fund(1, 5_000)
})
afterEach(() => stand.close())

it('whoever reset the trade password opens, moves and loosens nothing on credit, and closes, cancels and adds margin', async () => {
  const order = { symbol: btc, type: 'market', quantity: '0.01', tradePassword: rightPassword }
  const send = (path: string, body: object) => stand.as(1, path, { ...body })
  const dataOf = (answer: Awaited<ReturnType<typeof send>>) =>
    answer.json.data as {
      rejection?: string
      values?: object
      order: { orderId: string }
      position: { positionId: string }
    }
  stand.offer(btc, 'sell', 100_000, 1)
  expect((await send('/order/add', { ...order, side: 'buy', quantity: '0.02' })).status).toBe(200)
  const positions = (await send('/order/list/active', {})).json.data as { rows: { positionId: string }[] }
  const positionId = present(positions.rows[0], 'what was opened').positionId
  const { orderId } = dataOf(
    await send('/order/add', { ...order, side: 'buy', type: 'limit', limitPrice: '95000' }),
  ).order
  const margin = (direction: string, amount: string) => send('/order/add/mgn', { positionId, direction, amount })
  expect((await margin('add', '50')).status).toBe(200)

  until = plusMs(stand.app.services.clock.now(), 3_600_000)
  const opening = dataOf(await send('/order/add', { ...order, side: 'buy' }))
  expect(opening).toMatchObject({ rejection: 'contract-credit-held', values: { hours: '1', until: String(until) } })
  expect(
    dataOf(await send('/order/add', { ...order, side: 'sell', type: 'limit', limitPrice: '120000' })),
  ).toMatchObject({
    rejection: 'contract-credit-held',
  })
  const moved = { orderId, limitPrice: '95500', tradePassword: rightPassword }
  expect(dataOf(await send('/order/replace', moved)).rejection).toBe('contract-credit-held')
  expect(dataOf(await margin('remove', '10')).rejection).toBe('contract-credit-held')

  expect((await margin('add', '10')).status).toBe(200)
  expect((await send('/order/cancel', { orderId })).status).toBe(200)
  stand.offer(btc, 'buy', 99_990, 1)
  expect((await send('/order/add', { ...order, side: 'sell', reduceOnly: true })).status).toBe(200)
  expect((await send('/order/liquidate/all', {})).status).toBe(200)
})
