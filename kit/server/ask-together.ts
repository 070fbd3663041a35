import { nextTurn } from './next-turn.ts'
import { pause, systemTimers, type Timers } from './timers.ts'

/** Looks up one key; simultaneous lookups share one query. */
export type AskOne<Key, Answer> = (key: Key) => Promise<Answer>

interface Waiting<Key, Answer> {
  readonly key: Key
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** The most keys of one query. */
const keysAtOnceMax = 256
/** Milliseconds after which later lookups no longer wait for an unanswered query. */
const patienceMs = 500
/** Milliseconds between an answer and the next query under load. */
const gapMs = 1

/**
 * Batches lookups: the first query is sent at once, and keys requested while it runs share the next one, sent when
 * the first is answered or after half a second. So a single lookup does not wait, a thousand cost as much as a few,
 * and every answer is read after its request, as if each had its own query. Nothing is cached.
 * @param ask answers the keys in their order.
 */
export function askTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  timers: Timers = systemTimers,
): AskOne<Key, Answer> {
  let waiting: Waiting<Key, Answer>[] = []
  /**
   * The loop that sends queries for the waiting keys; undefined while none waits, or while the current query takes
   * too long.
   */
  let asker: object | undefined

  const askWaiting = async (): Promise<void> => {
    const self = {}
    asker = self
    for (let before = 0; waiting.length > 0 && asker === self; ) {
      // Under load the query waits a little, to batch more keys; a single key is sent at the end of the turn.
      if (before > 1) await pause(timers, gapMs)
      else await nextTurn()
      const asked = waiting.slice(0, keysAtOnceMax)
      waiting = waiting.slice(keysAtOnceMax)
      before = asked.length
      // A dead connection blocks its own query only.
      const cancel = timers.after(patienceMs, () => {
        if (asker !== self) return
        asker = undefined
        if (waiting.length > 0) void askWaiting()
      })
      try {
        const answers = await ask(asked.map(({ key }) => key))
        for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      } finally {
        cancel()
      }
    }
    if (asker === self) asker = undefined
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (asker === undefined) void askWaiting()
    })
}
