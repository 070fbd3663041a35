import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Row {
  readonly line: string
  readonly asked: string
  readonly shown: string
  readonly missing: string | undefined
}

/** Lines of the tables that name a requirement: number, what is asked, what shows it, what is missing. */
const rowsOf = (file: string, letter: string): readonly Row[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => new RegExp(`^\\| ${letter}\\d`).test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .map(([, line = '', asked = '', shown = '', missing]) => ({ line, asked, shown, missing }))

const testsOf = (shown: string): readonly string[] => [...shown.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

describe.each([
  { page: 'docs/security.md', letter: 'S', linesThere: 59 },
  { page: 'docs/honesty.md', letter: 'H', linesThere: 12 },
])('the requirements of $page', ({ page, letter, linesThere }) => {
  const rows = rowsOf(page, letter)

  it('are there, each once and in order', () => {
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: linesThere }, (_, at) => `${letter}${at + 1}`))
  })

  it.each(rows)('$line says what is asked, and names tests that are there or says why there is none', (row) => {
    expect(row.asked.length).toBeGreaterThan(10)
    expect(row.missing).toBeDefined()
    const tests = testsOf(row.shown)
    if (tests.length === 0) expect(row.shown).toMatch(/^Not (?:covered|applicable)/)
    for (const path of tests) {
      expect(path).toMatch(/\.(?:test\.tsx?|fault\.ts|journey\.ts)$/)
      expect(existsSync(join(root, path)), path).toBe(true)
      // A file of that name that tests nothing shows nothing.
      expect(readFileSync(join(root, path), 'utf8')).toMatch(/\b(?:it|test)(?:\.\w+)?\(|describe/)
    }
  })
})
