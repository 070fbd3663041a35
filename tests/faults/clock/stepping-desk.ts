import { type Instant, idOf, idsFrom, isRejection, priceOf, quantityOf } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import {
  createBookVenue,
  fixtureMarket,
  fixtureTicket,
  settingDefaults,
  settleDesk,
  walmex,
} from '@bolsillo/trading/fixtures'
import { createTrading, type PlaceOrder } from '@bolsillo/trading/server'
import { countStepsOutOfOrder } from './clock-store.ts'
import { type SteppingClock, steppingClock } from './stepping-clock.ts'

/** A desk whose clock is wrong now and then. */
export interface SteppingDesk {
  readonly database: TestDatabase
  readonly clock: SteppingClock
  /** Buys, leaves a day order waiting, sets the clock by so much, tries to sell, and sets it right again. */
  readonly round: (stepMs: number) => Promise<{
    readonly orders: number
    readonly endedEarly: number
    readonly soldWhileLocked: number
  }>
  readonly stepsOutOfOrder: () => Promise<number>
  readonly close: () => Promise<void>
}

const price = 6_000n
const lot = 10n

type Ground = Awaited<ReturnType<typeof openGround>>

/** A desk that runs, its customer with money, and what a round does with them. */
async function openGround(start: Instant) {
  const database = await testDatabase({ connectionsMax: 8 })
  const clock = steppingClock(start)
  const plain = testServices({ sql: database.sql })
  const services = { ...plain, clock, ids: idsFrom(clock, plain.rng) }
  const venue = createBookVenue({ id: 'simulated', clock, instrumentIds: [walmex.id] })
  const market = fixtureMarket([walmex], { [walmex.id]: price }, venue.best)
  const ledger = createLedger()
  const { trading, desk } = createTrading({
    services,
    ledger,
    settings: settingDefaults,
    facts: market.facts,
    feed: market.feed,
    venues: [venue],
    custodian: 'venue-simulated',
  })
  await desk.start()
  const customerId = services.ids.next('cus')
  const purse = customerAccount(customerId, 'stock', 'MXN')
  await transaction(services.sql, (tx) => ledger.post(tx, [grantEntry(services, purse, 100_000_00n)]))
  return {
    database,
    clock,
    desk,
    venue,
    trading,
    customerId,
    settle: (): Promise<void> => settleDesk(desk),
    place: async (order: Partial<PlaceOrder>) =>
      await trading.place(fixtureTicket(services, customerId, { quantity: quantityOf(lot), ...order })),
    positions: () => trading.positions(services.sql, customerId, { at: clock.now() }),
    isOpen: async (orderId: string): Promise<boolean> => {
      const page = await trading.listOrders(services.sql, customerId, { filter: 'open', limit: 100 })
      return page.rows.some((order) => order.orderId === orderId)
    },
  }
}

/** Orders of a round: one that fills, one that waits for its day to end, and one that is cancelled. */
async function placeOrders({ clock, venue, settle, place }: Ground) {
  clock.pass(1_000)
  venue.quote(walmex.id, 'sell', Number(price), Number(lot))
  await settle()
  const bought = await place({ limitPrice: priceOf(price), timeInForce: 'ioc' })
  const waiting = await place({ limitPrice: priceOf(price / 2n) })
  const cancelled = await place({ limitPrice: priceOf(price / 3n) })
  if (isRejection(bought) || isRejection(waiting) || isRejection(cancelled))
    throw new Error('the desk takes plain orders')
  const [fill] = bought.fills
  const { expiresAt, orderId } = waiting.order
  if (fill === undefined || expiresAt === undefined) throw new Error('a purchase fills, a day order expires')
  return { fill, expiresAt, orderId, cancelled }
}

/** Tries to sell everything at once; answers whether the desk took it. */
async function sellsAll({ desk, venue, settle, place, positions }: Ground): Promise<boolean> {
  await desk.tick()
  await settle()
  venue.quote(walmex.id, 'buy', Number(price) - 1, 1)
  await settle()
  const owned = await positions()
  const all = owned[0]?.quantity ?? 0n
  const sale = await place({
    side: 'sell',
    timeInForce: 'ioc',
    limitPrice: priceOf(price - 1n),
    quantity: quantityOf(all),
  })
  return !isRejection(sale)
}

/** Sets a desk up on a database of its own, with a venue of plain books. */
export async function steppingDesk(start: Instant): Promise<SteppingDesk> {
  const ground = await openGround(start)
  const { database, clock, desk, trading, customerId, isOpen } = ground
  return {
    database,
    clock,
    round: async (stepMs) => {
      const { fill, expiresAt, orderId, cancelled } = await placeOrders(ground)
      let endedEarly = 0
      let soldWhileLocked = 0
      let wasDue = false
      for (const step of [stepMs, -stepMs]) {
        clock.step(step)
        wasDue ||= clock.now() >= expiresAt
        // All of it can be sold only when nothing of it is locked any more.
        if ((await sellsAll(ground)) && clock.now() < fill.sellableAt) soldWhileLocked += 1
        if (!(await isOpen(orderId)) && !wasDue) endedEarly += 1
        const { orderId: other } = cancelled.order
        await trading.cancel({ orderId: other, customerId, receivedAt: clock.now() })
      }
      await trading.cancel({ orderId: idOf('ord', orderId), customerId, receivedAt: clock.now() })
      return { orders: 5, endedEarly, soldWhileLocked }
    },
    stepsOutOfOrder: () => countStepsOutOfOrder(database.owner),
    close: async () => {
      await desk.stop()
      await database.drop()
    },
  }
}
