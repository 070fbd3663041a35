import { type Call, customerPrefix, operatorPrefix, operatorRoles } from '@bolsillo/contract'
import { idOf } from '@bolsillo/kernel'
import { type TestApp, testApp, testCustomer, testNeeds, testSessions } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeRooms } from '../compose-rooms.ts'
import { readConfig } from '../config.ts'
import { choicesOf, requestsThatFit, sampleOf } from './good-values.ts'

// Every list there is, asked with a cursor that is no place of it and with a filter that names nothing: refused with the
// field's name. The first page in its place would be taken for what was asked for.

const customer = testCustomer(1)
const operatorToken = 'test-token-of-operator-1'
const operator = {
  operatorId: idOf('opr', `opr_${'1'.padStart(26, '0')}`),
  sessionId: customer.sessionId,
  roles: operatorRoles,
}

interface List {
  readonly call: Call
  readonly prefix: string
}

let app: TestApp
let lists: readonly List[] = []
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const { rooms } = composeRooms(readConfig({}, '.'), services, { publish: () => undefined })
      lists = rooms
        .flatMap(({ handlers, operatorHandlers = [] }) => [
          ...handlers.map(({ call }) => ({ call, prefix: customerPrefix })),
          ...operatorHandlers.map(({ call }) => ({ call, prefix: operatorPrefix })),
        ])
        .filter(({ call }) => Object.hasOwn(call.request.shape, 'cursor'))
      return rooms
    },
    sessions: testSessions([customer]),
    operators: { find: async (token) => (token === operatorToken ? operator : undefined) },
    needs: testNeeds(),
  })
  await app.database.owner`
    insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
      privacy_agreed_at, created_at)
    values (${customer.customerId}, 10000001, '+525512345678', '', 'es-ES', 'I1', 0, 0, 0)`
})
afterAll(() => app.close())

async function ask({ call, prefix }: List, fields: Readonly<Record<string, string>>): Promise<string> {
  if (call.limit !== undefined) app.services.clock.advanceMs(Math.ceil(call.limit.perMs / call.limit.times) + 1)
  const isGet = call.method === 'GET'
  const { status, json } = await app.ask({
    method: isGet ? 'GET' : 'POST',
    path: `${prefix}${call.path}${isGet ? `?${new URLSearchParams(fields)}` : ''}`,
    token: prefix === operatorPrefix ? operatorToken : customer.token,
    ...(isGet ? {} : { body: fields }),
  })
  const data = typeof json.data === 'object' && json.data !== null ? json.data : {}
  const field = 'field' in data ? String(data.field) : ''
  const raw = /[{}]/.test(json.msg) ? ` "${json.msg}"` : ''
  if ('rows' in data && Array.isArray(data.rows) && data.rows.length === 0 && !('next' in data)) return 'empty'
  return `${status >= 400 && status < 500 ? 'refused' : status}@${field}${raw}`
}

function requestOf({ call }: List): Readonly<Record<string, string>> {
  const samples = Object.entries(call.request.shape).flatMap(([name, schema]) => {
    const sample = schema._zod.def.type === 'optional' ? undefined : sampleOf(name, schema)
    return sample === undefined ? [] : [[name, sample] as const]
  })
  return { ...Object.fromEntries(samples), ...requestsThatFit[call.path] }
}

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
        const answer = await ask(list, { ...requestOf(list), cursor })
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
        const answer = await ask(list, { ...requestOf(list), [name]: value })
        // What searches has no list to be unknown to: it finds nothing.
        if (searches.has(name) && answer === 'empty') continue
        // A list of something there is not is refused for that: of a proof before there is one.
        if (answer === (await ask(list, requestOf(list))) && answer.startsWith('refused@')) continue
        if (answer !== `refused@${name}`) wrong.push(`${list.prefix}${list.call.path} ${name}=${value}: ${answer}`)
      }
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(40)
  }, 120_000)
})
