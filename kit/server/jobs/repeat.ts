import type { Services } from '../room.ts'
import { systemTimers } from '../timers.ts'

/** Work that is done again and again in this process. */
export interface Repeating {
  /** Ends it, after the round that is under way. */
  readonly stop: () => Promise<void>
}

/**
 * Runs `work` every `everyMs`, never twice at a time: a longer round delays the next. A failure is logged, and the
 * next round tries again. The first round starts after `firstAfterMs`. For state within one process; work that must
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
