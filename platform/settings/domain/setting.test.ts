import { describe, expect, it } from 'vitest'
import { appSettings } from './app-settings.ts'
import { publishedValue } from './published.ts'
import { defineSetting, settingProblem } from './setting.ts'

const collar = defineSetting({
  key: 'trading.collar-bps',
  type: 'whole',
  standard: 500,
  min: 1,
  max: 5000,
  purpose: '',
})
const rate = defineSetting({
  key: 'stocks.fee-rate',
  type: 'decimal',
  standard: '0.25',
  min: '0',
  max: '1.00',
  scale: 4,
  purpose: '',
})
const name = defineSetting({ key: 'firm.name', type: 'text', standard: '', lengthMax: 12, purpose: '' })
const open = defineSetting({ key: 'stocks.us-open', type: 'flag', standard: true, purpose: '' })

describe('a setting', () => {
  it.each([
    [collar, 1, undefined],
    [collar, 5000, undefined],
    [collar, 5001, 'is not in 1 … 5000'],
    [collar, 0, 'is not in 1 … 5000'],
    [collar, 1.5, 'is not a whole number'],
    [collar, Number.NaN, 'is not a whole number'],
    [collar, '500', 'is not a whole number'],
    [name, '', undefined],
    [name, 'Firma, S.A.', undefined],
    [name, 'Firma, S.A. X', 'is longer than 12'],
    [name, ' Firma', 'begins or ends with a space'],
    [name, 'Fir\nma', 'holds what cannot be seen'],
    [name, 'Fir\u202ema', 'holds what cannot be seen'],
    [name, 7, 'is not a text'],
    [rate, '1', undefined],
    [rate, '0.0001', undefined],
    [rate, '0.00001', 'has over 4 decimals'],
    [rate, '1.01', 'is not in 0 … 1.00'],
    [rate, '-0.1', 'is not in 0 … 1.00'],
    [rate, '1e-1', 'is not a decimal'],
    [rate, 1, 'is not a decimal text'],
    [open, false, undefined],
    [open, 'true', 'is neither true nor false'],
    [appSettings.stockCountry, 'US', undefined],
    [appSettings.stockCountry, 'MX', 'is none of IN, US'],
    [appSettings.languages, ['pt-BR', 'es-ES'], undefined],
    [appSettings.languages, ['es-ES', 'es-ES'], 'holds a word twice'],
    [appSettings.languages, ['fr-FR'], 'holds fr-FR, none of es-ES, en-US, pt-BR'],
    [appSettings.languages, 'es-ES', 'is not a list'],
  ])('%#: allows only what it declares', (setting, value, problem) => {
    expect(settingProblem(setting, value)).toBe(problem)
  })

  it('has the value of the specification, until changed', () => {
    const { areaCode, stockCountry, mainIndicator, subIndicator, tradeType, router } = appSettings
    expect([areaCode, stockCountry, mainIndicator, subIndicator, tradeType, router].map((row) => row.standard)).toEqual(
      ['+52', 'IN', 'SMA', 'VOL', 'coin', '/pages/tabbar/home'],
    )
  })
})

describe('what is published', () => {
  it.each([
    [{ mainInd: 'EMA' }, 'EMA'],
    [{}, 'SMA'],
    [{ mainInd: 'RAINBOW' }, 'SMA'],
    [{ mainInd: { name: 'EMA' } }, 'SMA'],
  ])('%j rules the app, and its default where this version does not know the value', (props, value) => {
    expect(publishedValue(appSettings.mainIndicator, props)).toBe(value)
  })

  it('keeps lists in the order of the server', () => {
    const props = { areaCodes: ['+55', '+52'] }
    expect(publishedValue(appSettings.areaCodes, props)).toEqual(['+55', '+52'])
  })

  it('offers only what the app can show: indicators it draws, area codes it reads', () => {
    expect(appSettings.areaCode.choices).toEqual(appSettings.areaCodes.choices)
    expect(appSettings.areaCodes.standard).toEqual(appSettings.areaCodes.choices)
  })
})
