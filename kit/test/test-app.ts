import {
  type AdmissionLines,
  addressFor,
  connect,
  createWebServer,
  type EdgeOptions,
  type Mode,
  mountRooms,
  type NeedsPort,
  type OperatorSessionPort,
  type Room,
  type SessionPort,
} from '@bolsillo/server-kit'
import { showing } from './asking.ts'
import { type TestDatabase, testDatabase } from './test-database.ts'
import { noOperators, testCustomer, testNeeds, testSessions } from './test-ports.ts'
import { type TestServices, testServices } from './test-services.ts'

export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: string
  /** The envelope, parsed. */
  readonly json: {
    readonly code: number
    readonly msg: string
    readonly data?: unknown
    readonly simulated: boolean
  }
}

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS'
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The address it comes from; 127.0.0.1 when left out. */
  readonly address?: string
  /** A string or bytes go out as they are; an object as JSON. */
  readonly body?: string | Uint8Array | Readonly<Record<string, unknown>>
}

/** An application of some rooms on a database of its own, asked without a network. */
export interface TestApp {
  readonly database: TestDatabase
  readonly services: TestServices
  readonly ask: (request: TestRequest) => Promise<TestAnswer>
  /** Lets it be asked over a network as well, on a free port of this machine. @returns its address. */
  readonly listen: () => Promise<string>
  readonly close: () => Promise<void>
}

/** Mounts rooms for a test. Customer 1 is signed in, customer 2 is restricted, unless other sessions are given. */
export async function testApp(options: {
  readonly rooms: (services: TestServices) => readonly Room[]
  readonly sessions?: SessionPort
  readonly operators?: OperatorSessionPort
  readonly needs?: NeedsPort
  readonly mode?: Mode
  readonly admission?: AdmissionLines
  readonly isDatabaseDown?: () => boolean
  /** What its server lets near itself; everything when left out. */
  readonly edge?: EdgeOptions
}): Promise<TestApp> {
  const database = await testDatabase()
  const asideSql = connect(addressFor(database.address, { asApp: true }), { connectionsMax: 1, name: 'test aside' })
  const customerSql = connect(addressFor(database.address, { asApp: true }), {
    connectionsMax: 2,
    name: 'test customers',
  })
  const services = { ...testServices({ sql: database.sql, mode: options.mode ?? 'SIM' }), asideSql }
  const app = createWebServer(services, { trustedTypes: [], styleHashes: [] }, options.edge)
  mountRooms(app, {
    services,
    asideSql,
    customerSql,
    rooms: options.rooms(services),
    sides: ['customers', 'staff'],
    sessions: options.sessions ?? testSessions([testCustomer(1), testCustomer(2, 0), testCustomer(3)]),
    operators: options.operators ?? noOperators,
    needs: options.needs ?? testNeeds(),
    admission: options.admission,
    isDatabaseDown: options.isDatabaseDown ?? (() => false),
  })
  const close = async (): Promise<void> => {
    await app.close()
    await asideSql.end({ timeout: 5 })
    await customerSql.end({ timeout: 5 })
    await database.drop()
  }
  const listen = (): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })
  return { database, services, ask: askOf(app), listen, close }
}

/** Asks an application as a browser would, without a network. */
export function askOf(app: ReturnType<typeof createWebServer>): TestApp['ask'] {
  return async (request) => {
    const { method = 'GET', path, token, headers = {}, body } = request
    const plain = typeof body === 'string' || body instanceof Uint8Array
    const response = await app.inject({
      method,
      url: path,
      ...(request.address === undefined ? {} : { remoteAddress: request.address }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'x-requested-with': 'bolsillo' }),
        ...(token === undefined ? {} : showing(path, token)),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: plain ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      json: isJson ? response.json() : { code: Number.NaN, msg: '', simulated: false },
    }
  }
}
