import { expect, it } from 'vitest'
import { changeSince } from './change-since.ts'

it.each([
  ['110.00', '100.00', '10.00', '10.00'],
  ['0.5', '0.4000', '0.1000', '25.00'],
  ['99.5', '100', '-0.5', '-0.50'],
  ['7.00', '0.00', '7.00', '0.00'],
])('from %s, after %s, it is %s and %s %%', (last, then, change, percent) => {
  expect(changeSince(last, then)).toEqual({ change, percent })
})
