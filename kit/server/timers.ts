/** Timers of a process. Injected like the clock, so that a simulation controls when they fire. */
export interface Timers {
  /** Runs `work` once after `ms`. @returns the function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
}

/** Resolves after `ms` of these timers. */
export function pause(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => {
    timers.after(ms, resolve)
  })
}

/** The machine's timers. */
export const systemTimers: Timers = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
