import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeDecimal } from './decimal.ts'
import {
  abbreviate,
  formatAmount,
  formatDecimal,
  formatPercent,
  numberStyleOf,
  readTyped,
  typedFrom,
} from './number-format.ts'

const mexican = numberStyleOf('es-ES')
const brazilian = numberStyleOf('pt-BR')
const nb = '\u00a0'

describe('numbers', () => {
  it.each([
    ['1234.5', 2, '1,234.50'],
    ['-1234.5', 2, '−1,234.50'],
    ['1234567.891', 2, '1,234,567.89'],
    ['1.005', 2, '1.01'],
    ['-2.5', 0, '−3'],
    ['0.004', 2, '0.00'],
    ['-0.004', 2, '0.00'],
    ['999999999999999999.99', 2, '999,999,999,999,999,999.99'],
    ['12', 4, '12.0000'],
    ['not a number', 2, '—'],
  ])('writes %s with %s decimals the Mexican way as %s', (text, decimals, shown) => {
    expect(formatDecimal(text, mexican, { decimals })).toBe(shown)
  })

  it('is the same in English, and Brazilian in Portuguese: the language does not drive the number', () => {
    expect(formatDecimal('1234.50', numberStyleOf('en-US'))).toBe('1,234.50')
    expect(formatDecimal('1234.50', brazilian)).toBe('1.234,50')
  })

  it('keeps as many decimals as needed between two bounds', () => {
    const decimals = { min: 0, max: 6 }
    expect(formatDecimal('12.500000', mexican, { decimals })).toBe('12.5')
    expect(formatDecimal('1800', mexican, { decimals })).toBe('1,800')
    expect(formatDecimal('62.396', mexican, { decimals: { min: 2, max: 4 } })).toBe('62.396')
    expect(formatDecimal('62.4', mexican, { decimals: { min: 2, max: 4 } })).toBe('62.40')
  })

  it('writes currencies by the symbols of the product, never by the locale', () => {
    expect(formatAmount('1234.5', 'MXN', mexican)).toBe(`MX$${nb}1,234.50`)
    expect(formatAmount('-1234.5', 'USD', mexican)).toBe(`−$${nb}1,234.50`)
    expect(formatAmount('48000', 'BRL', brazilian, { sign: 'always' })).toBe(`+R$${nb}48.000,00`)
  })

  it('puts a space before the percent sign and no plus on zero', () => {
    expect(formatPercent('0.77', mexican, { sign: 'always' })).toBe(`+0.77${nb}%`)
    expect(formatPercent('-0.43', mexican, { sign: 'never' })).toBe(`0.43${nb}%`)
    expect(formatPercent('0', mexican, { sign: 'always' })).toBe(`0.00${nb}%`)
    expect(formatPercent('0.77', numberStyleOf('en-US'), { sign: 'always' })).toBe('+0.77%')
    expect(formatPercent('0.77', brazilian)).toBe('0,77%')
  })

  it.each([
    ['950', '950'],
    ['9999.5', '9,999.5'],
    ['214600', `214.6${nb}K`],
    ['8410000', `8.41${nb}M`],
    ['1000000', `1${nb}M`],
    ['-12345678901', `−12.35${nb}G`],
    ['4300000000000', `4.3${nb}T`],
  ])('shortens %s to %s', (text, shown) => {
    expect(abbreviate(text, mexican)).toBe(shown)
  })
})

describe('typed numbers', () => {
  it.each([
    ['1,234.50', '1234.50'],
    ['1234.5', '1234.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    [' 12 ', '12'],
  ])('reads %s typed by a Mexican as %s', (typed, wire) => {
    expect(readTyped(typed, mexican, 2)).toEqual({ kind: 'value', wire })
  })

  it.each(['1.234,5', '12,34', '1,2345', '1e5', '-3', '+3', '0x10', '1 000', '٣', ',5', '.'])(
    'refuses %s instead of guessing',
    (typed) => {
      expect(readTyped(typed, mexican, 6).kind).toBe('malformed')
    },
  )

  it('reads a comma as the point of a Brazilian, and says when there are too many decimals', () => {
    expect(readTyped('1.234,5', brazilian, 2)).toEqual({ kind: 'value', wire: '1234.5' })
    expect(readTyped('1,234.5', brazilian, 2).kind).toBe('malformed')
    expect(readTyped('1.999', mexican, 2)).toEqual({ kind: 'too-many-decimals' })
    expect(readTyped('92,233,720,368,547,758.08', mexican, 2)).toEqual({
      kind: 'too-large',
      maximum: '92233720368547758.07',
    })
    expect(readTyped('  ', mexican, 2)).toEqual({ kind: 'empty' })
  })
})

describe('a number that is shown and typed again', () => {
  const languages = ['es-ES', 'en-US', 'pt-BR'] as const
  const shown = fc.record({
    units: fc.bigInt({ min: 0n, max: 10n ** 17n }),
    scale: fc.integer({ min: 0, max: 8 }),
    language: fc.constantFrom(...languages),
  })

  it('is sent as the same number in every language', () => {
    fc.assert(
      fc.property(shown, ({ units, scale, language }) => {
        const style = numberStyleOf(language)
        const wire = writeDecimal(units, scale)
        const typed = formatDecimal(wire, style, { decimals: scale })
        expect(readTyped(typed, style, scale)).toEqual({ kind: 'value', wire })
        expect(readTyped(typedFrom(wire, style), style, scale)).toEqual({ kind: 'value', wire })
      }),
    )
  })

  it('is refused or the same number where it was written in another language’s way, never a thousand times more', () => {
    fc.assert(
      fc.property(shown, fc.constantFrom(...languages), ({ units, scale, language }, other) => {
        const wire = writeDecimal(units, scale)
        const typed = formatDecimal(wire, numberStyleOf(language), { decimals: scale })
        const read = readTyped(typed, numberStyleOf(other), 8)
        if (read.kind !== 'value' || read.wire === wire) return
        // A lone mark before three digits is the one thing that two languages read differently: 1,234 and 1.234.
        expect(typed).toMatch(/^\d{1,3}[.,]\d{3}$/)
      }),
    )
  })
})
