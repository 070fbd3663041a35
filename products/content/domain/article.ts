/** What is published: notices of the firm, news, and ads of our own pages. */
export const articleKinds = ['notice', 'news', 'ad'] as const
export type ArticleKind = (typeof articleKinds)[number]

/** Whom it is for: everybody, or who is signed in. */
export const audiences = ['everybody', 'customers'] as const
export type Audience = (typeof audiences)[number]

/** Every article is written in each of them. */
export const articleLanguages = ['es-ES', 'en-US', 'pt-BR'] as const
export type ArticleLanguage = (typeof articleLanguages)[number]

/** Title and text of one language, as they were written. */
export interface Written {
  readonly title: string
  readonly text: string
}
export type Words = Readonly<Record<ArticleLanguage, Written>>

/** A version as somebody wrote it; it never changes. */
export interface Version {
  readonly articleId: `art_${string}`
  readonly number: number
  readonly kind: ArticleKind
  readonly audience: Audience
  readonly isPinned: boolean
  readonly symbols: readonly string[]
  readonly words: Words
  readonly writtenAt: number
  readonly writtenBy: string
}

/** Why a version is written or corrected, from a closed list. */
export const publishReasons = ['new-information', 'correction', 'required-by-law'] as const

/** How far ahead a publication may lie. */
export const aheadDaysMax = 90
/** How many instruments news may name. */
export const symbolsMax = 5

/** How long a title and a text may be, in UTF-16 units. */
export const titleMax = 120
export const textMax = 6000

/** A line of a text, and whether it was there before, came or went. */
interface ComparedLine {
  readonly line: string
  readonly is: 'same' | 'new' | 'gone'
}

/** What an edit changed, line by line: the longest lines in common stay, the others came or went. */
export function compareLines(before: string, after: string): readonly ComparedLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const common = old.map(() => new Array<number>(fresh.length + 1).fill(0))
  common.push(new Array<number>(fresh.length + 1).fill(0))
  const shared = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = common[i]
    for (let j = fresh.length - 1; j >= 0 && row !== undefined; j -= 1) {
      row[j] = old[i] === fresh[j] ? shared(i + 1, j + 1) + 1 : Math.max(shared(i + 1, j), shared(i, j + 1))
    }
  }
  const lines: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const [gone, came] = [old[i], fresh[j]]
    if (gone !== undefined && gone === came) {
      lines.push({ line: gone, is: 'same' })
      i += 1
      j += 1
    } else if (gone !== undefined && (came === undefined || shared(i + 1, j) >= shared(i, j + 1))) {
      lines.push({ line: gone, is: 'gone' })
      i += 1
    } else {
      lines.push({ line: came ?? '', is: 'new' })
      j += 1
    }
  }
  return lines
}
