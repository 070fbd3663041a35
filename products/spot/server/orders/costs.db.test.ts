import { replyOf } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as contract from '../../contract/index.ts'
import { rightPassword, type SpotStand, spotStand } from '../testing/spot-stand.ts'

let stand: SpotStand
beforeAll(async () => {
  stand = await spotStand()
})
afterAll(() => stand.close())

const order = { symbol: 'BTC-USDT', side: 'buy', type: 'limit', quantity: '0.01', tradePassword: rightPassword }

async function bitcoin() {
  const { rows } = replyOf(contract.assets, await stand.as(1, '/coin/assets', {}))
  return rows.find(({ asset }) => asset === 'BTC')
}

it('a coin bought for USDT and sold for pesos has one cost, and a result', async () => {
  await stand.rest('BTC-USDT', 'sell', 9_200_000, 1_000_000)
  replyOf(contract.add, await stand.as(1, '/coin/order/add', { ...order, limitPrice: '92000.00' }))
  const [bought] = (await bitcoin())?.costs ?? []
  expect(bought).toMatchObject({ symbol: 'BTC-USDT', currency: 'USDT', quantity: '0.01', realised: '0.000000' })
  await stand.rest('BTC-MXN', 'buy', 169_924_000, 500_000)
  const sale = { ...order, symbol: 'BTC-MXN', side: 'sell', quantity: '0.005', limitPrice: '1699240.00' }
  const { order: sold } = replyOf(contract.add, await stand.as(1, '/coin/order/add', sale))
  expect(sold.state).toBe('filled')
  const owned = await bitcoin()
  expect(owned?.costs).toHaveLength(1)
  const [one] = owned?.costs ?? []
  expect(one).toMatchObject({ symbol: 'BTC-USDT', currency: 'USDT', quantity: '0.005' })
  expect(Number(one?.cost)).toBeCloseTo(Number(bought?.cost) / 2, 5)
  // What the pesos of the sale are in USDT at 18.47, less the half of the cost that went with it.
  const brought = (Number(sold.filledAmount) - Number(sold.fee) - Number(sold.vat)) / 18.47
  expect(Number(one?.realised)).toBeCloseTo(brought - Number(bought?.cost) / 2, 3)
  expect(owned?.costUnknown).toBe('0')
})
