import { expect, it } from 'vitest'
import { askedOf } from './asked-return.ts'

const origin = { asset: 'MXN', scale: 2, returnable: '800.00' }

it.each([
  ['MXN', '300.00', '300.00'],
  ['MXN', '900.00', '800.00'],
  ['MXN', '0.00', '800.00'],
  ['MXN', '-5.00', '800.00'],
  ['MXN', 'all', '800.00'],
  ['BRL', '300.00', '800.00'],
  ['MXN', null, '800.00'],
  [null, null, '800.00'],
])('an address that asks for %s %s begins with %s', (asset, amount, begins) => {
  expect(askedOf(origin, asset, amount)).toBe(begins)
})
