import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bundle } from './es-ES.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = globSync('{platform,products,rails}/*/server/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'))
  .map((path) => readFileSync(`${root}${path}`, 'utf8'))

/** Everything of a shape that the sources say, once. */
const said = (shape: RegExp): readonly string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(shape)].map(([, found = '']) => found))),
]

const groupOf = (room: string, group: string): ReadonlyMap<string, unknown> => {
  const words = new Map<string, unknown>(Object.entries(bundle)).get(room)
  return new Map(Object.entries(new Map<string, unknown>(Object.entries(words ?? {})).get(group) ?? {}))
}

describe('the staff’s journal', () => {
  it('has words for every act the rooms record', () => {
    const lines = sources.flatMap((text) => [...text.matchAll(/\baction(?::| =)[^\n]*/g)].map(([line]) => line))
    const actions = lines.flatMap((line) =>
      [...line.matchAll(/'([a-z]+\.[a-z][a-z0-9-]*)'/g)].map(([, action = '']) => action),
    )
    expect(new Set(actions).size).toBeGreaterThan(30)
    const silent = [...new Set(actions)].filter((action) => {
      const [room = '', act = ''] = action.split('.')
      return !groupOf(room, 'acts').has(act) && !groupOf('audit', 'acts').has(action.replace('.', '-'))
    })
    expect(silent).toEqual([])
  })

  it('has a name for every process of ours that acts', () => {
    const actors = said(/\bactor: '([a-z-]+)'/g)
    expect(actors.length).toBeGreaterThan(5)
    expect(actors.filter((actor) => !groupOf('audit', 'processes').has(actor))).toEqual([])
  })
})
