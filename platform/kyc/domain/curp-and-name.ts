import type { CurpFacts } from './identifiers.ts'
import { nameWords } from './person-name.ts'

/**
 * How a CURP goes with a name. `fits`: some order of the name's words gives all its letters. `differs`: not even the
 * initials are in the name. `doubtful`: between the two; a person looks.
 */
type CurpFit = 'fits' | 'doubtful' | 'differs'

// More words than this are compared by initials only: the orders would be too many.
const wordsMax = 8
const vowels = /[AEIOU]/
const consonant = /[BCDFGHJKLMNPQRSTVWXYZ]/
// The first given name is passed over when it is one of these and there is another.
const commonFirstNames = new Set(['MARIA', 'MA', 'M', 'JOSE', 'J'])

/** How the letters of a CURP go with a name in any order: documents put surnames first, people last. */
export function curpFitsName(
  { initials, consonants }: Pick<CurpFacts, 'initials' | 'consonants'>,
  name: string,
): CurpFit {
  // The registry writes Ñ as X; `nameWords` writes it as N.
  const words = nameWords(name.normalize('NFC').replaceAll(/[ñÑ]/g, 'X')).slice(0, wordsMax)
  const begins = (letter: string | undefined): boolean => letter === 'X' || words.some((word) => word[0] === letter)
  if (![initials[0], initials[2], initials[3]].every(begins)) return 'differs'
  const some = words.some((paternal) =>
    [...words, ''].some(
      (maternal) =>
        maternal !== paternal &&
        words.some((given) => {
          if (given === paternal || given === maternal) return false
          if (commonFirstNames.has(given) && words.length > 3) return false
          return lettersOf(paternal, maternal, given).every(([letter, expected]) => fits(letter, expected))
        }),
    ),
  )
  return some ? 'fits' : 'doubtful'

  function lettersOf(paternal: string, maternal: string, given: string): readonly (readonly [string, string])[] {
    return [
      [initials[0] ?? '', paternal[0] ?? 'X'],
      [initials[1] ?? '', innerLetter(paternal, vowels)],
      [initials[2] ?? '', maternal[0] ?? 'X'],
      [initials[3] ?? '', given[0] ?? 'X'],
      [consonants[0] ?? '', innerLetter(paternal, consonant)],
      [consonants[1] ?? '', innerLetter(maternal, consonant)],
      [consonants[2] ?? '', innerLetter(given, consonant)],
    ]
  }
}

/** An X is used for what is missing, for Ñ, and for a letter that would have spelled a rude word. */
function fits(letter: string, expected: string): boolean {
  return letter === expected || letter === 'X'
}

function innerLetter(word: string, kind: RegExp): string {
  return [...word.slice(1)].find((letter) => kind.test(letter)) ?? 'X'
}
