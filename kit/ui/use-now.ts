import { systemClock } from '@bolsillo/kernel'
import { useEffect, useState } from 'react'

// Set by the app from the server's answers, so that countdowns follow the server's clock even on a device with a
// wrong one.
let offsetMs = 0
const sameWithinMs = 2_000
/** All displays of the time, updated when the offset changes. */
const readers = new Set<() => void>()

/**
 * Sets how far the server's clock is ahead of this device's. Less than two seconds counts as zero, because answers
 * take time.
 */
export function setClockOffset(aheadMs: number): void {
  const next = Math.abs(aheadMs) < sameWithinMs ? 0 : Math.round(aheadMs)
  const isOther = Math.abs(next - offsetMs) >= sameWithinMs
  offsetMs = next
  if (isOther) for (const read of readers) read()
}

/** The server's time as estimated from its answers: epoch milliseconds. */
export const serverNow = (): number => systemClock.now() + offsetMs

/** The server's time, read again every `everyMs`: for ages and countdowns. Stops while nothing asks. */
export function useNow(everyMs: number, active = true): number {
  const [shown, setShown] = useState(serverNow)
  useEffect(() => {
    if (!active) return
    const read = (): void => setShown(serverNow())
    read()
    readers.add(read)
    const timer = setInterval(read, everyMs)
    return () => {
      readers.delete(read)
      clearInterval(timer)
    }
  }, [everyMs, active])
  return shown
}
