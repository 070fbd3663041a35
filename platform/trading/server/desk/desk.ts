import { coreRejections } from '@bolsillo/contract'
import { assert, type Instant, instant, type Rejection, reject } from '@bolsillo/kernel'
import { tradingRejections } from '../../contract/index.ts'
import { createRestingReader, readOpenOrders } from '../rows/open-orders-store.ts'
import { hasFill, renewLease, takeLease } from '../rows/trading-store.ts'
import { type Cancelled, OutcomeUnknown, type Placed } from '../trading.ts'
import { type AtVenues, collectAtVenues } from './at-venues.ts'
import type { UnnumberedFill } from './batch.ts'
import { type BatchEnd, carryOut, Fenced } from './carry-out.ts'
import { createCommandLine } from './command-line.ts'
import { type Desk, type DeskLimits, type DeskStatus, deskLimits } from './desk-shape.ts'
import { createDeskState, type DeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'
import { opaque } from './opaque-act.ts'
import { createOwedWork, isOwed } from './owed-work.ts'
import { createVenueSide, type Phase } from './venue-side.ts'

export type { Desk, DeskLimits, DeskStatus } from './desk-shape.ts'
export { deskLimits } from './desk-shape.ts'

type Failure = Pick<Extract<BatchEnd, { kind: 'failed' }>, 'error' | 'isCommitting'>

/** The loop of a desk: what it works with, and how far it is. */
interface Loop {
  readonly world: DeskWorld
  readonly shard: string
  readonly holder: string
  readonly partMax: number
  readonly line: ReturnType<typeof createCommandLine>
  readonly state: DeskState
  readonly owed: ReturnType<typeof createOwedWork>
  readonly venues: ReturnType<typeof createVenueSide>
  status: DeskStatus
  epoch: bigint
  phase: Phase
  working: Promise<void> | undefined
  /** What waits for the end of a batch. Each is run after one batch at the latest; none throws. */
  readonly pauses: (() => Promise<void>)[]
  /** A fill of a batch of which nobody knows whether it was committed. */
  inDoubt: UnnumberedFill | undefined
  /** Until when openings have been looked for. */
  lookedAt: Instant
}

interface DeskOptions {
  readonly shard: string
  readonly limits?: Partial<DeskLimits>
}

/**
 * Creates the desk of a shard: the loop that takes what waits, carries it out in batches and answers. What a command does is
 * `step`'s. Nothing happens before `start`.
 */
export function createDesk(world: DeskWorld, options: DeskOptions): Desk {
  const { facts } = world
  const loop = createLoop(world, options)
  const { line } = loop
  return {
    place: (order) => {
      const quote = facts.quote(order.instrumentId)
      return enqueue<Placed>(loop, (asker) => ({ kind: 'place', order, quote, asker }))
    },
    cancel: (order) => enqueue<Cancelled>(loop, (asker) => ({ kind: 'cancel', order, asker })),
    act: (act) => enqueue(loop, (asker) => ({ kind: 'act', ...opaque(act, asker) })),
    start: () => start(loop),
    stop: () => stop(loop),
    tick: async () => {
      if (loop.status === 'down' && loop.working === undefined) await mend(loop)
      oweAll(loop)
    },
    between: (betweenBatches, holdings) => between(loop, betweenBatches, holdings),
    status: () => loop.status,
    waiting: () => line.waiting(),
    isBusy: () => loop.working !== undefined || (loop.status === 'running' && line.waiting() > 0),
  }
}

function createLoop(world: DeskWorld, { shard, limits: given }: DeskOptions): Loop {
  const limits = { ...deskLimits, ...given }
  const line = createCommandLine(limits)
  const state = createDeskState()
  const owed = createOwedWork(world, state)
  const venues = createVenueSide(world, {
    phase: () => loop.phase,
    hasReports: line.hasReports,
    reports: (reports) =>
      push(
        loop,
        reports.map((report) => ({ kind: 'report', report })),
      ),
    prices: (instrumentId, prices) => push(loop, owed.reach(instrumentId, prices)),
  })
  const loop: Loop = {
    world,
    shard,
    holder: world.services.ids.next('dsk'),
    partMax: limits.partMax,
    line,
    state,
    owed,
    venues,
    status: 'idle',
    epoch: 0n,
    phase: 'none',
    working: undefined,
    pauses: [],
    inDoubt: undefined,
    lookedAt: instant(0),
  }
  return loop
}

function enqueue<Outcome>(
  loop: Loop,
  make: (asker: { resolve: (outcome: Outcome | Rejection) => void; reject: (error: unknown) => void }) => DeskCommand,
): Promise<Outcome | Rejection> {
  if (loop.status !== 'running') return Promise.resolve(reject(coreRejections.overloaded))
  return new Promise((resolve, fails) => {
    if (loop.line.push(make({ resolve, reject: fails }))) kick(loop)
    else resolve(reject(coreRejections.overloaded))
  })
}

function push(loop: Loop, commands: readonly DeskCommand[]): void {
  for (const command of commands) loop.line.push(command)
  if (commands.length > 0) kick(loop)
}

/** Queues owed work, unless such commands are queued already: then it is derived again after them. */
function oweAll(loop: Loop): void {
  const { line, owed, world } = loop
  if (loop.status === 'running' && !line.hasOwed()) push(loop, owed.due(world.services.clock.now()))
}

/** Queues what waited for an instant that has come since the last look: it goes before whatever arrives after that instant. */
function oweOpenings(loop: Loop): void {
  const { state, owed, world, lookedAt } = loop
  const now = world.services.clock.now()
  if (loop.status !== 'running' || now <= lookedAt) return
  loop.lookedAt = now
  if (state.wakes(lookedAt, now)) push(loop, owed.opened(now))
}

function kick(loop: Loop): void {
  // One turn later, so that what arrives together is decided together; a lone order waits for nothing.
  loop.working ??= Promise.resolve()
    .then(() => work(loop))
    .catch((error: unknown) => collapsed(loop, error))
}

async function work(loop: Loop): Promise<void> {
  const { venues, line, state, pauses } = loop
  for (;;) {
    // One between two batches: neither a line that is never empty nor many who pause the desk keep the other waiting.
    await pauses.shift()?.()
    venues.work()
    oweOpenings(loop)
    const commands = loop.status === 'running' ? line.take() : []
    if (commands.length > 0) {
      state.trim()
      await run(loop, commands)
      venues.flush()
    } else if (pauses.length === 0) break
  }
  loop.working = undefined
}

/** Carries a batch out and answers. */
async function run(loop: Loop, commands: readonly DeskCommand[]): Promise<void> {
  const { world, state, venues, owed, shard, epoch, partMax } = loop
  loop.phase = 'deciding'
  const { decided, done } = carryOut(world, state, { commands, shard, epoch, partMax })
  await decided
  const mark = venues.mark()
  loop.phase = 'committing'
  venues.work()
  const end = await done
  loop.phase = 'none'
  if (end.kind === 'committed') {
    for (const tell of end.told) tell()
    for (const answer of end.answers) answer()
    venues.flush(mark)
    push(loop, owed.armed(end.touched, world.services.clock.now()))
    return
  }
  if (end.kind === 'failed' && end.isCommitting && end.fill !== undefined) {
    loop.inDoubt = end.fill
    venues.hold(mark)
  } else venues.drop()
  if (end.kind === 'short' && (await refuseShort(loop, commands, end))) return
  await failed(loop, commands, { isCommitting: false, ...end })
}

/**
 * A batch gives more than all custodians together hold: the command that asks for it is refused, and no other. @returns
 * false for what has happened at a venue already: nothing but failing is left.
 */
async function refuseShort(
  loop: Loop,
  commands: readonly DeskCommand[],
  { error }: Extract<BatchEnd, { kind: 'short' }>,
): Promise<boolean> {
  const [command, ...more] = commands
  if (command === undefined || (more.length === 0 && command.kind === 'report')) return false
  undecide(loop)
  if (more.length > 0) {
    await oneByOne(
      loop,
      commands.filter(({ kind }) => kind !== 'report'),
    )
    return true
  }
  loop.world.services.log.error({ error: error.message }, 'all custodians together hold too little for an order')
  if ('asker' in command) command.asker.resolve(reject(tradingRejections.custodyShort))
  else if (isOwed(command)) loop.owed.failed(command, error)
  return true
}

/** Nothing of a batch was written: venues forget what was decided of it, and what they reported since. */
function undecide({ line, venues, state }: Loop): void {
  line.dropReports()
  venues.put(state.openOrders())
}

async function failed(loop: Loop, commands: readonly DeskCommand[], end: Failure): Promise<void> {
  const { error, isCommitting } = end
  loop.world.services.log.error({ error, commands: commands.length, isCommitting }, 'a batch of the desk failed')
  loop.status = error instanceof Fenced ? 'fenced' : 'down'
  if (loop.status === 'down') await mend(loop)
  else refuseNew(loop.line.drain())
  await answerFailed(loop, commands, end)
}

/**
 * What failed before its COMMIT was sent had no effect: each command gets another chance by itself. After that nobody
 * knows, and the answer reports it.
 */
async function answerFailed(
  loop: Loop,
  commands: readonly DeskCommand[],
  { isCommitting, error }: Failure,
): Promise<void> {
  const [command, ...more] = commands
  if (isCommitting || (loop.status === 'running' && command !== undefined && more.length === 0)) {
    fail(commands, new OutcomeUnknown('the batch failed'))
    if (!isCommitting && command !== undefined && isOwed(command)) {
      const outcome = loop.owed.failed(command, error)
      if (outcome === 'tried-again') return
      loop.world.services.log.error({ ...command, outcome }, 'what is owed to an order cannot be done')
    }
    return
  }
  await oneByOne(loop, commands)
}

/** Each command gets a batch by itself, so that one that cannot be carried out takes no other down with it. */
async function oneByOne(loop: Loop, commands: readonly DeskCommand[]): Promise<void> {
  for (const command of commands) {
    if (loop.status !== 'running' || command.kind === 'report') refuseNew([command])
    else await run(loop, [command])
  }
}

function refuseNew(commands: readonly DeskCommand[]): void {
  for (const command of commands) if ('asker' in command) command.asker.resolve(reject(coreRejections.overloaded))
}

function fail(commands: readonly DeskCommand[], error: Error): void {
  for (const command of commands) if ('asker' in command) command.asker.reject(error)
}

async function mend(loop: Loop): Promise<void> {
  const { log } = loop.world.services
  try {
    await load(loop, renewLease)
    log.info({ epoch: loop.epoch }, 'the desk is running again')
  } catch (error) {
    log.warn({ error }, 'the desk is still down')
  }
  if (loop.status === 'running') kick(loop)
  else refuseNew(loop.line.drain())
}

/** Takes the lease, which waits for a commit whose outcome is not known, and rebuilds everything from PostgreSQL. */
async function load(loop: Loop, lease: typeof takeLease | typeof renewLease): Promise<void> {
  const { world, shard, holder, state, line, venues } = loop
  const { sql, clock } = world.services
  const taken = await lease(sql, shard, holder, clock.now())
  if (taken === undefined) {
    loop.status = 'fenced'
    return
  }
  loop.epoch = taken
  const atVenues = collectAtVenues(world)
  state.clear()
  state.beginEpoch(taken)
  await readOpen(loop, atVenues)
  // Prints are the market's only with their fills; what venues traded since then is undone with their books.
  venues.settle(loop.inDoubt !== undefined && (await hasFill(sql, loop.inDoubt)))
  loop.inDoubt = undefined
  line.dropReports()
  venues.reset(atVenues)
  loop.status = 'running'
}

/** Takes over the open orders, and collects those that are to be at venues. */
async function readOpen({ world, state }: Loop, atVenues: AtVenues): Promise<void> {
  const readResting = createRestingReader()
  await readOpenOrders(world.services.sql, (page, from) => {
    const resting = readResting(page, from)
    if (resting === undefined) atVenues.add(state.adopt(page, from))
    else {
      state.adoptResting(resting, page, from)
      atVenues.addResting(resting)
    }
  })
}

/** Nothing above may throw. Should it, the desk starts over from what PostgreSQL has at the next tick. */
function collapsed(loop: Loop, error: unknown): void {
  loop.world.services.log.error({ error }, 'the desk lost its place')
  loop.working = undefined
  loop.phase = 'none'
  loop.inDoubt = undefined
  loop.venues.drop()
  loop.status = 'down'
  refuseNew(loop.line.drain())
  if (loop.pauses.length > 0) kick(loop)
}

async function start(loop: Loop): Promise<void> {
  assert(loop.status === 'idle', 'a desk starts once')
  await load(loop, takeLease)
  await loop.venues.start()
  oweAll(loop)
}

async function stop(loop: Loop): Promise<void> {
  await loop.venues.stop()
  while (loop.working !== undefined) await loop.working
  loop.status = 'stopped'
  fail(loop.line.drain(), new OutcomeUnknown('the desk stopped'))
}

/** Has work done before the next batch, whatever the line holds. A batch begins only when it has ended, whatever came of it. */
function between(loop: Loop, betweenBatches: () => Promise<void>, holdings: readonly string[]): Promise<void> {
  return new Promise((resolve, fails) => {
    loop.pauses.push(async () => {
      try {
        await betweenBatches()
        resolve()
      } catch (error) {
        fails(error)
      } finally {
        loop.state.forgetHoldings(holdings)
      }
    })
    kick(loop)
  })
}
