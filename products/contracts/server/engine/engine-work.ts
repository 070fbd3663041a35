import type { Services } from '@bolsillo/server-kit'
import type { LookOutcome } from '../../domain/index.ts'

/** How one attempt of a piece of work ended: all done, or to be tried again. */
type Attempt = () => Promise<boolean>

/** Attempts at pieces of work, each by its key: one at a time for a key, so many at once, and no more than so many a round. */
export interface Work {
  /** Asks for an attempt. @returns whether one is under way or in line now: not when this round had enough of this key. */
  readonly ask: (key: string, attempt: Attempt) => boolean
  /** A round is over: what was tried in vain may be tried again. Called about once a second. */
  readonly nextRound: () => void
  /** Whether something is under way or in line. */
  readonly isBusy: () => boolean
  /** Waits for what is under way now. */
  readonly settled: () => Promise<void>
  readonly stop: () => void
}

/** Attempts under way at once: a crash must not ask for more connections than there are. */
const atOnce = 8
/** Attempts for one key in a round, when each says it is done and the next look finds more to do. */
const triesMax = 3

/**
 * A bounded line of work. What fails, by its answer or by throwing, is not asked for again before the next round: nothing
 * here goes round by itself. It keeps no list of what is to be done; whoever asks does, and asks again every round.
 */
export function createWork(log: Services['log'], onEnded: (key: string, outcome: LookOutcome) => void): Work {
  const waiting = new Map<string, Attempt>()
  const running = new Map<string, Promise<void>>()
  const tries = new Map<string, number>()
  let isStopped = false

  const begin = (key: string, attempt: Attempt): void => {
    tries.set(key, (tries.get(key) ?? 0) + 1)
    const doing = (async () => {
      let isDone: boolean | undefined
      try {
        isDone = await attempt()
      } catch (error) {
        log.error({ error, key }, 'the engine of contracts could not act, and tries again')
      }
      if (isDone !== true) tries.set(key, triesMax)
      running.delete(key)
      onEnded(key, isDone === undefined ? 'threw' : isDone ? 'done' : 'unfinished')
      goOn()
    })()
    running.set(key, doing)
  }
  const goOn = (): void => {
    for (const [key, attempt] of waiting) {
      if (isStopped || running.size >= atOnce) return
      waiting.delete(key)
      begin(key, attempt)
    }
  }
  return {
    ask: (key, attempt) => {
      if (running.has(key)) return true
      if (isStopped || (tries.get(key) ?? 0) >= triesMax) return false
      waiting.set(key, attempt)
      goOn()
      return true
    },
    nextRound: () => tries.clear(),
    isBusy: () => running.size > 0,
    settled: async () => {
      await Promise.all(running.values())
    },
    stop: () => {
      isStopped = true
      waiting.clear()
    },
  }
}
