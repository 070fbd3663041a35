import type { Log } from './room.ts'

/** Work that is done again and again until it is stopped. */
export interface Repeated {
  /** Resolves when the work under way, if any, is done. */
  readonly stop: () => Promise<void>
}

/**
 * Does `work` every `everyMs`, never twice at a time: a slow turn is followed by the next without a heap of missed
 * ones. A turn that fails is logged and the next one comes. The only timer rooms have.
 */
export function repeat(everyMs: number, work: () => Promise<void> | void, log: Log): Repeated {
  let stopped = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const turn = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'repeated work failed')
    }
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = turn().finally(() => {
        running = undefined
        if (!stopped) schedule()
      })
    }, everyMs)
  }
  schedule()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Waits for the next turn of the event loop, so that long sums leave room for whoever is waiting between their parts. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
