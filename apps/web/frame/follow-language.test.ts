import { expect, it } from 'vitest'
import { languageDue } from './follow-language.ts'

const account = (language: string, restricted = false) => ({ language, restricted })

it.each([
  ['chosen here, and the account has another', account('es-ES'), 'en-US', 'en-US', 'en-US'],
  ['the account’s own', account('en-US'), 'en-US', 'en-US', undefined],
  ['never chosen on this phone', account('pt-BR'), 'es-ES', '', undefined],
  ['of a restricted customer, who changes nothing', account('es-ES', true), 'en-US', 'en-US', undefined],
  ['not known yet', undefined, 'en-US', 'en-US', undefined],
] as const)('a language %s', (_, known, shown, chosen, due) => {
  expect(languageDue(known, shown, chosen)).toBe(due)
})
