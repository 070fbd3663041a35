import type { Composition } from '@bolsillo/app-server'
import { composeProcess, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { type Asset, type Id, idsFrom, instant, seededRng } from '@bolsillo/kernel'
import type { OwnLimitsDeps, VerifiedPeople, VerifiedPerson } from '@bolsillo/kyc/server'
import type { Ledger } from '@bolsillo/ledger/server'
import { byHandSettings } from '@bolsillo/payments/domain'
import { statementUpload } from '@bolsillo/payments/fixtures'
import type { PaymentEngine, Payments } from '@bolsillo/payments/server'
import { createManualRail } from '@bolsillo/rail-manual'
import { addressFor, connect, createWebServer, mountRooms, type Services, type Sql } from '@bolsillo/server-kit'
import {
  askingOf,
  askOf,
  type FakeClock,
  newTestKey,
  type TestAnswer,
  type TestDatabase,
  type TestServices,
  testCustomer,
  testNeeds,
  testOperators,
  testServices,
  testSessions,
} from '@bolsillo/test-kit'
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

/** The rooms money goes in and out by: no others are started, asked or have jobs here. */
const moneyRooms = [
  ...['audit', 'approvals', 'manual', 'payments', 'limits'],
  ...['deposits', 'withdrawals', 'conversion', 'exchange'],
]

/** The rooms, as the application composes them. */
function compose(services: TestServices, outside: Outside): Composition {
  const manual = createManualRail({ services, account: { bank: 'Banco', number: '0123456789', holder: 'Bolsillo' } })
  const { composition } = composeProcess(
    {
      settings: widestCaps,
      market: (given) => stillMarket(given, midsOf(outside)),
      people: peopleOf(outside),
      accounts: {
        customers: customersOf(services),
        secondFactors: { isSet: async () => true, verify: async () => undefined },
        withdrawalPasswords: { isSet: async () => true, verify: async () => undefined },
      },
      rails: () => ({
        rooms: [manual.room],
        rails: [...outside.rails.map(({ rail }) => rail), manual.rail],
        manual: manual.desk,
      }),
      deposits: (own) => ({ ...own, files: { use: async () => undefined, opened: async (_, { fileIds }) => fileIds } }),
      limits: (own) => ({ ...own, ...worths }),
    },
    services,
  )
  return composition
}

/** The caps of what people credit are the largest there are: these worlds look at the rest. */
const widestCaps = Object.values(byHandSettings).flatMap((caps) =>
  Object.values(caps).map((setting) => ({ setting, value: setting.max })),
)

/** What limits take things to be worth. */
const worths: Pick<OwnLimitsDeps, 'pesosOf' | 'scaleOf'> = {
  pesosOf: (asset, minor) => {
    const worth = worthOfAssets[asset]
    return worth === undefined ? undefined : minor * worth
  },
  scaleOf: (asset) => Object.values(assets).find(({ code }) => code === asset)?.scale ?? 0,
}

/** Whoever has papers, as the room of papers knows them. */
function peopleOf({ papers, limits }: Outside): VerifiedPeople {
  return {
    find: async (_, customerId) => papers.get(customerId),
    isNameOf: (person, name) => isSameName(person.name, name),
    limits,
  }
}

function midsOf({ prices, clock }: Outside): HandMarket['market']['rates']['midOf'] {
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
    writeTo: async () => 0,
    ways: async () => [],
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
  const { rooms: all, parts } = compose(services, outside)
  const rooms = all.filter(({ name }) => moneyRooms.includes(name))
  for (const room of rooms) await room.start?.()
  const app = createWebServer(services, { trustedTypes: [], styleHashes: [] })
  mountRooms(app, {
    services,
    asideSql,
    customerSql,
    rooms,
    sides: ['customers', 'staff'],
    sessions: testSessions(customerNumbers.map((number) => testCustomer(number))),
    operators: testOperators([...crew, ines]),
    needs: { ...testNeeds(), 'identity-verified': async (customerId) => papers.has(String(customerId)) },
    admission: undefined,
    isDatabaseDown: () => false,
  })
  const ask = askOf(app)
  const { as, asStaff } = askingOf({ ask })
  const jobs = rooms.flatMap((room) => room.jobs ?? [])
  return {
    services,
    sql,
    ledger: parts.ledger,
    payments: parts.payments,
    engine: parts.paymentEngine,
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
