import {
  assert,
  currencies,
  type Id,
  idsFrom,
  instant,
  integerBetween,
  isRejection,
  priceOf,
  quantityOf,
  type Rng,
  seededRng,
  systemClock,
} from '@bolsillo/kernel'
import { createLedger } from '@bolsillo/ledger/server'
import type { Log, Services, Sql } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { createBookVenue, fixtureMarket, numberedInstrument, settingDefaults } from '@bolsillo/trading/fixtures'
import { createTrading, type Desk, deskLimits, type PlaceOrder, type Trading } from '@bolsillo/trading/server'
import { fillPool, grantMoney } from './practice-money.ts'

/** How many instruments and customers the desk is measured over. */
export const instrumentCount = 50
export const customerCount = 10_000
const cashMinor = 10n ** 11n
const sharesEach = 100_000n

const fail = (fields: object, message: string): void => {
  process.stderr.write(
    `${message} ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.stack : value))}\n`,
  )
}
const log: Log = { debug: () => undefined, info: () => undefined, warn: fail, error: fail }

/** The least number of owners per instrument. */
const ownersMin = 10

/**
 * The number of instruments each customer owns: several where customers are few, so that every share has enough
 * owners. Then an order makes as many fills among ten customers as among a hundred thousand.
 */
export function sharesOfEach(customers: number, instruments: number): number {
  return Math.min(instruments, Math.ceil((ownersMin * instruments) / customers))
}

/** A desk over many instruments and customers with money and shares, on a real clock and a durable database. */
export interface DeskWorkload {
  readonly trading: Trading
  readonly desk: Desk
  /** The next order of the stream: half limits that rest or cross, half market orders, buys and sells alike. */
  readonly next: () => PlaceOrder
  /** Replaces this desk by another on the same database and books, with this batch size. */
  readonly restart: (batchMax: number) => Promise<DeskWorkload>
  readonly stop: () => Promise<void>
}

/** Sets it up: accounts funded, positions bought, a book of resting orders on every instrument. */
export async function deskWorkload(sql: Sql): Promise<DeskWorkload> {
  const rng = seededRng(11, 'desk bench')
  const services = deskServices(sql, rng)
  const customers = Array.from({ length: customerCount }, () => services.ids.next('cus'))
  const base = deskBase(services, rng, customers, instrumentCount)
  await fund(services, customers)
  await giveShares(services, createTrading(base.world).trading, customers, base.instrumentIds)
  const workload = await base.open(deskLimits.batchMax)
  await restOrders(workload.trading, workload.next, instrumentCount * 40)
  return workload
}

/** What a desk is given, on a real clock, with ids from a seed. */
export function deskServices(sql: Sql, rng: Rng): Services {
  const ids = idsFrom(systemClock, rng)
  return { clock: systemClock, ids, rng, sql, log, mode: 'SIM', secret: () => new Uint8Array(32) }
}

/**
 * A desk over existing customers and instruments with money and shares; not started yet. Another desk on the same
 * database needs a higher `sequence`, because no two fills may share one.
 */
export function deskBase(
  services: Services,
  rng: Rng,
  customers: readonly Id<'cus'>[],
  instrumentsCount: number,
  { settings = settingDefaults, sequence = 0 }: { readonly settings?: Settings; readonly sequence?: number } = {},
) {
  const instruments = Array.from({ length: instrumentsCount }, (_, at) => numberedInstrument(at + 1))
  const instrumentIds = instruments.map(({ id }) => id)
  const prices = Object.fromEntries(instrumentIds.map((id) => [id, 6000n]))
  const venue = createBookVenue({ id: 'simulated', clock: systemClock, instrumentIds })
  for (const instrumentId of instrumentIds) venue.book(instrumentId).setSequence(sequence)
  const market = fixtureMarket(instruments, prices, venue.best)
  // No tape: it is not measured and would store every print.
  const feed = { onTrades: () => undefined, onBook: () => undefined }
  const world = { services, ledger: createLedger(), settings, facts: market.facts, feed, venues: [venue] }
  const next = orderStream(services, rng, customers, instrumentIds)
  const open = async (batchMax: number): Promise<DeskWorkload> => {
    const { trading, desk } = createTrading({ ...world, limits: { batchMax, waitingMax: 100_000 } })
    await desk.start()
    return {
      trading,
      desk,
      next,
      stop: desk.stop,
      restart: async (another) => {
        await desk.stop()
        return await open(another)
      },
    }
  }
  return { world, instrumentIds, open }
}

async function fund(services: Services, customers: readonly Id<'cus'>[]): Promise<void> {
  await fillPool(services, BigInt(customers.length) * cashMinor)
  for (let from = 0; from < customers.length; from += 2000) {
    const some = customers.slice(from, from + 2000)
    await grantMoney(
      services,
      some.map((customerId) => ({ customerId, asset: currencies.MXN })),
      cashMinor,
    )
  }
}

/** Every customer owns one of the instruments, bought long ago. */
async function giveShares(
  services: Services,
  trading: Trading,
  customers: readonly Id<'cus'>[],
  instrumentIds: readonly string[],
): Promise<void> {
  const longAgo = instant(services.clock.now() - 30 * 86_400_000)
  const trades = customers.map(
    (customerId, at) =>
      ({
        orderId: services.ids.next('ord'),
        customerId,
        instrumentId: instrumentIds[at % instrumentIds.length] ?? '',
        side: 'buy',
        quantity: quantityOf(sharesEach),
        price: priceOf(100n),
        sequence: 1,
        at: longAgo,
      }) as const,
  )
  for (let from = 0; from < trades.length; from += 2000) await trading.recordHistory(trades.slice(from, from + 2000))
}

function orderStream(
  services: Services,
  rng: Rng,
  customers: readonly Id<'cus'>[],
  instrumentIds: readonly string[],
): () => PlaceOrder {
  const each = sharesOfEach(customers.length, instrumentIds.length)
  return () => {
    const place = integerBetween(rng, 0, customers.length - 1)
    const share = each === 1 ? 0 : integerBetween(rng, 0, each - 1)
    const sells = rng.nextUint32() % 2 === 0
    const isMarket = rng.nextUint32() % 2 === 0
    const away = BigInt(integerBetween(rng, -2, 20))
    const common = {
      orderId: services.ids.next('ord'),
      customerId: customers[place] ?? services.ids.next('cus'),
      product: 'stock',
      // Customers trade what they own, so that no first purchase (which opens an account) is measured.
      instrumentId: instrumentIds[(place + share) % instrumentIds.length] ?? '',
      side: sells ? 'sell' : 'buy',
      quantity: quantityOf(BigInt(integerBetween(rng, 1, 20))),
      receivedAt: services.clock.now(),
    } as const
    if (isMarket) return { ...common, type: 'market', timeInForce: 'ioc' }
    return { ...common, type: 'limit', timeInForce: 'gtc', limitPrice: priceOf(sells ? 6000n + away : 6000n - away) }
  }
}

/** Gives every book some depth before anything is measured. */
export async function restOrders(trading: Trading, next: () => PlaceOrder, count: number): Promise<void> {
  const orders: PlaceOrder[] = []
  while (orders.length < count) {
    const order = next()
    if (order.type === 'limit') orders.push(order)
  }
  await placeAll(trading, orders, 512)
}

/** Places orders with a fixed number waiting at a time. @returns how many were refused. */
export async function placeAll(trading: Trading, orders: readonly PlaceOrder[], outstanding: number): Promise<number> {
  let at = 0
  let refused = 0
  const client = async (): Promise<void> => {
    for (let order = orders[at++]; order !== undefined; order = orders[at++]) {
      if (isRejection(await trading.place(order))) refused += 1
    }
  }
  await Promise.all(Array.from({ length: outstanding }, client))
  assert(refused * 50 < orders.length, `${refused} of ${orders.length} orders were refused`)
  return refused
}
