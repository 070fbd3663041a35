import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const named = /^(?:licen[cs]es?|copying|unlicense|notice|copyright(?:notice)?)(?:[.-].*)?$/i
const readable = /(?:^[^.]*|\.(?:md|txt|apache|mit|bsd|rst))$/i
const shortestText = 200

/** The texts a package brings of its license and whom it names; its read-me counts where a whole license is in it. */
export function licenseTextsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => named.test(name))
  const texts = files.sort().flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory())
      return readdirSync(path)
        .sort()
        .map((inner) => tidy(readFileSync(join(path, inner), 'utf8')))
    return readable.test(name) ? [tidy(readFileSync(path, 'utf8'))] : []
  })
  if (texts.length > 0) return texts.filter((text) => text !== '')
  const readMe = readdirSync(folder).find((name) => /^readme\.md$/i.test(name))
  const section = readMe === undefined ? undefined : licenseSection(readFileSync(join(folder, readMe), 'utf8'))
  return section === undefined ? [] : [section]
}

/** The section of a read-me with a whole license; a name or a link alone is no license. */
export function licenseSection(readMe: string): string | undefined {
  const [, section = ''] = /^#+[ \t]*licen[cs]e[^\n]*\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(readMe) ?? []
  const text = tidy(section)
  return text.length < shortestText ? undefined : text
}

/** Without what a bundler lists of its own parts, which we do not pass on, and without space at the ends of lines. */
function tidy(text: string): string {
  const own = text.split(/^# Licenses of bundled dependencies/m)[0] ?? ''
  return own
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim()
}

const ofARight = /^\W*(?:portions )?(?:copyright\b|\(c\)|©)/i
/** Sentences of licenses that begin so, and lines with a year alone: they name nobody. */
const namesNobody =
  /copyright (?:notice|holders?|owner|law|license|statement|and)|you must|\[yyyy\]|\{yyyy\}|<year>|^\W*copyright[\s\d(c)©,-]*$/i
const mostHolders = 6

/** The lines that say who holds the rights. */
export function holdersIn(texts: readonly string[]): readonly string[] {
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.length <= shortestText && ofARight.test(line) && !namesNobody.test(line))
    .map((line) =>
      line
        .replace(/^[^\p{L}(©]+/u, '')
        .replace(/[*_`]+$/, '')
        .trim(),
    )
  return [...new Set(lines)].slice(0, mostHolders)
}
