import { keyedNoise, keyedUniform } from './keyed-random.ts'

/**
 * An event the practice market is configured with before it starts: part of its seed, published with it, and the same
 * for everybody. `crash`: from `at` on all coins fall by a third to a half within a minute, then recover over hours.
 * It cannot be chosen, moved or stopped while the market runs.
 */
export interface Scenario {
  readonly kind: 'crash'
  /** Epoch milliseconds of the market's own time. */
  readonly at: number
}

const fallMs = 60_000
const reboundMs = 600_000
const halfLifeMs = 3 * 3_600_000
const gonePart = 0.0005

/** What a scenario adds to the logarithm of a coin's fair value whose beta is 1; 0 before it and long after. */
export function scenarioLogAt(scenario: Scenario | undefined, seed: number, at: number): number {
  if (scenario === undefined || at <= scenario.at) return 0
  const elapsed = at - scenario.at
  const depth = Math.log(1 - (0.32 + 0.16 * keyedUniform(seed, 0x6c7a, 1)))
  if (elapsed < fallMs) {
    // Steep first, with false hopes on the way; both ends meet.
    const part = elapsed / fallMs
    const hope = 0.06 * Math.sin(Math.PI * part) * keyedNoise(seed, 0x6c7b, elapsed / 4000)
    return depth * (1 - (1 - part) ** 1.6 + hope)
  }
  const rebound = Math.min(1, (elapsed - fallMs) / reboundMs)
  const left = (1 - 0.25 * rebound) * 0.5 ** (Math.max(0, elapsed - fallMs - reboundMs) / halfLifeMs)
  return left < gonePart ? 0 : depth * left
}
