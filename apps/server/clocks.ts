import { type Clock, type Instant, instant, systemClock } from '@bolsillo/kernel'

/** The clock of a server under test: the machine's time plus the advance set by tests. */
export interface MovableClock extends Clock {
  readonly advance: (ms: number) => Instant
}

/** A clock that runs with the machine's and can be moved ahead, never back. */
export function movableClock(): MovableClock {
  let aheadMs = 0
  const now = (): Instant => instant(systemClock.now() + aheadMs)
  return {
    now,
    advance: (ms) => {
      aheadMs += Math.max(0, ms)
      return now()
    },
  }
}
