import { type Id, type Instant, idOf, instant, present, priceOf, quantityOf } from '@bolsillo/kernel'
import { type FakeClock, fakeClock } from '@bolsillo/kernel/test'
import { type Instrument, instrumentOf, type MarketHours, simulatedInstruments } from '@bolsillo/market/domain'
import type { ExecutionReport, MarketBookDelta, MarketTrade, VenueLine, VenueOrder } from '@bolsillo/trading/domain'
import { createSimulatedVenue, createSimulatedWorld, type Scenario, type SimulatedVenue } from '../index.ts'

/** A simulated market stepped by the test, behind a desk's line that records its input. */
export interface RunningMarket extends SimulatedVenue {
  readonly clock: FakeClock
  readonly reported: ExecutionReport[]
  readonly news: { readonly instrumentId: string; readonly trade?: MarketTrade; readonly delta?: MarketBookDelta }[]
  /** Lets the market run for so long, looked at every 50 ms as in production. */
  readonly runMs: (ms: number) => void
  /** Between these, `run` waits as it does while a batch is open. */
  readonly openBatch: () => void
  readonly closeBatch: () => void
}

/** Wednesday 2026-11-18, 15:00 UTC: half an hour into the session. */
export const inSession = Date.UTC(2026, 10, 18, 15)

export async function runMarket(options: {
  readonly seed?: number
  readonly at?: number
  readonly hours?: MarketHours
  readonly speed?: number
  readonly instruments?: readonly string[]
  readonly open?: readonly VenueOrder[]
  readonly scenario?: Scenario
}): Promise<RunningMarket> {
  const ids = options.instruments ?? ['AAPL.US', 'WALMEX.MX', 'LACOMER.MX']
  const instruments: readonly Instrument[] = ids.map((id) => present(instrumentOf(id), id))
  const seed = options.seed ?? 11
  const clock = fakeClock(options.at ?? inSession)
  const recorded: Recorded = { reported: [], news: [], waiting: undefined }
  let look: () => void = () => {}
  const simulated = createSimulatedVenue({
    seed,
    world: createSimulatedWorld(seed, simulatedInstruments, options.scenario),
    instruments,
    market: { onQuote: () => {}, lastSequence: () => 0 },
    clock,
    hours: options.hours ?? 'always',
    speed: options.speed ?? 1,
    every: (_ms, work) => {
      look = work
      return () => {
        look = () => {}
      }
    },
  })
  for (const id of ids) {
    simulated.venue.reset(
      id,
      (options.open ?? []).filter((order) => order.instrumentId === id),
    )
  }
  await simulated.venue.start(recordingLine(recorded))
  return {
    ...simulated,
    clock,
    reported: recorded.reported,
    news: recorded.news,
    runMs: (ms) => {
      for (let done = 0; done < ms; done += 50) {
        clock.advanceMs(50)
        look()
      }
    },
    openBatch: () => {
      recorded.waiting = []
    },
    closeBatch: () => {
      const works = present(recorded.waiting, 'a batch')
      recorded.waiting = undefined
      for (const work of works) work()
    },
  }
}

/** What a desk's line heard, and the works that wait while a batch is open. */
interface Recorded extends Pick<RunningMarket, 'reported' | 'news'> {
  waiting: (() => void)[] | undefined
}

function recordingLine(recorded: Recorded): VenueLine {
  const { reported, news } = recorded
  return {
    run: (work) => (recorded.waiting === undefined ? work() : void recorded.waiting.push(work)),
    report: (reports) => void reported.push(...reports),
    marketData: (instrumentId, { trades, delta }) => {
      for (const trade of trades ?? []) news.push({ instrumentId, trade })
      if (delta !== undefined) news.push({ instrumentId, delta })
    },
  }
}

let orders = 0

/** An order of a customer in units of the instrument; a market order unless it has a limit. */
export function order(part: {
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  readonly instrumentId?: string
  readonly customer?: number
  readonly limit?: number
  readonly tif?: VenueOrder['timeInForce']
  readonly postOnly?: boolean
}): VenueOrder {
  orders += 1
  return {
    orderId: idOf('ord', `ord_${String(orders).padStart(26, '0')}`),
    customerId: customer(part.customer ?? 1),
    instrumentId: part.instrumentId ?? 'WALMEX.MX',
    side: part.side,
    type: part.limit === undefined ? 'market' : 'limit',
    timeInForce: part.tif ?? 'day',
    limitPrice: priceOf(BigInt(part.limit ?? (part.side === 'buy' ? 1_000_000_000 : 1))),
    quantity: quantityOf(BigInt(part.quantity)),
    postOnly: part.postOnly ?? false,
    priority: BigInt(orders),
  }
}

function customer(n: number): Id<'cus'> {
  return idOf('cus', `cus_${String(n).padStart(26, '0')}`)
}

/** An instant from epoch milliseconds, for readable tests. */
export const at = (ms: number): Instant => instant(ms)
