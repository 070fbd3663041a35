import { describe, expect, it } from 'vitest'
import { type ElsewhereFacts, elsewhereProblem } from './elsewhere.ts'

const fine: ElsewhereFacts = {
  payer: 'PEDRO PARAMO RULFO',
  holder: 'Pedro Páramo Rulfo',
  staff: ['Teresa Ruiz'],
  known: [],
}

describe('an account held money may go to instead of its origin', () => {
  it.each([
    ['the same name, however it is written', {}, undefined],
    ['the surname first', { holder: 'Páramo Rulfo, Pedro' }, undefined],
    ['another name', { holder: 'Juan Rulfo' }, 'holder-other'],
    ['a name that leaves one out', { holder: 'Pedro Páramo' }, 'holder-other'],
    ['a name with one more', { holder: 'Pedro Páramo Rulfo Ruiz' }, 'holder-other'],
    ['a payer the rail names with one word', { payer: 'TRANSFERENCIA', holder: 'TRANSFERENCIA' }, 'payer-unnamed'],
    ['a payer the rail does not name', { payer: '', holder: '' }, 'payer-unnamed'],
    ['the name of whoever proposes or decides', { staff: ['Teresa Ruiz', 'Pedro Páramo'] }, 'holder-staff'],
    ['an account others paid from', { known: ['PEDRO PARAMO RULFO', 'Carlos Slim'] }, 'account-of-other'],
    ['an account the payer used before', { known: ['PEDRO PARAMO'] }, undefined],
  ] as const)('%s', (_, change, problem) => {
    expect(elsewhereProblem({ ...fine, ...change })).toBe(problem)
  })
})
