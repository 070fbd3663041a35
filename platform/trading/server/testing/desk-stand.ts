import { type Id, isRejection, type Price, plusMs, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import { type AccountId, accountId, available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger } from '@bolsillo/ledger/server'
import { type Room, transaction } from '@bolsillo/server-kit'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import type { TradedInstrument, Venue } from '../../domain/index.ts'
import {
  apple,
  type BookVenue,
  createBookVenue,
  type FixtureMarket,
  fixtureMarket,
  fixtureTicket,
  settingDefaults,
  settleDesk,
  walmex,
} from '../../fixtures.ts'
import { createTrading } from '../create-trading.ts'
import type { Desk, DeskLimits } from '../desk/desk.ts'
import type { DeskProduct } from '../desk/desk-product.ts'
import type { DeskWorld } from '../desk/desk-world.ts'
import type { Placed, PlaceOrder, Trading } from '../trading.ts'

/** A desk on a database of its own, with a venue of plain books, for tests. */
export interface DeskStand {
  readonly database: TestDatabase
  readonly world: DeskWorld
  readonly services: TestServices
  readonly ledger: Ledger
  readonly market: FixtureMarket
  readonly venue: BookVenue
  readonly trading: Trading
  readonly desk: Desk
  readonly room: Room
  /** A new customer with pesos, dollars (minor units) and shares. */
  readonly customer: (has?: {
    readonly pesos?: bigint
    readonly dollars?: bigint
    readonly walmex?: bigint
  }) => Promise<Id<'cus'>>
  /** Gives a customer money of any purse. */
  readonly fund: (
    customerId: Id<'cus'>,
    purse: 'stock' | 'coin' | 'contract',
    asset: string,
    minor: bigint,
  ) => Promise<void>
  readonly ticket: (customerId: Id<'cus'>, order: Partial<PlaceOrder>) => PlaceOrder
  /** Places an order; throws when it is refused. */
  readonly place: (customerId: Id<'cus'>, order: Partial<PlaceOrder>) => Promise<Placed>
  /** Waits until nothing waits. */
  readonly settle: () => Promise<void>
  /** Another desk on the same database, as after a restart. */
  readonly restart: () => Promise<DeskStand>
  /** Another desk on the same database while this one runs, as when two processes believe they have the shard. */
  readonly rivalDesk: () => Promise<Pick<DeskStand, 'trading' | 'desk'>>
  /** Takes most of a customer's free pesos away in a transaction of its own, as a withdrawal would. */
  readonly spend: (customerId: Id<'cus'>) => Promise<void>
  readonly close: () => Promise<void>
}

/** Sets up a desk. `change` lets a test plant a fault in what the desk is given. */
export async function deskStand(
  options: {
    readonly instruments?: readonly TradedInstrument[]
    readonly prices?: Readonly<Record<string, bigint>>
    readonly change?: (world: DeskWorld) => Partial<DeskWorld>
    readonly limits?: Partial<DeskLimits>
    readonly products?: readonly DeskProduct[]
  } = {},
): Promise<DeskStand> {
  const database = await testDatabase({ connectionsMax: 8 })
  const services = testServices({ sql: database.sql })
  return await standOn(database, services, options)
}

async function standOn(
  database: TestDatabase,
  services: TestServices,
  options: NonNullable<Parameters<typeof deskStand>[0]>,
): Promise<DeskStand> {
  const instruments = options.instruments ?? [walmex, apple]
  const prices = options.prices ?? { 'WALMEX.MX': 6000n, 'AAPL.US': 2_000_000n }
  const newVenue = (): BookVenue =>
    createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: instruments.map(({ id }) => id) })
  const venue = newVenue()
  const market = fixtureMarket(instruments, prices, venue.best)
  const ledger = createLedger()
  const plain: DeskWorld = {
    services,
    ledger,
    settings: settingDefaults,
    facts: market.facts,
    feed: market.feed,
    venues: [venue satisfies Venue],
    custodian: 'venue-simulated',
    products: options.products ?? [],
  }
  const world = { ...plain, ...options.change?.(plain) }
  const { trading, desk, room } = createTrading({
    ...world,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  await desk.start()
  const settle = (): Promise<void> => settleDesk(desk)
  return {
    database,
    services,
    world,
    ledger,
    market,
    venue,
    trading,
    desk,
    room,
    settle,
    customer: (has = {}) => newCustomer({ services, ledger, trading }, has),
    fund: (customerId, purse, asset, minor) => give(services, ledger, customerAccount(customerId, purse, asset), minor),
    ticket: (customerId, order) => fixtureTicket(services, customerId, order),
    place: (customerId, order) => placed(trading, fixtureTicket(services, customerId, order)),
    restart: async () => {
      await desk.stop()
      return await standOn(database, services, options)
    },
    rivalDesk: async () => {
      const rival = createTrading({ ...plain, venues: [newVenue()] })
      await rival.desk.start()
      return rival
    },
    spend: (customerId) => spend(services, ledger, customerId),
    close: async () => {
      await desk.stop()
      await database.drop()
    },
  }
}

/** A customer with money, and shares bought a week ago. */
async function newCustomer(
  { services, ledger, trading }: Pick<DeskStand, 'services' | 'ledger' | 'trading'>,
  has: NonNullable<Parameters<DeskStand['customer']>[0]>,
): Promise<Id<'cus'>> {
  const customerId = services.ids.next('cus')
  await fund(services, ledger, customerId, { MXN: has.pesos ?? 0n, USD: has.dollars ?? 0n })
  if (has.walmex !== undefined) {
    const past = { orderId: services.ids.next('ord'), customerId, instrumentId: walmex.id, side: 'buy' } as const
    const cost = { quantity: quantityOf(has.walmex), price: priceOf(5000n), sequence: 1 }
    await fund(services, ledger, customerId, { MXN: has.walmex * 5_100n })
    const at = plusMs(services.clock.now(), -7 * 86_400_000)
    await trading.recordHistory([{ ...past, ...cost, at }])
  }
  return customerId
}

async function spend(services: TestServices, ledger: Ledger, customerId: Id<'cus'>): Promise<void> {
  await transaction(services.sql, async (tx) => {
    const account = customerAccount(customerId, 'stock', 'MXN')
    const balances = await ledger.lock(tx, [account, accountId('venue-simulated', 'custody', 'MXN')])
    const free = available(balances.get(account) ?? emptyBalance) - 1000n
    if (free > 0n) await ledger.post(tx, [grantEntry(services, account, -free)])
  })
}

async function placed(trading: Trading, ticket: PlaceOrder): Promise<Placed> {
  const outcome = await trading.place(ticket)
  if (isRejection(outcome)) throw new Error(`refused: ${outcome.spec.name} ${JSON.stringify(outcome.values)}`)
  return outcome
}

async function give(services: TestServices, ledger: Ledger, account: AccountId, minor: bigint): Promise<void> {
  await transaction(services.sql, (tx) => ledger.post(tx, [grantEntry(services, account, minor)]))
}

async function fund(
  services: TestServices,
  ledger: Ledger,
  customerId: Id<'cus'>,
  has: Readonly<Record<string, bigint>>,
): Promise<void> {
  for (const [asset, amount] of Object.entries(has)) {
    if (amount === 0n) continue
    await give(services, ledger, customerAccount(customerId, 'stock', asset), amount)
  }
}

/** A price and a quantity, in units. */
export const at = (units: number): Price => priceOf(BigInt(units))
export const of = (units: number): Quantity => quantityOf(BigInt(units))

/** The name of a refusal, or what else came. */
export function refusalOf(outcome: unknown): string {
  return isRejection(outcome) ? outcome.spec.name : 'done'
}
