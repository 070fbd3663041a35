import { expect, it } from 'vitest'
import { inCents, isBeyondWorst } from './contract-figures.ts'

it.each([
  ['574.335100', '574.33'],
  ['574.339999', '574.33'],
  ['0.009999', '0.00'],
  ['12.5', '12.50'],
  ['7', '7.00'],
])('%s in whole cents, never more than there is, is %s', (amount, cents) => {
  expect(inCents(amount)).toBe(cents)
})

const terms = { symbol: 'BTC-USDT-PERP', priceScale: 2, quantityScale: 8, tiers: [] }

it.each([
  { side: 'long', closeWorst: '95.00', price: 9500n, isBeyond: false },
  { side: 'long', closeWorst: '95.00', price: 9499n, isBeyond: true },
  { side: 'short', closeWorst: '105.00', price: 10_500n, isBeyond: false },
  { side: 'short', closeWorst: '105.00', price: 10_501n, isBeyond: true },
  // No price is good enough for this short; any is for a position without a worst price.
  { side: 'short', closeWorst: '0.00', price: 1n, isBeyond: true },
  { side: 'long', closeWorst: undefined, price: 1n, isBeyond: false },
] as const)('a $side that may be closed alone at $closeWorst at worst: at $price it is beyond: $isBeyond', (one) => {
  const { side, closeWorst, price, isBeyond } = one
  expect(isBeyondWorst({ side, ...(closeWorst === undefined ? {} : { closeWorst }) }, price, terms)).toBe(isBeyond)
})
