import { useEffect, useState } from 'react'

const pauseMs = 150

/** What is typed, once the typing has paused. */
export function useDebounced(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
