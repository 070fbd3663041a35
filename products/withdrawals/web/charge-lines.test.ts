import { decimalUnits } from '@bolsillo/kernel'
import { expect, it } from 'vitest'
import { chargesOfReturn } from './asked-return.ts'
import { chargeLines } from './charge-lines.ts'

it.each([
  [{ amount: '25000.00', fee: '5.00', vat: '0.80', net: '24994.20' }, ['taken', 'fee', 'vat', 'receive']],
  [{ amount: '0.50000000', fee: '0.00010000', vat: '0.00000000', net: '0.49990000' }, ['taken', 'fee', 'receive']],
  [chargesOfReturn('25000', { scale: 2 }), ['taken', 'receive']],
])('of %j every deduction is a line, and the lines add up', (charges, kinds) => {
  const lines = chargeLines(charges ?? { amount: '0', fee: '0', vat: '0', net: '1' })
  expect(lines.map(({ kind }) => kind)).toEqual(kinds)
  const units = lines.map(({ kind, amount }) => decimalUnits(amount, 8) * (kind === 'taken' ? 1n : -1n))
  expect(units.reduce((sum, one) => sum + one, 0n)).toBe(0n)
})
