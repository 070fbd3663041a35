import type { UiWords } from '@bolsillo/ui'
import type { Language } from '@bolsillo/web-kit'

const known = new Map<Language, UiWords>()

/** Keeps the words of the parts of a language; they come in the same chunk as the rooms'. */
export function keepUiWords(language: Language, words: UiWords): void {
  known.set(language, words)
}

/** The words of the parts. Asserts that the language's chunk has come. */
export function uiWords(language: Language): UiWords {
  const words = known.get(language)
  if (words === undefined) throw new Error(`the words of ${language} have not come yet`)
  return words
}
