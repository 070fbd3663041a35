import { composedApp, stillMarket } from '@bolsillo/composed-app'
import { type Files, samplePicture } from '@bolsillo/files/server'
import { assert, type Id, isRejection } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'
import {
  type TestAnswer,
  type TestApp,
  type TestOperator,
  testCustomer,
  testOperator,
  testOperators,
  testSessions,
} from '@bolsillo/test-kit'
import type { KycGiven } from '../index.ts'
import { insertCustomer, saveState } from '../kyc-world-store.ts'
import type { VerifiedPeople } from '../verified-people.ts'

/** The staff of the tests. */
export const staff = {
  ana: testOperator(1, ['compliance']),
  luis: testOperator(2, ['compliance', 'support']),
  auditor: testOperator(3, ['auditor']),
  cashier: testOperator(4, ['treasury']),
}

/** An application of papers for tests: real files, audit, approvals and settings; customers are a list. */
export interface KycWorld {
  readonly app: TestApp
  readonly files: Files
  readonly verifiedPeople: VerifiedPeople
  readonly notices: readonly { readonly customerId: string; readonly title: string }[]
  readonly customers: readonly ReturnType<typeof testCustomer>[]
  readonly photo: (customerId: Id<'cus'>, label: string) => Promise<Id<'fil'>>
  readonly submit: (token: string, body: Record<string, string>, key?: string) => Promise<TestAnswer>
  readonly own: (token: string) => Promise<Record<string, unknown>>
  /** Runs a job of a room as the clock stands. */
  readonly runJob: (name: string) => Promise<void>
  readonly staffAsks: (who: TestOperator, path: string, body?: Record<string, string>) => Promise<TestAnswer>
}

/** Data of an answer. */
export function dataOf(answer: TestAnswer): Record<string, unknown> {
  assert(typeof answer.json.data === 'object' && answer.json.data !== null, `no data in ${answer.body}`)
  return Object.fromEntries(Object.entries(answer.json.data))
}

export async function kycWorld(customerCount: number): Promise<KycWorld> {
  const customers = Array.from({ length: customerCount }, (_, place) => testCustomer(place + 1))
  const notices: { customerId: string; title: string }[] = []
  const operators = Object.values(staff)
  const namesOf = async (_: unknown, ids: readonly Id<'opr'>[]): Promise<ReadonlyMap<Id<'opr'>, string>> =>
    new Map(ids.map((id) => [id, `Operator ${id.slice(-1)}`]))
  const composed = await composedApp({
    market: stillMarket,
    sessions: testSessions(customers),
    operators: testOperators(operators),
    approvals: ({ factors: _, ...own }) => ({ ...own, namesOf }),
    kyc: (own) => ({
      ...own,
      customers: customersOf(own.services, notices),
      names: { operators: namesOf, customers: async (_, ids) => new Map(ids.map((id) => [id, numberOf(id)])) },
    }),
  })
  const { people: verifiedPeople, platform } = composed
  const { files } = platform
  // Whoever closes it stops the desk, too.
  const app: TestApp = { ...composed.app, close: () => composed.close() }
  for (const { customerId } of customers) await insertCustomer(app, customerId)
  const post = (path: string, token: string, body: Record<string, string>, key?: string): Promise<TestAnswer> =>
    app.ask({ method: 'POST', path, token, body, headers: key === undefined ? {} : { 'idempotency-key': key } })
  return {
    app,
    files,
    verifiedPeople,
    runJob: composed.runJob,
    notices,
    customers,
    photo: async (customerId, label) => {
      const bytes = await samplePicture({ title: label, lines: [], width: 400 })
      const fileId = await files.keep({ customerId, purpose: 'identity', file: { name: 'a.jpg', bytes } })
      assert(!isRejection(fileId), 'a test’s photo is kept')
      return fileId
    },
    submit: (token, body, key) => post('/ipcf-api/user/auth/submit', token, body, key),
    own: async (token) => dataOf(await app.ask({ path: '/ipcf-api/user/auth', token })),
    staffAsks: (who, path, body) =>
      body === undefined
        ? app.ask({ path: `/console-api${path}`, token: who.token })
        : post(`/console-api${path}`, who.token, body),
  }
}

function customersOf({ clock }: Services, notices: { customerId: string; title: string }[]): KycGiven['customers'] {
  return {
    find: async (_, customerId) => ({
      customerId,
      displayNumber: numberOf(customerId),
      account: '+52 55 •••• 0000',
      status: 1,
      identityState: 'none',
      language: 'es-ES',
      createdAt: clock.now(),
    }),
    setIdentityState: (tx, customerId, state) => saveState(tx, customerId, state),
    notify: async (_, { customerId, title }) => {
      notices.push({ customerId, title: title['es-ES'] ?? '' })
    },
  }
}

const numberOf = (customerId: string): string => String(10_000_000 + Number(customerId.slice(-6)))
