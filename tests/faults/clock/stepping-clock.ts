import { type Clock, type Instant, instant, type Rng } from '@bolsillo/kernel'

/** A clock that is set forwards and backwards while the time it should show goes on. */
export interface SteppingClock extends Clock {
  /** The time that has really passed since the beginning. */
  readonly passed: () => number
  /** Lets time pass. */
  readonly pass: (ms: number) => void
  /** Sets the clock by so much. */
  readonly step: (ms: number) => void
}

/** A clock that starts right. */
export function steppingClock(startMs: number): SteppingClock {
  let passedMs = 0
  let offMs = 0
  return {
    now: () => instant(startMs + passedMs + offMs),
    passed: () => passedMs,
    pass: (ms) => {
      passedMs += ms
    },
    step: (ms) => {
      offMs += ms
    },
  }
}

const [second, hour, day] = [1_000, 3_600_000, 86_400_000]

/** A second, an hour or a day, back or ahead. */
export function nextStep(rng: Rng): number {
  const sizes = [second, hour, day]
  const size = sizes[rng.nextUint32() % sizes.length] ?? second
  return rng.nextUint32() % 2 === 0 ? size : -size
}

/** Moments at which clocks go wrong: a moment before each. */
export const moments: Readonly<Record<string, Instant>> = {
  '29 February': instant(Date.UTC(2028, 1, 29, 5, 59, 58)),
  'the end of a year': instant(Date.UTC(2026, 11, 31, 23, 59, 58)),
  'summer time begins in New York, not in Mexico City': instant(Date.UTC(2026, 2, 8, 6, 59, 58)),
  'summer time ends in New York, not in Mexico City': instant(Date.UTC(2026, 10, 1, 5, 59, 58)),
  'the end of 32-bit seconds': instant(Date.UTC(2038, 0, 19, 3, 14, 6)),
}
