import { useEffect, useRef, useSyncExternalStore } from 'react'
import { activeKeys, type KeyEffect, pressKey, type Shortcut } from './pressed-key.ts'

/** How long the effect of a press is shown. */
const echoMs = 1600

/** The keys of all mounted parts, which `?` lists. */
const shown = new Set<{ readonly current: readonly Shortcut[] }>()

let echo: KeyEffect | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setEcho(next: KeyEffect | undefined): void {
  echo = next
  for (const listener of listeners) listener()
}

const partsNow = (): readonly (readonly Shortcut[])[] => [...shown].map(({ current }) => current)

/** The active keys, in order of registration, each once. */
export function keysNow(): readonly Shortcut[] {
  return activeKeys(partsNow())
}

/** What the last press did, for a moment after it. */
export function useKeyEcho(): KeyEffect | undefined {
  const read = (): KeyEffect | undefined => echo
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    read,
  )
}

/** Whether text is typed, a dialog or an explanation is open, or the press belongs to the browser: then no shortcut is meant. */
function isBusy(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && event.target.closest('input,textarea,select') !== null
  return (
    typing ||
    event.metaKey ||
    event.ctrlKey ||
    event.altKey ||
    document.querySelector('dialog[open],:popover-open') !== null
  )
}

/** A focused button or link keeps its Enter. */
function isOfControl({ key, target }: KeyboardEvent): boolean {
  return (
    key === 'Enter' &&
    target instanceof HTMLElement &&
    target.closest('button,a,summary,[role="button"],[role="tab"],[role="radio"]') !== null
  )
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isBusy(event) || isOfControl(event)) return
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const effect = pressKey(partsNow(), pressed)
  if (effect === undefined) return
  event.preventDefault()
  // Another object each time, so that a key that is held or repeated shows again.
  setEcho(effect)
  clearTimeout(timer)
  timer = setTimeout(() => setEcho(undefined), echoMs)
}

/** Registers keyboard shortcuts while the part is mounted. */
export function useKeys(keys: readonly Shortcut[]): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (shown.size === 0) addEventListener('keydown', onKeyDown)
    shown.add(latest)
    return () => {
      shown.delete(latest)
      if (shown.size === 0) removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
