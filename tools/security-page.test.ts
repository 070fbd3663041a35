import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const linesThere = 59

/** Lines of the tables that name a requirement: number, what is asked, what shows it, what is missing. */
const rows = page
  .split('\n')
  .filter((line) => /^\| S\d/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, line = '', asked = '', shown = '', missing]) => ({ line, asked, shown, missing }))

const testsOf = (shown: string): readonly string[] => [...shown.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)

describe('the page of what is asked of us', () => {
  it('has every line once, in order', () => {
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: linesThere }, (_, at) => `S${at + 1}`))
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
