import { type VoteWords, voteLanguages } from './vote.ts'

export const optionsMin = 2
export const optionsMax = 10
export const questionMax = 300
export const optionMax = 140

/** Characters that are not seen, or change the direction of what is: no text of a vote has them. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\u115f\u1160]/u

/** The options of a text, one a line. */
export function readOptions(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.normalize('NFC').trim())
    .filter((line) => line !== '')
}

/** What is wrong with the words of a vote, and in which language; undefined when nothing is. */
export function voteWordsProblem(
  words: VoteWords,
): { readonly problem: 'question' | 'option' | 'options'; readonly language: keyof VoteWords } | undefined {
  const { length } = words['es-ES'].options
  for (const language of voteLanguages) {
    const { question, options } = words[language]
    if (question.length > questionMax || unseen.test(question)) return { problem: 'question', language }
    if (options.some((option) => option.length > optionMax || unseen.test(option)))
      return { problem: 'option', language }
    const isDistinct = new Set(options.map((option) => option.toLowerCase())).size === options.length
    const isCountFit = options.length >= optionsMin && options.length <= optionsMax && options.length === length
    if (!isDistinct || !isCountFit) return { problem: 'options', language }
  }
  return undefined
}
