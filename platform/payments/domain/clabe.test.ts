import { describe, expect, it } from 'vitest'
import { bankOfClabe, clabeCheckDigit, readClabe, virtualClabe } from './clabe.ts'

describe('a CLABE', () => {
  it.each([
    ['032180000118359719', 'Banorte (Ixe)'],
    ['012660015490725198', 'BBVA México'],
    ['032 180 00011835971 9', 'Banorte (Ixe)'],
  ])('%s is read, with its bank', (text, bank) => {
    expect(readClabe(text)).toEqual({ kind: 'clabe', clabe: text.replaceAll(' ', ''), bank })
  })

  it.each([
    ['032180000118359718', 'check-digit'],
    ['03218000011835971', 'malformed'],
    ['0321800001183597190', 'malformed'],
    ['03218000011835971a', 'malformed'],
    ['', 'malformed'],
    ['０３２１８００００１１８３５９７１９', 'malformed'],
  ])('%s is refused: %s', (text, kind) => {
    expect(readClabe(text)).toEqual({ kind })
  })

  it('of a bank nobody knows yet is only without a name', () => {
    const digits = '98718000011835971'
    expect(readClabe(digits + clabeCheckDigit(digits))).toMatchObject({ kind: 'clabe', bank: undefined })
  })

  it('differs in its last digit from every one with one digit changed', () => {
    const clabe = '032180000118359719'
    for (let place = 0; place < 18; place += 1) {
      for (const digit of '0123456789') {
        const changed = clabe.slice(0, place) + digit + clabe.slice(place + 1)
        if (changed !== clabe) expect(readClabe(changed).kind, changed).toBe('check-digit')
      }
    }
  })

  it('of a customer’s own is right, another for each, and of the bank that gives it', () => {
    const of = (customerNo: number) => virtualClabe({ bank: '646', plaza: '180', prefix: '1234', customerNo })
    const all = Array.from({ length: 5_000 }, (_, n) => of(n + 1))
    expect(new Set(all).size).toBe(5_000)
    for (const clabe of all) expect(readClabe(clabe).kind).toBe('clabe')
    expect(bankOfClabe(of(1))).toBe('STP')
    expect(() => of(0)).toThrow('not 17 digits')
    expect(() => of(10_000_000)).toThrow('not 17 digits')
  })
})
