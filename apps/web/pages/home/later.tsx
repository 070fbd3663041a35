import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** At the latest this long after the first paint. */
const patienceMs = 1500

/**
 * Renders content below the first screen when the browser is idle, so that the first screen shows sooner. Its height
 * is reserved, so that the page does not grow.
 */
export function Later({ height, children }: { readonly height: string; readonly children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const show = (): void => startTransition(() => setReady(true))
    // Safari has no idle callback: use a short timeout.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(show, patienceMs / 3)
      return () => clearTimeout(timer)
    }
    const idle = window.requestIdleCallback(show, { timeout: patienceMs })
    return () => window.cancelIdleCallback(idle)
  }, [])
  return ready ? children : <div className={height} />
}
