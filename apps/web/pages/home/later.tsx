import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** At the latest this long after the first paint. */
const patienceMs = 1500

/**
 * What lies below the first screen waits until the phone has nothing better to do: the first screen comes sooner, and
 * nobody sees the difference. Its place is kept, so that the page is as long as it will be.
 */
export function Later({ height, children }: { readonly height: string; readonly children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const show = (): void => startTransition(() => setReady(true))
    // Safari has no idle callback; a short wait does there.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(show, patienceMs / 3)
      return () => clearTimeout(timer)
    }
    const idle = window.requestIdleCallback(show, { timeout: patienceMs })
    return () => window.cancelIdleCallback(idle)
  }, [])
  return ready ? children : <div className={height} />
}
