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
export function readToasts(): readonly Toast[] {
  return toasts
}

/** Calls the listener whenever other toasts show. @returns what ends it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
