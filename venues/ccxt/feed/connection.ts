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

interface ConnectionOptions {
  readonly url: string
  readonly areYouThere: string | undefined
  readonly dial: Dial
  readonly after: After
  readonly clock: Clock
  readonly rng: Rng
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  readonly onLost: (why: string) => void
}

/** What is so of a connection now. */
interface State {
  wire: Wire | undefined
  isOpen: boolean
  isStopped: boolean
  failures: number
  openedAt: number
  heardAt: number
  cancelTimer: () => void
}

/** A connection to `url`, not begun. Everything it calls, it calls from `dial` and `after`. */
export function createConnection(options: ConnectionOptions): Connection {
  const state: State = {
    wire: undefined,
    isOpen: false,
    isStopped: false,
    failures: 0,
    openedAt: 0,
    heardAt: 0,
    cancelTimer: () => undefined,
  }
  return {
    start: () => connect(state, options),
    say: (texts) => {
      if (state.isOpen) for (const text of texts) state.wire?.say(text)
    },
    renew: (why) => {
      if (state.wire !== undefined) drop(state, options, why)
    },
    stop: () => {
      state.isStopped = true
      state.cancelTimer()
      state.wire?.end()
      state.wire = undefined
    },
  }
}

function drop(state: State, options: ConnectionOptions, why: string): void {
  const { clock, after, rng } = options
  state.cancelTimer()
  state.wire?.end()
  state.wire = undefined
  if (state.isOpen && clock.now() - state.openedAt >= goodAfterMs) state.failures = 0
  state.isOpen = false
  options.onLost(why)
  if (state.isStopped) return
  state.cancelTimer = after(backoffMs(reconnectBackoff, state.failures, rng), () => connect(state, options))
  state.failures += 1
}

function watch(state: State, options: ConnectionOptions): void {
  const { clock, after } = options
  state.cancelTimer = after(askEveryMs, () => {
    if (clock.now() - state.heardAt >= silentMaxMs) return drop(state, options, 'silent')
    if (options.areYouThere === undefined) state.wire?.ping()
    else state.wire?.say(options.areYouThere)
    watch(state, options)
  })
}

function connect(state: State, options: ConnectionOptions): void {
  const { clock, after } = options
  state.cancelTimer = after(openMaxMs, () => drop(state, options, 'did not open'))
  // Events of an old connection are ignored.
  const isCurrent = (): boolean => !state.isStopped && current === state.wire
  const current: Wire = options.dial(options.url, {
    opened: () => {
      if (!isCurrent()) return
      state.cancelTimer()
      state.isOpen = true
      state.openedAt = clock.now()
      state.heardAt = state.openedAt
      watch(state, options)
      options.onOpen()
    },
    said: (text) => {
      if (!isCurrent()) return
      state.heardAt = clock.now()
      options.onText(text)
    },
    alive: () => {
      if (isCurrent()) state.heardAt = clock.now()
    },
    closed: (why) => {
      if (!isCurrent()) return
      state.wire = undefined
      drop(state, options, why)
    },
  })
  state.wire = current
}
