import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { rest } from './es-ES.rest.ts'
import { bundle } from './es-ES.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// Acts about staff, settings, events or tables: no customer reads them.
const ofNobody = ['settings.change', 'payments.retry-event', 'payments.import-statement', 'ledger.rebuild-rows']
const rooms = new Map<string, unknown>(Object.entries({ ...bundle, ...rest }))

/** The words of an act in its room, if there are any. */
function wordsOf(action: string): unknown {
  const [room = '', act = ''] = action.split('.')
  const words = rooms.get(room)
  const acts = typeof words === 'object' && words !== null && 'acts' in words ? words.acts : undefined
  return new Map(Object.entries(acts ?? {})).get(act)
}

describe('the customer’s own log', () => {
  it('has words for every act the rooms record', () => {
    const files = globSync('{platform,products,rails}/*/server/**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts') && !path.includes('/testing/'),
    )
    const actions = files.flatMap((path) =>
      [...readFileSync(`${root}${path}`, 'utf8').matchAll(/\baction(?::| =)[^\n]*/g)].flatMap(([line]) =>
        [...line.matchAll(/'([a-z]+\.[a-z][a-z0-9-]*)'/g)].map(([, action = '']) => action),
      ),
    )
    expect(new Set(actions).size).toBeGreaterThan(30)
    const silent = [...new Set(actions)].filter((action) => !ofNobody.includes(action) && wordsOf(action) === undefined)
    expect(silent).toEqual([])
  })
})
