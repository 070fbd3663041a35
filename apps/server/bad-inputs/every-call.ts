import { type Call, customerPrefix, operatorPrefix, operatorRoles } from '@bolsillo/contract'
import { idOf } from '@bolsillo/kernel'
import { type TestAnswer, type TestApp, testApp, testCustomer, testNeeds, testSessions } from '@bolsillo/test-kit'
import { composeRooms } from '../compose-rooms.ts'
import { readConfig } from '../config.ts'
import { requestsThatFit, sampleOf } from './good-values.ts'

const customer = testCustomer(1)
const operatorToken = 'test-token-of-operator-1'
const operator = {
  operatorId: idOf('opr', `opr_${'1'.padStart(26, '0')}`),
  sessionId: customer.sessionId,
  roles: operatorRoles,
}

/** A call, and where it is mounted: for customers or for staff. */
export interface Mounted {
  readonly room: string
  readonly call: Call
  readonly prefix: string
}

/** The application with every room, a customer and an operator of every role, who meet every need. */
export interface EveryCall {
  readonly app: TestApp
  readonly calls: readonly Mounted[]
  /** Asks as whoever the call is for. Texts go into the query string where `isAddressed`, else everything into the body. */
  readonly ask: (
    mounted: Mounted,
    fields: Readonly<Record<string, unknown>>,
    isAddressed: boolean,
  ) => Promise<TestAnswer>
}

export async function everyCall(): Promise<EveryCall> {
  let calls: readonly Mounted[] = []
  const app = await testApp({
    rooms: (services) => {
      const { rooms } = composeRooms(readConfig({}, '.'), services, { publish: () => undefined })
      calls = rooms.flatMap(({ name: room, handlers, operatorHandlers = [] }) => [
        ...handlers.map(({ call }) => ({ room, call, prefix: customerPrefix })),
        ...operatorHandlers.map(({ call }) => ({ room, call, prefix: operatorPrefix })),
      ])
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
  const ask: EveryCall['ask'] = ({ call, prefix }, fields, isAddressed) => {
    // A call that may be made so often only is asked at the pace it allows.
    if (call.limit !== undefined) app.services.clock.advanceMs(Math.ceil(call.limit.perMs / call.limit.times) + 1)
    const texts = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return app.ask({
      method: isAddressed ? 'GET' : 'POST',
      path: `${prefix}${call.path}${isAddressed ? `?${new URLSearchParams(texts)}` : ''}`,
      token: prefix === operatorPrefix ? operatorToken : customer.token,
      ...(isAddressed ? {} : { body: fields }),
    })
  }
  return { app, calls, ask }
}

/** Well-formed values for all fields that must be there. `onUnknown` is notified of a field of which none is known. */
export function requestOf(call: Call, onUnknown: (field: string) => void): Readonly<Record<string, string>> {
  const samples = Object.entries(call.request.shape).flatMap(([name, schema]) => {
    if (schema._zod.def.type === 'optional') return []
    const sample = sampleOf(name, schema)
    if (sample === undefined) onUnknown(name)
    return sample === undefined ? [] : [[name, sample] as const]
  })
  return { ...Object.fromEntries(samples), ...requestsThatFit[call.path] }
}

/** The field a refusal names. */
export function fieldOf({ json }: TestAnswer): string | undefined {
  const { data } = json
  return typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : undefined
}
