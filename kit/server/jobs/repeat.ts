import type { Services } from '../room.ts'
import { systemTimers } from '../timers.ts'

/** Work that is done again and again in this process. */
export interface Repeating {
  /** Ends it, after the round that is under way. */
  readonly stop: () => Promise<void>
}

/**
 * Does `work` every `everyMs`, never twice at a time: a round that takes longer delays the next. A round that fails is
 * logged and the next one tries again. The first comes `firstAfterMs` from now. For what lives in one process; what must
 * survive it is a Job.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void> | void,
  { log, timers = systemTimers }: Pick<Services, 'log' | 'timers'>,
  firstAfterMs = everyMs,
): Repeating {
  let stopped = false
  let cancel: () => void = () => undefined
  let running: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.error({ error }, 'repeated work failed')
    }
    if (!stopped) cancel = timers.after(everyMs, next)
  }
  const next = (): void => {
    running = round()
  }
  cancel = timers.after(firstAfterMs, next)
  return {
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
  }
}
