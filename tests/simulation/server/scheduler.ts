import { type Clock, type Instant, integerBetween, plusMs, type Rng } from '@bolsillo/kernel'
import type { Timers } from '@bolsillo/server-kit'
import type { Trace } from '../trace.ts'

/** Something that lives and may die: a process of the server. What belongs to a dead one never runs. */
export interface Owner {
  readonly name: string
  isAlive: boolean
}

interface Task {
  readonly label: string
  readonly owner: Owner
  readonly run: () => Promise<void> | void
}

interface VirtualTimer extends Task {
  readonly dueAt: number
}

/**
 * The one thread of a simulated world. Nothing goes on by itself: whatever waits (a reply of the database, a timer, a
 * request on its way, a customer who thinks) is a task, and the seed picks which one is next.
 */
export interface Scheduler {
  readonly rng: Rng
  readonly trace: Trace
  /** The clock on the wall, which a fault may set wrong. */
  readonly clock: Clock
  readonly add: (label: string, owner: Owner, run: () => Promise<void> | void) => void
  readonly timersOf: (owner: Owner) => Timers
  /** Runs one task, and everything that follows from it at once. @returns false when nothing was ready. */
  readonly step: () => Promise<boolean>
  readonly ready: () => number
  /** Milliseconds until the next timer of an owner; undefined when it has none. */
  readonly untilNext: (owner: Owner) => number | undefined
  /** Moves time. Each timer that is due by then becomes ready, once. */
  readonly advance: (ms: number) => void
  /** Sets the clock on the wall wrong by so much; 0: right. */
  readonly setWrong: (ms: number) => void
  /** Whether it ever was. */
  readonly wasWrong: () => boolean
  readonly steps: () => number
  /** True time, whatever the clock says. */
  readonly trueNow: () => number
  /** Forgets what belongs to a process that died. */
  readonly forget: (owner: Owner) => void
}

const { setImmediate: turnOfLoop, clearImmediate: forgetTurn } = globalThis
const putOff = new Set<NodeJS.Immediate>()
// What puts something off to the next turn of the loop (questions that are asked together) is counted, so that nobody waits
// for turns in which nothing happens: each asks the operating system for news, which costs what a hundred promises do.
globalThis.setImmediate = Object.assign(
  (work: (...args: unknown[]) => void, ...args: unknown[]): NodeJS.Immediate => {
    const one = turnOfLoop(() => {
      putOff.delete(one)
      work(...args)
    })
    putOff.add(one)
    return one
  },
  { __promisify__: turnOfLoop.__promisify__ },
) as typeof turnOfLoop
globalThis.clearImmediate = (one) => {
  if (one !== undefined) putOff.delete(one as NodeJS.Immediate)
  forgetTurn(one)
}

/** Waits until everything that can go on without a task has done so. */
export async function settle(): Promise<void> {
  do {
    // Comes when no promise has anything left to do.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    if (putOff.size > 0) await new Promise((resolve) => turnOfLoop(resolve))
  } while (putOff.size > 0)
}

/** True time and its timers; what becomes due is passed on. */
function createTime(start: Instant, trace: Trace, wakeUp: (due: readonly Task[]) => void) {
  let timers: VirtualTimer[] = []
  let now: number = start
  const wake = (): void => {
    const due = timers.filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt)
    if (due.length === 0) return
    timers = timers.filter(({ dueAt }) => dueAt > now)
    wakeUp(due)
  }

  return {
    now: () => now,
    timersOf: (owner: Owner): Timers => ({
      after: (ms, work) => {
        let isCancelled = false
        const run = (): void => {
          if (!isCancelled) work()
        }
        const timer: VirtualTimer = { label: `timer ${ms}`, owner, run, dueAt: now + Math.max(1, ms) }
        if (owner.isAlive) timers.push(timer)
        return () => {
          isCancelled = true
          timers = timers.filter((one) => one !== timer)
        }
      },
    }),
    untilNext: (owner: Owner) => {
      const next = Math.min(...timers.filter((timer) => timer.owner === owner).map(({ dueAt }) => dueAt))
      return Number.isFinite(next) ? next - now : undefined
    },
    advance: (ms: number) => {
      now += ms
      trace.add(`time +${ms} ms: ${new Date(now).toISOString()}`)
      wake()
    },
    forget: (owner: Owner) => {
      timers = timers.filter((timer) => timer.owner !== owner)
    },
  }
}

/** A world in which it is `start` and nothing happens. */
export function createScheduler(rng: Rng, start: Instant, trace: Trace): Scheduler {
  let tasks: Task[] = []
  const time = createTime(start, trace, (due) => tasks.push(...due))
  let wrongMs = 0
  let wasWrong = false
  let steps = 0
  const clock: Clock = { now: () => plusMs(start, time.now() - start + wrongMs) }

  return {
    rng,
    trace,
    clock,
    add: (label, owner, run) => {
      if (owner.isAlive) tasks.push({ label, owner, run })
    },
    timersOf: time.timersOf,
    step: async () => {
      if (tasks.length === 0) return false
      const [task] = tasks.splice(integerBetween(rng, 0, tasks.length - 1), 1)
      if (task === undefined || !task.owner.isAlive) return true
      steps += 1
      trace.add(`${steps} ${task.owner.name} ${task.label}`)
      await task.run()
      await settle()
      return true
    },
    ready: () => tasks.length,
    untilNext: time.untilNext,
    advance: time.advance,
    setWrong: (ms) => {
      wrongMs = ms
      wasWrong ||= ms !== 0
      trace.add(`clock wrong by ${ms} ms`)
    },
    wasWrong: () => wasWrong,
    steps: () => steps,
    trueNow: time.now,
    forget: (owner) => {
      tasks = tasks.filter((task) => task.owner !== owner)
      time.forget(owner)
    },
  }
}
