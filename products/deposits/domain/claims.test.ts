import { minOf } from '@bolsillo/kernel'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partsTotal, splitBack } from './claims.ts'

const units = fc.bigInt(0n, 10n ** 12n)
const parts = fc.record({ open: units, writtenOff: units, paid: units })

it('gives what is open first, then the house, then the customer', () => {
  const claim = { open: 50n, writtenOff: 20n, paid: 30n }
  expect(splitBack(40n, claim)).toEqual({ open: 40n, writtenOff: 0n, paid: 0n })
  expect(splitBack(60n, claim)).toEqual({ open: 50n, writtenOff: 10n, paid: 0n })
  expect(splitBack(95n, claim)).toEqual({ open: 50n, writtenOff: 20n, paid: 25n })
  expect(splitBack(1_000n, claim)).toEqual(claim)
})

it('gives no more than came back, nor to any part more than its own, in however many parts it comes', () => {
  fc.assert(
    fc.property(parts, units, units, (claim, first, second) => {
      const one = splitBack(first, claim)
      const left = {
        open: claim.open - one.open,
        writtenOff: claim.writtenOff - one.writtenOff,
        paid: claim.paid - one.paid,
      }
      const two = splitBack(second, left)
      expect(Object.values(left).every((minor) => minor >= 0n)).toBe(true)
      expect(partsTotal(one)).toBe(minOf(first, partsTotal(claim)))
      const whole = splitBack(first + second, claim)
      expect(whole.open).toBe(one.open + two.open)
      expect(whole.writtenOff).toBe(one.writtenOff + two.writtenOff)
      expect(whole.paid).toBe(one.paid + two.paid)
    }),
  )
})
