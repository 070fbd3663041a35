import { instruments } from '@bolsillo/market/domain'
import { authorities } from '@bolsillo/support/domain'
import type { Language } from '../stage/phone.ts'
import { allWords, textsIn } from './all-words.ts'
import { writtenPlace } from './location-screens.ts'

const textsOf = async (language: Language): Promise<ReadonlySet<string>> =>
  new Set((await allWords(language)).flatMap(textsIn))
const known = { 'es-ES': await textsOf('es-ES'), 'en-US': await textsOf('en-US'), 'pt-BR': await textsOf('pt-BR') }
/**
 * The exchange of Mexico is the name of a share, too, which no language translates; nor are official names of authorities;
 * a language is chosen by its own name, and what staff write of a place is in their own words.
 */
const names: ReadonlySet<string> = new Set([
  ...[instruments, ...Object.values(authorities)].flatMap((some) => some.map(({ name }) => name)),
  ...['Español', 'English', 'Português'],
  ...Object.values(writtenPlace.texts),
])
/** Letters are kept in the language of whoever got them on the day they were sent. */
const letters: ReadonlySet<string> = new Set(['inbox'])
/** A sentence, and no name: several words that begin small. */
const isSentence = (text: string): boolean => (text.match(/(?<!\S)\p{Ll}+/gu) ?? []).length >= 4

/**
 * Texts that show in two languages alike, on the same screen, though they are sentences, or words of Spanish that the
 * other language has no such word for.
 * @param texts by screen, then by language.
 */
export function untranslated(texts: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>): readonly string[] {
  return [...texts].flatMap(([screen, byLanguage]) => {
    if (letters.has(screen)) return []
    const spanish = new Set(byLanguage.get('es-ES') ?? [])
    return (['en-US', 'pt-BR'] as const).flatMap((language) => {
      return (byLanguage.get(language) ?? [])
        .filter((text) => spanish.has(text) && !names.has(text))
        .filter((text) => isSentence(text) || (known['es-ES'].has(text) && !known[language].has(text)))
        .map((text) => `${screen} (${language}): “${text.slice(0, 80)}” is Spanish too`)
    })
  })
}
