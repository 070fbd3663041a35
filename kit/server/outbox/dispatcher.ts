import { transaction } from '../database/connect.ts'
import type { EventHandler, Services, Sql } from '../room.ts'
import { pause, systemTimers } from '../timers.ts'
import {
  allEndedBelow,
  drawTransactionNumber,
  ensureCursor,
  findEvents,
  lastDrawnSeq,
  lockCursor,
  moveCursor,
  type NumberedEvent,
  parkEvent,
} from './outbox-store.ts'

/**
 * Delivers events to their handlers: after commit, at least once, in order, and without skipping one that commits
 * late.
 */
export interface Dispatcher {
  readonly start: () => Promise<void>
  /** Delivers until every event committed before the call has been offered once. For tests and shutdown. */
  readonly drain: () => Promise<void>
  readonly stop: () => Promise<void>
  /** How far each handler is behind the newest settled event. For metrics. */
  readonly lag: () => ReadonlyMap<string, bigint>
}

interface DispatcherOptions {
  readonly services: Services
  readonly handlers: readonly EventHandler[]
  readonly pollMs?: number
}

const standardPollMs = 40
const batchMax = 500
const triesMax = 8
const backoffFirstMs = 100
const backoffMaxMs = 30_000

interface Reader {
  readonly handler: EventHandler
  /** The position of this process, for handlers of each process. Others store theirs in the database. */
  seq: bigint
  failures: number
  retryAtMs: number
}

/**
 * Reads the outbox by sequence number. A number is drawn before its transaction commits, so the numbers seen may have
 * holes that fill later. The dispatcher therefore reads the highest number drawn, takes a transaction number of its
 * own afterwards, and goes up to the former only once every transaction below the latter has ended.
 */
export function createDispatcher({ services, handlers, pollMs = standardPollMs }: DispatcherOptions): Dispatcher {
  const { sql, log, clock, timers = systemTimers } = services
  const readers: Reader[] = handlers.map((handler) => ({ handler, seq: 0n, failures: 0, retryAtMs: 0 }))
  const horizon = createHorizon(sql)
  const deliver = createDelivery(services, horizon.settled)
  let cancel: () => void = () => undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const round = async (): Promise<void> => {
    await horizon.move()
    const ready = readers.filter((reader) => reader.seq < horizon.settled() && reader.retryAtMs <= clock.now())
    await Promise.all(
      ready.map(async (reader) => {
        while (!stopped && (await deliver(reader)));
      }),
    )
  }

  const guardedRound = async (): Promise<void> => {
    try {
      await round()
    } catch (error) {
      // The database is down or restarting: the next round tries again, and no event is lost.
      log.warn({ error }, 'outbox round failed')
    }
  }

  /** Runs rounds one after another: two at a time would dispatch an event twice. */
  const nextRound = (): Promise<void> => {
    running = running.then(guardedRound)
    return running
  }

  const tick = async (): Promise<void> => {
    await nextRound()
    if (!stopped) cancel = timers.after(pollMs, tick)
  }

  return {
    start: async () => {
      await placeReaders(sql, readers)
      cancel = timers.after(0, tick)
    },
    drain: async () => {
      const goal = await lastDrawnSeq(sql)
      const behind = () => horizon.settled() < goal || readers.some(({ seq, failures }) => seq < goal && failures === 0)
      for (let tries = 0; behind() && tries < 1000; tries += 1) {
        await nextRound()
        await pause(timers, 1)
      }
    },
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
    lag: () => new Map(readers.map((reader) => [reader.handler.name, horizon.settled() - reader.seq])),
  }
}

/** Readers of this process begin with what comes; the others where they stopped. */
async function placeReaders(sql: Sql, readers: readonly Reader[]): Promise<void> {
  const now = await lastDrawnSeq(sql)
  for (const reader of readers) {
    if (reader.handler.scope === 'each-process') reader.seq = now
    else await ensureCursor(sql, reader.handler.name)
  }
}

/** How far the outbox is settled: below it, no event commits any more. */
function createHorizon(sql: Sql): { readonly settled: () => bigint; readonly move: () => Promise<void> } {
  let settled = 0n
  let waitingFor: { readonly seq: bigint; readonly transactionNumber: string } | undefined
  const move = async (): Promise<void> => {
    if (waitingFor === undefined) {
      const seq = await lastDrawnSeq(sql)
      if (seq <= settled) return
      waitingFor = { seq, transactionNumber: await drawTransactionNumber(sql) }
    }
    if (!(await allEndedBelow(sql, waitingFor.transactionNumber))) return
    settled = waitingFor.seq
    waitingFor = undefined
  }
  return { settled: () => settled, move }
}

/** Delivers the next settled events to a reader. @returns whether there may be more. */
function createDelivery(services: Services, settled: () => bigint): (reader: Reader) => Promise<boolean> {
  const { sql, log, clock } = services

  const deliverHere = async (reader: Reader): Promise<boolean> => {
    const { topic } = reader.handler
    const events = await findEvents(sql, { topic, after: reader.seq, upTo: settled(), limit: batchMax })
    const done = await offer(services, reader, events, async (event, error) => {
      log.error({ handler: reader.handler.name, seq: String(event.seq), error }, 'event dropped')
    })
    const whole = events.length < batchMax && done === events.at(-1)?.seq
    reader.seq = whole ? settled() : (done ?? reader.seq)
    return events.length === batchMax && reader.failures === 0
  }

  const deliverOnce = (reader: Reader): Promise<boolean> => {
    const { topic, name } = reader.handler
    // The cursor stays locked while the handler runs, so that two processes never deliver to it at the same time.
    return transaction(sql, async (tx) => {
      const after = await lockCursor(tx, name)
      if (after === undefined) return false
      reader.seq = after
      if (after >= settled()) return false
      const events = await findEvents(tx, { topic, after, upTo: settled(), limit: batchMax })
      const done = await offer(services, reader, events, async (event, error) => {
        log.error({ handler: name, seq: String(event.seq), error }, 'event parked')
        await parkEvent(tx, name, event, error instanceof Error ? error.message : 'failed', clock.now())
      })
      const whole = events.length < batchMax && done === events.at(-1)?.seq
      reader.seq = whole ? settled() : (done ?? after)
      await moveCursor(tx, name, reader.seq)
      return events.length === batchMax && reader.failures === 0
    })
  }

  return (reader) => (reader.handler.scope === 'each-process' ? deliverHere(reader) : deliverOnce(reader))
}

/** Offers events in order; stops at the first that fails. @returns the last one handled. */
async function offer(
  services: Services,
  reader: Reader,
  events: readonly NumberedEvent[],
  park: (event: NumberedEvent, error: unknown) => Promise<void>,
): Promise<bigint | undefined> {
  let done: bigint | undefined
  for (const event of events) {
    try {
      await reader.handler.handle(event, services)
    } catch (error) {
      noteFailed(services, reader, error)
      if (reader.failures < triesMax) return done
      await park(event, error)
      reader.retryAtMs = 0
    }
    reader.failures = 0
    done = event.seq
  }
  return done
}

function noteFailed({ clock, log }: Services, reader: Reader, error: unknown): void {
  reader.failures += 1
  const waitMs = Math.min(backoffMaxMs, backoffFirstMs * 2 ** (reader.failures - 1))
  reader.retryAtMs = clock.now() + waitMs
  log.warn({ handler: reader.handler.name, failures: reader.failures, waitMs, error }, 'event handler failed')
}
