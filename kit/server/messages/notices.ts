import { fillText, numberStyleOf } from '@bolsillo/kernel'
import { type Language, languages } from '../room.ts'

/** A notice's words of one language, as `notices` of a room's messages has them; they may hold {placeholders}. */
interface NoticeWords {
  readonly title: string
  readonly text: string
}

/** A notice in every language. */
export interface WrittenNotice {
  readonly title: Readonly<Record<string, string>>
  readonly text: Readonly<Record<string, string>>
}

/** Values of placeholders, by name. */
export type NoticeValues = Readonly<Record<string, string>>

/** Words with their placeholders filled in, figures as the app shows them; a placeholder without a value becomes empty. */
export const fillWords = (words: string, values: NoticeValues, language: Language): string =>
  fillText(words, values, numberStyleOf(language)).replaceAll(/\{\w+\}/g, '')

/** Writes a notice in every language. `valuesOf`: what fills its placeholders, by language. */
export function writeNotice(
  wordsOf: (language: Language) => NoticeWords,
  valuesOf: (language: Language) => NoticeValues = () => ({}),
): WrittenNotice {
  const written = (part: 'title' | 'text') =>
    Object.fromEntries(
      languages.map((language) => [language, fillWords(wordsOf(language)[part], valuesOf(language), language)]),
    )
  return { title: written('title'), text: written('text') }
}
