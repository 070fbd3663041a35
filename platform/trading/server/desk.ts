import { coreRejections } from '@bolsillo/contract'
import { assert, present, type Rejection, reject } from '@bolsillo/kernel'
import { tradingRejections } from '../contract.ts'
import { type AtVenues, collectAtVenues } from './at-venues.ts'
import { type BatchEnd, type CarriedOut, carryOut, decideAhead, Fenced } from './carry-out.ts'
import { createCommandLine } from './command-line.ts'
import type { DecidedBatch } from './decide-batch.ts'
import { type Desk, type DeskLimits, type DeskStatus, deskLimits } from './desk-shape.ts'
import { createDeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'
import { createMarketBuffer } from './market-buffer.ts'
import { createRestingReader, readOpenOrders } from './open-orders-store.ts'
import { createOwedWork, isOwed, type OwedCommand } from './owed-work.ts'
import { type Cancelled, OutcomeUnknown, type Placed } from './trading.ts'
import { renewLease, takeLease } from './trading-store.ts'
import { untold } from './untold-act.ts'

export type { Desk, DeskLimits, DeskStatus } from './desk-shape.ts'
export { deskLimits } from './desk-shape.ts'

/** A batch that is decided and on its way to the database. `mark`: its prices end here. */
interface Flight {
  readonly decided: DecidedBatch
  readonly mark: number
  readonly done: Promise<BatchEnd>
}

/** A batch whose end is waited for; `decided` when it got that far. */
type Arriving = Pick<Flight, 'done' | 'mark'> & Pick<DecidedBatch, 'commands'> & Partial<Pick<Flight, 'decided'>>

/** Creates the desk of a shard. Nothing happens before `start`. */
export function createDesk(
  world: DeskWorld,
  options: { readonly shard: string; readonly limits?: Partial<DeskLimits> },
): Desk {
  const { services, facts, feed, venues } = world
  const { sql, log, clock } = services
  const limits = { ...deskLimits, ...options.limits }
  const line = createCommandLine(limits)
  const state = createDeskState()
  const runs: (() => void)[] = []
  const holder = services.ids.next('dsk')
  let status: DeskStatus = 'idle'
  let epoch = 0n
  // While a batch is being decided venues must keep still: what it may touch is known already.
  let isDeciding = false
  // Batches decided, or being decided, that have not committed.
  let uncertain = 0
  let working: Promise<void> | undefined
  let arrived: (() => void) | undefined

  const owed = createOwedWork(world, state)
  const market = createMarketBuffer(feed, (instrumentId, prices) => owe(owed.reach(instrumentId, prices)))

  const owe = (commands: readonly OwedCommand[]): void => {
    for (const command of commands) line.push(command)
    if (commands.length > 0) kick()
  }

  /** Queues owed work, unless such commands are queued already: then it is derived again after them. */
  const oweAll = (): void => {
    if (status === 'running' && !line.hasOwed()) owe(owed.due(clock.now()))
  }

  /** Hands on what is certain: nothing is while a batch is not committed or reports of a venue wait for theirs. */
  const flushMarket = (): void => {
    if (!isDeciding && uncertain === 0 && !line.hasReports()) market.flush()
  }

  const runVenueWork = (): void => {
    while (runs.length > 0 && !isDeciding) {
      const work = present(runs.shift(), 'work of a venue')
      isDeciding = true
      try {
        work()
      } catch (error) {
        log.error({ error }, 'the work of a venue failed')
      } finally {
        isDeciding = false
      }
      flushMarket()
    }
  }

  /** Sends a batch on its way; it is decided then, unless it failed before. */
  const depart = async (commands: readonly DeskCommand[], ahead?: DecidedBatch): Promise<CarriedOut> => {
    if (ahead === undefined) uncertain += 1
    isDeciding = ahead === undefined
    const carried = carryOut(world, state, { commands, shard: options.shard, epoch, ahead })
    await carried.sent
    isDeciding = false
    return carried
  }

  /** Waits for a batch's commit, then answers and publishes. @returns false when it failed, which is dealt with then. */
  const arrive = async ({ done, mark, commands, decided }: Arriving): Promise<boolean> => {
    const end = await done
    uncertain -= 1
    if (end.kind === 'committed') {
      for (const tell of end.told) tell()
      for (const answer of end.answers) answer()
      market.flush(mark)
      if (decided !== undefined) {
        const { created, changed } = decided.changes
        owe(owed.armed([...created, ...changed], clock.now()))
      }
      return true
    }
    await failed(commands, end)
    return false
  }

  /** A batch was not written: its decisions are removed from the venues. */
  const undecide = (): void => {
    line.dropReports()
    const atVenues = collectAtVenues(world)
    for (const order of [...state.openOrders()].sort((a, b) => (a.priority < b.priority ? -1 : 1))) atVenues.add(order)
    resetVenues(atVenues)
  }

  /**
   * A batch gives more than all custodians together hold: the command that asks for it is refused, and no other. @returns
   * false for what has happened at a venue already: nothing but failing is left.
   */
  const refuseShort = async (commands: readonly DeskCommand[], { error }: Extract<BatchEnd, { kind: 'short' }>) => {
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

  /** Each command gets a batch by itself, so that one that cannot be carried out takes no other down with it. */
  const oneByOne = async (commands: readonly DeskCommand[]): Promise<void> => {
    for (const command of commands) {
      if (status !== 'running' || command.kind === 'report') turnAway([command])
      else {
        const flight = await flightOf(await depart([command]), [command])
        if (flight !== undefined) await arrive({ ...flight, commands: [command] })
      }
    }
  }

  const failed = async (commands: readonly DeskCommand[], end: Exclude<BatchEnd, { kind: 'committed' }>) => {
    market.drop()
    if (end.kind === 'stale') {
      // Somebody else moved a balance that it was decided on. Nothing was written; the books forget it, too.
      log.info({ commands: commands.length }, 'a batch was decided on a balance that moved, and is decided again')
      undecide()
      line.giveBack(commands.filter(({ kind }) => kind !== 'report'))
      return
    }
    if (end.kind === 'short' && (await refuseShort(commands, end))) return
    const { error } = end
    const isCommitting = end.kind === 'failed' && end.isCommitting
    log.error({ error, commands: commands.length, isCommitting }, 'a batch of the desk failed')
    status = error instanceof Fenced ? 'fenced' : 'down'
    if (status === 'down') await mend()
    else turnAway(line.drain())
    await answerFailed(commands, { kind: 'failed', error, isCommitting })
  }

  /**
   * Decides the next batch while the one before commits, on what that one leaves, and sends it once it has committed.
   * @returns the new flight; undefined when either failed.
   */
  const follow = async (flight: Flight, commands: readonly DeskCommand[]): Promise<Flight | undefined> => {
    isDeciding = true
    uncertain += 1
    const ahead = await decideAhead(world, state, commands, flight.decided)
    const mark = market.mark()
    isDeciding = false
    if (!(await arrive({ ...flight, commands: flight.decided.commands }))) {
      uncertain -= 1
      const again = commands.filter(({ kind }) => kind !== 'report')
      if (status === 'running') line.giveBack(again)
      else turnAway(again)
      return undefined
    }
    if (ahead instanceof Error) {
      uncertain -= 1
      await failed(commands, { kind: 'failed', error: ahead, isCommitting: false })
      return undefined
    }
    return await flightOf(await depart(commands, ahead), commands, mark)
  }

  const flightOf = async (
    { sent, done }: CarriedOut,
    commands: readonly DeskCommand[],
    mark = market.mark(),
  ): Promise<Flight | undefined> => {
    const decided = await sent
    if (decided !== undefined) return { decided, mark, done }
    await arrive({ done, mark, commands })
    return undefined
  }

  /**
   * What failed before its COMMIT was sent had no effect: each command gets another chance by itself, so that one that
   * cannot be carried out takes no other down with it. After that nobody knows, and the answer says so.
   */
  const answerFailed = async (
    commands: readonly DeskCommand[],
    { isCommitting, error }: Extract<BatchEnd, { kind: 'failed' }>,
  ): Promise<void> => {
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

  const turnAway = (commands: readonly DeskCommand[]): void => {
    for (const command of commands) if ('asker' in command) command.asker.resolve(reject(coreRejections.overloaded))
  }

  const fail = (commands: readonly DeskCommand[], error: Error): void => {
    for (const command of commands) if ('asker' in command) command.asker.reject(error)
  }

  /** Takes the lease, which waits for a commit whose outcome is not known, and rebuilds everything from PostgreSQL. */
  const load = async (isStart: boolean): Promise<void> => {
    const taken = isStart
      ? await takeLease(sql, options.shard, holder, clock.now())
      : await renewLease(sql, options.shard, holder, clock.now())
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
    line.dropReports()
    resetVenues(atVenues)
    status = 'running'
  }

  const resetVenues = (atVenues: AtVenues): void => {
    isDeciding = true
    atVenues.reset()
    isDeciding = false
    flushMarket()
  }

  const mend = async (): Promise<void> => {
    try {
      await load(false)
      log.info({ epoch }, 'the desk is running again')
    } catch (error) {
      log.warn({ error }, 'the desk is still down')
    }
    if (status === 'running') kick()
    else turnAway(line.drain())
  }

  const work = async (): Promise<void> => {
    let flight: Flight | undefined
    for (;;) {
      runVenueWork()
      const isEnough = flight === undefined || (line.waiting() >= limits.aheadMin && !state.isFull())
      const commands = status === 'running' && isEnough ? line.take() : []
      if (commands.length > 0) {
        if (flight === undefined) state.trim()
        flight =
          flight === undefined ? await flightOf(await depart(commands), commands) : await follow(flight, commands)
      } else if (flight === undefined) break
      else if (await isOver(flight)) {
        await arrive({ ...flight, commands: flight.decided.commands })
        flight = undefined
        flushMarket()
      }
    }
    working = undefined
  }

  /** Nothing above may throw. Should it, the desk starts over from what PostgreSQL has at the next tick. */
  const collapsed = (error: unknown): void => {
    log.error({ error }, 'the desk lost its place')
    working = undefined
    uncertain = 0
    isDeciding = false
    market.drop()
    status = 'down'
    turnAway(line.drain())
  }

  /** Waits until a batch has committed (or failed), or enough waits to decide the next one. @returns whether it has. */
  const isOver = async ({ done }: Flight): Promise<boolean> => {
    const arrival = new Promise<false>((resolve) => {
      arrived = () => resolve(false)
    })
    return await Promise.race([done.then(() => true), arrival])
  }

  const between: Desk['between'] = async (work, holdings) => {
    while (working !== undefined) await working
    const done = work().finally(() => state.forgetHoldings(holdings))
    // A batch begins only when this has ended, whatever came of it.
    working = done
      .catch(() => undefined)
      .then(() => {
        working = undefined
        if (line.waiting() > 0) kick()
      })
    await done
  }

  const kick = (): void => {
    // One turn later, so that what arrives together is decided together; a lone order waits for nothing.
    working ??= Promise.resolve().then(work).catch(collapsed)
    if (line.waiting() >= limits.aheadMin) arrived?.()
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
    act: (act) => enqueue((asker) => ({ kind: 'act', ...untold(act, asker) })),
    start: async () => {
      assert(status === 'idle', 'a desk starts once')
      await load(true)
      for (const venue of venues) {
        await venue.start({
          run: (venueWork) => {
            runs.push(venueWork)
            if (isDeciding) kick()
            else runVenueWork()
          },
          report: (reports) => {
            for (const report of reports) line.push({ kind: 'report', report })
            if (reports.length > 0) kick()
          },
          marketData: (instrumentId, data) => {
            market.add(instrumentId, data)
            flushMarket()
          },
        })
      }
      oweAll()
    },
    stop: async () => {
      for (const venue of venues) await venue.stop()
      while (working !== undefined) await working
      status = 'stopped'
      fail(line.drain(), new OutcomeUnknown('the desk stopped'))
    },
    tick: async () => {
      if (status === 'down' && working === undefined) await mend()
      if (status !== 'running') return
      oweAll()
    },
    between,
    status: () => status,
    waiting: () => line.waiting(),
    isBusy: () => working !== undefined || (status === 'running' && line.waiting() > 0),
  }
}
