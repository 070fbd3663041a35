import { expect, it } from 'vitest'
import { numberText, titleOfEntry } from './entry-title.ts'

it.each([
  ['-1234567.50', 'es-ES', '-1,234,567.50'],
  ['-1234567.50', 'pt-BR', '-1.234.567,50'],
  ['0.00000001', 'en-US', '0.00000001'],
  ['12', 'pt-BR', '12'],
] as const)('%s in %s is %s', (decimal, language, text) => {
  expect(numberText(decimal, language)).toBe(text)
})

it('makes the title of an entry, and names one it has no words for', () => {
  const words = { kinds: { 'stock-buy': 'Compra {quantity} {instrument}', other: 'Movimiento' }, purses: {} }
  const details = { instrument: 'WALMEX.MX', quantity: '1500' }
  expect(titleOfEntry(words, { kind: 'stock-buy', details }, 'es-ES')).toBe('Compra 1,500 WALMEX')
  expect(titleOfEntry(words, { kind: 'unheard-of', details }, 'es-ES')).toBe('Movimiento')
})
