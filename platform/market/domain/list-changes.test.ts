import { expect, it } from 'vitest'
import { afterChange, type ListChange, withChanges } from './list-changes.ts'

const list = [...'abcd']
const first: ListChange = { key: 1, symbol: 'c', to: { before: 'a' } }
const second: ListChange = { key: 2, symbol: 'a', to: 'end' }
const shown = (changes: readonly ListChange[], symbols: readonly string[] = list): string =>
  withChanges(symbols, changes).join('')

it('shows what was done in the order it was done', () => {
  expect(shown([])).toBe('abcd')
  expect(shown([first])).toBe('cabd')
  expect(shown([first, second])).toBe('cbda')
  expect(shown([first, second, { key: 3, symbol: 'b', to: 'out' }])).toBe('cda')
})

it('puts at the end what belongs in front of an entry that is gone, and leaves out what is gone itself', () => {
  expect(shown([first], [...'bcd'])).toBe('bdc')
  expect(shown([first], [...'abd'])).toBe('abd')
})

it('drops nothing before the last is done, and then everything', () => {
  const both = afterChange([first, second], 2, true)
  expect(shown(both)).toBe('cbda')
  expect(afterChange(both, 1, true)).toEqual([])
  expect(afterChange([first], 1, true)).toEqual([])
})

it('keeps the second on the screen when the first fails', () => {
  const left = afterChange([first, second], 1, false)
  expect(shown(left)).toBe('bcda')
  expect(afterChange(left, 2, true)).toEqual([])
})

it('drops what is done when the last one fails', () => {
  expect(afterChange(afterChange([first, second], 1, true), 2, false)).toEqual([])
})
