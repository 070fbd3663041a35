import { assert, type Instant, type Price, plusDays, type TradeDate } from '@bolsillo/kernel'
import {
  currentOrNextSession,
  dayStart,
  type Instrument,
  isTradable,
  type MarketState,
  nextOpen,
  sellableAt,
  settlesAt,
  tradeDateOf,
} from '../domain/index.ts'

/** What trading asks in its batch; its own port is a part of this. */
export interface MarketFacts {
  /** Everything that can be traded. */
  readonly instrumentIds: () => readonly string[]
  readonly instrumentOf: (id: string) => Instrument | undefined
  readonly quote: MarketState['quote']
  /** What the collar is laid around: the last price, else the previous close. */
  readonly reference: (id: string) => Price | undefined
  readonly stateAt: MarketState['stateAt']
  readonly isStale: MarketState['isStale']
  readonly nextOpen: (id: string, at: Instant) => Instant | undefined
  /** When day orders taken at `at` end: the close of the session, in a market that never closes the end of the date. */
  readonly dayEnd: (id: string, at: Instant) => Instant
  readonly sellableAt: (id: string, fillAt: Instant) => Instant
  readonly settlesOn: (id: string, fillAt: Instant) => TradeDate
  readonly tradeDateOf: (id: string, at: Instant) => TradeDate
}

/** Those facts of a market over its instruments. */
export function factsOf(market: MarketState, instruments: readonly Instrument[]): MarketFacts {
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]))
  const known = (id: string): Instrument => {
    const instrument = byId.get(id)
    assert(instrument !== undefined, `no instrument ${id}`)
    return instrument
  }
  const tradable = instruments.filter(isTradable).map(({ id }) => id)
  return {
    instrumentIds: () => tradable,
    instrumentOf: (id) => byId.get(id),
    quote: market.quote,
    reference: (id) => market.day(id)?.last,
    stateAt: market.stateAt,
    isStale: market.isStale,
    nextOpen: (id, at) => nextOpen(known(id).calendar, at),
    dayEnd: (id, at) => {
      const { calendar } = known(id)
      if (market.hours === 'exchange') return currentOrNextSession(calendar, at).close
      const date = tradeDateOf(calendar, at)
      return nextDayStart(calendar, date)
    },
    sellableAt: (id, fillAt) => sellableAt(known(id), fillAt),
    settlesOn: (id, fillAt) => settlesAt(known(id), fillAt),
    tradeDateOf: (id, at) => tradeDateOf(known(id).calendar, at),
  }
}

function nextDayStart(calendar: Instrument['calendar'], date: TradeDate): Instant {
  return dayStart(calendar, plusDays(date, 1))
}
