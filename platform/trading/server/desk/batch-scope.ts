import type { Id } from '@bolsillo/kernel'
import type { AccountId } from '@bolsillo/ledger/domain'
import type { Holding, Order } from '../../domain/index.ts'
import type { ScopedHolding } from '../read-holdings.ts'
import type { Suspects } from './batch.ts'
import { type PreparedOrder, prepareOrder } from './desk-commands.ts'
import type { DeskState } from './desk-state.ts'
import {
  type AnyAct,
  type DeskCommand,
  type DeskWorld,
  instrumentOf,
  productFor,
  productOfOrder,
} from './desk-world.ts'
import { venueOrderOf } from './order-life.ts'

/** What a batch may touch: found before it is decided, so that what is not remembered of it is read at once. */
export interface BatchScope {
  readonly accounts: readonly AccountId[]
  /** By the key of their product. */
  readonly holdings: ReadonlyMap<string, ScopedHolding>
  /** New orders with what the moment says about them, by the command that brought them: one, or those of an act. */
  readonly prepared: ReadonlyMap<DeskCommand, readonly (PreparedOrder | undefined)[]>
  /** Resting orders that may turn out unfit when they are met. */
  readonly suspects: Suspects
}

/** The accounts and positions these commands may touch, customers' orders they may meet included. */
export function scopeOf(world: DeskWorld, state: DeskState, commands: readonly DeskCommand[]): BatchScope {
  const accounts = new Set<AccountId>()
  const touched = new Set<string>()
  const holdings = new Map<string, ScopedHolding>()
  const incoming = new Map<string, Order[]>()
  const leaving: Order[] = []
  const prepared = new Map<DeskCommand, readonly (PreparedOrder | undefined)[]>()
  const touch = ({ customerId, instrumentId }: Holding): void => {
    const pair = `${customerId} ${instrumentId}`
    if (touched.has(pair)) return
    touched.add(pair)
    const holding = { customerId, instrumentId }
    const instrument = instrumentOf(world, instrumentId)
    const product = productFor(world, instrument)
    if (product === undefined) return
    holdings.set(product.factsKey(holding), { holding, product })
    for (const account of product.accounts(holding, instrument, world.custodian)) accounts.add(account)
  }
  const comes = (order: Order): void => {
    touch(order)
    const others = incoming.get(order.venue) ?? []
    others.push(order)
    incoming.set(order.venue, others)
  }
  const goes = (orderId: Id<'ord'> | undefined): void => {
    const order = orderId === undefined ? undefined : state.order(orderId)
    if (order === undefined) return
    touch(order)
    leaving.push(order)
  }
  const twinOf = (orderId: Id<'ord'> | undefined) => (orderId === undefined ? undefined : state.order(orderId)?.twinId)
  const acts = (act: AnyAct): (PreparedOrder | undefined)[] => {
    for (const account of act.accounts ?? []) accounts.add(account)
    for (const holding of act.holdings) touch(holding)
    for (const orderId of act.cancels ?? []) goes(orderId)
    return (act.orders ?? []).map((order) => prepareOrder(world, order, world.facts.quote(order.instrumentId)))
  }
  for (const command of commands) {
    if (command.kind === 'place' || command.kind === 'act') {
      const ready = command.kind === 'act' ? acts(command.act) : [prepareOrder(world, command.order, command.quote)]
      prepared.set(command, ready)
      for (const one of ready) {
        if (one?.draft !== undefined) comes(one.draft)
        goes(one?.ticket.replaces)
        goes(twinOf(one?.ticket.replaces))
      }
      continue
    }
    const order = state.order(command.kind === 'report' ? command.report.orderId : orderIdOf(command))
    if (order === undefined) continue
    touch(order)
    if (command.kind === 'cancel' || command.kind === 'expire' || command.kind === 'abandon') {
      goes(order.orderId)
      goes(order.twinId)
    } else if (command.kind === 'trigger') {
      goes(order.twinId)
      comes(order)
    } else if (command.kind === 'activate') comes(order)
  }
  const suspects = new Set<Id<'ord'>>()
  for (const [venueId, orders] of incoming) {
    const venue = world.venues.find(({ id }) => id === venueId)
    const wanted = orders.map((order) => venueOrderOf({ world }, order))
    const gone = leaving.filter((order) => order.venue === venueId).map(({ orderId }) => orderId)
    const metOf = (without: readonly Id<'ord'>[]) => (venue?.counterparties(wanted, without) ?? []).map(state.order)
    for (const order of metBehind(world, metOf, gone, suspects)) touch(order)
  }
  return { accounts: [...accounts], holdings, prepared, suspects }
}

/** The orders that may be met, and those behind them if unfit ones end. Adds the possibly unfit ones to `suspects`. */
function metBehind(
  world: DeskWorld,
  metOf: (without: readonly Id<'ord'>[]) => readonly (Order | undefined)[],
  gone: readonly Id<'ord'>[],
  suspects: Set<Id<'ord'>>,
): readonly Order[] {
  const all = new Map<Id<'ord'>, Order>()
  const without = [...gone]
  for (;;) {
    const met = metOf(without).filter((order) => order !== undefined && !all.has(order.orderId))
    const found = met.filter((order) => order !== undefined)
    for (const order of found) all.set(order.orderId, order)
    const doubtful = found.filter((order) => productOfOrder(world, order).mayBeUnfit?.(order) === true)
    // Each round takes out at least one more order of the book, so it ends.
    if (doubtful.length === 0) return [...all.values()]
    for (const { orderId } of doubtful) {
      suspects.add(orderId)
      without.push(orderId)
    }
  }
}

function orderIdOf(command: Exclude<DeskCommand, { kind: 'place' | 'act' | 'report' }>): Id<'ord'> {
  return command.kind === 'cancel' ? command.order.orderId : command.orderId
}
