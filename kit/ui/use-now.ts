import { systemClock } from '@bolsillo/kernel'
import { useEffect, useState } from 'react'

// Set by the app from the server's answers: what counts down counts by the server's clock, also on a device whose own is wrong.
let offsetMs = 0
const sameWithinMs = 2_000

/** How far the server's clock is ahead of this device's. Less than two seconds is none: answers take time. */
export function setClockOffset(aheadMs: number): void {
  offsetMs = Math.abs(aheadMs) < sameWithinMs ? 0 : Math.round(aheadMs)
}

const now = (): number => systemClock.now() + offsetMs

/** The time, read again every `everyMs`: for ages and countdowns. Stops while nothing asks. */
export function useNow(everyMs: number, active = true): number {
  const [shown, setShown] = useState(now)
  useEffect(() => {
    if (!active) return
    setShown(now())
    const timer = setInterval(() => setShown(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, active])
  return shown
}
