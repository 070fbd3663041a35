import { type Call, coreRejections, customerPrefix, operatorPrefix, operatorRoles } from '@bolsillo/contract'
import { idOf } from '@bolsillo/kernel'
import { type TestApp, testApp, testCustomer, testNeeds, testSessions } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeRooms } from '../compose-rooms.ts'
import { readConfig } from '../config.ts'
import { badValues, beyondBooks, type FieldKind, fieldsNobodyHas, fineToAsk, kindOfField } from './bad-values.ts'
import { choicesOf, requestsThatFit, sampleOf } from './good-values.ts'
import { stateOf } from './state-store.ts'

// Every field of every call that the rooms of money, papers and people have, asked with every value that is wrong for
// its kind, everything else in the request being well-formed and every need of the caller met: each is refused with the
// field's name, and the database is the same afterwards.

const rooms = new Set([
  ...['identity', 'kyc', 'files', 'approvals', 'payments', 'proof', 'ledger', 'settings', 'audit'],
  ...['deposits', 'withdrawals', 'exchange', 'statements', 'stocks'],
])

const customer = testCustomer(1)
const operatorToken = 'test-token-of-operator-1'
const operator = {
  operatorId: idOf('opr', `opr_${'1'.padStart(26, '0')}`),
  sessionId: customer.sessionId,
  roles: operatorRoles,
}

interface Asked {
  readonly call: Call
  readonly prefix: string
}

let app: TestApp
let calls: readonly Asked[] = []
beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      const composed = composeRooms(readConfig({}, '.'), services, { publish: () => undefined }).rooms
      calls = composed
        .filter(({ name }) => rooms.has(name))
        .flatMap(({ handlers, operatorHandlers = [] }) => [
          ...handlers.map(({ call }) => ({ call, prefix: customerPrefix })),
          ...operatorHandlers.map(({ call }) => ({ call, prefix: operatorPrefix })),
        ])
        .filter(({ call }) => Object.keys(call.request.shape).length > 0 && call.file === undefined)
      return composed
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
afterAll(async () => {
  await app.close()
})

interface Answered {
  readonly status: number
  readonly code: number
  readonly field: string | undefined
}

/** Whether a call's fields are sent in the query string. */
const isAddressed = (call: Call): boolean => call.method === 'GET' && call.alsoPost !== true

async function ask({ call, prefix }: Asked, fields: Readonly<Record<string, unknown>>): Promise<Answered> {
  // A call that may be made so often only is asked at the pace it allows.
  if (call.limit !== undefined) app.services.clock.advanceMs(Math.ceil(call.limit.perMs / call.limit.times) + 1)
  const isGet = isAddressed(call)
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const { status, json } = await app.ask({
    method: isGet ? 'GET' : 'POST',
    path: `${prefix}${call.path}${isGet ? `?${new URLSearchParams(texts)}` : ''}`,
    token: prefix === operatorPrefix ? operatorToken : customer.token,
    ...(isGet ? {} : { body: fields }),
  })
  const data = typeof json.data === 'object' && json.data !== null ? json.data : {}
  return { status, code: json.code, field: 'field' in data ? String(data.field) : undefined }
}

/** Well-formed values for all fields that must be there. */
function sampleRequest({ call }: Asked, unknown: string[]): Readonly<Record<string, string>> {
  const samples = Object.entries(call.request.shape).flatMap(([name, schema]) => {
    const isOptional = schema._zod.def.type === 'optional'
    const sample = sampleOf(name, schema)
    if (sample === undefined && !isOptional) unknown.push(`${call.path}: no well-formed ${name} is known`)
    return isOptional || sample === undefined ? [] : [[name, sample] as const]
  })
  return { ...Object.fromEntries(samples), ...requestsThatFit[call.path] }
}

describe('every field of every call', () => {
  it('refuses what is wrong for it, by name, and nothing has changed', async () => {
    const wrong: string[] = []
    let earlier = 0
    const asked = new Map<FieldKind, number>()
    for (const one of calls) {
      const base = sampleRequest(one, wrong)
      const before = await stateOf(app.database.owner)
      for (const [name, schema] of Object.entries(one.call.request.shape)) {
        const kind = kindOfField(name, choicesOf(schema) !== undefined)
        for (const value of badValues[kind]) {
          // An address holds text only, so what is no text is written as text there: some of it is not wrong any more.
          if (isAddressed(one.call) && (typeof value !== 'string' || value === '\ud800')) continue
          if (one.call.effect === 'read' && ['amount', 'asset'].includes(kind) && fineToAsk.has(value)) continue
          const { status, code, field } = await ask(one, { ...base, [name]: value })
          asked.set(kind, (asked.get(kind) ?? 0) + 1)
          const isRefused = status >= 400 && status < 500 && status !== coreRejections.tooMany.status
          // What is too large for any body is refused before a field is looked for; and the rules of a call are asked in
          // their order, so what is well-formed and wrong by a later rule may be refused by an earlier one.
          const isEarlier = one.call.rejections.some((spec) => spec.number === code)
          const isNamed = field === name || isEarlier || code === coreRejections.bodyTooLarge.number
          if (field !== name && isEarlier && !beyondBooks.includes(value)) earlier += 1
          if (!isRefused || !isNamed)
            wrong.push(
              `${one.prefix}${one.call.path} ${name}=${JSON.stringify(value).slice(0, 60)}: ${status} ${code} ${field}`,
            )
        }
      }
      if ((await stateOf(app.database.owner)) !== before) wrong.push(`${one.prefix}${one.call.path}: something changed`)
    }
    expect(wrong).toEqual([])
    // The walk must have gone everywhere: every kind of field, and nearly always to the very field.
    const all = [...asked.values()].reduce((sum, count) => sum + count, 0)
    expect(calls.length).toBeGreaterThan(80)
    expect(all).toBeGreaterThan(4_000)
    expect(earlier / all).toBeLessThan(0.02)
    expect(Object.keys(badValues).filter((kind) => !asked.has(kind as FieldKind))).toEqual([])
  }, 240_000)

  it('is missed by name, and a field there is not is refused by name', async () => {
    const wrong: string[] = []
    for (const one of calls) {
      const base = sampleRequest(one, wrong)
      const expectRefused = async (name: string, fields: Readonly<Record<string, string>>, number: number) => {
        const { status, code, field } = await ask(one, fields)
        if (status !== 400 || code !== number || field !== name)
          wrong.push(`${one.prefix}${one.call.path} ${name}: ${status} ${code} ${field}`)
      }
      for (const [name, schema] of Object.entries(one.call.request.shape)) {
        if (schema._zod.def.type === 'optional') continue
        const { [name]: _, ...others } = base
        await expectRefused(name, others, coreRejections.fieldMissing.number)
      }
      for (const name of fieldsNobodyHas) {
        if (Object.hasOwn(one.call.request.shape, name)) continue
        const more = Object.fromEntries([...Object.entries(base), [name, '1']])
        await expectRefused(name, more, coreRejections.fieldUnknown.number)
      }
    }
    expect(wrong).toEqual([])
  }, 240_000)
})
