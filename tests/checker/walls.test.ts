import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const importShape = /^(?:import|export)\s[^'"]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gms

/** Every module a file of the checker leads to, and by which line. */
function reached(file: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  for (const match of text.matchAll(importShape)) {
    const named = match[1] ?? match[2] ?? match[3] ?? ''
    const isNew = !seen.has(named)
    seen.set(named, match[0])
    if (named.startsWith('./') && isNew) reached(named, seen)
  }
  return seen
}

describe('the walls of the checker', () => {
  it.each(['./check-books.ts', './client-journal.ts', './journal/decode-acts.ts'])(
    '%s shares no code with what it checks',
    (file) => {
      const modules = reached(file)
      const strange = [...modules].filter(([named]) => !named.startsWith('./') && !named.startsWith('node:'))
      // The shape of the connection it is handed, and nothing of it at run time.
      expect(strange).toEqual(file === './check-books.ts' ? [['postgres', "import type postgres from 'postgres'"]] : [])
      expect([...modules.keys()].filter((named) => named.startsWith('./') && named.includes('..'))).toEqual([])
    },
  )

  it('see what is imported in every way', () => {
    const text =
      "import a from 'a'\nimport type { B } from 'b'\nimport {\n  c,\n} from 'c'\nexport * from 'd'\nimport 'e'\nawait import('f')"
    expect([...text.matchAll(importShape)].map((match) => match[1] ?? match[2] ?? match[3])).toEqual([...'abcdef'])
  })
})
