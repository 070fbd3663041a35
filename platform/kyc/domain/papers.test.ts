import { mayMove } from '@bolsillo/cases/domain'
import { tradeDate } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { levelOf, limitSetting, limitSettings } from './levels.ts'
import { paperProblems, readPapers } from './paper-problems.ts'
import { type PaperTexts, paperFields } from './papers.ts'
import { type IdentityState, identityMoves, masked, readRefusal, refusalReasons, reviewHints } from './review.ts'

const today = tradeDate('2026-03-02')
const mexican: PaperTexts = {
  country: 'MX',
  certificate: 'id-card',
  name: 'Wendy Boro',
  birthDate: '1931-08-20',
  number: 'IDMEX1234567',
  expiry: '2030-12-31',
  curp: 'BOXW310820HNERXN09',
  front: 'fil_1',
  back: 'fil_2',
}
const brazilian: PaperTexts = {
  country: 'BR',
  certificate: 'id-card',
  name: 'João da Silva',
  birthDate: '1990-05-01',
  number: '12.345.678-9',
  cpf: '111.444.777-35',
  front: 'fil_1',
  back: 'fil_2',
}
const foreign: PaperTexts = {
  country: 'ES',
  certificate: 'passport',
  name: 'Ana Díaz',
  birthDate: '1990-05-01',
  number: 'XDA123456',
  expiry: '2031-01-01',
  front: 'fil_1',
}

describe('papers', () => {
  it.each([
    ['of a Mexican', mexican],
    ['of a Brazilian, whose card never expires', brazilian],
    ['of anybody with a passport: one page', foreign],
    ['with an RFC whose digit does not fit', { ...mexican, rfc: 'GODE561231GR9' }],
  ])('%s are in order', (_, texts) => {
    expect(paperProblems(texts, today)).toEqual([])
  })

  it.each([
    [{ ...mexican, country: 'XX' }, 'country', 'country-unknown'],
    [{ ...mexican, country: 'mx' }, 'country', 'country-unknown'],
    [{ ...mexican, certificate: 'licence' }, 'certificate', 'certificate-unknown'],
    [{ ...mexican, name: undefined }, 'name', 'paper-needed'],
    [{ ...mexican, name: '' }, 'name', 'paper-needed'],
    [{ ...mexican, name: 'Wendy' }, 'name', 'name-malformed'],
    [{ ...mexican, birthDate: '2026-02-30' }, 'birthDate', 'birth-date-impossible'],
    [{ ...foreign, birthDate: '2026-03-03' }, 'birthDate', 'birth-date-impossible'],
    [{ ...foreign, birthDate: '1899-01-01' }, 'birthDate', 'birth-date-impossible'],
    [{ ...foreign, birthDate: '275760-01-01' }, 'birthDate', 'birth-date-impossible'],
    [{ ...foreign, birthDate: '2008-03-03' }, 'birthDate', 'under-age'],
    [{ ...mexican, number: '1234' }, 'number', 'document-number-malformed'],
    [{ ...mexican, expiry: '2026-03-02' }, 'expiry', 'document-expired'],
    [{ ...mexican, expiry: '2046-12-31' }, 'expiry', 'expiry-impossible'],
    [{ ...mexican, expiry: '9999-12-31' }, 'expiry', 'expiry-impossible'],
    [{ ...mexican, curp: undefined }, 'curp', 'paper-needed'],
    [{ ...mexican, curp: 'BOXW310820HNERXN08' }, 'curp', 'curp-check-digit'],
    [{ ...mexican, curp: 'BOXW' }, 'curp', 'curp-malformed'],
    [{ ...mexican, birthDate: '1931-08-21' }, 'curp', 'curp-birth-date'],
    [{ ...mexican, name: 'Carlos Ruiz Ortega' }, 'curp', 'curp-name'],
    [{ ...mexican, rfc: 'GODE5612' }, 'rfc', 'rfc-malformed'],
    [{ ...mexican, cpf: '11144477735' }, 'cpf', 'paper-not-asked'],
    [{ ...brazilian, cpf: '11111111111' }, 'cpf', 'cpf-malformed'],
    [{ ...brazilian, cpf: '11144477736' }, 'cpf', 'cpf-check-digit'],
    [{ ...brazilian, cnpj: '12.ABC.345/01DE-36' }, 'cnpj', 'cnpj-check-digit'],
    [{ ...brazilian, curp: 'BOXW310820HNERXN09' }, 'curp', 'paper-not-asked'],
    [{ ...foreign, back: 'fil_2' }, 'back', 'paper-not-asked'],
    [{ ...mexican, back: undefined }, 'back', 'paper-needed'],
  ])('%#: names the field and what is wrong with it', (texts, field, problem) => {
    expect(paperProblems(texts, today)).toEqual([{ field, problem }])
  })

  it('are of age on the birthday, also of somebody born on 29 February', () => {
    expect(paperProblems({ ...foreign, birthDate: '2008-03-02' }, today)).toEqual([])
    const born = { ...foreign, birthDate: '2008-02-29' }
    expect(paperProblems(born, tradeDate('2026-02-28'))).toEqual([{ field: 'birthDate', problem: 'under-age' }])
    expect(paperProblems(born, tradeDate('2026-03-01'))).toEqual([])
  })

  it('are kept as they are compared', () => {
    expect(readPapers({ ...brazilian, name: ' João  da Silva ' })).toEqual({
      name: 'João da Silva',
      birthDate: '1990-05-01',
      number: '123456789',
      cpf: '11144477735',
    })
  })
})

describe('a review', () => {
  const states: readonly IdentityState[] = ['none', 'pending', 'succ', 'fail']
  const allowed = ['none>pending', 'pending>succ', 'pending>fail', 'fail>pending']
  it.each(states.flatMap((from) => states.map((to) => [from, to] as const)))('may go from %s to %s?', (from, to) => {
    expect(mayMove(identityMoves, from, to)).toBe(allowed.includes(`${from}>${to}`))
  })

  it('refuses fields by closed lists alone', () => {
    for (const field of paperFields) {
      for (const reason of refusalReasons[field]) expect(readRefusal(`${field}:${reason}`)).toEqual({ field, reason })
    }
    for (const text of ['', 'front', 'front:', 'front:ugly', 'name:blurred', 'level:expired-meanwhile', '__proto__:x'])
      expect(readRefusal(text)).toBeUndefined()
  })

  it('asks for no money: no reason and no field has to do with paying', () => {
    const words = Object.entries(refusalReasons).flat(2).join(' ')
    expect(words).not.toMatch(/pay|fee|deposit|balance|amount|tax/)
  })

  it('hints at what should be looked at twice', () => {
    const papers = readPapers({ ...mexican, rfc: 'BOWE310821GR9', expiry: '2026-03-20' })
    expect(reviewHints(papers, today, true)).toEqual(['rfc-check-digit', 'rfc-birth-date', 'expires-soon', 'duplicate'])
    const married = readPapers({ ...mexican, name: 'Wendy Bravo' })
    expect(reviewHints(married, today, false)).toEqual(['curp-name-doubtful'])
    expect(reviewHints(readPapers(mexican), today, false)).toEqual([])
  })

  it('covers what a reader need not know', () => {
    expect(masked('BOXW310820HNERXN09')).toBe('BO••••••••••••••09')
    expect(masked('12345')).toBe('1•••5')
    expect(masked('123')).toBe('•••')
  })
})

describe('levels', () => {
  it('come from what was checked, and open ten times as much each', () => {
    expect(levelOf({})).toBe(1)
    expect(levelOf({ cpf: '1' })).toBe(2)
    expect(limitSetting(1, 'MXN', 'deposit-day')?.standard).toBe('50000')
    expect(limitSetting(2, 'MXN', 'deposit-day')?.standard).toBe('500000')
    expect(limitSetting(2, 'BTC', 'withdrawal-day')?.standard).toBe('0.5')
    expect(limitSetting(2, 'BTC', 'withdrawal-month')?.standard).toBe('3')
    expect(limitSettings.size).toBe(2 * 6 * 3)
    expect(limitSetting(1, 'STK:WALMEX.MX', 'deposit-day')).toBeUndefined()
  })
})
