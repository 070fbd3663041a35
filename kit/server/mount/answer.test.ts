import { reject, rejectionSpec } from '@bolsillo/kernel'
import { expect, it } from 'vitest'
import type { Room } from '../room.ts'
import { createAnswers } from './answer.ts'

const spec = rejectionSpec('short-of-money', 99_001, 409)
const room = {
  name: 'shop',
  handlers: [{ call: { rejections: [spec] } }],
  messages: {
    'es-ES': { rejections: { 'short-of-money': 'Faltan {short} hasta el {until}, {count} veces.' } },
    'en-US': { rejections: { 'short-of-money': '{short} is missing until {until}, {count} times.' } },
    'pt-BR': { rejections: { 'short-of-money': 'Faltam {short} até {until}, {count} vezes.' } },
  },
} as unknown as Room

it('writes the figures of a refusal as its language does, and sends them as they are beside it', () => {
  const values = { short: '5184.590000', until: '23-11-2026 00:00', count: '3' }
  const answers = createAnswers([room], 'SIM')
  const said = (['es-ES', 'en-US', 'pt-BR'] as const).map((language) =>
    JSON.parse(answers.of(reject(spec, { values }), language).body),
  )
  expect(said.map(({ msg }) => msg)).toEqual([
    'Faltan 5,184.59 hasta el 23-11-2026 00:00, 3 veces.',
    '5,184.59 is missing until 23-11-2026 00:00, 3 times.',
    'Faltam 5.184,59 até 23-11-2026 00:00, 3 vezes.',
  ])
  expect(said.map(({ data }) => data.values)).toEqual([values, values, values])
})

it('writes a time of a refusal as a moment', () => {
  const opening = rejectionSpec('opens-later', 99_002, 409)
  const words = { rejections: { 'opens-later': '{opensAt}' } }
  const shop = {
    name: 'shop',
    handlers: [{ call: { rejections: [opening] } }],
    messages: { 'es-ES': words, 'en-US': words, 'pt-BR': words },
  } as unknown as Room
  const answers = createAnswers([shop], 'SIM')
  const said = (opensAt: string): string =>
    JSON.parse(answers.of(reject(opening, { values: { opensAt } }), 'en-US').body).msg
  expect(said('1772461800000')).toBe('02-03-2026 08:30 (America/Mexico_City)')
  expect(said('')).toBe('')
})

it.each([
  ['45.817315', '45.817315', '45,817315'],
  ['0.00010000', '0.0001', '0,0001'],
  ['-1234567.5', '−1,234,567.5', '−1.234.567,5'],
  ['25000.00 MXN', 'MX$\u00a025,000.00', 'MX$\u00a025.000,00'],
  ['100.00', '100.00', '100,00'],
  ['2000000', '2000000', '2000000'],
  ['23-11-2026 00:00', '23-11-2026 00:00', '23-11-2026 00:00'],
])('%s is written %s, and in Portuguese %s', (short, english, portuguese) => {
  const answers = createAnswers([room], 'SIM')
  const said = (language: 'en-US' | 'pt-BR'): string =>
    JSON.parse(answers.of(reject(spec, { values: { short, until: 'u', count: '1' } }), language).body).msg
  expect([said('en-US').split(' is ')[0], said('pt-BR').split(' até ')[0]]).toEqual([english, `Faltam ${portuguese}`])
})
