import { assert, type Id, type Instant, present } from '@bolsillo/kernel'
import { type AccountId, accountParts, type Balance, type JournalEntry } from '@bolsillo/ledger/domain'
import {
  type Books,
  type Fill,
  type Holding,
  isOpen,
  mayMove,
  type Order,
  type OrderEvent,
  ownsAsset,
} from '../../domain/index.ts'
import type { BatchScope } from './batch-scope.ts'
import type { DeskProduct, FactsChange } from './desk-product.ts'
import type { DeskState } from './desk-state.ts'
import { type DeskWorld, instrumentOf, productFor } from './desk-world.ts'

/** What a batch is decided on, as it is at the head that is locked. */
interface BatchMoment {
  readonly now: Instant
  readonly balances: ReadonlyMap<AccountId, Balance>
  /** What products know of the holdings, by key. */
  readonly holdings: ReadonlyMap<string, unknown>
  /** Idempotency keys that have had their effect. See `keyOf`. */
  readonly usedKeys: ReadonlySet<string>
}

/** Resting orders whose fitness is looked at before they are met; what lies behind them is read, too. */
export type Suspects = ReadonlySet<Id<'ord'>>

/** A fill whose entry has no number yet. */
export type UnnumberedFill = Omit<Fill, 'entrySeq'>

/** What a part of a batch decided, to be written: each list in the order things happened. */
export interface BatchChanges {
  readonly entries: readonly JournalEntry[]
  readonly created: readonly Order[]
  readonly changed: readonly Order[]
  readonly fills: readonly UnnumberedFill[]
  readonly events: readonly OrderEvent[]
  readonly facts: ReadonlyMap<DeskProduct, readonly FactsChange<unknown>[]>
}

/**
 * A batch being decided: what it changes, over what the desk's state has. `step` moves it command by command; nothing of it
 * reaches the state before the commit.
 */
export interface Batch extends Pick<BatchScope, 'prepared' | 'suspects'> {
  readonly world: DeskWorld
  readonly now: Instant
  /** What its accounts had at the head that is locked. */
  readonly had: () => ReadonlyMap<AccountId, Balance>
  /** Idempotency keys that have had their effect, or have it in this batch. */
  readonly usedKeys: Set<string>
  readonly order: (orderId: Id<'ord'>) => Order | undefined
  readonly openCount: (customerId: Id<'cus'>) => number
  /** Puts an order in its next state. Asserts that the transition table has the move. */
  readonly put: (order: Order) => Order
  readonly note: (orderId: Id<'ord'>, step: Omit<OrderEvent, 'orderId' | 'number'>) => void
  readonly post: (entry: JournalEntry) => void
  readonly fill: (fill: UnnumberedFill) => void
  /** What is known, for the products to decide on. */
  readonly books: Books<unknown>
  /** Changes what a product knows of a holding. */
  readonly keep: (holding: Holding, facts: unknown) => void
  readonly nextPriority: () => bigint
  readonly eventCount: (orderId: Id<'ord'>) => number
  /** The last act about an order; undefined when there is none. */
  readonly lastAct: (orderId: Id<'ord'>) => bigint | undefined
  readonly keepLastAct: (orderId: Id<'ord'>, act: bigint) => void
  /** What it decided since this was asked last. */
  readonly take: () => BatchChanges
  /**
   * Moves to what its accounts have at another head; what was decided stays, and gets other numbers. @throws when the balance
   * of a customer changed.
   */
  readonly rebase: (had: ReadonlyMap<AccountId, Balance>) => void
  /** Moves the desk's state to what the batch leaves. Once it has committed. */
  readonly commit: () => void
}

/** What a batch has decided so far, over what the desk's state has. */
interface Decided {
  readonly world: DeskWorld
  readonly state: DeskState
  /** What its accounts had at the head that is locked; and what they have now. */
  had: ReadonlyMap<AccountId, Balance>
  readonly balances: Map<AccountId, Balance>
  readonly holdings: Map<string, unknown>
  readonly orders: Map<Id<'ord'>, Order>
  /** New orders of products that ask for the open orders of a holding. */
  readonly newWatched: Set<Id<'ord'>>
  readonly eventCounts: Map<Id<'ord'>, number>
  readonly lastActs: Map<Id<'ord'>, bigint>
  /** How many orders customers have more. */
  readonly opened: Map<Id<'cus'>, number>
  part: Part
}

/** What was decided since the last part was taken. */
interface Part {
  readonly entries: JournalEntry[]
  readonly created: Set<Id<'ord'>>
  readonly changed: Set<Id<'ord'>>
  readonly fills: UnnumberedFill[]
  readonly events: OrderEvent[]
  /** Holdings by key, as they were before. */
  readonly kept: Map<string, { readonly product: DeskProduct; readonly holding: Holding; readonly before: unknown }>
}

/** Opens a batch over what is known. */
export function openBatch(
  world: DeskWorld,
  state: DeskState,
  { prepared, suspects }: Pick<BatchScope, 'prepared' | 'suspects'>,
  moment: BatchMoment,
): Batch {
  const { now } = moment
  const decided: Decided = {
    world,
    state,
    had: moment.balances,
    balances: new Map(moment.balances),
    holdings: new Map(moment.holdings),
    orders: new Map(),
    newWatched: new Set(),
    eventCounts: new Map(),
    lastActs: new Map(),
    opened: new Map(),
    part: emptyPart(),
  }
  return {
    world,
    now,
    had: () => decided.had,
    prepared,
    suspects,
    usedKeys: new Set(moment.usedKeys),
    order: (orderId) => orderOf(decided, orderId),
    eventCount: (orderId) => eventCountOf(decided, orderId),
    lastAct: (orderId) => lastActOf(decided, orderId),
    keepLastAct: (orderId, act) => void decided.lastActs.set(orderId, act),
    nextPriority: state.nextPriority,
    openCount: (customerId) => state.openCount(customerId) + (decided.opened.get(customerId) ?? 0),
    put: (order) => put(decided, order),
    note: (orderId, step) => note(decided, orderId, step),
    post: (entry) => post(decided, entry),
    fill: (fill) => void decided.part.fills.push(fill),
    books: booksOf(decided, now),
    keep: (holding, facts) => keep(decided, holding, facts),
    take: () => take(decided),
    rebase: (had) => rebase(decided, had),
    commit: () => commit(decided),
  }
}

function emptyPart(): Part {
  return { entries: [], created: new Set(), changed: new Set(), fills: [], events: [], kept: new Map() }
}

function orderOf({ orders, state }: Decided, orderId: Id<'ord'>): Order | undefined {
  return orders.get(orderId) ?? state.order(orderId)
}

function eventCountOf({ eventCounts, state }: Decided, orderId: Id<'ord'>): number {
  return eventCounts.get(orderId) ?? state.eventCount(orderId)
}

function lastActOf({ lastActs, state }: Decided, orderId: Id<'ord'>): bigint | undefined {
  return lastActs.get(orderId) ?? state.lastAct(orderId)
}

function put(decided: Decided, next: Order): Order {
  const { part, opened, orders } = decided
  const before = orderOf(decided, next.orderId)
  if (before === undefined) {
    part.created.add(next.orderId)
    opened.set(next.customerId, (opened.get(next.customerId) ?? 0) + 1)
    if (!ownsAsset(next.product)) decided.newWatched.add(next.orderId)
  } else {
    const moves = before.state === next.state || mayMove(before.state, next.state)
    assert(moves, `order ${next.orderId} may not go from ${before.state} to ${next.state}`)
  }
  orders.set(next.orderId, next)
  if (!part.created.has(next.orderId)) part.changed.add(next.orderId)
  return next
}

function note(decided: Decided, orderId: Id<'ord'>, step: Omit<OrderEvent, 'orderId' | 'number'>): void {
  const number = eventCountOf(decided, orderId) + 1
  decided.eventCounts.set(orderId, number)
  decided.part.events.push({ orderId, number, ...step })
}

function post(decided: Decided, entry: JournalEntry): void {
  const { balances, part } = decided
  for (const { account, posted, held } of entry.postings) {
    const before = balanceOf(decided, account)
    balances.set(account, { posted: before.posted + posted, held: before.held + held })
  }
  part.entries.push(entry)
}

function balanceOf({ balances }: Decided, account: AccountId): Balance {
  const found = balances.get(account)
  assert(found !== undefined, `${account} was not read`)
  return found
}

function booksOf(decided: Decided, now: Instant): Books<unknown> {
  const { world } = decided
  return {
    now,
    market: world.facts,
    custodian: world.custodian,
    balance: (account) => balanceOf(decided, account),
    resting: (holding) => resting(decided, holding),
    reducing: (holding) => resting(decided, holding).filter(({ reduceOnly }) => reduceOnly),
    newId: (prefix) => world.services.ids.next(prefix),
    facts: (holding) => factsAt(decided, productOf(decided, holding).factsKey(holding)),
  }
}

function resting(decided: Decided, holding: Holding): Order[] {
  const { state, newWatched } = decided
  return [...new Set([...state.resting(holding), ...newWatched])].flatMap((orderId) => {
    const found = orderOf(decided, orderId)
    const isTheirs = found?.customerId === holding.customerId && found.instrumentId === holding.instrumentId
    return found !== undefined && isTheirs && isOpen(found.state) ? [found] : []
  })
}

function productOf({ world }: Decided, { instrumentId }: Holding): DeskProduct {
  return present(productFor(world, instrumentOf(world, instrumentId)), `product of ${instrumentId}`)
}

function factsAt({ holdings }: Decided, key: string): unknown {
  assert(holdings.has(key), `the holding ${key} was not read`)
  return holdings.get(key)
}

function keep(decided: Decided, holding: Holding, next: unknown): void {
  const { part, holdings } = decided
  const product = productOf(decided, holding)
  const key = product.factsKey(holding)
  const before = factsAt(decided, key)
  const own = { customerId: holding.customerId, instrumentId: holding.instrumentId }
  if (!part.kept.has(key)) part.kept.set(key, { product, holding: own, before })
  holdings.set(key, next)
}

function take(decided: Decided): BatchChanges {
  const { part, orders } = decided
  decided.part = emptyPart()
  const ordersOf = (ids: ReadonlySet<Id<'ord'>>) => [...ids].map((id) => present(orders.get(id), `order ${id}`))
  return {
    entries: part.entries,
    fills: part.fills,
    events: part.events,
    created: ordersOf(part.created),
    changed: ordersOf(part.changed),
    facts: factsOf(decided, part),
  }
}

/** What a part changed of the holdings, by product. */
function factsOf({ holdings }: Decided, { kept }: Part): BatchChanges['facts'] {
  const changes = new Map<DeskProduct, FactsChange<unknown>[]>()
  for (const [key, { product, holding, before }] of kept) {
    const own = changes.get(product) ?? []
    changes.set(product, own)
    own.push({ holding, before, after: holdings.get(key) })
  }
  return changes
}

function rebase(decided: Decided, next: ReadonlyMap<AccountId, Balance>): void {
  const { had, balances, lastActs } = decided
  for (const [account, is] of next) {
    const was = present(had.get(account), account)
    const [posted, held] = [is.posted - was.posted, is.held - was.held]
    if (posted === 0n && held === 0n) continue
    if (accountParts(account).ownerKind === 'customer') throw new Error(`the balance of ${account} moved`)
    const after = balanceOf(decided, account)
    balances.set(account, { posted: after.posted + posted, held: after.held + held })
  }
  decided.had = next
  lastActs.clear()
}

function commit(decided: Decided): void {
  const { state, orders, holdings, balances } = decided
  for (const next of orders.values())
    state.keep(next, eventCountOf(decided, next.orderId), lastActOf(decided, next.orderId))
  for (const [key, facts] of holdings) state.keepHolding(key, facts)
  for (const [account, after] of balances) state.keepBalance(account, after)
}
