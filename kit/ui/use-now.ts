import { systemClock } from '@bolsillo/kernel'
import { useEffect, useState } from 'react'

/** The time, read again every `everyMs`: for ages and countdowns. Stops while nothing asks. */
export function useNow(everyMs: number, active = true): number {
  const [now, setNow] = useState<number>(() => systemClock.now())
  useEffect(() => {
    if (!active) return
    setNow(systemClock.now())
    const timer = setInterval(() => setNow(systemClock.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, active])
  return now
}
