import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { kitMigrations, migrationHashes } from '@bolsillo/server-kit'
import { allRoomMigrations } from '@bolsillo/test-kit'
import { describe, expect, it } from 'vitest'
import { addToRecord, changedMigrations, type Hashes } from './guards.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const file = 'apps/server/migrations.json'
const record = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as Hashes

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

/** The record as another commit has it; nothing where there is no history, as in an archive of the sources. */
function recordAt(commit: string): Hashes {
  const text = git('show', `${commit}:${file}`)
  return text === undefined ? {} : (JSON.parse(text) as Hashes)
}

describe('migrations that may have run', () => {
  it('are what they were: one that has run is never edited, renamed or removed', () => {
    expect(changedMigrations(record, migrationHashes([kitMigrations, ...allRoomMigrations()]))).toEqual([])
  })

  it('are all recorded: npm run guards adds the new ones', () => {
    expect(Object.keys(migrationHashes([kitMigrations, ...allRoomMigrations()])).sort()).toEqual(
      Object.keys(record).sort(),
    )
  })

  it('are recorded for good: the record has every line it had, in the last commits and in every version', () => {
    const versions = (git('tag', '--list', 'v*') ?? '').split('\n').filter((tag) => tag !== '')
    const commits = (git('log', '--format=%H', '-20', '--', file) ?? '').split('\n').filter((hash) => hash !== '')
    for (const commit of [...commits, ...versions]) {
      expect({ commit, changed: changedMigrations(recordAt(commit), record) }).toEqual({ commit, changed: [] })
    }
  })
})

describe('the record', () => {
  it('takes what is new, and refuses what was edited, renamed or removed', () => {
    expect(addToRecord({ 'a/0001-x.sql': '1' }, { 'a/0001-x.sql': '1', 'a/0002-y.sql': '2' })).toEqual({
      hashes: { 'a/0001-x.sql': '1', 'a/0002-y.sql': '2' },
    })
    expect(addToRecord({ 'a/0001-x.sql': '1' }, { 'a/0001-x.sql': '3' })).toEqual({ changed: ['a/0001-x.sql'] })
    expect(addToRecord({ 'a/0001-x.sql': '1' }, { 'a/0001-z.sql': '1' })).toEqual({ changed: ['a/0001-x.sql'] })
  })
})
