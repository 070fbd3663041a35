import type { Id } from '@bolsillo/kernel'
import type { AccountId } from '@bolsillo/ledger/domain'
import type { Order } from '../domain/index.ts'
import { cashAccount, shareAccount, sharedAccounts } from '../domain/trade-transfers.ts'
import { type PreparedOrder, prepareOrder } from './desk-commands.ts'
import type { DeskState } from './desk-state.ts'
import { type DeskCommand, type DeskWorld, instrumentOf } from './desk-world.ts'
import { venueOrderOf } from './order-life.ts'
import type { Holding } from './trading-store.ts'

/** What a batch may touch: found before anything is locked, so that one statement can lock it all. */
export interface BatchScope {
  readonly accounts: readonly AccountId[]
  readonly holdings: readonly Holding[]
  /** New orders with what the moment says about them, by the command that brought them. */
  readonly prepared: ReadonlyMap<DeskCommand, PreparedOrder>
}

/** The accounts and positions these commands may touch, customers' orders they may meet included. */
export function scopeOf(world: DeskWorld, state: DeskState, commands: readonly DeskCommand[]): BatchScope {
  const accounts = new Set<AccountId>()
  const holdings = new Map<string, Holding>()
  const incoming = new Map<string, Order[]>()
  const leaving: Order[] = []
  const prepared = new Map<DeskCommand, PreparedOrder>()
  const touch = (order: Pick<Order, 'customerId' | 'instrumentId'>): void => {
    const key = `${order.customerId} ${order.instrumentId}`
    if (holdings.has(key)) return
    holdings.set(key, { customerId: order.customerId, instrumentId: order.instrumentId })
    const instrument = instrumentOf(world, order.instrumentId)
    accounts.add(cashAccount(order.customerId, instrument))
    accounts.add(shareAccount(order.customerId, instrument))
    for (const shared of sharedAccounts(instrument, world.custodian)) accounts.add(shared)
  }
  const comes = (order: Order): void => {
    touch(order)
    const others = incoming.get(order.venue) ?? []
    others.push(order)
    incoming.set(order.venue, others)
  }
  const goes = (orderId: Id<'ord'> | undefined): void => {
    const order = orderId === undefined ? undefined : state.order(orderId)
    if (order !== undefined) leaving.push(order)
  }
  for (const command of commands) {
    if (command.kind === 'place') {
      const ready = prepareOrder(world, command.order, command.quote)
      if (ready !== undefined) prepared.set(command, ready)
      if (ready?.draft !== undefined) comes(ready.draft)
      continue
    }
    const order = state.order(command.kind === 'report' ? command.report.orderId : orderIdOf(command))
    if (order === undefined) continue
    touch(order)
    if (command.kind === 'cancel' || command.kind === 'expire') {
      goes(order.orderId)
      goes(order.twinId)
    } else if (command.kind === 'trigger') {
      goes(order.twinId)
      comes(order)
    } else if (command.kind === 'activate') comes(order)
  }
  for (const [venueId, orders] of incoming) {
    const venue = world.venues.find(({ id }) => id === venueId)
    const wanted = orders.map((order) => venueOrderOf({ world }, order))
    const gone = leaving.filter((order) => order.venue === venueId).map(({ orderId }) => orderId)
    for (const orderId of venue?.counterparties(wanted, gone) ?? []) {
      const order = state.order(orderId)
      if (order !== undefined) touch(order)
    }
  }
  return { accounts: [...accounts], holdings: [...holdings.values()], prepared }
}

function orderIdOf(command: Exclude<DeskCommand, { kind: 'place' | 'report' }>): Id<'ord'> {
  return command.kind === 'cancel' ? command.order.orderId : command.orderId
}
