import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const importShape = /^(?:import|export)\s[^'"]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gms

const here = new URL('.', import.meta.url)

/** Every module a file of the checker leads to, its own by their path in this folder, and by which line. */
function reached(file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  const at = new URL(file, here)
  for (const match of readFileSync(at, 'utf8').matchAll(importShape)) {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const isOwn = specifier.startsWith('.')
    const named = isOwn ? new URL(specifier, at).href.replace(here.href, './') : specifier
    const isNew = !seen.has(named)
    seen.set(named, match[0])
    if (isOwn && isNew) reached(named, seen)
  }
  return seen
}

describe('the walls of the checker', () => {
  it.each(['./check-books.ts', './client-journal.ts', './journal/decode-acts.ts'])(
    '%s shares no code with what it checks',
    (file) => {
      const modules = reached(file)
      const strange = [...modules].filter(([named]) => !/^(?:\.\/|node:|file:)/.test(named))
      // The shape of the connection it is handed, and nothing of it at run time.
      expect(strange).toEqual(file === './check-books.ts' ? [['postgres', "import type postgres from 'postgres'"]] : [])
      expect([...modules.keys()].filter((named) => named.startsWith('file:'))).toEqual([])
    },
  )

  it('see what is imported in every way', () => {
    const text =
      "import a from 'a'\nimport type { B } from 'b'\nimport {\n  c,\n} from 'c'\nexport * from 'd'\nimport 'e'\nawait import('f')"
    expect([...text.matchAll(importShape)].map((match) => match[1] ?? match[2] ?? match[3])).toEqual([...'abcdef'])
  })
})
