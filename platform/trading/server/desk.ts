import { coreRejections } from '@bolsillo/contract'
import { assert, type Id, present, type Rejection, reject } from '@bolsillo/kernel'
import { findUsedKeys, type IdempotencyRecord, type OutboxEvent, type Tx } from '@bolsillo/server-kit'
import type { Order } from '../domain/index.ts'
import { type Batch, type BatchChanges, openBatch } from './batch.ts'
import { type BatchScope, scopeOf } from './batch-scope.ts'
import { postChanges, writeChanges } from './batch-store.ts'
import { createCommandLine, type LineLimits } from './command-line.ts'
import { cancel, expire, place, trigger, wake } from './desk-commands.ts'
import { createDeskState } from './desk-state.ts'
import { type DeskCommand, type DeskWorld, venueOf } from './desk-world.ts'
import { type TradingChanged, tradingChangedTopic } from './live-views.ts'
import { createMarketBuffer } from './market-buffer.ts'
import { applyReports, venueOrderOf } from './order-life.ts'
import { readHoldings } from './read-holdings.ts'
import { type Cancelled, type CancelOrder, OutcomeUnknown, type Placed, type PlaceOrder } from './trading.ts'
import { countEvents, findLastPriority, findOpenOrders, holdLease, renewLease, takeLease } from './trading-store.ts'

/** Where a desk stands. `down`: the database failed it; it tries again at every tick. `fenced`: another desk took over. */
export type DeskStatus = 'idle' | 'running' | 'down' | 'fenced' | 'stopped'

/** One writer for a shard of instruments: commands come in, batches commit, answers go out. */
export interface Desk {
  readonly place: (order: PlaceOrder) => Promise<Placed | Rejection>
  readonly cancel: (order: CancelOrder) => Promise<Cancelled | Rejection>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Expires day orders, wakes exits, mends what is down. Called a few times a second. */
  readonly tick: () => Promise<void>
  /**
   * Runs work that writes what the desk remembers of holdings, while no batch is under way; those holdings are read
   * again afterwards.
   */
  readonly between: (work: () => Promise<void>, holdings: readonly string[]) => Promise<void>
  readonly status: () => DeskStatus
  readonly waiting: () => number
  /** Whether a batch is under way or something waits for one. */
  readonly isBusy: () => boolean
}

/** Limits of the line: a batch takes up to `batchMax`; beyond `waitingMax` new orders are turned away. */
export const deskLimits: LineLimits = { batchMax: 256, waitingMax: 4096 }

class Fenced extends Error {
  override name = 'Fenced'
}

/** An answer that is ready, but goes out only after the commit. */
type Answer = () => void

/** Creates the desk of a shard. Nothing happens before `start`. */
export function createDesk(world: DeskWorld, options: { readonly shard: string; readonly limits?: LineLimits }): Desk {
  const { services, facts, feed, ledger, venues } = world
  const { sql, log, clock } = services
  const line = createCommandLine(options.limits ?? deskLimits)
  const state = createDeskState()
  const runs: (() => void)[] = []
  const holder = services.ids.next('dsk')
  let status: DeskStatus = 'idle'
  let epoch = 0n
  let isOpenBatch = false
  let working: Promise<void> | undefined

  const market = createMarketBuffer(feed, (instrumentId, prices) => {
    const reached = new Set(prices.flatMap((price) => state.reachedBy(instrumentId, price)))
    for (const orderId of reached) line.push({ kind: 'trigger', orderId })
    if (reached.size > 0) kick()
  })

  /** Hands on what is certain: nothing is while a batch is open or reports of a venue wait for theirs. */
  const flushMarket = (): void => {
    if (!isOpenBatch && !line.hasReports()) market.flush()
  }

  const runVenueWork = (): void => {
    while (runs.length > 0 && !isOpenBatch) {
      const work = present(runs.shift(), 'work of a venue')
      isOpenBatch = true
      try {
        work()
      } catch (error) {
        log.error({ error }, 'the work of a venue failed')
      } finally {
        isOpenBatch = false
      }
      flushMarket()
    }
  }

  const decide = (
    batch: Batch,
    scope: BatchScope,
    commands: readonly DeskCommand[],
    usedKeys: ReadonlySet<string>,
  ): Decided[] => {
    const seen = new Set(usedKeys)
    return commands.map((command): Decided => {
      switch (command.kind) {
        case 'place':
        case 'cancel': {
          const { claim } = command.order
          const key = claim === undefined ? undefined : `${claim.scope} ${claim.key}`
          if (key !== undefined && seen.has(key)) return { command, refusal: reject(coreRejections.keyInFlight) }
          const refusal =
            command.kind === 'place'
              ? place(batch, command.order.instrumentId, scope.prepared.get(command))
              : cancel(batch, command.order)
          if (key !== undefined && refusal === undefined) seen.add(key)
          return { command, refusal }
        }
        case 'report':
          applyReports(batch, [command.report])
          return { command, refusal: undefined }
        default: {
          const order = batch.order(command.orderId)
          if (order !== undefined) ({ trigger, expire, activate: wake })[command.kind](batch, order)
          return { command, refusal: undefined }
        }
      }
    })
  }

  /** Everything between BEGIN and COMMIT. @returns the batch and the answers to give once it is durable. */
  const carryOut = async (tx: Tx, commands: readonly DeskCommand[]) => {
    const scope = scopeOf(world, state, commands)
    const now = clock.now()
    const claims = commands.flatMap((command) =>
      (command.kind === 'place' || command.kind === 'cancel') && command.order.claim !== undefined
        ? [command.order.claim]
        : [],
    )
    // Sent together, run in this order: what is read after the locks is what the last writer left.
    const [held, balances, holdings, usedKeys] = await Promise.all([
      holdLease(tx, options.shard),
      ledger.lock(tx, scope.accounts),
      readHoldings(tx, state, scope.holdings, now),
      findUsedKeys(tx, claims),
    ])
    if (held !== epoch) throw new Fenced(`the shard is at epoch ${held}, not ${epoch}`)
    const batch = openBatch(world, state, { balances, holdings }, now)
    const decided = decide(batch, scope, commands, usedKeys)
    const changes = batch.changes()
    const fills = await postChanges(tx, ledger, changes)
    const fillsOf = Map.groupBy(fills, ({ orderId }) => orderId)
    const records: IdempotencyRecord[] = []
    const answers = decided.flatMap(({ command, refusal }): Answer[] => {
      if (command.kind === 'place') {
        const { order, asker } = command
        if (refusal !== undefined) return [() => asker.resolve(refusal)]
        const placed: Placed = {
          kind: 'placed',
          order: orderIn(batch, order.orderId),
          fills: fillsOf.get(order.orderId) ?? [],
          twin: twinIn(batch, order.orderId),
        }
        if (order.claim !== undefined && order.replyOf !== undefined)
          records.push({ claim: order.claim, answer: order.replyOf(placed) })
        return [() => asker.resolve(placed)]
      }
      if (command.kind !== 'cancel') return []
      const { order, asker } = command
      if (refusal !== undefined) return [() => asker.resolve(refusal)]
      const cancelled: Cancelled = { kind: 'cancelled', order: orderIn(batch, order.orderId) }
      if (order.claim !== undefined && order.replyOf !== undefined)
        records.push({ claim: order.claim, answer: order.replyOf(cancelled) })
      return [() => asker.resolve(cancelled)]
    })
    await writeChanges(tx, changes, { fills, outbox: outboxOf(changes), records, at: now })
    return { batch, changes, answers }
  }

  const runBatch = async (commands: readonly DeskCommand[]): Promise<void> => {
    let isCommitting = false
    isOpenBatch = true
    try {
      const { batch, changes, answers } = await sql.begin(async (tx) => {
        const done = await carryOut(tx, commands)
        isCommitting = true
        return done
      })
      for (const order of [...changes.created, ...changes.changed]) state.keep(order, batch.eventCount(order.orderId))
      for (const [key, holding] of batch.holdings()) state.keepHolding(key, holding)
      isOpenBatch = false
      for (const answer of answers) answer()
      flushMarket()
    } catch (error) {
      log.error({ error, commands: commands.length, isCommitting }, 'a batch of the desk failed')
      status = error instanceof Fenced ? 'fenced' : 'down'
      market.drop()
      isOpenBatch = false
      if (status === 'down') await mend()
      await answerFailed(commands, isCommitting)
    }
  }

  /**
   * What failed before its COMMIT was sent had no effect: each command gets another chance by itself, so that one that
   * cannot be carried out takes no other down with it. After that nobody knows, and the answer says so.
   */
  const answerFailed = async (commands: readonly DeskCommand[], wasCommitting: boolean): Promise<void> => {
    if (wasCommitting || (status === 'running' && commands.length === 1)) {
      fail(commands, new OutcomeUnknown('the batch failed'))
      return
    }
    for (const command of commands) {
      if (status === 'running' && command.kind !== 'report') await runBatch([command])
      else if ('asker' in command) command.asker.resolve(reject(coreRejections.overloaded))
    }
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
    const orders = await findOpenOrders(sql)
    const counts = await countEvents(
      sql,
      orders.map(({ orderId }) => orderId),
    )
    state.load(orders, counts, await findLastPriority(sql))
    line.dropReports()
    resetVenues(orders)
    status = 'running'
  }

  const resetVenues = (orders: readonly Order[]): void => {
    const atVenue = orders.filter((order) => order.state === 'open' || order.state === 'partially-filled')
    const byInstrument = Map.groupBy(atVenue, ({ instrumentId }) => instrumentId)
    isOpenBatch = true
    for (const instrumentId of facts.instrumentIds()) {
      const own = byInstrument.get(instrumentId) ?? []
      for (const venue of venues.filter(({ lists }) => lists(instrumentId))) {
        const theirs = own.filter((order) => venueOf(world, order).id === venue.id)
        venue.reset(
          instrumentId,
          theirs.map((order) => venueOrderOf({ world }, order)),
        )
      }
    }
    isOpenBatch = false
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
    else
      for (const command of line.drain())
        if ('asker' in command) command.asker.resolve(reject(coreRejections.overloaded))
  }

  const work = async (): Promise<void> => {
    for (;;) {
      runVenueWork()
      const commands = status === 'running' ? line.take() : []
      if (commands.length === 0) break
      await runBatch(commands)
    }
    working = undefined
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
    working ??= Promise.resolve().then(work)
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
    start: async () => {
      assert(status === 'idle', 'a desk starts once')
      await load(true)
      for (const venue of venues) {
        await venue.start({
          run: (venueWork) => {
            runs.push(venueWork)
            if (isOpenBatch) kick()
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
      const { expired, active } = state.due(clock.now())
      for (const orderId of expired) line.push({ kind: 'expire', orderId })
      for (const orderId of active) line.push({ kind: 'activate', orderId })
      if (expired.length + active.length > 0) kick()
    },
    between,
    status: () => status,
    waiting: () => line.waiting(),
    isBusy: () => working !== undefined || (status === 'running' && line.waiting() > 0),
  }
}

/** One event for the whole batch: what changed, by customer. */
function outboxOf({ created, changed, positions }: BatchChanges): OutboxEvent[] {
  const customers: Record<string, { orders: string[]; positions: string[] }> = {}
  const of = (customerId: string) => {
    const known = customers[customerId] ?? { orders: [], positions: [] }
    customers[customerId] = known
    return known
  }
  for (const order of created) of(order.customerId).orders.push(order.orderId)
  for (const order of changed) of(order.customerId).orders.push(order.orderId)
  for (const position of positions) of(position.customerId).positions.push(position.instrumentId)
  const [first] = Object.keys(customers)
  const payload: TradingChanged = { customers }
  return first === undefined ? [] : [{ topic: tradingChangedTopic, key: first, payload }]
}

interface Decided {
  readonly command: DeskCommand
  readonly refusal: Rejection | undefined
}

function orderIn(batch: Batch, orderId: Id<'ord'>): Order {
  return present(batch.order(orderId), `order ${orderId}`)
}

function twinIn(batch: Batch, orderId: Id<'ord'>): Order | undefined {
  const { twinId } = orderIn(batch, orderId)
  return twinId === undefined ? undefined : batch.order(twinId)
}
