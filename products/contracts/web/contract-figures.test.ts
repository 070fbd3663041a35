import { expect, it } from 'vitest'
import { inCents } from './contract-figures.ts'

it.each([
  ['574.335100', '574.33'],
  ['574.339999', '574.33'],
  ['0.009999', '0.00'],
  ['12.5', '12.50'],
  ['7', '7.00'],
])('%s in whole cents, never more than there is, is %s', (amount, cents) => {
  expect(inCents(amount)).toBe(cents)
})
