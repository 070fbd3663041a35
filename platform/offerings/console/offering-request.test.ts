import { describe, expect, it } from 'vitest'
import { type Form, noForm, requestOf } from './offering-request.ts'

const zone = 'America/Mexico_City'
const text = { title: 'Oferta', prospectus: 'Se venden títulos.', risks: 'Puede bajar.' }
const moment = (day: string) => ({ day, time: '09:00' })
const full: Form = {
  ...noForm,
  symbol: ' walmex.mx ',
  price: '52.40',
  sizes: { supply: '1000', lot: '10', minimum: '10', cap: '500' },
  words: { 'es-ES': text, 'en-US': text, 'pt-BR': text },
  times: {
    opensAt: moment('2026-12-01'),
    closesAt: moment('2026-12-03'),
    paysAt: moment('2026-12-04'),
    sellableAt: moment('2026-12-04'),
  },
}

describe('the form of an offering', () => {
  it('sends what was typed, the times as they are in the zone of the console', () => {
    expect(requestOf(full, zone)).toMatchObject({
      ...{ symbol: 'WALMEX.MX', price: '52.40', supply: '1000', cap: '500', rule: 'pro-rata', esTitle: 'Oferta' },
      opensAt: Date.UTC(2026, 11, 1, 15),
    })
  })

  it.each([
    ['nothing', noForm],
    ['no price', { ...full, price: '' }],
    ['no lot', { ...full, sizes: { ...full.sizes, lot: '' } }],
    ['no risks in one language', { ...full, words: { ...full.words, 'pt-BR': { ...text, risks: ' ' } } }],
    ['a day that does not exist', { ...full, times: { ...full.times, paysAt: moment('2026-02-30') } }],
  ])('sends nothing while something is missing: %s', (_, form) => {
    expect(requestOf(form, zone)).toBeUndefined()
  })
})
