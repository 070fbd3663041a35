import type { Id, Instant } from '@bolsillo/kernel'
import { PostgresError } from '@bolsillo/server-kit'
import { type Order, waitsForOpening } from '../../domain/index.ts'
import type { DeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'

/** A command the desk issues itself for an order. */
type OwedCommand = Extract<DeskCommand, { kind: 'trigger' | 'activate' | 'expire' | 'abandon' }>

/** Whether a command is of that kind. */
export function isOwed(command: DeskCommand): command is OwedCommand {
  const { kind } = command
  return kind === 'trigger' || kind === 'activate' || kind === 'expire' || kind === 'abandon'
}

/**
 * The work a desk owes its open orders: to trigger reached stops, to activate exits whose shares may be sold, and to expire
 * orders. It is derived from the open orders each time, so that a command lost with a failed batch is only late.
 */
interface OwedWork {
  /** Notes the stops that trades at these prices reach: they are owed until done. @returns them. */
  readonly reach: (instrumentId: string, prices: readonly bigint[]) => readonly OwedCommand[]
  /** The same for stops that have just been armed, or may have been: the last price may be beyond them already. */
  readonly armed: (orders: readonly Order[], now: Instant) => readonly OwedCommand[]
  /** Orders that waited for an opening which has come. */
  readonly opened: (now: Instant) => readonly OwedCommand[]
  /** Everything that is owed at a moment. */
  readonly due: (now: Instant) => readonly OwedCommand[]
  /**
   * Notes that a command failed in a batch of its own. After repeated failures for a reason of its own it is given up and
   * its order ends; when ending fails too, the order is left as it is. @returns which of these happens.
   */
  readonly failed: (command: OwedCommand, error: unknown) => 'tried-again' | 'given-up' | 'left-alone'
}

/** How often a command is tried that cannot be carried out: each failed batch makes the desk reload its state. */
const triesMax = 2

/** What owed work is derived from: the open orders, the stops that were reached, and how often the work of an order failed. */
interface Known extends Pick<DeskWorld, 'facts'> {
  readonly state: DeskState
  readonly reached: Set<Id<'ord'>>
  readonly failures: Map<Id<'ord'>, number>
}

/** Owed work over a desk's state. Reached stops are kept in memory for the life of the process. */
export function createOwedWork({ facts }: Pick<DeskWorld, 'facts'>, state: DeskState): OwedWork {
  const known: Known = { facts, state, reached: new Set(), failures: new Map() }
  return {
    reach: (instrumentId, prices) => reach(known, instrumentId, prices),
    armed: (orders, now) => {
      const stops = orders.filter((order) => order.state === 'pending-trigger')
      return [...new Set(stops.map(({ instrumentId }) => instrumentId))].flatMap((id) => reachByLast(known, id, now))
    },
    opened: (now) => awake(known, now).filter(({ orderId }) => isForOpening(known, orderId)),
    due: (now) => due(known, now),
    failed: ({ orderId }, error) => failed(known, orderId, error),
  }
}

function reach(known: Known, instrumentId: string, prices: readonly bigint[]): readonly OwedCommand[] {
  const stops = new Set(prices.flatMap((price) => known.state.reachedBy(instrumentId, price)))
  for (const orderId of stops) known.reached.add(orderId)
  return commandsFor(known, 'trigger', stops)
}

/** Stops the last price is beyond. Nothing is sent to a market that does not trade. */
function reachByLast(known: Known, instrumentId: string, now: Instant): readonly OwedCommand[] {
  const last = known.facts.quote(instrumentId)?.last
  return last === undefined || !isTrading(known, instrumentId, now) ? [] : reach(known, instrumentId, [last])
}

function isTrading({ facts }: Known, instrumentId: string, now: Instant): boolean {
  return facts.stateAt(instrumentId, now) === 'continuous'
}

function due(known: Known, now: Instant): readonly OwedCommand[] {
  const { state, reached } = known
  forgetEnded(known)
  for (const instrumentId of state.instrumentsWithStops()) reachByLast(known, instrumentId, now)
  const { expired } = state.due(now)
  return [
    ...commandsFor(known, 'expire', expired),
    ...awake(known, now),
    ...commandsFor(
      known,
      'trigger',
      [...reached].filter((orderId) => stillWaits(known, orderId, now)),
    ),
  ]
}

function awake(known: Known, now: Instant): readonly OwedCommand[] {
  const { active } = known.state.due(now)
  return commandsFor(
    known,
    'activate',
    active.filter((orderId) => mayGo(known, orderId, now)),
  )
}

/** Exits wait for their shares, and for the desk's next look: what closed meanwhile is known only then. */
function isForOpening({ state }: Known, orderId: Id<'ord'>): boolean {
  const order = state.order(orderId)
  return order !== undefined && waitsForOpening(order)
}

/** Whether an order that waited can be sent: its market may be halted, or have closed since. */
function mayGo(known: Known, orderId: Id<'ord'>, now: Instant): boolean {
  const order = known.state.order(orderId)
  return order !== undefined && isTrading(known, order.instrumentId, now)
}

function forgetEnded({ state, failures }: Known): void {
  for (const orderId of failures.keys()) if (state.order(orderId) === undefined) failures.delete(orderId)
}

/** Whether a stop that was reached still waits; what has gone is forgotten. */
function stillWaits(known: Known, orderId: Id<'ord'>, now: Instant): boolean {
  const order = known.state.order(orderId)
  if (order?.state === 'pending-trigger') return isTrading(known, order.instrumentId, now)
  known.reached.delete(orderId)
  return false
}

function commandsFor(known: Known, kind: OwedCommand['kind'], orderIds: Iterable<Id<'ord'>>): readonly OwedCommand[] {
  return [...orderIds].flatMap((orderId) => commandFor(known, kind, orderId))
}

function commandFor({ failures }: Known, kind: OwedCommand['kind'], orderId: Id<'ord'>): readonly OwedCommand[] {
  const tries = failures.get(orderId) ?? 0
  if (tries >= 2 * triesMax) return []
  return [{ kind: tries >= triesMax ? 'abandon' : kind, orderId }]
}

function failed({ failures }: Known, orderId: Id<'ord'>, error: unknown): ReturnType<OwedWork['failed']> {
  if (!isOfItsOwn(error)) return 'tried-again'
  const tries = (failures.get(orderId) ?? 0) + 1
  failures.set(orderId, tries)
  if (tries < triesMax) return 'tried-again'
  return tries < 2 * triesMax ? 'given-up' : 'left-alone'
}

/**
 * Whether the next try must fail the same way: an assertion did not hold, or PostgreSQL refused what was written. What
 * failed because of the line, a lock or the server may succeed later.
 */
function isOfItsOwn(error: unknown): boolean {
  // Data, constraints, and what functions of the schema raise.
  if (error instanceof PostgresError) return /^(22|23|P0)/.test(error.code)
  return error instanceof Error && !('code' in error)
}
