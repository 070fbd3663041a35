import { createHash } from 'node:crypto'
import { composeRooms, readConfig } from '@bolsillo/app-server'
import type { ApprovalKind } from '@bolsillo/approvals/server'
import { operatorRoles } from '@bolsillo/contract'
import { idOf } from '@bolsillo/kernel'
import {
  addressFor,
  connect,
  createWebServer,
  type Handler,
  mountRooms,
  type NeedsPort,
  type Room,
  type Sql,
} from '@bolsillo/server-kit'
import { showing, type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'

import { reviveCustomers, reviveOperator, reviveSession } from './objects-store.ts'

const dayMs = 86_400_000
const body = (last: string | number): string => String(last).padStart(26, '0')

/** Customers of the matrix, by number: what is theirs in the database is made by `objects-store.ts`. */
export const people = {
  verified: { number: 1, status: 1, identity: 'succ' },
  unverified: { number: 2, status: 1, identity: 'none' },
  restricted: { number: 3, status: 0, identity: 'succ' },
  /** Has an object of each kind, and asks for nothing. */
  owner: { number: 4, status: 1, identity: 'succ' },
} as const
export type Person = keyof typeof people

export const customerIdOf = (person: Person) => idOf('cus', `cus_${body(people[person].number)}`)
const tokenOf = (name: string): string => createHash('sha256').update(`matrix ${name}`).digest('base64url')
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface Answer {
  readonly status: number
  readonly code: number
  readonly body: string
}

/** The application as it is composed for a server, asked without a network, on a database that remembers being written. */
export interface World {
  readonly rooms: readonly Room[]
  readonly database: TestDatabase
  readonly services: TestServices
  readonly ask: (handler: Handler, prefix: string, request: Asked) => Promise<Answer>
  /** The tokens of customers and staff, alive again, whatever was done to them. */
  readonly revive: () => Promise<Readonly<Record<string, string>>>
  /** Every act that takes two people. */
  readonly kinds: () => readonly ApprovalKind[]
  readonly close: () => Promise<void>
}

export interface Asked {
  readonly fields: Readonly<Record<string, string>>
  readonly token: string | undefined
  readonly address: string
}

export async function openWorld(): Promise<World> {
  const database = await testDatabase({ connectionsMax: 8 })
  const asideSql = connect(addressFor(database.address, { asApp: true }), { connectionsMax: 1, name: 'matrix aside' })
  const services = { ...testServices({ sql: database.sql }), asideSql }
  const { rooms, identity, needs, approvalKinds } = composeRooms(readConfig({}, '.'), services, {
    publish: () => undefined,
  })
  for (const room of rooms) if (room.name === 'settings') await room.start?.()
  const app = createWebServer(services, { trustedTypes: [], styleHashes: [] })
  // Who is verified is asked of the database; everybody has the passwords and factors, which are no question of this matrix.
  const has = async (): Promise<boolean> => true
  const matrixNeeds: NeedsPort = {
    ...needs,
    'trade-password-set': has,
    'withdrawal-password-set': has,
    'second-factor-set': has,
    vip: has,
  }
  mountRooms(app, {
    services,
    asideSql,
    customerSql: asideSql,
    rooms,
    sides: ['customers', 'staff'],
    sessions: identity.sessions,
    operators: identity.operatorSessions,
    needs: matrixNeeds,
    admission: undefined,
    isDatabaseDown: () => false,
  })
  return {
    rooms,
    database,
    services,
    ask: askOf(app),
    kinds: approvalKinds,
    revive: () => revive(database.owner, services.clock.now()),
    close: async () => {
      await app.close()
      await asideSql.end({ timeout: 5 })
      await database.drop()
    },
  }
}

/** Asks the application without a network, as a browser would. */
function askOf(app: ReturnType<typeof createWebServer>): World['ask'] {
  return async ({ call }, prefix, { fields, token, address }) => {
    const method = call.alsoPost === true ? 'POST' : call.method
    const query = new URLSearchParams(fields).toString()
    const response = await app.inject({
      method,
      url: `${prefix}${call.path}${method === 'GET' && query !== '' ? `?${query}` : ''}`,
      remoteAddress: address,
      headers: {
        'x-requested-with': 'matrix',
        ...(token === undefined ? {} : showing(prefix, token)),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { payload: JSON.stringify(fields) }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    const envelope = isJson ? (response.json() as { readonly code?: number }) : {}
    return { status: response.statusCode, code: envelope.code ?? 0, body: response.body }
  }
}

/** Everybody's session as it was, and everybody as they were. */
async function revive(owner: Sql, nowMs: number): Promise<Readonly<Record<string, string>>> {
  const names = Object.keys(people) as Person[]
  await reviveCustomers(
    owner,
    names.map((name) => ({ id: customerIdOf(name), ...people[name] })),
  )
  const sessions = [
    ...names.map((name) => ({ name, person: name, expiresAt: nowMs + dayMs })),
    { name: 'expired', person: 'verified' as const, expiresAt: nowMs - 1 },
  ]
  for (const [index, { name, person, expiresAt }] of sessions.entries()) {
    await reviveSession(owner, {
      id: `ses_${body(100 + index)}`,
      customerId: customerIdOf(person),
      tokenHash: hashOf(tokenOf(name)),
      restricted: people[person].status === 0,
      nowMs,
      expiresAt,
    })
  }
  const staff = [
    ...operatorRoles.map((role) => ({ name: role, roles: [role], expiresAt: nowMs + dayMs })),
    { name: 'expired-operator', roles: [...operatorRoles], expiresAt: nowMs - 1 },
  ]
  for (const [number, { name, roles, expiresAt }] of staff.entries()) {
    await reviveOperator(owner, { number, roles, tokenHash: hashOf(tokenOf(name)), nowMs, expiresAt })
  }
  return Object.fromEntries([...sessions, ...staff].map(({ name }) => [name, tokenOf(name)]))
}
