import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EveryCall, everyCall, fieldOf, type Mounted, requestOf } from './every-call.ts'
import { choicesOf } from './good-values.ts'

// Every list there is, asked with a cursor that is no place of it and with a filter that names nothing: refused with the
// field's name. The first page in its place would be taken for what was asked for.

let every: EveryCall
let lists: readonly Mounted[] = []
beforeAll(async () => {
  every = await everyCall()
  lists = every.calls.filter(({ call }) => Object.hasOwn(call.request.shape, 'cursor'))
})
afterAll(() => every.app.close())

async function ask(list: Mounted, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await every.ask(list, fields, list.call.method === 'GET')
  const { status, json } = answer
  const data = typeof json.data === 'object' && json.data !== null ? json.data : {}
  const raw = /[{}]/.test(json.msg) ? ` "${json.msg}"` : ''
  if ('rows' in data && Array.isArray(data.rows) && data.rows.length === 0 && !('next' in data)) return 'empty'
  return `${status >= 400 && status < 500 ? 'refused' : status}@${fieldOf(answer) ?? ''}${raw}`
}

const requestFor = ({ call }: Mounted) => requestOf(call, () => undefined)

/** Texts a cursor may be by its letters and that are no place of any list. */
const nowhere = [
  ...['nowhere', '..', ':', '-1', '0x10', '1.1.1', '1:2:3', 'seq:1', '9'.repeat(40), 'ord_1', '012'],
  `zzz_${'1'.padStart(26, '0')}`,
]

/** What a filter of a name is asked with that names nothing. */
function unknownFor(name: string, isChoice: boolean): string {
  if (!isChoice && (name === 'symbol' || name === 'asset')) return 'NOPE'
  return 'no-such-thing'
}

/** Filters that are looked for in texts. */
const searches: ReadonlySet<string> = new Set(['keyword', 'about'])

describe('every list', () => {
  it('refuses a cursor that is no place of it, by name', async () => {
    const wrong: string[] = []
    for (const list of lists) {
      for (const cursor of nowhere) {
        const answer = await ask(list, { ...requestFor(list), cursor })
        if (answer !== 'refused@cursor') wrong.push(`${list.prefix}${list.call.path} ${cursor.slice(0, 30)}: ${answer}`)
      }
    }
    expect(wrong).toEqual([])
    expect(lists.length).toBeGreaterThan(30)
  }, 120_000)

  it('refuses a filter that names nothing, and one it does not have, by name', async () => {
    const wrong: string[] = []
    let asked = 0
    for (const list of lists) {
      const filters = Object.entries(list.call.request.shape).filter(([name]) => !['cursor', 'limit'].includes(name))
      for (const [name, schema] of [
        ...filters.map(([key, of]) => [key, choicesOf(of)] as const),
        ['vip', []] as const,
      ]) {
        asked += 1
        const value = unknownFor(name, schema !== undefined)
        const answer = await ask(list, { ...requestFor(list), [name]: value })
        // What searches has no list to be unknown to: it finds nothing.
        if (searches.has(name) && answer === 'empty') continue
        // A list of something there is not is refused for that: of a proof before there is one.
        if (answer === (await ask(list, requestFor(list))) && answer.startsWith('refused@')) continue
        if (answer !== `refused@${name}`) wrong.push(`${list.prefix}${list.call.path} ${name}=${value}: ${answer}`)
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(40)
  }, 120_000)
})
