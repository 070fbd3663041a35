import { type Id, instant, plusMs, priceOf, quantityOf } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger } from '@bolsillo/ledger/server'
import { type Instrument, instrumentOf, simulatedInstruments } from '@bolsillo/market/domain'
import { noHistory } from '@bolsillo/market/fixtures'
import { createMarket, type Market } from '@bolsillo/market/server'
import { transaction } from '@bolsillo/server-kit'
import { testDatabase, testServices } from '@bolsillo/test-kit'
import { type MarketFacts, tieredSchedule, type Venue } from '@bolsillo/trading/domain'
import { settingDefaults, settleDesk } from '@bolsillo/trading/fixtures'
import { createTrading } from '@bolsillo/trading/server'
import { createReplayVenue, openRecording } from '@bolsillo/venue-replay'
import { createSimulatedVenue, createSimulatedWorld } from '@bolsillo/venue-simulated'
import type { Choices } from '../choices.ts'
import type { Schedule, Spec } from '../orders/rules.ts'
import type { Exchange } from './hours.ts'
import { type Passed, recorded } from './recorder.ts'
import { writeRecording } from './recording.ts'

/** What the model knows of an instrument at the prices it trades at: one tick. */
function specOf(id: string): {
  readonly instrument: Instrument
  readonly spec: Spec
  readonly schedule: Schedule
  readonly exchange: Exchange
} {
  const instrument = instrumentOf(id)
  if (instrument === undefined) throw new Error(`no instrument ${id}`)
  const { scale, ticks, lot, fractional, quantityMin, quantityMax, asset, kind } = instrument
  const isCoin = kind === 'coin'
  const exchange = isCoin ? 'coins' : scale.quote.code === 'MXN' ? 'mexico' : 'new-york'
  const amounts: Readonly<Record<string, readonly [bigint, bigint]>> = {
    MXN: [1_000n, 2_000_000_000n],
    USD: [100n, 100_000_000n],
    USDT: [1_000_000n, 5_000_000_000_000n],
  }
  const [amountMin, amountMax] = amounts[scale.quote.code] ?? [1n, 1n]
  const shares: Readonly<Record<string, Schedule>> = {
    MXN: { name: 'mx-2024', takerBps: 25n, makerBps: 25n, feeMin: 0n, vatBps: 1600n },
    USD: { name: 'us-2024', takerBps: 25n, makerBps: 25n, feeMin: 10n, vatBps: 1600n },
  }
  const tier = tieredSchedule('USDT', { takerBps: 60n, makerBps: 40n, vatBps: 1600n })
  const coins: Schedule = { name: tier.id, takerBps: 60n, makerBps: 40n, feeMin: 0n, vatBps: 1600n }
  const factor = 10n ** BigInt(scale.priceScale + scale.quantityScale - scale.quote.scale)
  const bounds = { lot, fractional, min: quantityMin, max: quantityMax, lockMs: 0, amountMin, amountMax }
  const spec: Spec = {
    ...{ id, base: asset.code, quote: scale.quote.code, purse: isCoin ? 'coin' : 'stock', factor },
    tick: ticks.at(-1)?.tick ?? 1n,
    ...bounds,
  }
  return { instrument, spec, schedule: (isCoin ? undefined : shares[scale.quote.code]) ?? coins, exchange }
}

/** A market of a kind over a clock: its state, its venue, and what lets it look at the clock. */
interface Opened {
  readonly market: Market
  readonly venue: Venue
  readonly facts: MarketFacts
  readonly look: () => void
}

type Services = ReturnType<typeof testServices>

function everyOf() {
  const works = new Set<() => void>()
  return {
    every: (_: number, work: () => void) => {
      works.add(work)
      return () => void works.delete(work)
    },
    look: () => {
      for (const work of [...works]) work()
    },
  }
}

const silent = { publish: () => undefined }

function openSimulated(seed: number, services: Services, instruments: readonly Instrument[]): Opened {
  const own = { services, publisher: silent, history: noHistory, hours: 'exchange', source: 'simulated' } as const
  const market = createMarket({ ...own, instruments })
  const { every, look } = everyOf()
  const world = createSimulatedWorld(seed, simulatedInstruments)
  const timing = { clock: services.clock, hours: 'exchange', speed: 1, every } as const
  const { venue } = createSimulatedVenue({ seed, world, instruments, market: market.state, ...timing })
  const facts = { ...market.facts, instrumentIds: () => instruments.map(({ id }) => id) }
  return { market, venue, facts, look }
}

function openReplay(folder: string, services: Services, instruments: readonly Instrument[]): Opened {
  const opened = openRecording(folder)
  if (opened.kind === 'refused') throw new Error(opened.text)
  const { every, look } = everyOf()
  const late: { market?: Market } = {}
  const { venue, nowOf, stateOf } = createReplayVenue({
    timeline: opened.timeline,
    market: { onBar: (...bar) => late.market?.state.onBar(...bar) },
    clock: services.clock,
    speed: 1,
    every,
  })
  const own = { services, publisher: silent, history: noHistory, hours: 'exchange', source: 'replay', nowOf } as const
  const market = createMarket({ ...own, stateOf: (id) => (stateOf(id) === 'open' ? 'continuous' : 'closed') })
  late.market = market
  const notBefore = (at: number) => instant(Math.max(at, services.clock.now()))
  const facts: MarketFacts = {
    ...market.facts,
    instrumentIds: () => instruments.map(({ id }) => id),
    nextOpen: () => undefined,
    sellableAt: (id, at) => market.facts.sellableAt(id, notBefore(at)),
    settlesOn: (id, at) => market.facts.settlesOn(id, notBefore(at)),
  }
  return { market, venue, facts, look }
}

/** Wednesday 2026-03-04, 15:00 UTC: New York is open, Mexico too. */
const startAt = Date.UTC(2026, 2, 4, 15)

/** A real desk at the practice market, or at a recording; what passes between them is written down. */
export type VenueStand = Awaited<ReturnType<typeof openVenueStand>>

export async function openVenueStand(seed: number, choices: Choices) {
  const isReplay = seed % 2 === 0
  const known = (isReplay ? ['AAPL.US'] : ['WALMEX.MX', 'AAPL.US', 'BTC-USDT']).map(specOf)
  const instruments = known.map(({ instrument }) => instrument)
  const database = await testDatabase({ connectionsMax: 8 })
  const services = testServices({ sql: database.sql, seed })
  const { clock, ids } = services
  clock.moveTo(instant(startAt))
  const recording = isReplay ? writeRecording(choices) : undefined
  const ledger = createLedger()
  const log: Passed[] = []
  const start = async () => {
    const opened =
      recording === undefined
        ? openSimulated(seed, services, instruments)
        : openReplay(recording.folder, services, instruments)
    const made = createTrading({
      services,
      ledger,
      settings: settingDefaults,
      facts: opened.facts,
      feed: opened.market.state,
      venues: [recorded(opened.venue, log, clock)],
      custodian: 'venue-simulated',
    })
    await made.desk.start()
    return { ...made, ...opened, settle: () => settleDesk(made.desk) }
  }
  const grant = async (customerId: Id<'cus'>, purse: 'stock' | 'coin', asset: string, units: bigint): Promise<void> => {
    await transaction(database.sql, (tx) =>
      ledger.post(tx, [grantEntry(services, customerAccount(customerId, purse, asset), units)]),
    )
  }
  const close = async (): Promise<void> => {
    await database.drop()
    recording?.remove()
  }
  return { database, services, clock, ids, known, log, start, grant, close, isReplay }
}

/** Gives somebody shares as if bought a week ago, which costs them money they are given first. */
export async function giveShares(
  { ids, clock, grant }: Pick<VenueStand, 'ids' | 'clock' | 'grant'>,
  trading: Awaited<ReturnType<VenueStand['start']>>['trading'],
  { customerId, spec, price, quantity }: { customerId: Id<'cus'>; spec: Spec; price: bigint; quantity: bigint },
): Promise<void> {
  await grant(customerId, 'stock', spec.quote, (price * quantity * 102n) / (spec.factor * 100n) + 1_000n)
  const at = plusMs(clock.now(), -7 * 86_400_000)
  const trade = { orderId: ids.next('ord'), customerId, instrumentId: spec.id, side: 'buy', sequence: 1, at } as const
  await trading.recordHistory([{ ...trade, quantity: quantityOf(quantity), price: priceOf(price) }])
}
