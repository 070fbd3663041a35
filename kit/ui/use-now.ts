import { systemClock } from '@bolsillo/kernel'
import { useEffect, useState } from 'react'

// Set by the app from the server's answers: what counts down counts by the server's clock, also on a device whose own is wrong.
let offsetMs = 0
const sameWithinMs = 2_000
/** Everything that shows the time: it is read again when the clock turns out to be wrong. */
const readers = new Set<() => void>()

/** How far the server's clock is ahead of this device's. Less than two seconds is none: answers take time. */
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
