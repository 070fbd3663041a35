import { expect, it } from 'vitest'
import type { CoinAsset } from '../contract/index.ts'
import { assetAtPrice, coinAtPrice } from './asset-at-price.ts'

const cost = {
  ...{ symbol: 'BTC-USDT', currency: 'USDT', quantity: '0.1', cost: '9225.612800', averageCost: '92256.128' },
  ...{ value: '9200.000000', unrealised: '-25.612800', unrealisedPercent: '-0.28' },
  ...{ realised: '0.000000', fees: '22.080000', vat: '3.532800' },
}
const bitcoin: CoinAsset = {
  ...{ asset: 'BTC', name: 'Bitcoin', scale: 8, total: '0.2', available: '0.15', held: '0.05' },
  ...{ symbol: 'BTC-USDT', value: '18400.000000', costUnknown: '0.1', costs: [cost] },
}

it('values all there is, and counts the result of what was bought here alone', () => {
  expect(coinAtPrice(bitcoin, 'USDT', '93000.00')).toEqual({
    value: '18600.000000',
    bought: { averageCost: '92256.128', unrealised: '74.387200', unrealisedPercent: '0.81' },
  })
})

it('knows no result in another money than it was paid in, nor of what is sold', () => {
  expect(coinAtPrice(bitcoin, 'MXN', '1700000.00')).toEqual({ value: '340000.00' })
  const { averageCost: _, ...sold } = cost
  expect(coinAtPrice({ ...bitcoin, costs: [sold] }, 'USDT', '93000.00')).toEqual({ value: '18600.000000' })
})

it('moves an asset with the price of its own market, and leaves one that is valued elsewhere', () => {
  expect(assetAtPrice(bitcoin, '93000.00')).toMatchObject({
    value: '18600.000000',
    costs: [{ unrealised: '74.387200' }],
  })
  const pesos = { ...bitcoin, asset: 'MXN', symbol: 'USDT-MXN' }
  expect(assetAtPrice(pesos, '18.50')).toBe(pesos)
  expect(assetAtPrice(bitcoin, undefined)).toBe(bitcoin)
})
