import { useEffect, useRef, useState } from 'react'

/** Without a key or a touch for this long, the console asks the server nothing by itself. */
const restMs = 60_000
const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Runs when somebody did nothing for a while, and when they are back. */
export function useQuiet(afterMs: number, onChange: (quiet: boolean) => void): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stir = (): void => {
      clearTimeout(timer)
      latest.current(false)
      timer = setTimeout(() => latest.current(true), afterMs)
    }
    stir()
    for (const name of events) addEventListener(name, stir, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of events) removeEventListener(name, stir)
    }
  }, [afterMs])
}

/** Whether somebody is there. */
export function useActive(): boolean {
  const [active, setActive] = useState(true)
  useQuiet(restMs, (quiet) => setActive(!quiet))
  return active
}
