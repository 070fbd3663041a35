import type { Clock, Rng } from '@bolsillo/kernel'
import { type Backoff, backoffMs } from './backoff.ts'
import type { After, Dial, Wire } from './ports.ts'

/** Between attempts to connect. */
export const reconnectBackoff: Backoff = { firstMs: 500, maxMs: 30_000 }
/** A connection that was open so long was a good one: the next failure is a first one again. */
const goodAfterMs = 60_000
/** Nothing heard for so long, not even an answer to a question whether somebody is there: it is dead. */
export const silentMaxMs = 15_000
const askEveryMs = 5_000
const openMaxMs = 10_000

/** A connection that comes back. */
export interface Connection {
  readonly start: () => void
  /** Says something if the connection is open. */
  readonly say: (texts: readonly string[]) => void
  /** Gives the connection up and makes a new one. */
  readonly renew: (why: string) => void
  readonly stop: () => void
}

/** A connection to `url`, not begun. Everything it calls, it calls from `dial` and `after`. */
export function createConnection(options: {
  readonly url: string
  readonly areYouThere: string | undefined
  readonly dial: Dial
  readonly after: After
  readonly clock: Clock
  readonly rng: Rng
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onLost: (why: string) => void
}): Connection {
  const { clock, after, rng } = options
  let wire: Wire | undefined
  let isOpen = false
  let isStopped = false
  let failures = 0
  let openedAt = 0
  let heardAt = 0
  let cancelTimer: () => void = () => undefined

  const drop = (why: string): void => {
    cancelTimer()
    wire?.end()
    wire = undefined
    if (isOpen && clock.now() - openedAt >= goodAfterMs) failures = 0
    isOpen = false
    options.onLost(why)
    if (isStopped) return
    cancelTimer = after(backoffMs(reconnectBackoff, failures, rng), connect)
    failures += 1
  }

  const watch = (): void => {
    cancelTimer = after(askEveryMs, () => {
      if (clock.now() - heardAt >= silentMaxMs) return drop('silent')
      if (options.areYouThere === undefined) wire?.ping()
      else wire?.say(options.areYouThere)
      watch()
    })
  }

  const connect = (): void => {
    cancelTimer = after(openMaxMs, () => drop('did not open'))
    // Events of an old connection are ignored.
    const isCurrent = (): boolean => !isStopped && current === wire
    const current: Wire = options.dial(options.url, {
      opened: () => {
        if (!isCurrent()) return
        cancelTimer()
        isOpen = true
        openedAt = clock.now()
        heardAt = openedAt
        watch()
        options.onOpen()
      },
      said: (text) => {
        if (!isCurrent()) return
        heardAt = clock.now()
        options.onText(text)
      },
      alive: () => {
        if (isCurrent()) heardAt = clock.now()
      },
      closed: (why) => {
        if (!isCurrent()) return
        wire = undefined
        drop(why)
      },
    })
    wire = current
  }

  return {
    start: connect,
    say: (texts) => {
      if (isOpen) for (const text of texts) wire?.say(text)
    },
    renew: (why) => {
      if (wire !== undefined) drop(why)
    },
    stop: () => {
      isStopped = true
      cancelTimer()
      wire?.end()
      wire = undefined
    },
  }
}
