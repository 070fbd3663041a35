import { integerBetween, pick, type Rng, type TradeDate } from '@bolsillo/kernel'
import { paperProblems } from './paper-problems.ts'
import type { PaperTexts } from './papers.ts'

// People of the practice market: their papers are in order and are nobody's. Words without accents, so that every letter of
// a CURP is a letter of the name.
const given = [
  'Ximena',
  'Rodrigo',
  'Camila',
  'Mateo',
  'Regina',
  'Emilio',
  'Valeria',
  'Bruno',
  'Renata',
  'Gael',
] as const
const surnames = [
  ...['Torres', 'Medina', 'Campos', 'Rivas', 'Luna', 'Salas', 'Mora', 'Fuentes', 'Robles', 'Vargas', 'Cordero'],
  ...['Lozano', 'Paredes', 'Serrano', 'Zavala', 'Duarte', 'Beltran', 'Navarro', 'Tapia', 'Villegas'],
] as const
const states = ['DF', 'JC', 'NL', 'PL', 'YN', 'OC', 'VZ', 'QT'] as const
const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
/** Some letters spell words that no CURP has; then another person is drawn. */
const triesMax = 50
const yearsValid = 8

/** Everything of a submission except the photos. */
export type PracticePapers = PaperTexts &
  Readonly<Record<'country' | 'certificate' | 'name' | 'birthDate' | 'number' | 'expiry' | 'curp', string>>

/**
 * Draws a person with valid papers. Numbers are drawn anew each time: two customers with the same ones would need two
 * people to verify them.
 */
export function practicePerson(rng: Rng, today: TradeDate): PracticePapers {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const papers = draw(rng, today)
    const photos = { front: 'fil_0', back: 'fil_0' }
    if (paperProblems({ ...papers, ...photos }, today).length === 0) return papers
  }
  throw new Error(`none of ${triesMax} drawn people has papers in order`)
}

function draw(rng: Rng, today: TradeDate): PracticePapers {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => String(integerBetween(rng, 0, 9))).join('')
  const [first, paternal] = [pick(rng, given), pick(rng, surnames)]
  const maternal = pick(
    rng,
    surnames.filter((surname) => surname !== paternal),
  )
  const twoDigits = (low: number, high: number): string => String(integerBetween(rng, low, high)).padStart(2, '0')
  const [year, month, day] = [String(integerBetween(rng, 1960, 1999)), twoDigits(1, 12), twoDigits(1, 28)]
  const letters = curpLetters(first, paternal, maternal)
  const sex = pick(rng, ['H', 'M'] as const)
  const begin = `${letters.initials}${year.slice(2)}${month}${day}${sex}${pick(rng, states)}${letters.consonants}${digits(1)}`
  return {
    country: 'MX',
    certificate: 'id-card',
    name: `${first} ${paternal} ${maternal}`,
    birthDate: `${year}-${month}-${day}`,
    number: `PRACTICA${digits(11)}`,
    expiry: `${Number(today.slice(0, 4)) + yearsValid}-12-31`,
    curp: `${begin}${curpDigit(begin)}`,
  }
}

/** The four initials and the three inner consonants. */
function curpLetters(first: string, paternal: string, maternal: string) {
  const [one, two, name] = [paternal.toUpperCase(), maternal.toUpperCase(), first.toUpperCase()]
  const inner = (word: string, kind: RegExp): string => [...word.slice(1)].find((letter) => kind.test(letter)) ?? 'X'
  const consonant = /[B-DF-HJ-NP-TV-Z]/
  return {
    initials: `${one[0]}${inner(one, /[AEIOU]/)}${two[0]}${name[0]}`,
    consonants: [one, two, name].map((word) => inner(word, consonant)).join(''),
  }
}

/** The last digit, of the seventeen places before it. */
function curpDigit(begin: string): string {
  const sum = [...begin].reduce((total, letter, place) => total + curpAlphabet.indexOf(letter) * (18 - place), 0)
  return String((10 - (sum % 10)) % 10)
}
