import { expect } from 'vitest'
import type { RunningServer } from '../stage/server-process.ts'

const stepMs = 5_000
/** Less than the idle time of any session: who waits at a page is not signed out by it. */
const aheadMaxMs = 8 * 60_000
const hangsAfterMs = 180_000
const lookEveryMs = 500

/**
 * Looks until something is so, while the server's clock is moved on: banks, chains and jobs work by it. However long a
 * busy machine takes for its part, the clock goes no further than eight minutes.
 */
export async function asTimeGoesOn<T>(
  server: RunningServer,
  look: () => Promise<T>,
  isSo: (seen: T) => boolean,
): Promise<void> {
  let movedMs = 0
  let seen: T | undefined
  await expect
    .poll(
      async () => {
        if (movedMs < aheadMaxMs) await server.advanceClockMs(stepMs)
        movedMs += stepMs
        seen = await look()
        return isSo(seen) ? 'so' : seen
      },
      { timeout: hangsAfterMs, interval: lookEveryMs },
    )
    .toBe('so')
}
