import { useEffect, useRef } from 'react'

/** A key and what it does. Letters are lower case. */
interface Shortcut {
  readonly key: string
  /** What it does, for the list of keys. */
  readonly label: string
  readonly run: () => void
  /** Defaults to true. */
  readonly active?: boolean
}

/** The keys of all mounted parts, which `?` lists. */
const shown = new Set<{ readonly current: readonly Shortcut[] }>()

/** The active keys, in order of registration, each once. */
export function keysNow(): readonly Shortcut[] {
  const all = [...shown].flatMap(({ current }) => current).filter(({ active = true }) => active)
  return [...new Map(all.map((entry) => [entry.key, entry])).values()]
}

/** Whether a field has the focus or a dialog is open: then letters are typed, not shortcuts. */
function isBusy(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && event.target.closest('input,textarea,select') !== null
  return typing || event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]') !== null
}

/** Registers keyboard shortcuts while the part is mounted. */
export function useKeys(keys: readonly Shortcut[]): void {
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
