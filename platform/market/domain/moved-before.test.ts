import { expect, it } from 'vitest'
import { movedBefore } from './moved-before.ts'

it.each([
  ['c', 'a', 'cabd'],
  ['a', 'd', 'bcad'],
  ['a', undefined, 'bcda'],
  ['b', 'b', 'abcd'],
  ['d', undefined, 'abcd'],
])('moves %s in front of %s', (entry, before, expected) => {
  expect(movedBefore([...'abcd'], entry, before).join('')).toBe(expected)
})
