import { constituentsOf, type Instrument } from '@bolsillo/market/domain'
import { createWorld, type World } from './fair-value/world.ts'

/** The world of a seed over the market's instruments. Indices are made of the constituents the market publishes. */
export function createSimulatedWorld(seed: number, instruments: readonly Instrument[]): World {
  return createWorld(seed, instruments, (indexId) =>
    constituentsOf(indexId).map(({ instrumentId, weight }) => ({ id: instrumentId, weight: Number(weight) })),
  )
}
