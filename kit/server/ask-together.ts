import { nextTurn } from './next-turn.ts'

/** Asks for the answer of one key; what is asked at the same time travels in one question. */
export type AskOne<Key, Answer> = (key: Key) => Promise<Answer>

interface Waiting<Key, Answer> {
  readonly key: Key
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** One question asks for at most so many keys. */
const keysAtOnceMax = 256

/**
 * Puts questions together: the first goes out at once, and what is asked while it is under way goes out as one question
 * when it is answered. So a question that comes alone waits for nothing, a thousand cost what a few do, and every answer
 * was looked up after it was asked for, exactly as if each had been asked by itself. Nothing is remembered.
 * @param ask answers the keys in their order.
 */
export function askTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): AskOne<Key, Answer> {
  let waiting: Waiting<Key, Answer>[] = []
  let isAsking = false

  const askWaiting = async (): Promise<void> => {
    isAsking = true
    while (waiting.length > 0) {
      await nextTurn()
      const asked = waiting.slice(0, keysAtOnceMax)
      waiting = waiting.slice(keysAtOnceMax)
      try {
        const answers = await ask(asked.map(({ key }) => key))
        for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer)
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    isAsking = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isAsking) void askWaiting()
    })
}
