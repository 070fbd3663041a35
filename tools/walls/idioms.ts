import type { Finding } from './ratchets.ts'
import type { SourceFile } from './tree.ts'

/** A phrase to avoid: its patterns in prose and in names, and the glossary's word for it. */
export interface Idiom {
  readonly phrase: string
  readonly prose: RegExp
  /** Undefined where only prose is checked: a spelling may be on the wire. */
  readonly name: RegExp | undefined
  readonly instead: string
}

const cellsOf = (row: string): readonly string[] => row.split('|').map((cell) => cell.trim())
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Matches a phrase within a camel-case name: `handOn` and `maybeHandOn`, but not `understand`. */
function nameShape(phrase: string): RegExp {
  const [first = '', ...more] = phrase.split(' ')
  return new RegExp(`(?:(?<![A-Za-z$])${first}|${capitalized(first)})${more.map(capitalized).join('')}(?![a-z])`)
}

/**
 * The phrases of the glossary's column "avoid"; a star means any ending.
 * @throws Error when there are none: a check that read nothing must not pass.
 */
export function readIdioms(glossary: string): readonly Idiom[] {
  const idioms = glossary.split('\n').flatMap((row): Idiom[] => {
    const [, word = '', , , avoid = ''] = cellsOf(row)
    if (!row.startsWith('|') || avoid === '' || avoid === 'avoid' || avoid.startsWith('---')) return []
    return avoid.split(', ').map((phrase) => ({
      phrase,
      prose: new RegExp(`\\b${phrase.replace('*', '[a-z]*')}\\b`, 'i'),
      name: phrase.endsWith('*') ? undefined : nameShape(phrase),
      instead: word,
    }))
  })
  if (idioms.length === 0) throw new Error('GLOSSARY.md has no column "avoid"')
  return idioms
}

const isComment = /^\s*(?:\/\*|\*|\/\/|\{\/\*)/
const trailingComment = /(?<![:'"`])\/\/ .*$/
const texts = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|>[^<{]*</g

/** The prose and the names of a source line. */
function partsOf(line: string, isDocument: boolean): { readonly prose: string; readonly names: string } {
  if (isDocument) return { prose: line.replace(/`[^`]*`/g, ''), names: '' }
  if (isComment.test(line)) return { prose: line.replace(/`[^`]*`|@param \w+/g, ''), names: '' }
  return { prose: trailingComment.exec(line)?.[0] ?? '', names: line.replace(trailingComment, '').replace(texts, '') }
}

/** The unit by which remaining idioms are counted: a room, or a file at the root. */
export const placeOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/') || path

/** The glossary itself, generated files, and the list with its tests. */
const isExempt = (path: string): boolean =>
  /^(?:GLOSSARY|docs\/modules|docs\/reliability|bench\/README)\.md$|^tools\/walls\/|\/migrations\//.test(path)

/** Phrases to avoid in comments, documents and names. */
export function findIdioms(files: readonly SourceFile[], idioms: readonly Idiom[]): Finding[] {
  const [prose, names] = [
    new RegExp(idioms.map((idiom) => idiom.prose.source).join('|'), 'i'),
    new RegExp(idioms.flatMap((idiom) => idiom.name?.source ?? []).join('|')),
  ]
  const mayHave = (text: string): boolean => prose.test(text) || names.test(text)
  return files
    .filter(({ path, text }) => /\.(?:tsx?|mts|mjs|css|md)$/.test(path) && !isExempt(path) && mayHave(text))
    .flatMap(({ path, text }) => {
      const named = new Set<string>()
      return text.split('\n').flatMap((line, index) => {
        if (!mayHave(line)) return []
        const parts = partsOf(line, path.endsWith('.md'))
        const found = idioms.filter((idiom) => {
          if (idiom.prose.test(parts.prose)) return true
          if (named.has(idiom.phrase) || idiom.name?.test(parts.names) !== true) return false
          named.add(idiom.phrase)
          return true
        })
        return found.map(({ phrase, instead }) => ({
          rule: 'idioms' as const,
          place: placeOf(path),
          found: `${path}:${index + 1}: “${phrase}”`,
          expected: instead,
          why: 'GLOSSARY.md has one word for each thing, that of the field',
        }))
      })
    })
}
