import { expect, it } from 'vitest'
import { askedOf, chargesOfReturn, withSetAside } from './asked-return.ts'

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

it('counts what a limit sets aside of an asset as what may leave', () => {
  const beyond = [
    { asset: 'MXN', scale: 2, amount: '300.00' },
    { asset: 'MXN', scale: 2, amount: '0.50' },
    { asset: 'BTC', scale: 8, amount: '0.10000000' },
  ]
  expect(withSetAside('48050.95', 'MXN', beyond)).toBe('48351.45')
  expect(withSetAside('0.00000001', 'BTC', beyond)).toBe('0.10000001')
  expect(withSetAside('7.00', 'USD', beyond)).toBe('7.00')
})

it.each([
  ['100', { amount: '100.00', fee: '0.00', vat: '0.00', net: '100.00' }],
  ['0.01', { amount: '0.01', fee: '0.00', vat: '0.00', net: '0.01' }],
  ['0', undefined],
  ['', undefined],
  ['1.001', undefined],
  ['abc', undefined],
])('takes nothing of %s that goes back', (amount, charges) => {
  expect(chargesOfReturn(amount, { scale: 2 })).toEqual(charges)
})
