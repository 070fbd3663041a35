import { useEffect, useState } from 'react'

const pauseMs = 150

/** The value after a pause in typing. */
export function useDebounced(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
