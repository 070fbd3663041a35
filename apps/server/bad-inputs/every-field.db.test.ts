import { type Call, coreRejections } from '@bolsillo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badValues, beyondBooks, type FieldKind, fieldsNobodyHas, fineToAsk, kindOfField } from './bad-values.ts'
import { type EveryCall, everyCall, fieldOf, type Mounted, requestOf } from './every-call.ts'
import { choicesOf } from './good-values.ts'
import { stateOf } from './state-store.ts'

// Every field of every call that the rooms of money, papers and people have, asked with every value that is wrong for
// its kind, everything else in the request being well-formed and every need of the caller met: each is refused with the
// field's name, and the database is the same afterwards.

const rooms = new Set([
  ...['identity', 'kyc', 'files', 'approvals', 'payments', 'proof', 'ledger', 'settings', 'audit'],
  ...['deposits', 'withdrawals', 'exchange', 'statements', 'stocks', 'web-push'],
])

let every: EveryCall
let calls: readonly Mounted[] = []
beforeAll(async () => {
  every = await everyCall()
  calls = every.calls.filter(
    ({ room, call }) => rooms.has(room) && Object.keys(call.request.shape).length > 0 && call.file === undefined,
  )
})
afterAll(() => every.app.close())

interface Answered {
  readonly status: number
  readonly code: number
  readonly field: string | undefined
}

/** Whether a call's fields are sent in the query string. */
const isAddressed = (call: Call): boolean => call.method === 'GET' && call.alsoPost !== true

async function ask(one: Mounted, fields: Readonly<Record<string, unknown>>): Promise<Answered> {
  const answer = await every.ask(one, fields, isAddressed(one.call))
  return { status: answer.status, code: answer.json.code, field: fieldOf(answer) }
}

const requestFor = ({ call }: Mounted, wrong: string[]) =>
  requestOf(call, (field) => wrong.push(`${call.path}: no well-formed ${field} is known`))

describe('every field of every call', () => {
  it('refuses what is wrong for it, by name, and nothing has changed', async () => {
    const wrong: string[] = []
    let earlier = 0
    const asked = new Map<FieldKind, number>()
    for (const one of calls) {
      const base = requestFor(one, wrong)
      const before = await stateOf(every.app.database.owner)
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
      if ((await stateOf(every.app.database.owner)) !== before)
        wrong.push(`${one.prefix}${one.call.path}: something changed`)
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
      const base = requestFor(one, wrong)
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
