import { describe, expect, it } from 'vitest'
import { crc16, readBrCode, writeBrCode } from './br-code.ts'
import { readCnpj, readCpf } from './tax-number.ts'

// The example of the central bank's own manual of BR Codes.
const manual =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'

describe('a BR Code', () => {
  it('ends with the CRC16 of what comes before it', () => {
    expect(crc16('123456789')).toBe('29B1')
    expect(crc16(manual.slice(0, -4))).toBe('1D3D')
  })

  it('is read as the central bank writes it', () => {
    expect(readBrCode(manual)).toEqual({
      kind: 'static',
      target: '123e4567-e12b-12d1-a456-426655440000',
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      txid: '***',
    })
  })

  it('is written byte for byte as the central bank writes it', () => {
    const code = readBrCode(manual)
    expect(code === undefined ? '' : writeBrCode(code)).toBe(manual)
  })

  it('comes back from what was written, with an amount, and without letters banks cannot print', () => {
    const code = {
      kind: 'static',
      target: 'ana@banco.br',
      amount: '1234.50',
      name: 'João Conceição da Sïlva Pereira Neto',
      city: 'São Paulo',
      txid: 'BOLSILLO0000000001',
    } as const
    expect(readBrCode(writeBrCode(code))).toEqual({ ...code, name: 'Joao Conceicao da Silva P', city: 'Sao Paulo' })
  })

  it('that is dynamic names an address instead of a key', () => {
    const code = {
      kind: 'dynamic',
      target: 'pix.banco.br/qr/v2/9d36b84f',
      name: 'Loja',
      city: 'Recife',
      txid: '***',
    } as const
    const text = writeBrCode(code)
    expect(text).toContain('010212')
    expect(readBrCode(text)).toEqual(code)
  })

  it('is not read with one character changed', () => {
    for (let place = 0; place < manual.length; place += 1) {
      const changed = manual.slice(0, place) + (manual[place] === '7' ? '8' : '7') + manual.slice(place + 1)
      expect(readBrCode(changed), changed).toBeUndefined()
    }
  })

  it('does not take a txid with other than letters and digits, nor one too long', () => {
    const code = { kind: 'static', target: 'k', name: 'N', city: 'C' } as const
    for (const txid of ['a b', 'ç', 'A'.repeat(26), '']) expect(() => writeBrCode({ ...code, txid })).toThrow('txid')
  })
})

describe('Brazil’s numbers of people and firms', () => {
  it.each([
    ['111.444.777-35', '11144477735'],
    ['11144477735', '11144477735'],
  ])('CPF %s is read', (text, cpf) => {
    expect(readCpf(text)).toBe(cpf)
  })
  it.each(['11144477734', '00000000000', '99999999999', '1114447773', '1114447773X'])('CPF %s is none', (text) => {
    expect(readCpf(text)).toBeUndefined()
  })
  it.each([
    ['16.727.230/0001-97', '16727230000197'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
  ])('CNPJ %s is read, also with letters', (text, cnpj) => {
    expect(readCnpj(text)).toBe(cnpj)
  })
  it.each(['16.727.230/0001-98', '12ABC34501DE3A', '00000000000000'])('CNPJ %s is none', (text) => {
    expect(readCnpj(text)).toBeUndefined()
  })
})
