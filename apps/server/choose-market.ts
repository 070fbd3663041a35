import { type Instant, instant } from '@bolsillo/kernel'
import { type IndexComponent, instruments, type MarketState, simulatedInstruments } from '@bolsillo/market/domain'
import { createMarket, type Market } from '@bolsillo/market/server'
import { type Publisher, repeat, type Services } from '@bolsillo/server-kit'
import type { MarketFacts, Venue } from '@bolsillo/trading/domain'
import { createReplayHistory, createReplayVenue, openRecording } from '@bolsillo/venue-replay'
import { createSimulatedHistory, createSimulatedVenue, createSimulatedWorld } from '@bolsillo/venue-simulated'
import { type Config, StartRefused } from './config.ts'

/** The market of a server: its state, the venue orders go to, and what the desk asks of it. */
export interface ChosenMarket {
  readonly market: Market
  readonly venue: Venue
  readonly facts: MarketFacts
  /** What the venues of a coin's index say it is worth; nothing where prices are recorded. */
  readonly indexOf: (instrumentId: string, at: Instant) => readonly IndexComponent[]
}

/** Makes the market the configuration names. @throws StartRefused when a recording cannot be played. */
export function chooseMarket(config: Config, services: Services, publisher: Publisher): ChosenMarket {
  const { market } = config
  return market.kind === 'simulated'
    ? simulatedMarket(config, services, publisher)
    : recordedMarket(market.folder, config, services, publisher)
}

function everyWith(services: Services): (ms: number, work: () => void) => () => void {
  return (ms, work) => {
    const repeating = repeat(ms, work, services)
    return () => {
      repeating.stop().catch((error: unknown) => services.log.error({ error }, 'a timer did not stop'))
    }
  }
}

function simulatedMarket(config: Config, services: Services, publisher: Publisher): ChosenMarket {
  const { marketSeed: seed, marketHours: hours, marketSpeed: speed } = config
  const { clock } = services
  const instruments = simulatedInstruments
  const world = createSimulatedWorld(seed, instruments, config.marketScenario)
  const history = createSimulatedHistory(world, seed, instruments, clock)
  const market = createMarket({ services, publisher, history, hours, source: 'simulated', instruments })
  const every = everyWith(services)
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
  })
  const facts = { ...market.facts, instrumentIds: () => instruments.map(({ id }) => id) }
  return { market, venue, facts, indexOf }
}

function recordedMarket(folder: string, config: Config, services: Services, publisher: Publisher): ChosenMarket {
  const { clock } = services
  const opened = openRecording(folder)
  if (opened.kind === 'refused')
    throw new StartRefused(`MARKET=replay:${folder}: ${opened.text}: mend it or name another`)
  // The venue speaks to the market and the market asks the venue for its time: one of the two must come first.
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
  // A recording is open when it has a quote in force, whatever the hours are set to.
  const market = createMarket({
    services,
    publisher,
    history,
    hours: 'exchange',
    source: 'replay',
    nowOf,
    stateOf: (id) => (stateOf(id) === 'open' ? 'continuous' : 'closed'),
  })
  late.market = market
  // The customer's own day decides when what was bought may be sold, not the day that is being played.
  const notBeforeNow = (at: Instant): Instant => instant(Math.max(at, clock.now()))
  const facts: MarketFacts = {
    ...market.facts,
    instrumentIds: () => instruments.map(({ id }) => id),
    // Where a recording is over the venue itself refuses, with the reason: "closed" would promise that it opens again.
    stateAt: (id, at) => (stateOf(id) === 'ended' ? 'continuous' : market.facts.stateAt(id, at)),
    // The next recorded day opens when it is played; no calendar knows when.
    nextOpen: () => undefined,
    sellableAt: (id, fillAt) => market.facts.sellableAt(id, notBeforeNow(fillAt)),
    settlesOn: (id, fillAt) => market.facts.settlesOn(id, notBeforeNow(fillAt)),
  }
  return { market, venue, facts, indexOf: () => [] }
}
