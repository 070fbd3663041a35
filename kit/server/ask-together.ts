import { nextTurn } from './next-turn.ts'
import { pause, systemTimers, type Timers } from './timers.ts'

/** Asks for the answer of one key; what is asked at the same time travels in one question. */
export type AskOne<Key, Answer> = (key: Key) => Promise<Answer>

interface Waiting<Key, Answer> {
  readonly key: Key
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** One question asks for at most so many keys. */
const keysAtOnceMax = 256
/** Milliseconds after which a question that is not answered keeps those who come later waiting no more. */
const patienceMs = 500
/** Milliseconds between an answer and the next question while several are asked at a time. */
const gapMs = 1

/**
 * Puts questions together: the first goes out at once, and what is asked while it is under way goes out as one question
 * when it is answered, or when that takes half a second. So a question that comes alone waits for nothing, a thousand cost
 * what a few do, and every answer was looked up after it was asked for, exactly as if each had been asked by itself.
 * Nothing is remembered.
 * @param ask answers the keys in their order.
 */
export function askTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
  timers: Timers = systemTimers,
): AskOne<Key, Answer> {
  let waiting: Waiting<Key, Answer>[] = []
  /** Who asks for those who wait; nobody while nobody waits, or while the question under way takes too long. */
  let asker: object | undefined

  const askWaiting = async (): Promise<void> => {
    const self = {}
    asker = self
    for (let before = 0; waiting.length > 0 && asker === self; ) {
      // Under load a little later, so that more travel together; alone at the end of the turn.
      if (before > 1) await pause(timers, gapMs)
      else await nextTurn()
      const asked = waiting.slice(0, keysAtOnceMax)
      waiting = waiting.slice(keysAtOnceMax)
      before = asked.length
      // A connection that died without a word holds its own question, not everybody's.
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
