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

/** A scope being found: what is in it so far, and the orders by which others may be met. */
interface Survey {
  readonly world: DeskWorld
  readonly state: DeskState
  readonly accounts: Set<AccountId>
  /** Pairs of a customer and an instrument. */
  readonly touched: Set<string>
  readonly holdings: Map<string, ScopedHolding>
  readonly prepared: Map<DeskCommand, readonly (PreparedOrder | undefined)[]>
  /** Orders that come to market, by venue. */
  readonly incoming: Map<string, Order[]>
  /** Orders that leave it. */
  readonly leaving: Order[]
}

/** The accounts and positions these commands may touch, customers' orders they may meet included. */
export function scopeOf(world: DeskWorld, state: DeskState, commands: readonly DeskCommand[]): BatchScope {
  const survey: Survey = {
    world,
    state,
    accounts: new Set(),
    touched: new Set(),
    holdings: new Map(),
    prepared: new Map(),
    incoming: new Map(),
    leaving: [],
  }
  for (const command of commands) {
    if (command.kind === 'place' || command.kind === 'act') addAsked(survey, command)
    else addKnown(survey, command)
  }
  const suspects = addMet(survey)
  const { accounts, holdings, prepared } = survey
  return { accounts: [...accounts], holdings, prepared, suspects }
}

/** Adds what new orders touch, and those they replace. */
function addAsked(survey: Survey, command: Extract<DeskCommand, { kind: 'place' | 'act' }>): void {
  const { world, state, prepared } = survey
  const ready =
    command.kind === 'act' ? addAct(survey, command.act) : [prepareOrder(world, command.order, command.quote)]
  prepared.set(command, ready)
  for (const one of ready) {
    if (one?.draft !== undefined) comes(survey, one.draft)
    const replaced = one?.ticket.replaces
    if (replaced === undefined) continue
    goes(survey, replaced)
    goes(survey, state.order(replaced)?.twinId)
  }
}

/** @returns the orders an act places, prepared. */
function addAct(survey: Survey, act: AnyAct): readonly (PreparedOrder | undefined)[] {
  const { world, accounts } = survey
  for (const account of act.accounts ?? []) accounts.add(account)
  for (const holding of act.holdings) touch(survey, holding)
  for (const orderId of act.cancels ?? []) goes(survey, orderId)
  return (act.orders ?? []).map((order) => prepareOrder(world, order, world.facts.quote(order.instrumentId)))
}

/** Adds what an order that exists touches, and its twin. */
function addKnown(survey: Survey, command: Exclude<DeskCommand, { kind: 'place' | 'act' }>): void {
  const order = survey.state.order(command.kind === 'report' ? command.report.orderId : orderIdOf(command))
  if (order === undefined) return
  touch(survey, order)
  if (command.kind === 'cancel' || command.kind === 'expire' || command.kind === 'abandon') {
    goes(survey, order.orderId)
    goes(survey, order.twinId)
  } else if (command.kind === 'trigger') {
    goes(survey, order.twinId)
    comes(survey, order)
  } else if (command.kind === 'activate') comes(survey, order)
}

function comes(survey: Survey, order: Order): void {
  const { incoming } = survey
  touch(survey, order)
  const others = incoming.get(order.venue) ?? []
  others.push(order)
  incoming.set(order.venue, others)
}

function goes(survey: Survey, orderId: Id<'ord'> | undefined): void {
  const order = orderId === undefined ? undefined : survey.state.order(orderId)
  if (order === undefined) return
  touch(survey, order)
  survey.leaving.push(order)
}

function touch({ world, accounts, touched, holdings }: Survey, { customerId, instrumentId }: Holding): void {
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

/** Adds the orders that those that come may meet. @returns the possibly unfit among them. */
function addMet(survey: Survey): Suspects {
  const { world, state, incoming, leaving } = survey
  const suspects = new Set<Id<'ord'>>()
  for (const [venueId, orders] of incoming) {
    const venue = world.venues.find(({ id }) => id === venueId)
    const wanted = orders.map((order) => venueOrderOf({ world }, order))
    const gone = leaving.filter((order) => order.venue === venueId).map(({ orderId }) => orderId)
    const metOf = (without: readonly Id<'ord'>[]) => (venue?.counterparties(wanted, without) ?? []).map(state.order)
    for (const order of metBehind(world, metOf, gone, suspects)) touch(survey, order)
  }
  return suspects
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
