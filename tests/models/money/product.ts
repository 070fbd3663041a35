import { createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { createConversion } from '@bolsillo/conversion/server'
import { createDeposits } from '@bolsillo/deposits/server'
import { createExchange } from '@bolsillo/exchange/server'
import { type Asset, type Id, idsFrom, instant, seededRng } from '@bolsillo/kernel'
import { createLimits, type VerifiedPeople, type VerifiedPerson } from '@bolsillo/kyc/server'
import { createLedger, type Ledger } from '@bolsillo/ledger/server'
import { byHandSettings } from '@bolsillo/payments/domain'
import { statementUpload } from '@bolsillo/payments/fixtures'
import { createPayments, type PaymentEngine, type Payments } from '@bolsillo/payments/server'
import { createManualRail } from '@bolsillo/rail-manual'
import {
  addressFor,
  connect,
  createWebServer,
  mountRooms,
  type Room,
  type Services,
  type Sql,
} from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import {
  askingOf,
  type FakeClock,
  newTestKey,
  showing,
  type TestAnswer,
  type TestDatabase,
  testCustomer,
  testNeeds,
  testOperators,
  testServices,
  testSessions,
} from '@bolsillo/test-kit'
import { createWithdrawals } from '@bolsillo/withdrawals/server'
import { assets, crew, customerNumbers, customerOf, ines, numberOf, worthOfAssets } from './cast.ts'
import { isSameName } from './model-deposits.ts'
import type { Price } from './model-sums.ts'
import type { WorldRail } from './rail-in-memory.ts'

/** What outlives a server: the database, the clock, the rails, the papers people have, the prices of the market. */
export interface Outside {
  readonly database: TestDatabase
  readonly clock: FakeClock
  readonly seed: number
  readonly rails: readonly WorldRail[]
  readonly papers: Map<string, VerifiedPerson>
  readonly limits: VerifiedPeople['limits']
  readonly prices: () => readonly (Price & { readonly baseAsset: Asset; readonly quoteAsset: Asset })[]
}

type Body = Readonly<Record<string, unknown>>

/** A server of all rooms money goes in and out by. It dies without warning and is rebuilt. */
export interface Product {
  readonly services: Services
  readonly sql: Sql
  readonly ledger: Ledger
  readonly payments: Payments
  readonly engine: PaymentEngine
  readonly as: (customer: number, path: string, body?: Body, key?: string) => Promise<TestAnswer>
  readonly asStaff: (who: { readonly token: string }, path: string, body?: Body) => Promise<TestAnswer>
  /** Sends a statement of the bank, as a browser does. */
  readonly importAs: (who: { readonly token: string }, file: string) => Promise<TestAnswer>
  readonly runJob: (name: string) => Promise<void>
  readonly jobs: readonly string[]
  /** What was logged as an error, newest last. */
  readonly problems: () => readonly string[]
  readonly die: () => Promise<void>
}

interface Made {
  readonly rooms: readonly Room[]
  readonly ledger: Ledger
  readonly payments: Payments
  readonly engine: PaymentEngine
}

/** The rooms, wired as the application wires them. */
function wire(services: Services, outside: Outside): Made {
  const settings = widestCaps()
  const ledger = createLedger()
  const { room: auditRoom, audit } = createAudit()
  const approvals = createApprovals({ services, audit, namesOf: async () => new Map() })
  const manual = createManualRail({ services, account: { bank: 'Banco', number: '0123456789', holder: 'Bolsillo' } })
  const made = createPayments({
    services,
    settings,
    ledger,
    rails: [...outside.rails.map(({ rail }) => rail), manual.rail],
    manual: manual.desk,
    staff: { audit, approvals: approvals.approvals, views: approvals.views },
  })
  const { payments, engine } = made
  const people = peopleOf(outside)
  const ownLimits = limitsOf(services, { ledger, audit, people })
  const shared = {
    ownLimits: ownLimits.ownLimits,
    services,
    settings,
    ledger,
    audit,
    payments,
    people,
    customers: customersOf(services),
    approvals: approvals.approvals,
    views: approvals.views,
    publisher: { publish: () => undefined },
    custodian: 'venue-simulated',
  }
  const deposits = createDeposits({ ...shared, files: { use: async () => undefined } })
  const withdrawals = createWithdrawals({
    ...shared,
    claims: deposits.claims,
    // Settings never change here, so there is nobody to notify.
    terms: [],
    customersAfter: async () => [],
    factors: { isSet: async () => true, verify: async () => undefined },
    passwords: { isSet: async () => true, verify: async () => undefined },
  })
  const { conversion, exchange } = exchangeOf(outside, { services, ledger, settings })
  approvals.approvals.declare([
    ...(made.room.approvalKinds ?? []),
    ...deposits.approvalKinds,
    ...withdrawals.approvalKinds,
  ])
  const rooms = [
    auditRoom,
    approvals.room,
    manual.room,
    made.room,
    ownLimits.room,
    deposits.room,
    withdrawals.room,
    conversion.room,
    exchange,
  ]
  return { rooms, ledger, payments, engine }
}

/** The caps of what people credit are the largest there are: these worlds look at the rest. */
function widestCaps(): ReturnType<typeof fixedSettings> {
  return fixedSettings(
    Object.values(byHandSettings).flatMap((caps) =>
      Object.values(caps).map((setting) => ({ setting, value: setting.max })),
    ),
  )
}

/** Whoever has papers, as the room of papers knows them. */
function peopleOf({ papers, limits }: Outside): VerifiedPeople {
  return {
    find: async (_, customerId) => papers.get(customerId),
    isNameOf: (person, name) => isSameName(person.name, name),
    limits,
  }
}

/** The limits people set themselves. */
function limitsOf(
  services: Services,
  rooms: Pick<Parameters<typeof createLimits>[0], 'ledger' | 'audit' | 'people'>,
): ReturnType<typeof createLimits> {
  return createLimits({
    services,
    ...rooms,
    results: [],
    pesosOf: (asset, minor) => {
      const worth = worthOfAssets[asset]
      return worth === undefined ? undefined : minor * worth
    },
    scaleOf: (asset) => Object.values(assets).find(({ code }) => code === asset)?.scale ?? 0,
  })
}

/** Cash of one currency into another, at the prices of the market. */
function exchangeOf(
  outside: Outside,
  shared: Pick<Parameters<typeof createConversion>[0], 'services' | 'ledger' | 'settings'>,
) {
  const conversion = createConversion({
    ...shared,
    custodian: 'venue-simulated',
    midOf: midsOf(outside),
  })
  const exchange = createExchange({
    ...shared,
    conversions: conversion.conversions,
    leaving: async () => undefined,
    leavingRefusal: async () => undefined,
  })
  return { conversion, exchange }
}

function midsOf({ prices, clock }: Outside): Parameters<typeof createConversion>[0]['midOf'] {
  return (one, other) => {
    const found = prices().find(
      ({ base, quote }) => [base, quote].sort().join() === [one.code, other.code].sort().join(),
    )
    if (found === undefined) return undefined
    const { baseAsset: base, quoteAsset: quote, mid, scale } = found
    return { base, quote, mid, scale, source: 'simulated', sequence: 1n, at: clock.now(), stale: false }
  }
}

function customersOf({ clock }: Services) {
  const summary = (customerId: Id<'cus'>) => ({
    customerId,
    displayNumber: customerId.slice(-8),
    account: '+52 •••• 1907',
    status: 1 as const,
    identityState: 'succ' as const,
    language: 'es-ES',
    createdAt: instant(clock.now() - 86_400_000),
  })
  return {
    find: async (_: unknown, customerId: Id<'cus'>) => summary(customerId),
    findByNumber: async (_: unknown, number: string) => {
      const known = customerNumbers.map(customerOf).find((id) => id.endsWith(number))
      return known === undefined ? undefined : summary(known)
    },
    coolDown: async () => undefined,
    accountHold: async () => undefined,
    setIdentityState: async () => undefined,
    setStatus: async () => undefined,
    notify: async () => undefined,
  }
}

/** What a test asks a server for. */
interface Asked {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Asks an app as browsers do, without a network. */
function askOf(app: ReturnType<typeof createWebServer>): (request: Asked) => Promise<TestAnswer> {
  return async (request) => {
    const { method = 'GET', path, token, headers = {}, body } = request
    const response = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: path,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'x-requested-with': 'bolsillo' }),
        ...(token === undefined ? {} : showing(path, token)),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.body, json: response.json() }
  }
}

/** Starts a server over what there is. `boot`: how many there were before, so that no id comes twice. */
export async function startProduct(outside: Outside, boot: number): Promise<Product> {
  const { database, clock, seed, papers } = outside
  const sql = connect(addressFor(database.address, { asApp: true }), { connectionsMax: 3, name: 'model server' })
  const asideSql = connect(addressFor(database.address, { asApp: true }), { connectionsMax: 1, name: 'model aside' })
  const customerSql = connect(addressFor(database.address, { asApp: true }), { connectionsMax: 2, name: 'model reads' })
  const rng = seededRng(seed, `boot ${boot}`)
  const services = { ...testServices({ sql, clock }), rng, ids: idsFrom(clock, rng), asideSql }
  const made = wire(services, outside)
  for (const room of made.rooms) await room.start?.()
  const app = createWebServer(services, { trustedTypes: [], styleHashes: [] })
  mountRooms(app, {
    services,
    asideSql,
    customerSql,
    rooms: made.rooms,
    sides: ['customers', 'staff'],
    sessions: testSessions(customerNumbers.map((number) => testCustomer(number))),
    operators: testOperators([...crew, ines]),
    needs: { ...testNeeds(), 'identity-verified': async (customerId) => papers.has(String(customerId)) },
    admission: undefined,
    isDatabaseDown: () => false,
  })
  const ask = askOf(app)
  const { as, asStaff } = askingOf({ ask })
  const jobs = made.rooms.flatMap((room) => room.jobs ?? [])
  return {
    services,
    sql,
    ledger: made.ledger,
    payments: made.payments,
    engine: made.engine,
    as,
    asStaff,
    importAs: ({ token }, file) => {
      const { headers, body: bytes } = statementUpload(file)
      const path = '/console-api/statements/import'
      return ask({ method: 'POST', path, token, headers: { ...headers, 'idempotency-key': newTestKey() }, body: bytes })
    },
    jobs: jobs.map(({ name }) => name),
    runJob: async (name) => {
      await jobs.find((job) => job.name === name)?.run(services)
    },
    problems: () => services.log.lines.filter(({ level }) => level === 'error').map(({ message }) => message),
    die: async () => {
      await app.close()
      await sql.end({ timeout: 1 })
      await asideSql.end({ timeout: 1 })
      await customerSql.end({ timeout: 1 })
    },
  }
}

export { numberOf }
