import { coreRejections } from '@bolsillo/contract'
import { assert, type Rejection, reject } from '@bolsillo/kernel'
import { tradingRejections } from '../../contract/index.ts'
import { createRestingReader, readOpenOrders } from '../rows/open-orders-store.ts'
import { hasFill, renewLease, takeLease } from '../rows/trading-store.ts'
import { type Cancelled, OutcomeUnknown, type Placed } from '../trading.ts'
import { collectAtVenues } from './at-venues.ts'
import type { UnnumberedFill } from './batch.ts'
import { type BatchEnd, carryOut, Fenced } from './carry-out.ts'
import { createCommandLine } from './command-line.ts'
import { type Desk, type DeskLimits, type DeskStatus, deskLimits } from './desk-shape.ts'
import { createDeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'
import { opaque } from './opaque-act.ts'
import { createOwedWork, isOwed } from './owed-work.ts'
import { createVenueSide, type Phase } from './venue-side.ts'

export type { Desk, DeskLimits, DeskStatus } from './desk-shape.ts'
export { deskLimits } from './desk-shape.ts'

type Failure = Pick<Extract<BatchEnd, { kind: 'failed' }>, 'error' | 'isCommitting'>

/**
 * Creates the desk of a shard: the loop that takes what waits, carries it out in batches and answers. What a command does is
 * `step`'s. Nothing happens before `start`.
 */
export function createDesk(
  world: DeskWorld,
  options: { readonly shard: string; readonly limits?: Partial<DeskLimits> },
): Desk {
  const { services, facts } = world
  const { sql, log, clock } = services
  const { shard } = options
  const limits = { ...deskLimits, ...options.limits }
  const line = createCommandLine(limits)
  const state = createDeskState()
  const holder = services.ids.next('dsk')
  const owed = createOwedWork(world, state)
  let status: DeskStatus = 'idle'
  let epoch = 0n
  let phase: Phase = 'none'
  let working: Promise<void> | undefined
  /** A fill of a batch of which nobody knows whether it was committed. */
  let inDoubt: UnnumberedFill | undefined

  const kick = (): void => {
    // One turn later, so that what arrives together is decided together; a lone order waits for nothing.
    working ??= Promise.resolve().then(work).catch(collapsed)
  }
  const push = (commands: readonly DeskCommand[]): void => {
    for (const command of commands) line.push(command)
    if (commands.length > 0) kick()
  }
  const venues = createVenueSide(world, {
    phase: () => phase,
    hasReports: line.hasReports,
    reports: (reports) => push(reports.map((report) => ({ kind: 'report', report }))),
    prices: (instrumentId, prices) => push(owed.reach(instrumentId, prices)),
  })

  const work = async (): Promise<void> => {
    for (;;) {
      venues.work()
      const commands = status === 'running' ? line.take() : []
      if (commands.length === 0) break
      state.trim()
      await run(commands)
      venues.flush()
    }
    working = undefined
  }

  /** Carries a batch out and answers. */
  const run = async (commands: readonly DeskCommand[]): Promise<void> => {
    phase = 'deciding'
    const { decided, done } = carryOut(world, state, { commands, shard, epoch, partMax: limits.partMax })
    await decided
    const mark = venues.mark()
    phase = 'committing'
    venues.work()
    const end = await done
    phase = 'none'
    if (end.kind === 'committed') {
      for (const tell of end.told) tell()
      for (const answer of end.answers) answer()
      venues.flush(mark)
      push(owed.armed(end.touched, clock.now()))
      return
    }
    if (end.kind === 'failed' && end.isCommitting && end.fill !== undefined) {
      inDoubt = end.fill
      venues.hold(mark)
    } else venues.drop()
    if (end.kind === 'short' && (await refuseShort(commands, end))) return
    await failed(commands, { isCommitting: false, ...end })
  }

  /** Nothing of a batch was written: venues forget what was decided of it, and what they reported since. */
  const undecide = (): void => {
    line.dropReports()
    venues.put(state.openOrders())
  }

  /**
   * A batch gives more than all custodians together hold: the command that asks for it is refused, and no other. @returns
   * false for what has happened at a venue already: nothing but failing is left.
   */
  const refuseShort = async (
    commands: readonly DeskCommand[],
    { error }: Extract<BatchEnd, { kind: 'short' }>,
  ): Promise<boolean> => {
    const [command, ...more] = commands
    if (command === undefined || (more.length === 0 && command.kind === 'report')) return false
    undecide()
    if (more.length > 0) {
      await oneByOne(commands.filter(({ kind }) => kind !== 'report'))
      return true
    }
    log.error({ error: error.message }, 'all custodians together hold too little for an order')
    if ('asker' in command) command.asker.resolve(reject(tradingRejections.custodyShort))
    else if (isOwed(command)) owed.failed(command, error)
    return true
  }

  const failed = async (commands: readonly DeskCommand[], end: Failure): Promise<void> => {
    const { error, isCommitting } = end
    log.error({ error, commands: commands.length, isCommitting }, 'a batch of the desk failed')
    status = error instanceof Fenced ? 'fenced' : 'down'
    if (status === 'down') await mend()
    else refuseNew(line.drain())
    await answerFailed(commands, end)
  }

  /**
   * What failed before its COMMIT was sent had no effect: each command gets another chance by itself. After that nobody
   * knows, and the answer reports it.
   */
  const answerFailed = async (commands: readonly DeskCommand[], { isCommitting, error }: Failure): Promise<void> => {
    const [command, ...more] = commands
    if (isCommitting || (status === 'running' && command !== undefined && more.length === 0)) {
      fail(commands, new OutcomeUnknown('the batch failed'))
      if (!isCommitting && command !== undefined && isOwed(command)) {
        const outcome = owed.failed(command, error)
        if (outcome !== 'tried-again') log.error({ ...command, outcome }, 'what is owed to an order cannot be done')
      }
      return
    }
    await oneByOne(commands)
  }

  /** Each command gets a batch by itself, so that one that cannot be carried out takes no other down with it. */
  const oneByOne = async (commands: readonly DeskCommand[]): Promise<void> => {
    for (const command of commands) {
      if (status !== 'running' || command.kind === 'report') refuseNew([command])
      else await run([command])
    }
  }

  const refuseNew = (commands: readonly DeskCommand[]): void => {
    for (const command of commands) if ('asker' in command) command.asker.resolve(reject(coreRejections.overloaded))
  }

  const fail = (commands: readonly DeskCommand[], error: Error): void => {
    for (const command of commands) if ('asker' in command) command.asker.reject(error)
  }

  /** Takes the lease, which waits for a commit whose outcome is not known, and rebuilds everything from PostgreSQL. */
  const load = async (isStart: boolean): Promise<void> => {
    const taken = isStart
      ? await takeLease(sql, shard, holder, clock.now())
      : await renewLease(sql, shard, holder, clock.now())
    if (taken === undefined) {
      status = 'fenced'
      return
    }
    epoch = taken
    const atVenues = collectAtVenues(world)
    state.clear()
    state.beginEpoch(epoch)
    const readResting = createRestingReader()
    await readOpenOrders(sql, (page, from) => {
      const resting = readResting(page, from)
      if (resting === undefined) atVenues.add(state.adopt(page, from))
      else {
        state.adoptResting(resting, page, from)
        atVenues.addResting(resting)
      }
    })
    // Prints are the market's only with their fills; what venues traded since then is undone with their books.
    venues.settle(inDoubt !== undefined && (await hasFill(sql, inDoubt)))
    inDoubt = undefined
    line.dropReports()
    venues.reset(atVenues)
    status = 'running'
  }

  const mend = async (): Promise<void> => {
    try {
      await load(false)
      log.info({ epoch }, 'the desk is running again')
    } catch (error) {
      log.warn({ error }, 'the desk is still down')
    }
    if (status === 'running') kick()
    else refuseNew(line.drain())
  }

  /** Nothing above may throw. Should it, the desk starts over from what PostgreSQL has at the next tick. */
  const collapsed = (error: unknown): void => {
    log.error({ error }, 'the desk lost its place')
    working = undefined
    phase = 'none'
    inDoubt = undefined
    venues.drop()
    status = 'down'
    refuseNew(line.drain())
  }

  /** Queues owed work, unless such commands are queued already: then it is derived again after them. */
  const oweAll = (): void => {
    if (status === 'running' && !line.hasOwed()) push(owed.due(clock.now()))
  }

  const enqueue = <Outcome>(
    make: (asker: { resolve: (outcome: Outcome | Rejection) => void; reject: (error: unknown) => void }) => DeskCommand,
  ): Promise<Outcome | Rejection> => {
    if (status !== 'running') return Promise.resolve(reject(coreRejections.overloaded))
    return new Promise((resolve, fails) => {
      if (line.push(make({ resolve, reject: fails }))) kick()
      else resolve(reject(coreRejections.overloaded))
    })
  }

  return {
    place: (order) => {
      const quote = facts.quote(order.instrumentId)
      return enqueue<Placed>((asker) => ({ kind: 'place', order, quote, asker }))
    },
    cancel: (order) => enqueue<Cancelled>((asker) => ({ kind: 'cancel', order, asker })),
    act: (act) => enqueue((asker) => ({ kind: 'act', ...opaque(act, asker) })),
    start: async () => {
      assert(status === 'idle', 'a desk starts once')
      await load(true)
      await venues.start()
      oweAll()
    },
    stop: async () => {
      await venues.stop()
      while (working !== undefined) await working
      status = 'stopped'
      fail(line.drain(), new OutcomeUnknown('the desk stopped'))
    },
    tick: async () => {
      if (status === 'down' && working === undefined) await mend()
      if (status !== 'running') return
      oweAll()
    },
    between: async (betweenBatches, holdings) => {
      while (working !== undefined) await working
      const done = betweenBatches().finally(() => state.forgetHoldings(holdings))
      // A batch begins only when this has ended, whatever came of it.
      working = done
        .catch(() => undefined)
        .then(() => {
          working = undefined
          if (line.waiting() > 0) kick()
        })
      await done
    },
    status: () => status,
    waiting: () => line.waiting(),
    isBusy: () => working !== undefined || (status === 'running' && line.waiting() > 0),
  }
}
