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

/** Opens a batch over what is known. */
export function openBatch(
  world: DeskWorld,
  state: DeskState,
  { prepared, suspects }: Pick<BatchScope, 'prepared' | 'suspects'>,
  moment: BatchMoment,
): Batch {
  const { now } = moment
  const balances = new Map(moment.balances)
  const holdings = new Map(moment.holdings)
  const orders = new Map<Id<'ord'>, Order>()
  const newWatched = new Set<Id<'ord'>>()
  const eventCounts = new Map<Id<'ord'>, number>()
  const lastActs = new Map<Id<'ord'>, bigint>()
  const opened = new Map<Id<'cus'>, number>()
  let had = moment.balances
  let part = emptyPart()

  const order = (orderId: Id<'ord'>): Order | undefined => orders.get(orderId) ?? state.order(orderId)
  const eventCount = (orderId: Id<'ord'>): number => eventCounts.get(orderId) ?? state.eventCount(orderId)
  const lastAct = (orderId: Id<'ord'>): bigint | undefined => lastActs.get(orderId) ?? state.lastAct(orderId)
  const balance = (account: AccountId): Balance => {
    const found = balances.get(account)
    assert(found !== undefined, `${account} was not read`)
    return found
  }
  const productOf = ({ instrumentId }: Holding): DeskProduct =>
    present(productFor(world, instrumentOf(world, instrumentId)), `product of ${instrumentId}`)
  const resting = (holding: Holding): Order[] =>
    [...new Set([...state.resting(holding), ...newWatched])].flatMap((orderId) => {
      const found = order(orderId)
      const isTheirs = found?.customerId === holding.customerId && found.instrumentId === holding.instrumentId
      return found !== undefined && isTheirs && isOpen(found.state) ? [found] : []
    })
  const factsOf = ({ kept }: Part): BatchChanges['facts'] => {
    const changes = new Map<DeskProduct, FactsChange<unknown>[]>()
    for (const [key, { product, holding, before }] of kept) {
      const own = changes.get(product) ?? []
      changes.set(product, own)
      own.push({ holding, before, after: holdings.get(key) })
    }
    return changes
  }

  return {
    world,
    now,
    had: () => had,
    prepared,
    suspects,
    usedKeys: new Set(moment.usedKeys),
    order,
    eventCount,
    lastAct,
    keepLastAct: (orderId, act) => {
      lastActs.set(orderId, act)
    },
    nextPriority: state.nextPriority,
    openCount: (customerId) => state.openCount(customerId) + (opened.get(customerId) ?? 0),
    put: (next) => {
      const before = order(next.orderId)
      if (before === undefined) {
        part.created.add(next.orderId)
        opened.set(next.customerId, (opened.get(next.customerId) ?? 0) + 1)
        if (!ownsAsset(next.product)) newWatched.add(next.orderId)
      } else {
        const moves = before.state === next.state || mayMove(before.state, next.state)
        assert(moves, `order ${next.orderId} may not go from ${before.state} to ${next.state}`)
      }
      orders.set(next.orderId, next)
      if (!part.created.has(next.orderId)) part.changed.add(next.orderId)
      return next
    },
    note: (orderId, step) => {
      const number = eventCount(orderId) + 1
      eventCounts.set(orderId, number)
      part.events.push({ orderId, number, ...step })
    },
    post: (entry) => {
      for (const { account, posted, held } of entry.postings) {
        const before = balance(account)
        balances.set(account, { posted: before.posted + posted, held: before.held + held })
      }
      part.entries.push(entry)
    },
    fill: (fill) => {
      part.fills.push(fill)
    },
    books: {
      now,
      market: world.facts,
      custodian: world.custodian,
      balance,
      resting,
      reducing: (holding) => resting(holding).filter(({ reduceOnly }) => reduceOnly),
      newId: (prefix) => world.services.ids.next(prefix),
      facts: (holding) => {
        const key = productOf(holding).factsKey(holding)
        assert(holdings.has(key), `the holding ${key} was not read`)
        return holdings.get(key)
      },
    },
    keep: (holding, next) => {
      const product = productOf(holding)
      const key = product.factsKey(holding)
      assert(holdings.has(key), `the holding ${key} was not read`)
      const own = { customerId: holding.customerId, instrumentId: holding.instrumentId }
      if (!part.kept.has(key)) part.kept.set(key, { product, holding: own, before: holdings.get(key) })
      holdings.set(key, next)
    },
    take: () => {
      const taken = part
      part = emptyPart()
      const ordersOf = (ids: ReadonlySet<Id<'ord'>>) => [...ids].map((id) => present(orders.get(id), `order ${id}`))
      const { entries, fills, events } = taken
      return {
        entries,
        fills,
        events,
        created: ordersOf(taken.created),
        changed: ordersOf(taken.changed),
        facts: factsOf(taken),
      }
    },
    rebase: (next) => {
      for (const [account, is] of next) {
        const was = present(had.get(account), account)
        const [posted, held] = [is.posted - was.posted, is.held - was.held]
        if (posted === 0n && held === 0n) continue
        if (accountParts(account).ownerKind === 'customer') throw new Error(`the balance of ${account} moved`)
        const after = balance(account)
        balances.set(account, { posted: after.posted + posted, held: after.held + held })
      }
      had = next
      lastActs.clear()
    },
    commit: () => {
      for (const next of orders.values()) state.keep(next, eventCount(next.orderId), lastAct(next.orderId))
      for (const [key, facts] of holdings) state.keepHolding(key, facts)
      for (const [account, after] of balances) state.keepBalance(account, after)
    },
  }
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

function emptyPart(): Part {
  return { entries: [], created: new Set(), changed: new Set(), fills: [], events: [], kept: new Map() }
}
