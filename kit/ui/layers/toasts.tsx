import { useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'

/** How long a toast stays, from the specification: two seconds, one for an error of the server. */
const toastMs = 2000
const errorToastMs = 1000

export interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'plain' | 'error'
}

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const shownMax = 3

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Removes a toast early. */
function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  set(toasts.filter((toast) => toast.id !== id))
}

/**
 * Shows a short message. Never the only place for something a customer must know.
 * @returns its id, for `dismissToast`.
 */
export function showToast(
  text: string,
  { kind = 'plain', ms = kind === 'error' ? errorToastMs : toastMs }: { kind?: Toast['kind']; ms?: number } = {},
): number {
  const id = nextId
  nextId += 1
  set([...toasts.filter((toast) => toast.text !== text), { id, text, kind }].slice(-shownMax))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), ms),
  )
  return id
}

/** The toasts that show now, oldest first. */
function readToasts(): readonly Toast[] {
  return toasts
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; once, in the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, readToasts, readToasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="over-column pointer-events-none fixed bottom-[calc(var(--tab-bar-height)+1rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 px-6"
    >
      {shown.map((toast) => (
        <p
          key={toast.id}
          className={classes(
            'max-w-full animate-[rise_160ms_ease-out] rounded-field px-4 py-2.5 text-center text-14 shadow-lg',
            toast.kind === 'error' ? 'bg-danger text-on-fill' : 'bg-ink text-page',
          )}
        >
          {toast.text}
        </p>
      ))}
    </div>
  )
}
