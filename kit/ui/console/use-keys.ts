import { useEffect, useRef } from 'react'

/** A key and what it does. Letters are lower case. */
interface ConsoleKey {
  readonly key: string
  /** What it does, for the list of keys. */
  readonly label: string
  readonly run: () => void
  /** Left out: it does something now. */
  readonly active?: boolean
}

/** What the keys of the parts on screen do: what `?` shows. */
const shown = new Set<{ readonly current: readonly ConsoleKey[] }>()

/** The keys that do something now, first come first, each once. */
export function keysNow(): readonly ConsoleKey[] {
  const all = [...shown].flatMap(({ current }) => current).filter(({ active = true }) => active)
  return [...new Map(all.map((entry) => [entry.key, entry])).values()]
}

/** Whether somebody types, or a dialog asks something: then letters are letters. */
function isBusy(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && event.target.closest('input,textarea,select') !== null
  return typing || event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]') !== null
}

/** Gives keys of the keyboard something to do while the part is on screen. */
export function useKeys(keys: readonly ConsoleKey[]): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    shown.add(latest)
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isBusy(event)) return
      // A focused button or link keeps its Enter.
      const onControl = event.target instanceof HTMLElement && event.target.closest('button,a') !== null
      if (event.key === 'Enter' && onControl) return
      const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
      const entry = latest.current.find(({ key, active = true }) => active && key === pressed)
      if (entry === undefined) return
      event.preventDefault()
      entry.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      shown.delete(latest)
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
