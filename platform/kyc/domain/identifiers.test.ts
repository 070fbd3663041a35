import { describe, expect, it } from 'vitest'
import { readCnpj, readCpf, readCurp, readDocumentNumber, readRfc } from './identifiers.ts'

describe('a CURP', () => {
  it('tells when its holder was born, the digit or letter before the last telling the century', () => {
    expect(readCurp('BOXW310820HNERXN09')).toEqual({
      kind: 'valid',
      value: 'BOXW310820HNERXN09',
      bornOn: '1931-08-20',
      initials: 'BOXW',
      consonants: 'RXN',
    })
    expect(readCurp(withCurpDigit('LOGM040229MDFPRRA'))).toMatchObject({ kind: 'valid', bornOn: '2004-02-29' })
  })

  it.each([
    ['boxw310820hnerxn09', 'valid'],
    [' BOXW-310820 HNERXN09', 'valid'],
    ['BOXW310820HNERXN08', 'check-digit'],
    ['BOXW310820HNERXN0', 'malformed'],
    ['BOXW310820HNERXN091', 'malformed'],
    ['BOXW310820ZNERXN09', 'malformed'],
    ['BOXW310820HQQRXN09', 'malformed'],
    // 29 February 1900 and 1931 did not exist; in 2000 and 2004 it did.
    [withCurpDigit('LOGM310229MDFPRR0'), 'malformed'],
    [withCurpDigit('LOGM000229MDFPRR0'), 'malformed'],
    [withCurpDigit('LOGM000229MDFPRRA'), 'valid'],
    [withCurpDigit('LOGM900101XDFPRR0'), 'valid'],
    ['AAAAAAAAAAAAAAAAAA', 'malformed'],
    ['', 'malformed'],
    ['ＢＯＸＷ310820HNERXN09', 'malformed'],
    ['BOXW310820HNERXN0\u0669', 'malformed'],
  ])('%s: %s', (text, outcome) => {
    const reading = readCurp(text)
    expect(reading.kind === 'valid' ? 'valid' : reading.problem).toBe(outcome)
  })

  it('has a digit that misses errors where its weight is ten: a right digit proves nothing', () => {
    expect(readCurp('BOXW310830HNERXN09').kind).toBe('valid')
  })
})

describe('an RFC', () => {
  it.each([
    ['GODE561231GR8', 'valid', true],
    ['MAB9307148T4', 'valid', false],
    ['mab-930714 8t4', 'valid', false],
    ['GODE561231GR9', 'doubt', true],
    ['XAXX010101000', 'valid or doubt', true],
    ['XEXX010101000', 'valid or doubt', true],
    ['Ñ&A010101AAA', 'valid or doubt', false],
    // A year of two digits: 29 February is in 2000, whichever is meant.
    ['GODE000229GR8', 'valid or doubt', true],
  ])('%s is %s', (text, outcome, isPerson) => {
    const reading = readRfc(text)
    expect(reading).toMatchObject({ kind: 'valid', isPerson })
    const doubtful = reading.kind === 'valid' && reading.doubt !== undefined
    if (outcome !== 'valid or doubt') expect(doubtful).toBe(outcome === 'doubt')
  })

  it.each(['', 'GODE56123', 'GODE561331GR8', 'GODE561232GR8', 'G0DE561231GR8', 'GODE561231GRB', 'GODEX561231GR8'])(
    '%j is none',
    (text) => expect(readRfc(text)).toEqual({ kind: 'problem', problem: 'malformed' }),
  )
})

describe('a CPF', () => {
  it.each([
    ['11144477735', 'valid'],
    ['111.444.777-35', 'valid'],
    ['11144477736', 'check-digit'],
    ['11111111111', 'malformed'],
    ['1114447773', 'malformed'],
    ['1114447773A', 'malformed'],
    ['', 'malformed'],
  ])('%s: %s', (text, outcome) => {
    const reading = readCpf(text)
    expect(reading.kind === 'valid' ? reading.kind : reading.problem).toBe(outcome)
  })
})

describe('a CNPJ', () => {
  it.each([
    ['16.727.230/0001-97', '16727230000197'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
  ])('%s is valid, in letters as in digits', (text, value) => {
    expect(readCnpj(text)).toEqual({ kind: 'valid', value })
  })
  it.each([
    ['12.ABC.345/01DE-36', 'check-digit'],
    ['16.727.230/0001-98', 'check-digit'],
    ['12.ABC.345/01DE-3A', 'malformed'],
    ['00000000000000', 'malformed'],
    ['1672723000019', 'malformed'],
  ])('%s: %s', (text, problem) => {
    expect(readCnpj(text)).toEqual({ kind: 'problem', problem })
  })
})

it('the number of a document is capitals and digits', () => {
  expect(readDocumentNumber(' g-1234 5678')).toEqual({ kind: 'valid', value: 'G12345678' })
  for (const text of ['', '1234', 'ABCDEFG', '00000000', 'G1234567890123456789012', '12345\u202e6'])
    expect(readDocumentNumber(text).kind).toBe('problem')
})

/** The last digit of a CURP by the sum as the registry prints it, written anew: not the code under test. */
function withCurpDigit(first17: string): string {
  const order = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
  let sum = 0
  for (let place = 0; place < 17; place += 1) sum += order.indexOf(first17[place] ?? '') * (18 - place)
  return first17 + String((10 - (sum % 10)) % 10)
}
