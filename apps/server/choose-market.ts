import { type Instant, instant } from '@bolsillo/kernel'
import { type IndexComponent, instruments, type MarketState, simulatedInstruments } from '@bolsillo/market/domain'
import { createMarket, type Market, type MarketTold } from '@bolsillo/market/server'
import { dialSocket, loopUsage, type Publisher, repeat, type Services, systemTimers } from '@bolsillo/server-kit'
import type { MarketFacts, Venue } from '@bolsillo/trading/domain'
import {
  createLiveVenue,
  type ExchangeId,
  exchangeThrough,
  isLiveSource,
  type LiveVenue,
  liveSource,
  loadCcxt,
  noHistory,
  openCcxtExchange,
} from '@bolsillo/venue-ccxt'
import { createReplayHistory, createReplayVenue, openRecording } from '@bolsillo/venue-replay'
import { createSimulatedHistory, createSimulatedVenue, createSimulatedWorld } from '@bolsillo/venue-simulated'
import { type Config, StartRefused } from './config.ts'

/** The market of a server: its state, the venue for orders, and the desk's queries. */
export interface ChosenMarket {
  readonly market: Market
  readonly venue: Venue
  readonly facts: MarketFacts
  /** The components of a coin's index; empty for a recording. */
  readonly indexOf: (instrumentId: string, at: Instant) => readonly IndexComponent[]
}

/** Creates the configured market. @throws StartRefused when a recording cannot be played. */
export function chooseMarket(config: Config, services: Services, publisher: Publisher): ChosenMarket {
  const { market } = config
  switch (market.kind) {
    case 'simulated':
      return simulatedMarket(config, services, publisher)
    case 'replay':
      return recordedMarket(market.folder, config, services, publisher)
    case 'live':
      return liveMarket(market.exchange, config, services, publisher)
  }
}

// Above this share of busy time the process serves customers first and leaves the index history for later.
const busyShare = 0.3

/** A market that starts only if all stored prices are from its own sources: prices of two markets never mix. */
function keptApart(market: Market, isOwn: (source: string) => boolean): Market {
  const start = async (): Promise<void> => {
    const other = (await market.storedSources()).find((source) => !isOwn(source))
    if (other !== undefined) {
      throw new StartRefused(
        `the database holds prices of another market (${other}): give this one a database of its own`,
      )
    }
    await market.start()
  }
  return { ...market, start, room: { ...market.room, start } }
}

function everyWith(services: Services): (ms: number, work: () => void) => () => void {
  return (ms, work) => {
    const repeating = repeat(ms, work, services)
    return () => {
      repeating.stop().catch((error: unknown) => services.log.error({ error }, 'a timer did not stop'))
    }
  }
}

/** The public facts about the market besides its prices. */
function toldOf({ marketSpeed, marketScenario }: Config): MarketTold {
  const scenario = marketScenario && { kind: marketScenario.kind, at: instant(marketScenario.at) }
  return { speed: String(marketSpeed), ...(scenario === undefined ? {} : { scenario }) }
}

function simulatedMarket(config: Config, services: Services, publisher: Publisher): ChosenMarket {
  const { marketSeed: seed, marketHours: hours, marketSpeed: speed } = config
  const { clock } = services
  const instruments = simulatedInstruments
  const world = createSimulatedWorld(seed, instruments, config.marketScenario)
  const history = createSimulatedHistory(world, seed, instruments, clock)
  const told = toldOf(config)
  const own = createMarket({ services, publisher, history, hours, source: 'simulated', instruments, told })
  const market = keptApart(own, (source) => source === 'simulated')
  const every = everyWith(services)
  const usage = loopUsage()
  const { venue, indexOf } = createSimulatedVenue({
    seed,
    world,
    instruments,
    market: market.state,
    clock,
    hours,
    speed,
    every,
    history,
    isBusy: () => usage() > busyShare,
  })
  const facts = { ...market.facts, instrumentIds: () => instruments.map(({ id }) => id) }
  return { market, venue, facts, indexOf }
}

function recordedMarket(folder: string, config: Config, services: Services, publisher: Publisher): ChosenMarket {
  const { clock } = services
  const opened = openRecording(folder)
  if (opened.kind === 'refused')
    throw new StartRefused(`MARKET=replay:${folder}: ${opened.text}: mend it or name another`)
  // The venue publishes to the market, and the market asks the venue for its time: one of the two must be created
  // first.
  const late: { market?: Market } = {}
  const onBar: MarketState['onBar'] = (...bar) => late.market?.state.onBar(...bar)
  const { timeline } = opened
  const every = everyWith(services)
  const { venue, nowOf, stateOf } = createReplayVenue({
    timeline,
    market: { onBar },
    clock,
    speed: config.marketSpeed,
    every,
  })
  const history = createReplayHistory(opened.files, timeline.reels, nowOf)
  // A recording is open while it has a quote in force, no matter what `MARKET_HOURS` is.
  const market = createMarket({
    services,
    publisher,
    history,
    hours: 'exchange',
    source: 'replay',
    told: toldOf(config),
    nowOf,
    stateOf: (id) => (stateOf(id) === 'open' ? 'continuous' : 'closed'),
  })
  late.market = market
  // The customer's real day decides when bought shares may be sold, not the recorded day.
  const notBeforeNow = (at: Instant): Instant => instant(Math.max(at, clock.now()))
  const facts: MarketFacts = {
    ...market.facts,
    instrumentIds: () => instruments.map(({ id }) => id),
    // After the end of a recording the venue rejects orders with that reason: "closed" would promise that it opens
    // again.
    stateAt: (id, at) => (stateOf(id) === 'ended' ? 'continuous' : market.facts.stateAt(id, at)),
    // The next recorded day opens when playback reaches it; no calendar knows the time.
    nextOpen: () => undefined,
    sellableAt: (id, fillAt) => market.facts.sellableAt(id, notBeforeNow(fillAt)),
    settlesOn: (id, fillAt) => market.facts.settlesOn(id, notBeforeNow(fillAt)),
  }
  return { market, venue, facts, indexOf: () => [] }
}

/** Real prices without orders. `load` imports the library; a test passes one that talks to its own server. */
export function liveMarket(
  exchangeId: ExchangeId,
  { marketHours: hours }: Pick<Config, 'marketHours'>,
  services: Services,
  publisher: Publisher,
  load: () => ReturnType<typeof loadCcxt> = loadCcxt,
): ChosenMarket {
  const { clock, rng, log, timers = systemTimers } = services
  // The market asks the venue which prices it doubts, and the venue asks the market for the last price it reported:
  // one of them must be created first.
  const late: { venue?: LiveVenue } = {}
  const own = createMarket({
    services,
    publisher,
    history: noHistory,
    hours,
    source: liveSource(exchangeId, 'trades'),
    isInDoubt: (id) => late.venue?.doubtOf(id) !== undefined,
    instruments,
  })
  const market = keptApart(own, (source) => isLiveSource(source, exchangeId))
  const live = createLiveVenue({
    exchangeId,
    openExchange: async () => {
      const loaded = await load()
      if ('missing' in loaded) throw new Error('ccxt is not installed any more')
      const opened = openCcxtExchange(loaded.library, exchangeId)
      if ('refused' in opened) throw new Error(`this ccxt is not one we know: ${opened.refused}`)
      return exchangeThrough(opened.value, exchangeId)
    },
    instruments,
    market: market.state,
    dial: dialSocket,
    after: timers.after,
    clock,
    rng,
    log,
  })
  late.venue = live
  const facts = { ...market.facts, instrumentIds: () => instruments.map(({ id }) => id) }
  return { market, venue: live.venue, facts, indexOf: () => [] }
}
