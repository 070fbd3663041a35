import { assert, type Id, type Instant, present } from '@bolsillo/kernel'
import type { AccountId, Balance, JournalEntry } from '@bolsillo/ledger/domain'
import { type Books, type Fill, type Holding, isOpen, mayMove, type Order, type OrderEvent } from '../domain/index.ts'
import type { DeskProduct, FactsChange } from './desk-product.ts'
import type { DeskState } from './desk-state.ts'
import { type DeskWorld, instrumentOf, productFor } from './desk-world.ts'

/** What a batch is decided on: what accounts have at the head that is locked, or that the batch before leads to. */
export interface BatchFacts {
  readonly balances: ReadonlyMap<AccountId, Balance>
  /** What products know of the holdings, by key. */
  readonly holdings: ReadonlyMap<string, unknown>
}

/** Resting orders whose fitness is looked at before they are met; what lies behind them is read, too. */
export type Suspects = ReadonlySet<Id<'ord'>>

/** A fill whose entry has no number yet. */
export type UnnumberedFill = Omit<Fill, 'entrySeq'>

/** What a batch decided, to be written: each list in the order things happened. */
export interface BatchChanges {
  readonly entries: readonly JournalEntry[]
  readonly created: readonly Order[]
  readonly changed: readonly Order[]
  readonly fills: readonly UnnumberedFill[]
  readonly events: readonly OrderEvent[]
  readonly facts: ReadonlyMap<DeskProduct, readonly FactsChange<unknown>[]>
}

/**
 * A batch being decided: a copy of what is known, moved order by order. Nothing of it reaches the desk's state or
 * PostgreSQL before all of it is decided.
 */
export interface Batch {
  readonly world: DeskWorld
  readonly now: Instant
  readonly suspects: Suspects
  readonly order: (orderId: Id<'ord'>) => Order | undefined
  readonly openCount: (customerId: Id<'cus'>) => number
  /** Puts an order in its next state. Asserts that the transition table has the move. */
  readonly put: (order: Order) => Order
  readonly note: (orderId: Id<'ord'>, step: Omit<OrderEvent, 'orderId' | 'number'>) => void
  readonly post: (entry: JournalEntry) => void
  readonly fill: (fill: UnnumberedFill) => void
  readonly fillsOf: (orderId: Id<'ord'>) => readonly UnnumberedFill[]
  /** What is known, for the products to decide on. */
  readonly books: Books<unknown>
  /** Takes over what has become of a holding. */
  readonly keep: (holding: Holding, facts: unknown) => void
  readonly nextPriority: () => bigint
  readonly changes: () => BatchChanges
  /** What its accounts have, as the batch leaves it. */
  readonly balances: () => ReadonlyMap<AccountId, Balance>
  /** The holdings that were read or moved, as the batch leaves them. */
  readonly holdings: () => ReadonlyMap<string, unknown>
  readonly eventCount: (orderId: Id<'ord'>) => number
}

/** Opens a batch over what is known. */
export function openBatch(
  world: DeskWorld,
  state: DeskState,
  facts: BatchFacts,
  { now, suspects }: Pick<Batch, 'now' | 'suspects'>,
): Batch {
  const balances = new Map(facts.balances)
  const holdings = new Map(facts.holdings)
  const orders = new Map<Id<'ord'>, Order>()
  const created = new Set<Id<'ord'>>()
  const newContracts = new Set<Id<'ord'>>()
  const entries: JournalEntry[] = []
  const fills: UnnumberedFill[] = []
  const events: OrderEvent[] = []
  const eventCounts = new Map<Id<'ord'>, number>()
  const kept = new Map<string, { readonly product: DeskProduct; readonly holding: Holding }>()
  const opened = new Map<Id<'cus'>, number>()

  const order = (orderId: Id<'ord'>): Order | undefined => orders.get(orderId) ?? state.order(orderId)
  const eventCount = (orderId: Id<'ord'>): number => eventCounts.get(orderId) ?? state.eventCount(orderId)
  const balance = (account: AccountId): Balance => {
    const found = balances.get(account)
    assert(found !== undefined, `${account} was not read`)
    return found
  }
  const productOf = ({ instrumentId }: Holding): DeskProduct =>
    present(productFor(world, instrumentOf(world, instrumentId)), `product of ${instrumentId}`)
  const resting = (holding: Holding): Order[] =>
    [...new Set([...state.resting(holding), ...newContracts])].flatMap((orderId) => {
      const found = order(orderId)
      const isTheirs = found?.customerId === holding.customerId && found.instrumentId === holding.instrumentId
      return found !== undefined && isTheirs && isOpen(found.state) ? [found] : []
    })
  const changesOf = (): BatchChanges['facts'] => {
    const changes = new Map<DeskProduct, FactsChange<unknown>[]>()
    for (const [key, { product, holding }] of kept) {
      const own = changes.get(product) ?? []
      changes.set(product, own)
      own.push({ holding, before: facts.holdings.get(key), after: holdings.get(key) })
    }
    return changes
  }

  return {
    world,
    now,
    suspects,
    order,
    eventCount,
    nextPriority: state.nextPriority,
    openCount: (customerId) => state.openCount(customerId) + (opened.get(customerId) ?? 0),
    put: (next) => {
      const before = order(next.orderId)
      if (before === undefined) {
        created.add(next.orderId)
        opened.set(next.customerId, (opened.get(next.customerId) ?? 0) + 1)
        if (next.product === 'contract') newContracts.add(next.orderId)
      } else {
        const moves = before.state === next.state || mayMove(before.state, next.state)
        assert(moves, `order ${next.orderId} may not go from ${before.state} to ${next.state}`)
      }
      orders.set(next.orderId, next)
      return next
    },
    note: (orderId, step) => {
      const number = eventCount(orderId) + 1
      eventCounts.set(orderId, number)
      events.push({ orderId, number, ...step })
    },
    post: (entry) => {
      for (const { account, posted, held } of entry.postings) {
        const before = balance(account)
        balances.set(account, { posted: before.posted + posted, held: before.held + held })
      }
      entries.push(entry)
    },
    fill: (fill) => {
      fills.push(fill)
    },
    fillsOf: (orderId) => fills.filter((fill) => fill.orderId === orderId),
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
      holdings.set(key, next)
      kept.set(key, { product, holding: { customerId: holding.customerId, instrumentId: holding.instrumentId } })
    },
    changes: () => ({
      entries,
      created: [...orders.values()].filter(({ orderId }) => created.has(orderId)),
      changed: [...orders.values()].filter(({ orderId }) => !created.has(orderId)),
      fills,
      events,
      facts: changesOf(),
    }),
    balances: () => balances,
    holdings: () => holdings,
  }
}
