import { createAuditLog } from '@bolsillo/audit/server'
import { createConversion } from '@bolsillo/conversion/server'
import { currencies, type Id, isRejection, priceOf, quantityOf } from '@bolsillo/kernel'
import { customerAccount, practicePool, practicePoolEntry } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, createLedgerRoom, type Ledger } from '@bolsillo/ledger/server'
import { type Services, transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import {
  type BookVenue,
  createBookVenue,
  fixtureMarket,
  fixtureTicket,
  numberedInstrument,
  settleDesk,
} from '@bolsillo/trading/fixtures'
import { createTrading, type Desk, type Placed } from '@bolsillo/trading/server'
import { createLane, type Lane } from './lane.ts'
import { lanePool, watchLocks } from './watch-store.ts'

const custodian = 'venue-simulated'
const settings = fixedSettings()

/** One process of the product, with a connection of its own whose statements can be let go one by one. */
export interface Side {
  readonly lane: Lane
  readonly services: Services
  readonly ledger: Ledger
  readonly desk: Desk
  readonly venue: BookVenue
  readonly instrumentId: string
  readonly conversions: ReturnType<typeof createConversion>['conversions']
  readonly grant: ReturnType<typeof createLedgerRoom>['grantPracticeMoney']
  /** Waits until the desk has nothing to do. */
  readonly settle: () => Promise<void>
}

/** Two processes of the product on one database: two desks, each the writer of an instrument of its own. */
export interface MoneyWorld {
  readonly database: TestDatabase
  readonly services: TestServices
  readonly sides: readonly [Side, Side]
  /** A new customer with so many centavos. */
  readonly customer: (centavos: bigint) => Promise<Id<'cus'>>
  readonly close: () => Promise<void>
}

export async function moneyWorld(): Promise<MoneyWorld> {
  const database = await testDatabase({ connectionsMax: 2 })
  const services = testServices({ sql: database.sql })
  const ledger = createLedger()
  await transaction(database.sql, (tx) =>
    ledger.post(tx, [practicePoolEntry(practicePool, custodian, services.clock.now())]),
  )
  const names = ['lane one', 'lane two'] as const
  const pools = names.map((name) => lanePool(database.address, name))
  const instruments = names.map((_, at) => numberedInstrument(at + 1))
  const sides = await Promise.all(
    pools.map(async (pool, at): Promise<Side> => {
      const lane = createLane(pool, watchLocks(database.owner, names[at] ?? ''))
      return await openSide(lane, { ...services, sql: lane.sql }, instruments, at)
    }),
  )
  const [one, two] = sides
  if (one === undefined || two === undefined) throw new Error('there are two sides')
  return {
    database,
    services,
    sides: [one, two],
    customer: async (centavos) => {
      const customerId = services.ids.next('cus')
      await transaction(database.sql, (tx) =>
        ledger.post(tx, [grantEntry(services, customerAccount(customerId, 'stock', 'MXN'), centavos)]),
      )
      return customerId
    },
    close: async () => {
      for (const { desk } of sides) await desk.stop()
      for (const pool of pools) await pool.end({ timeout: 5 })
      await database.drop()
    },
  }
}

/** Twenty pesos a dollar, always. */
const midOf: Parameters<typeof createConversion>[0]['midOf'] = (_, __, now) => ({
  base: currencies.USD,
  quote: currencies.MXN,
  mid: 2000n,
  scale: 2,
  source: 'fixture',
  sequence: 1n,
  at: now,
  stale: false,
})

async function openSide(
  lane: Lane,
  services: Services,
  instruments: readonly ReturnType<typeof numberedInstrument>[],
  at: number,
): Promise<Side> {
  const instrumentId = instruments[at]?.id ?? ''
  const venue = createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: [instrumentId] })
  const prices = Object.fromEntries(instruments.map(({ id }) => [id, 6000n]))
  const { facts, feed } = fixtureMarket(instruments, prices, (id) =>
    id === instrumentId ? venue.best(id) : { bid: 0, ask: 0 },
  )
  const ledger = createLedger()
  const own = { ...facts, instrumentIds: () => [instrumentId] }
  const { desk } = createTrading({
    services,
    ledger,
    settings,
    feed,
    facts: own,
    venues: [venue],
    custodian,
    shard: instrumentId,
  })
  await desk.start()
  const { conversions } = createConversion({
    services,
    ledger,
    settings,
    custodian,
    midOf,
  })
  const { grantPracticeMoney } = createLedgerRoom({
    services,
    ledger,
    settings,
    custodian,
    audit: createAuditLog(),
    publisher: { publish: () => undefined },
    valuation: { assetOf: () => undefined, usdMxn: () => undefined, totalOf: () => undefined },
  })
  return {
    lane,
    services,
    ledger,
    desk,
    venue,
    instrumentId,
    conversions,
    grant: grantPracticeMoney,
    settle: () => settleDesk(desk),
  }
}

/** Ten shares at sixty pesos, as a limit order that waits for a seller. */
export async function placeLimit(side: Side, customerId: Id<'cus'>): Promise<Placed | string> {
  const ticket = fixtureTicket(side.services, customerId, {
    instrumentId: side.instrumentId,
    timeInForce: 'gtc',
    limitPrice: priceOf(6000n),
    quantity: quantityOf(10n),
  })
  const outcome = await side.desk.place(ticket)
  return isRejection(outcome) ? outcome.spec.name : outcome
}

/** An offer of thirty dollars: 601.80 pesos with the spread. */
export async function offerDollars(side: Side, customerId: Id<'cus'>): Promise<Id<'fxq'>> {
  const { services, conversions } = side
  const pair = { source: currencies.MXN, target: currencies.USD } as const
  const wish = { customerId, purse: 'stock', ...pair, exact: 'target', minor: 3000n } as const
  const offered = await transaction(services.sql, (tx) => conversions.quote(tx, wish, services.clock.now()))
  if (offered.kind !== 'quoted') throw new Error('the offer was refused')
  return offered.quote.quoteId
}
