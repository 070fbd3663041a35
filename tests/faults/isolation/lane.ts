import type { Sql, Tx } from '@bolsillo/server-kit'
import type { LockWatch } from './watch-store.ts'

/** The outcome of one step of a lane. `blocked`: its statement waits for a lock the other lane holds. */
export type StepOutcome = 'stepped' | 'blocked' | 'ended'

/**
 * One connection whose statements go out one at a time, each when the explorer says so. While nothing is explored they
 * go out at once.
 */
export interface Lane {
  /** The pool to hand to the product: one connection, every statement and every COMMIT a step. */
  readonly sql: Sql
  /** Begins an operation; its first statement waits for the first step. */
  readonly begin: (work: () => Promise<string>) => void
  readonly step: () => Promise<StepOutcome>
  /** What the operation came to; lets the lane run freely again. */
  readonly end: () => Promise<string>
  readonly steps: () => number
  /** Where it stands, in words. */
  readonly what: () => string
}

interface Waiting {
  readonly go: () => void
  readonly done: Promise<unknown>
}

/** Milliseconds between looks at whether a statement waits for a lock. */
const lookEveryMs = 2

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The statements of a lane, in their order. While it is not held, what is sent goes out at once. */
interface Line extends Gate {
  readonly hold: () => void
  /** Lets everything out that waits, and whatever comes after it. */
  readonly release: () => void
  readonly shift: () => Waiting | undefined
  readonly length: () => number
}

function createLine(): Line {
  let isHeld = false
  let waiting: Waiting[] = []
  const send = (go: () => void, done: Promise<unknown>): void => {
    if (isHeld) waiting.push({ go, done: done.catch(() => undefined) })
    else go()
  }
  return {
    send,
    turn: (over) => new Promise((resolve) => send(resolve, over)),
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      for (const { go } of waiting) go()
      waiting = []
    },
    shift: () => waiting.shift(),
    length: () => waiting.length,
  }
}

/** Waits until something is done, or its statement waits for a lock; answers whether it is done. */
async function hasSettled(done: Promise<unknown>, watch: LockWatch): Promise<boolean> {
  let isDone = false
  void done.then(() => {
    isDone = true
  })
  for (let looks = 0; ; looks += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isDone) return true
    if (looks > 2) {
      if (await watch.isWaiting()) return false
      await Promise.race([done, pause(lookEveryMs)])
    }
  }
}

/** Wraps a pool of one connection. `watch` says whether that connection waits for a lock. */
export function createLane(pool: Sql, watch: LockWatch): Lane {
  const line = createLine()
  let operation: Promise<string> | undefined
  let hasEnded = false
  let running: Promise<unknown> | undefined
  let steps = 0

  /** Waits until a statement waits for its step, or the operation is over. */
  const hasNext = async (): Promise<boolean> => {
    while (line.length() === 0 && !hasEnded) await new Promise((resolve) => setImmediate(resolve))
    return line.length() > 0
  }

  return {
    sql: gated(pool, line),
    steps: () => steps,
    what: () =>
      `after ${steps} steps ${hasEnded ? 'ended' : running === undefined ? 'ready' : 'waiting'}, ${line.length()} to go`,
    begin: (work) => {
      line.hold()
      hasEnded = false
      steps = 0
      operation = work().finally(() => {
        hasEnded = true
      })
      operation.catch(() => undefined)
    },
    step: async () => {
      if (running !== undefined) {
        if (!(await hasSettled(running, watch))) return 'blocked'
        running = undefined
      }
      if (!(await hasNext())) return 'ended'
      const next = line.shift()
      if (next === undefined) return 'ended'
      steps += 1
      next.go()
      running = next.done
      if (!(await hasSettled(running, watch))) return 'blocked'
      running = undefined
      return 'stepped'
    },
    end: async () => {
      line.release()
      running = undefined
      return (await operation) ?? 'nothing'
    },
  }
}

interface Gate {
  /** Sends something now, or when its step comes. */
  readonly send: (go: () => void, done: Promise<unknown>) => void
  /** Waits for the step of a COMMIT, which is over when the transaction is. */
  readonly turn: (over: Promise<unknown>) => Promise<void>
}

type Callable = (...values: unknown[]) => unknown

/** The part of a query of postgres.js that hands it to the connection. */
interface Sendable extends Promise<unknown> {
  handler?: (query: unknown) => unknown
}

/** The same pool or transaction, with a gate before every statement and every COMMIT. */
function gated<T extends Sql | Tx>(inner: T, gate: Gate): T {
  const held = (query: unknown): unknown => {
    const sendable = query as Sendable
    const { handler } = sendable
    // What is no query (a list of columns, say) is sent by nobody.
    if (typeof handler !== 'function') return query
    sendable.handler = (itself) => {
      // Asked for through the promise itself: the query's own `then` would send it again.
      const done = Promise.prototype.then.call(sendable, () => undefined)
      gate.send(() => void handler(itself), done)
    }
    return query
  }
  return new Proxy(inner, {
    apply: (target, itself, values: unknown[]) => held(Reflect.apply(target as unknown as Callable, itself, values)),
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name === 'unsafe') return (...values: unknown[]) => held(Reflect.apply(value, target, values))
      if (name === 'begin' || name === 'savepoint')
        return (...values: unknown[]) => {
          const work = values.at(-1) as (tx: Tx) => Promise<unknown>
          let end: () => void = () => undefined
          const over = new Promise<void>((resolve) => {
            end = resolve
          })
          const gatedWork = async (tx: Tx): Promise<unknown> => {
            const outcome = await work(gated(tx, gate))
            await gate.turn(over)
            return outcome
          }
          const whole = Reflect.apply(value, target, [...values.slice(0, -1), gatedWork]) as Promise<unknown>
          whole.then(end, end)
          return whole
        }
      return value
    },
  })
}
