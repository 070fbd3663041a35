import { expect, it } from 'vitest'
import { movedFar } from './moved-far.ts'

it.each([
  ['359056.94', '375015.52', true],
  ['375015.52', '359056.94', true],
  ['375015.52', '375066.71', false],
  ['1005.00', '1000.00', false],
  ['1005.01', '1000.00', true],
  ['0.00', '0.00', false],
  ['5.00', '0.00', true],
  [undefined, '10.00', false],
  ['10.00', undefined, false],
])('%s beside a line that ends at %s is far: %s', (owned, ends, far) => {
  expect(movedFar(owned, ends)).toBe(far)
})
