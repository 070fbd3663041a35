import { expect, it } from 'vitest'
import { heldAtPrice } from './at-price.ts'

it('values a holding at a price, half to even, with its result against the cost', () => {
  expect(heldAtPrice({ quantity: '0.10000000', cost: '9225.612800' }, '92500.05', 6)).toEqual({
    value: '9250.005000',
    unrealised: '24.392200',
    unrealisedPercent: '0.26',
  })
  expect(heldAtPrice({ quantity: '1.5', cost: '0.00' }, '0.03', 2)).toEqual({ value: '0.04', unrealised: '0.04' })
})
