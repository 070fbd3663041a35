import { present } from '@bolsillo/kernel'
import type { ExecutionReport, Order } from '../../domain/index.ts'
import { type AtVenues, collectAtVenues } from './at-venues.ts'
import type { DeskWorld } from './desk-world.ts'
import { createMarketBuffer } from './market-buffer.ts'

/**
 * How far a batch is. `deciding`: venues keep still, because what it may meet was read before. `committing`: venues work on;
 * their prices wait.
 */
export type Phase = 'none' | 'deciding' | 'committing'

/** What the venues of a desk report to it. */
interface VenueListener {
  readonly phase: () => Phase
  /** Whether reports wait for their batch: prices behind them are not certain yet. */
  readonly hasReports: () => boolean
  readonly reports: (reports: readonly ExecutionReport[]) => void
  /** Prices traded at, for the stops they reach. */
  readonly prices: (instrumentId: string, prices: readonly bigint[]) => void
}

/** The venues of a desk: their own work waits while a batch is decided, their prices until what they hang on is certain. */
interface VenueSide {
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Does what waits. */
  readonly work: () => void
  /** Replaces the orders of customers at all venues, and publishes what is certain. */
  readonly reset: (orders: AtVenues) => void
  /** The same for these orders, in any order. */
  readonly put: (orders: Iterable<Order>) => void
  /** A mark in the prices: those before it belong to the batch that was just decided. */
  readonly mark: () => number
  /** Passes on prices before a mark, which are certain now; without one all, if all are. */
  readonly flush: (mark?: number) => void
  /** Nobody knows whether prices before a mark are certain: they wait for `settle`. */
  readonly hold: (mark: number) => void
  /** Passes on held prices, or forgets them. Others that are not certain are forgotten. */
  readonly settle: (isCertain: boolean) => void
  /** Forgets prices that are not certain: they never were. */
  readonly drop: () => void
}

/** The venues, their work that waits, and their prices that are not certain yet. */
interface Venues {
  readonly world: DeskWorld
  readonly listener: VenueListener
  readonly waiting: (() => void)[]
  readonly market: ReturnType<typeof createMarketBuffer>
  /** A venue may have work as soon as it is called. */
  isBusy: boolean
}

/** The venues of a world, not started. */
export function createVenueSide(world: DeskWorld, listener: VenueListener): VenueSide {
  const market = createMarketBuffer(world.feed, listener.prices)
  const venues: Venues = { world, listener, waiting: [], market, isBusy: false }
  return {
    start: () => start(venues),
    stop: async () => {
      for (const venue of world.venues) await venue.stop()
    },
    work: () => work(venues),
    reset: (orders) => undisturbed(venues, orders.reset),
    put: (orders) => {
      const atVenues = collectAtVenues(world)
      for (const order of [...orders].sort((a, b) => (a.priority < b.priority ? -1 : 1))) atVenues.add(order)
      undisturbed(venues, atVenues.reset)
    },
    mark: market.mark,
    flush: (mark) => flush(venues, mark),
    hold: market.hold,
    settle: market.settle,
    drop: market.drop,
  }
}

async function start(venues: Venues): Promise<void> {
  const { world, listener, waiting, market } = venues
  for (const venue of world.venues) {
    await venue.start({
      run: (venueWork) => {
        waiting.push(venueWork)
        work(venues)
      },
      report: listener.reports,
      marketData: (instrumentId, data) => {
        market.add(instrumentId, data)
        flush(venues)
      },
    })
  }
}

function work(venues: Venues): void {
  const { waiting, world } = venues
  while (waiting.length > 0 && !isStill(venues)) {
    const next = present(waiting.shift(), 'work of a venue')
    undisturbed(venues, () => {
      try {
        next()
      } catch (error) {
        world.services.log.error({ error }, 'the work of a venue failed')
      }
    })
  }
}

function isStill({ isBusy, listener }: Venues): boolean {
  return isBusy || listener.phase() === 'deciding'
}

/** Has a venue work while no other does, and passes on its prices afterwards. */
function undisturbed(venues: Venues, work: () => void): void {
  venues.isBusy = true
  try {
    work()
  } finally {
    venues.isBusy = false
  }
  flush(venues)
}

function flush({ isBusy, listener, market }: Venues, mark?: number): void {
  if (mark !== undefined) market.flush(mark)
  else if (!isBusy && listener.phase() === 'none' && !listener.hasReports()) market.flush()
}
