import type { Channel } from '@bolsillo/contract'
import { type Instant, idOf, isRejection, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import type { Market } from '@bolsillo/market/server'
import {
  type ChannelSource,
  type EventHandler,
  handlersOf,
  type Job,
  onSubscribe,
  type Publisher,
  type Repeating,
  type Room,
  repeat,
  transaction,
  useCase,
} from '@bolsillo/server-kit'
import { ordersChannel, ownOrders, positionsChannel, tradingRejections } from '../contract/index.ts'
import { type Allotment, assetProducts, decideAllotment, type HoldingFacts, holdingKey } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { createDesk, type Desk, type DeskLimits } from './desk/desk.ts'
import { type DeskProduct, exchangeProduct } from './desk/desk-product.ts'
import { type DeskWorld, instrumentOf } from './desk/desk-world.ts'
import { liveOrder, livePosition, type TradingChanged, tradingChangedTopic } from './live-views.ts'
import { createMarketSide, marketSideUseCase } from './market-side/read-market-side.ts'
import { authorisationEvents, authorisationJobs } from './orders/order-authorisations.ts'
import { ordersReply } from './orders/order-replies.ts'
import { positionViews, settlingSales } from './orders/position-views.ts'
import { writeOrder } from './orders/wire-rows.ts'
import { recordHistory } from './record-history.ts'
import { findRestingTerms } from './rows/open-orders-store.ts'
import { hasLocks, insertPassedLocks } from './rows/passed-locks-store.ts'
import {
  findFills,
  findFillsOfOrders,
  findOrderLife,
  findOrders,
  findOrdersByIds,
  findPositionsOf,
  findStatistics,
  findVolumes,
} from './rows/queries-store.ts'
import { findPositions, removeLapsedLocks } from './rows/trading-store.ts'
import { type Cancelled, type CancelOrder, type Trading, tradingOf } from './trading.ts'

/** Milliseconds between looks at the clock: how late a day order may expire or an exit wake, at most. */
const tickEveryMs = 250
/** Milliseconds between sweeps of locks that have lapsed. */
const sweepEveryMs = 3_600_000
/** How long a lapsed lock stays: a clock that ran ahead for a while must not have unlocked anything for good. */
const lapsedKeptMs = 7 * 86_400_000
/** Who holds everything in the practice market, whatever venue prices it. */
const practiceCustodian = 'venue-simulated'
/** Orders of a stream's snapshot; a customer may not have more open. */
const snapshotMax = 10_000

interface TradingDeps extends Omit<DeskWorld, 'custodian' | 'products'> {
  /** Products beside stocks and coins. */
  readonly products?: readonly DeskProduct[]
  readonly publisher?: Publisher
  /** For what the market's own side won or lost at closing prices; published where it is given. */
  readonly candles?: Market['candles']
  readonly shard?: string
  readonly custodian?: string
  readonly limits?: Partial<DeskLimits>
}

interface TradingRoom {
  readonly room: Room
  readonly trading: Trading
  readonly desk: Desk
}

const lapsedLocks: Job = {
  name: 'remove-lapsed-locks',
  everyMs: sweepEveryMs,
  run: async ({ sql, clock }) => {
    await removeLapsedLocks(sql, plusMs(clock.now(), -lapsedKeptMs))
  },
}

/** The customer's orders of every product in one list. See the contract. */
const listOwnOrders = useCase(
  ownOrders,
  ({ product, ...asked }, context, { trading }: { readonly trading: Trading }) => {
    const own = product === undefined ? trading : tradingOf(trading, product)
    return ordersReply(own, context, asked, undefined, (order) => ({ ...writeOrder(order), product: order.product }))
  },
)

/** The trading room: the desk, its queries and its private channels. The room starts the desk. */
export function createTrading(given: TradingDeps): TradingRoom {
  const options = {
    ...given,
    custodian: given.custodian ?? practiceCustodian,
    products: [...Object.values(assetProducts).map(exchangeProduct), ...(given.products ?? [])],
  }
  const { services } = options
  const desk = createDesk(options, {
    shard: options.shard ?? 'all',
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  let ticking: Repeating | undefined
  const trading: Trading = {
    place: desk.place,
    act: desk.act,
    allot: (allotment) => allot(options, desk, allotment),
    cancel: async (order) => await explained(options, order, await desk.cancel(order)),
    start: async () => {
      await desk.start()
      ticking = repeat(tickEveryMs, desk.tick, services)
    },
    stop: async () => {
      await ticking?.stop()
      await desk.stop()
    },
    recordHistory: (trades) =>
      desk.between(() => transaction(services.sql, (tx) => recordHistory(options, tx, trades)), trades.map(holdingKey)),
    findOrder: (db, customerId, orderId) => findOrderLife(options.ledger, db, customerId, orderId),
    listOrders: findOrders,
    listResting: findRestingTerms,
    listFills: findFills,
    fillsOfOrders: findFillsOfOrders,
    positions: (db, customerId, query) => positionViews(options, db, customerId, query),
    statistics: findStatistics,
    volumes: findVolumes,
    passLocks: (customerId, at, record) => passLocks(options, desk, { customerId, at, record }),
    settling: (db, customerId, at) => settlingSales(options, db, customerId, at),
  }
  const room: Room = {
    name: 'trading',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: [
      ...handlersOf([listOwnOrders], { trading }),
      ...(given.candles === undefined ? [] : handlersOf([marketSideUseCase], createMarketSide(options, given.candles))),
    ],
    channels: privateChannels(options),
    events: [
      ...authorisationEvents,
      ...(options.publisher === undefined ? [] : streamEvents(options, options.publisher)),
    ],
    jobs: [...authorisationJobs, lapsedLocks],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    start: trading.start,
    stop: trading.stop,
  }
  return { room, trading, desk }
}

/** Allots on the desk, which remembers what its customers hold. */
function allot(world: DeskWorld, desk: Desk, allotment: Allotment): ReturnType<Trading['allot']> {
  const instrument = instrumentOf(world, allotment.instrumentId)
  return desk.act<HoldingFacts, { readonly at: Instant }>({
    holdings: [allotment],
    decide: (hands) => {
      const { entry, facts } = decideAllotment(allotment, instrument, hands)
      hands.post(entry)
      hands.keep(allotment, facts)
      return { at: hands.now }
    },
  })
}

/**
 * A day passes for one customer. The desk remembers holdings, so it is done between its batches, and they are forgotten.
 * Where nothing is locked the desk is not paused: it works for everybody.
 */
async function passLocks(
  { services }: DeskWorld,
  desk: Desk,
  {
    customerId,
    at,
    record,
  }: {
    readonly customerId: Parameters<Trading['passLocks']>[0]
    readonly at: Parameters<Trading['passLocks']>[1]
    readonly record: Parameters<Trading['passLocks']>[2]
  },
): Promise<number> {
  if (!(await hasLocks(services.sql, customerId, at))) return 0
  const passed: string[] = []
  await desk.between(
    () =>
      transaction(services.sql, async (tx) => {
        const instruments = await insertPassedLocks(tx, customerId, at)
        passed.push(...instruments.map((instrumentId) => holdingKey({ customerId, instrumentId })))
        await record(tx, passed.length)
      }),
    passed,
  )
  return passed.length
}

/** What customers see of their own orders and positions, as it is when they begin to look. */
function privateChannels(world: DeskWorld): readonly ChannelSource[] {
  return [
    onSubscribe(ordersChannel, async (customerId, db) => {
      const page = await findOrders(db, idOf('cus', customerId), { filter: 'open', limit: snapshotMax })
      return {
        orders: page.rows.map((order) => liveOrder(world, order, instrumentOf(world, order.instrumentId))),
      }
    }),
    onSubscribe(positionsChannel, async (customerId, db) => {
      const rows = await findPositionsOf(db, idOf('cus', customerId), {})
      return { positions: rows.map((row) => livePosition(row, instrumentOf(world, row.instrumentId))) }
    }),
  ]
}

/** The desk knows open orders only: whether one it does not know has ended, or never was, the tables say. */
async function explained(
  { services, ledger }: DeskWorld,
  { orderId, customerId, product }: CancelOrder,
  outcome: Cancelled | Rejection,
): Promise<Cancelled | Rejection> {
  if (!isRejection(outcome) || outcome.spec.number !== tradingRejections.orderUnknown.number) return outcome
  const life = await findOrderLife(ledger, services.sql, customerId, orderId)
  const isTheirs = life !== undefined && (product === undefined || life.order.product === product)
  return !isTheirs ? outcome : reject(tradingRejections.orderEnded, { values: { state: life.order.state } })
}

/** Passes committed changes on to those customers' private channels that this process has readers of. */
function streamEvents(world: DeskWorld, publisher: Publisher): readonly EventHandler[] {
  const { sql } = world.services
  const isWatched = (channel: Channel, customerId: string): boolean =>
    publisher.watched?.(channel, customerId) !== false
  return [
    {
      topic: tradingChangedTopic,
      name: 'trading.stream',
      scope: 'each-process',
      handle: async ({ payload }) => {
        const changed = Object.entries((payload as TradingChanged).customers)
        const orders = changed
          .filter(([customer]) => isWatched(ordersChannel, customer))
          .flatMap(([, { orders }]) => orders)
        const moved = changed
          .filter(([customer]) => isWatched(positionsChannel, customer))
          .flatMap(([customerId, { positions }]) => positions.map((instrumentId) => ({ customerId, instrumentId })))
        // One question each for all customers of the batch: readers wait for it.
        const [orderRows, positionRows] = await Promise.all([
          orders.length === 0 ? [] : findOrdersByIds(sql, orders),
          moved.length === 0
            ? []
            : findPositions(
                sql,
                moved.map((row) => ({ ...row, customerId: idOf('cus', row.customerId) })),
              ),
        ])
        for (const order of orderRows)
          publisher.publish(
            ordersChannel,
            order.customerId,
            liveOrder(world, order, instrumentOf(world, order.instrumentId)),
          )
        for (const row of positionRows)
          publisher.publish(positionsChannel, row.customerId, livePosition(row, instrumentOf(world, row.instrumentId)))
      },
    },
  ]
}
