import { coins, currencies } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { keeps, movable, movableOf, purses } from './transfer-rules.ts'

describe('what a purse keeps', () => {
  it.each(Object.values(currencies))('cash goes anywhere: %o', (currency) => {
    expect(purses.filter((purse) => keeps(purse, currency))).toEqual(['stock', 'coin', 'contract'])
  })
  it.each(Object.values(coins))('coins stay where coins are traded: %o', (coin) => {
    expect(purses.filter((purse) => keeps(purse, coin))).toEqual(['coin', 'contract'])
  })
  it('shares are not moved', () => {
    expect(movableOf('STK:WALMEX.MX')).toBeUndefined()
    expect(movable).toHaveLength(6)
  })
})
