import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { differing, readBuilt } from './built-files.ts'

const scratch = mkdtempSync(join(tmpdir(), 'bolsillo-built-'))
afterAll(() => rmSync(scratch, { recursive: true }))

function built(name: string, files: Readonly<Record<string, string>>): ReturnType<typeof readBuilt> {
  mkdirSync(join(scratch, name, 'assets'), { recursive: true })
  mkdirSync(join(scratch, name, '.vite'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(scratch, name, file), text)
  return readBuilt(join(scratch, name))
}

it('compares what a server sends, and neither its own files nor how they are packed', () => {
  const one = built('one', {
    'index.html': 'a',
    'assets/a-1.js': 'b',
    'assets/a-1.js.br': 'c',
    '.vite/manifest.json': 'd',
  })
  expect([...one.keys()]).toEqual(['assets/a-1.js', 'index.html'])
  expect(differing(one, built('same', { 'index.html': 'a', 'assets/a-1.js': 'b' }))).toEqual([])
})

it('names a file with another content, one that is missing, and one too many', () => {
  const one = built('first', { 'index.html': 'a', 'sw.js': 'b', 'icon.svg': 'c' })
  const other = built('second', { 'index.html': 'a', 'sw.js': 'changed', 'more.js': 'c' })
  expect(differing(one, other)).toEqual(['icon.svg', 'more.js', 'sw.js'])
})
