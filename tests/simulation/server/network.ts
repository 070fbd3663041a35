import { integerBetween } from '@bolsillo/kernel'
import type { Faults } from '../faults.ts'
import type { Incoming, Outgoing } from './front-door.ts'
import type { Owner, Scheduler } from './scheduler.ts'
import type { ServerProcess } from './server-process.ts'

/** The way between customers and whatever process of the server takes their requests. */
export interface Network {
  /**
   * Sends a request. For each copy that travels, `copy` is called when it starts and `done` when nothing of it is
   * under way any more, with the answer if one came.
   */
  readonly send: (request: Incoming, told: Told) => Promise<Outgoing | undefined>
  /** A process died: nobody will answer what it was working on. */
  readonly broke: (process: ServerProcess) => void
  /** Requests that wait on the way are gone after so long. */
  readonly forgetDelayed: () => void
}

export interface Told {
  readonly copy: () => void
  readonly done: (answer: Outgoing | undefined) => Promise<void> | void
}

const patienceMs = 15_000
const delayMaxMs = 40_000

interface Parts {
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly world: Owner
  readonly targets: () => readonly ServerProcess[]
}

/** What all requests on their way have in common. */
interface Way extends Parts {
  readonly rng: Scheduler['rng']
  readonly trace: Scheduler['trace']
  readonly timers: ReturnType<Scheduler['timersOf']>
  /** What a process works on: how to say that it broke. */
  readonly working: Map<ServerProcess, Set<() => void>>
  readonly delayed: Set<() => void>
}

/** A network between `world` and the processes `targets` names at the moment. */
export function createNetwork(parts: Parts): Network {
  const { scheduler, faults, world } = parts
  const { rng, trace } = scheduler
  const timers = scheduler.timersOf(world)
  const working = new Map<ServerProcess, Set<() => void>>()
  const delayed = new Set<() => void>()

  const way: Way = { ...parts, rng, trace, timers, working, delayed }
  return {
    send: (request, told) =>
      new Promise((resolve) => {
        const cancel = timers.after(patienceMs, () => resolve(undefined))
        const answered = (answer: Outgoing | undefined): void => {
          cancel()
          resolve(answer)
        }
        travel(way, request, told, answered)
        if (faults.strikes('request-duplicated')) travel(way, request, told, () => undefined)
      }),
    broke: (process) => {
      for (const broken of [...(working.get(process) ?? [])]) broken()
      working.delete(process)
    },
    forgetDelayed: () => {
      for (const gone of [...delayed]) gone()
    },
  }
}

function deliver(way: Way, request: Incoming, answered: (answer: Outgoing | undefined) => Promise<void>): void {
  const { scheduler, faults, world, targets, rng, trace, working } = way
  const ready = targets()
  const target = ready[ready.length === 0 ? 0 : integerBetween(rng, 0, ready.length - 1)]
  if (target === undefined) {
    scheduler.add(`nobody answers ${request.path}`, world, () => answered(undefined))
    return
  }
  let isOver = false
  const over = (answer: Outgoing | undefined): void => {
    if (isOver) return
    isOver = true
    working.get(target)?.delete(broken)
    const isLost = answer !== undefined && faults.strikes('answer-lost')
    scheduler.add(`answer ${answer?.status ?? 'never'} to ${request.path}`, world, async () => {
      trace.add(`  ${isLost ? 'lost ' : ''}${answer?.body ?? ''}`)
      await answered(isLost ? undefined : answer)
    })
  }
  const broken = (): void => over(undefined)
  const all = working.get(target) ?? new Set()
  working.set(target, all.add(broken))
  target.answer(request).then(over, (error: unknown) => {
    trace.add(`  the process threw ${String(error)}`)
    over(undefined)
  })
}

function travel(way: Way, request: Incoming, told: Told, answered: (answer: Outgoing | undefined) => void): void {
  const { scheduler, faults, world, rng, timers, delayed } = way
  told.copy()
  const arrive = (): void =>
    scheduler.add(`request ${request.path}`, world, () =>
      deliver(way, request, async (answer) => {
        await told.done(answer)
        answered(answer)
      }),
    )
  if (faults.strikes('request-lost')) {
    told.done(undefined)
    return
  }
  if (!faults.strikes('request-delayed')) {
    arrive()
    return
  }
  const gone = (): void => {
    cancel()
    delayed.delete(gone)
    told.done(undefined)
  }
  const cancel = timers.after(integerBetween(rng, 1, delayMaxMs), () => {
    delayed.delete(gone)
    arrive()
  })
  delayed.add(gone)
}
