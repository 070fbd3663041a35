import { constituentsOf, followedBy, type Instrument } from '@bolsillo/market/domain'
import type { Scenario } from './fair-value/scenario.ts'
import { createWorld, type World } from './fair-value/world.ts'

/**
 * The world of a seed over the market's instruments, with the scenario that belongs to the seed, if there is one. Indices
 * are made of the constituents the market publishes, and what follows something does.
 */
export function createSimulatedWorld(seed: number, instruments: readonly Instrument[], scenario?: Scenario): World {
  const partsOf = (indexId: string) =>
    constituentsOf(indexId).map(({ instrumentId, weight }) => ({ id: instrumentId, weight: Number(weight) }))
  const listed = instruments.map((instrument) => {
    const follows = followedBy(instrument.id)
    return follows === undefined
      ? instrument
      : { ...instrument, follows: { ...follows, spread: follows.spreadBps / 10_000 } }
  })
  return createWorld(seed, listed, partsOf, scenario)
}
