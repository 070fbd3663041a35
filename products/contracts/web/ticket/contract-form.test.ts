import { expect, it } from 'vitest'
import { type ContractForm, withModeOf } from './contract-form.ts'

const form = { mode: 'isolated', quantity: '1' } as ContractForm

it('an order begins with the margin of the position it adds to, and keeps the one that was chosen', () => {
  expect(withModeOf({ mode: 'cross' }, form, false).mode).toBe('cross')
  expect(withModeOf({ mode: 'cross' }, form, true).mode).toBe('isolated')
  expect(withModeOf(undefined, form, false)).toBe(form)
})
