import { expect, it } from 'vitest'
import { isReached } from './own-limit-rows.ts'

it.each([
  ['500.00', '500.00', true],
  ['500.00', '1200.00', true],
  ['1200.00', '500.00', false],
  ['500.00', '499.99', false],
  [undefined, '500.00', false],
  ['500.00', undefined, false],
])('a limit of %s of which %s are used is reached: %s', (amount, used, reached) => {
  expect(isReached({ ...(amount === undefined ? {} : { amount }), ...(used === undefined ? {} : { used }) })).toBe(
    reached,
  )
})
