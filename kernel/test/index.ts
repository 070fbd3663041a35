import { type Clock, type Instant, instant, plusMs } from '../time.ts'

export { notDecimalTexts } from './bad-decimals.ts'

/** A clock that moves only when a test moves it. */
export interface FakeClock extends Clock {
  readonly advanceMs: (ms: number) => void
  readonly moveTo: (at: Instant) => void
}

/** A fake clock, from epoch milliseconds. */
export function fakeClock(startMs: number): FakeClock {
  let at = instant(startMs)
  return {
    now: () => at,
    advanceMs: (ms) => {
      at = plusMs(at, ms)
    },
    moveTo: (next) => {
      at = next
    },
  }
}
