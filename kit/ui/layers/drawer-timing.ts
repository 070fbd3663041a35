/** The timings of the left drawer, from the specification. */
const drawerOpenDelayMs = 50
const drawerCloseDelayMs = 300

/**
 * `closed`: not there. `opening`: in the page, still outside the screen, for 50 ms. `open`: sliding in or in place.
 * `closing`: sliding out, for 300 ms.
 */
type DrawerState = 'closed' | 'opening' | 'open' | 'closing'

export interface DrawerTiming {
  readonly state: () => DrawerState
  readonly open: () => void
  readonly close: () => void
  /** Calls the listener on each change of state. Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The drawer's states over time. Opening it while it closes, or the reverse, turns the motion around. */
export function createDrawerTiming(): DrawerTiming {
  let state: DrawerState = 'closed'
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const become = (next: DrawerState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const later = (ms: number, next: DrawerState): void => {
    clearTimeout(timer)
    timer = setTimeout(() => become(next), ms)
  }
  return {
    state: () => state,
    open: () => {
      if (state === 'open' || state === 'opening') return
      if (state === 'closing') {
        clearTimeout(timer)
        become('open')
        return
      }
      become('opening')
      later(drawerOpenDelayMs, 'open')
    },
    close: () => {
      if (state === 'closed' || state === 'closing') return
      become('closing')
      later(drawerCloseDelayMs, 'closed')
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
