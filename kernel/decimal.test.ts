import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divide, type Rounding, readDecimal, readWideDecimal, rescale, writeDecimal } from './decimal.ts'
import { notDecimalTexts } from './test/bad-decimals.ts'

describe('readDecimal', () => {
  it.each([
    ['0', 2, 0n],
    ['12.5', 2, 1250n],
    ['0.01', 2, 1n],
    ['999999999999999999', 0, 999999999999999999n],
    ['-3.20', 2, -320n],
    ['9007199254740993', 0, 9007199254740993n],
  ])('reads %s at scale %i', (text, scale, units) => {
    expect(readDecimal(text, scale)).toEqual({ kind: 'value', units })
  })

  it.each([...notDecimalTexts, '', '-', '-0.00', '--5', '9'.repeat(19), 'null', 'true'])('refuses %j', (text) => {
    expect(readDecimal(text, 8).kind).toBe('malformed')
  })

  it('says how many decimals fit instead of rounding', () => {
    expect(readDecimal('0.000000006', 8)).toEqual({ kind: 'too-many-decimals', scale: 8 })
    expect(readDecimal('1.001', 2)).toEqual({ kind: 'too-many-decimals', scale: 2 })
  })

  it.each([
    ['92233720368547758.07', 2, { kind: 'value', units: 2n ** 63n - 1n }],
    ['92233720368547758.08', 2, { kind: 'too-large', maximum: '92233720368547758.07' }],
    ['-92233720368547758.08', 2, { kind: 'too-large', maximum: '92233720368547758.07' }],
    ['999999999999999999', 8, { kind: 'too-large', maximum: '92233720368.54775807' }],
    ['9223372036854775807', 0, { kind: 'malformed' }],
  ])('reads %s at scale %i up to what 64 bits hold', (text, scale, reading) => {
    expect(readDecimal(text, scale)).toEqual(reading)
  })

  it('reads any size where nothing is booked', () => {
    expect(readWideDecimal('999999999999999999', 12)).toEqual({
      kind: 'value',
      units: 999999999999999999n * 10n ** 12n,
    })
    expect(readWideDecimal('1.001', 2)).toEqual({ kind: 'too-many-decimals', scale: 2 })
  })

  it('reads back what writeDecimal writes', () => {
    const units = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 12 }), (value, scale) => {
        expect(readDecimal(writeDecimal(value, scale), scale)).toEqual({ kind: 'value', units: value })
      }),
    )
  })
})

describe('divide', () => {
  const rows: ReadonlyArray<readonly [Rounding, readonly bigint[]]> = [
    // −7/2   −5/2   5/2   7/2  −1/3  2/3
    ['down', [-3n, -2n, 2n, 3n, 0n, 0n]],
    ['up', [-4n, -3n, 3n, 4n, -1n, 1n]],
    ['floor', [-4n, -3n, 2n, 3n, -1n, 0n]],
    ['ceiling', [-3n, -2n, 3n, 4n, 0n, 1n]],
    ['half-even', [-4n, -2n, 2n, 4n, 0n, 1n]],
    ['half-up', [-4n, -3n, 3n, 4n, 0n, 1n]],
  ]
  it.each(rows)('%s', (rounding, expected) => {
    const pairs = [
      [-7n, 2n],
      [-5n, 2n],
      [5n, 2n],
      [7n, 2n],
      [-1n, 3n],
      [2n, 3n],
    ] as const
    expect(pairs.map(([dividend, divisor]) => divide(dividend, divisor, rounding))).toEqual(expected)
  })

  it('differs from the exact quotient by less than one, and never for exact quotients', () => {
    const integer = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    const roundings = fc.constantFrom<Rounding>('down', 'up', 'floor', 'ceiling', 'half-even', 'half-up')
    fc.assert(
      fc.property(
        integer,
        integer.filter((divisor) => divisor !== 0n),
        roundings,
        (dividend, divisor, rounding) => {
          const error = divide(dividend, divisor, rounding) * divisor - dividend
          const size = divisor < 0n ? -divisor : divisor
          expect((error < 0n ? -error : error) < size).toBe(true)
          expect(divide(dividend * divisor, divisor, rounding)).toBe(dividend)
        },
      ),
    )
  })

  it('asserts a divisor', () => {
    expect(() => divide(1n, 0n, 'down')).toThrow('division by zero')
  })
})

it('rescale gains digits exactly and loses them as named', () => {
  expect(rescale(125n, 2, 4, 'down')).toBe(12500n)
  expect(rescale(12550n, 4, 2, 'half-even')).toBe(126n)
  expect(rescale(12450n, 4, 2, 'half-even')).toBe(124n)
})
