import { type OfferingWords, offeringLanguages } from './offering.ts'

const risksLeast = 1
export const risksMost = 10
const riskMax = 300

/** Characters that are not seen, or change the direction of what is: no text of an offering has them. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\u115f\u1160]/u

/** The risks of a text, one a line. */
export function readRisks(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.normalize('NFC').trim())
    .filter((line) => line !== '')
}

/** A prospectus as it is kept: paragraphs parted by an empty line. */
export const readProspectus = (text: string): string =>
  text
    .replaceAll('\r', '')
    .normalize('NFC')
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n')

/** What is wrong with the words of an offering, and in which language; undefined when nothing is. */
export function offeringWordsProblem(
  words: OfferingWords,
): { readonly problem: 'title' | 'prospectus' | 'risks'; readonly language: keyof OfferingWords } | undefined {
  const { length } = words['es-ES'].risks
  for (const language of offeringLanguages) {
    const { title, prospectus, risks } = words[language]
    if (unseen.test(title)) return { problem: 'title', language }
    if (prospectus === '' || unseen.test(prospectus.replaceAll('\n', ' '))) return { problem: 'prospectus', language }
    const isRead = risks.every((risk) => risk.length <= riskMax && !unseen.test(risk))
    if (!isRead || risks.length < risksLeast || risks.length > risksMost || risks.length !== length)
      return { problem: 'risks', language }
  }
  return undefined
}
