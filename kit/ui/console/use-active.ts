import { useEffect, useRef, useState } from 'react'

/** Without a key or a touch for this long, the console asks the server nothing by itself. */
const restMs = 60_000
const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Calls `onChange` after a time without input, and on the next input. */
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

/** Whether there was input lately. */
export function useActive(): boolean {
  const [active, setActive] = useState(true)
  useQuiet(restMs, (quiet) => setActive(!quiet))
  return active
}
