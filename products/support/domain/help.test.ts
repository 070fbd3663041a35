import { describe, expect, it } from 'vitest'
import { help as en } from '../messages/help/help-en.ts'
import { help as es } from '../messages/help/help-es.ts'
import { help as pt } from '../messages/help/help-pt.ts'
import { helpKeys, searchHelp } from './help.ts'

describe('the help', () => {
  it.each([
    ['es-ES', es, 'comision', 'fees'],
    ['es-ES', es, 'no me deja retirar a cuenta nueva', 'new-destination'],
    ['es-ES', es, 'olvide contrasena', 'lost-password'],
    // One typo in a word.
    ['es-ES', es, 'comsion', 'fees'],
    ['en-US', en, 'statments', 'statements'],
    ['en-US', en, 'forgot password', 'lost-password'],
    ['pt-BR', pt, 'esqueci senha', 'lost-password'],
    ['pt-BR', pt, 'extarto', 'statements'],
  ] as const)('in %s answers “%#” first', (_, words, typed, key) => {
    expect(searchHelp(words, typed)[0]).toBe(key)
  })

  it('shows everything while nothing is typed, and nothing where it has no answer', () => {
    expect(searchHelp(es, ' ¿cómo? ')).toEqual(helpKeys)
    expect(searchHelp(es, 'zzzz qqqq')).toEqual([])
  })

  it('names no figure: a setting could change it', () => {
    for (const words of [es, en, pt]) expect(JSON.stringify(words)).not.toMatch(/\d/)
  })
})
