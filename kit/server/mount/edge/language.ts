import { type Language, languages } from '../../room.ts'
import { remembering } from '../remembering.ts'

const standard: Language = 'es-ES'
const rangesMax = 20

/** The language of a request: the first of its preferences that we have; otherwise Spanish. */
export function languageOf(header: string | undefined): Language {
  return header === undefined ? standard : preferredOf(header)
}

const preferredOf = remembering((header: string): Language => {
  const ranges = header
    .split(',', rangesMax)
    .map((range, place) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim().toLowerCase(), weight: quality === undefined ? 1 : Number(quality), place }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
  for (const { tag } of ranges) {
    // Another country's variant (es-MX, en-GB) gets our variant of its language.
    const found =
      languages.find((language) => language.toLowerCase() === tag) ??
      languages.find((language) => language.slice(0, 2) === tag.slice(0, 2))
    if (found !== undefined) return found
  }
  return standard
})
