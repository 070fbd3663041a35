import { describe, expect, it } from 'vitest'
import { figure, fillText } from './fill-text.ts'
import { numberStyleOf } from './number-format.ts'

const mexican = numberStyleOf('es-ES')
const brazilian = numberStyleOf('pt-BR')
const nb = '\u00a0'

describe('a sentence', () => {
  it.each([
    ['El máximo es {max} {currency}.', { max: '25000.00', currency: 'MXN' }, `El máximo es MX$${nb}25,000.00.`],
    ['Un límite va hasta {max} MXN.', { max: '1000000' }, `Un límite va hasta MX$${nb}1,000,000.00.`],
    ['{lost} MXN de {limit} MXN', { lost: '10.5', limit: '-3.00' }, `MX$${nb}10.50 de −MX$${nb}3.00`],
    ['Te faltan {short}.', { short: '1234.50 USD' }, `Te faltan $${nb}1,234.50.`],
    ['Faltan {short} {asset}', { short: '0.00250000', asset: 'BTC' }, `Faltan BTC${nb}0.0025`],
    ['Precio {low} y {high}', { low: '62.3960', high: '1200' }, 'Precio 62.396 y 1200'],
    ['Quedan {left} de {n} el {day}', { left: '3', n: '25000', day: '2026-11-23' }, 'Quedan 3 de 25000 el 2026-11-23'],
    ['{quantity} {asset}', { quantity: '12.5', asset: 'STK:WALMEX.MX' }, '12.5 STK:WALMEX.MX'],
    ['{fee} IVA y {what} {asset}', { fee: '5.00' }, '5.00 IVA y {what} {asset}'],
    ['{asset} no se recibe', { asset: 'USDT' }, 'USDT no se recibe'],
  ])('%#: shows an amount as the app does, and anything else unchanged', (text, values, said) => {
    expect(fillText(text, values, mexican)).toBe(said)
  })

  it('follows the number style of its language', () => {
    expect(fillText('{max} {asset}', { max: '25000.00', asset: 'MXN' }, brazilian)).toBe(`MX$${nb}25.000,00`)
    expect(figure('1234.50 BRL', brazilian)).toBe(`R$${nb}1.234,50`)
  })
})
