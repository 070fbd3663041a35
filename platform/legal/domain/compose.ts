import { type DocumentName, legalDocuments } from './documents.ts'
import { type FirmFact, type FirmFacts, isNone } from './firm.ts'

/** A part of a document as it is read. */
export interface DocumentSection {
  readonly key: string
  readonly title: string
  /** A line that begins with `- ` is an item of a list. Text only, never markup. */
  readonly lines: readonly string[]
}

interface SectionWords {
  readonly title: string
  readonly lines: readonly string[]
}

/** The words of the documents in one language. */
export interface DocumentWords {
  readonly titles: Readonly<Record<DocumentName, string>>
  /** What each fact of the firm is called. */
  readonly facts: Readonly<Record<FirmFact, string>>
  /** What the practice firm says of itself where nothing is filled in. */
  readonly practice: Readonly<Record<FirmFact, string>>
  /** What is written where a firm has not filled something in: `{fact}`. */
  readonly missing: string
  /** What a license, a regulator or a conflict is where there is none. */
  readonly none: Readonly<Record<'license' | 'regulator' | 'conflicts', string>>
  readonly privacy: Readonly<Record<(typeof legalDocuments)['privacy']['sections'][number], SectionWords>>
  readonly disclaimer: Readonly<Record<(typeof legalDocuments)['disclaimer']['sections'][number], SectionWords>>
  /** What each version of a text changed, by its number, from the second on. */
  readonly changes: Readonly<Record<DocumentName, Readonly<Record<string, string>>>>
}

/** A fact of the firm in words: filled in, what the practice firm says, or that it is missing. */
export function factText(fact: FirmFact, facts: FirmFacts, practice: boolean, words: DocumentWords): string {
  const value = facts[fact] ?? ''
  if (fact in words.none && isNone(fact, value))
    return new Map<string, string>(Object.entries(words.none)).get(fact) ?? ''
  if (value !== '') return value
  return practice ? words.practice[fact] : words.missing.replace('{fact}', words.facts[fact])
}

/** A document in one language, with the facts of the firm in it. Only the practice market has the section about itself. */
export function composeDocument(
  document: DocumentName,
  facts: FirmFacts,
  practice: boolean,
  words: DocumentWords,
): readonly DocumentSection[] {
  const sections: Readonly<Record<string, SectionWords>> = words[document]
  const filledIn = new Map<string, string>(
    legalDocuments[document].facts.map((fact) => [fact, factText(fact, facts, practice, words)]),
  )
  // What the firm wrote is put in once: braces in it are text.
  const filled = (line: string): string =>
    line.replaceAll(/\{(\w+)\}/g, (whole, name: string) => filledIn.get(name) ?? whole)
  return legalDocuments[document].sections.flatMap((key) => {
    const section = sections[key]
    if (section === undefined || (key === 'practice' && !practice)) return []
    return [{ key, title: section.title, lines: section.lines.map(filled) }]
  })
}
