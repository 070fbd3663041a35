import { reject, rejectionSpec } from '@bolsillo/kernel'
import { expect, it } from 'vitest'
import type { Room } from '../room.ts'
import { createAnswers } from './answer.ts'

const short = rejectionSpec('short-of-money', 99_001, 409)
const room = {
  name: 'shop',
  handlers: [{ call: { rejections: [short] } }],
  messages: {
    'es-ES': { rejections: { 'short-of-money': 'Faltan {short} hasta el {until}, {count} veces.' } },
    'en-US': { rejections: { 'short-of-money': '{short} is missing until {until}, {count} times.' } },
    'pt-BR': { rejections: { 'short-of-money': 'Faltam {short} até {until}, {count} vezes.' } },
  },
} as unknown as Room

it('writes the figures of a refusal as its language does, and sends them as they are beside it', () => {
  const values = { short: '184.59', until: '23-11-2026 00:00', count: '3' }
  const answers = createAnswers([room], 'SIM')
  const said = (['es-ES', 'en-US', 'pt-BR'] as const).map((language) =>
    JSON.parse(answers.of(reject(short, { values }), language).body),
  )
  expect(said.map(({ msg }) => msg)).toEqual([
    'Faltan 184.59 hasta el 23-11-2026 00:00, 3 veces.',
    '184.59 is missing until 23-11-2026 00:00, 3 times.',
    'Faltam 184,59 até 23-11-2026 00:00, 3 vezes.',
  ])
  expect(said.map(({ data }) => data.values)).toEqual([values, values, values])
})
