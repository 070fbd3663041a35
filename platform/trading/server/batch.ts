import { assert, type Id, type Instant, present, quantityOf } from '@bolsillo/kernel'
import { type AccountId, type Balance, emptyBalance, type JournalEntry } from '@bolsillo/ledger/domain'
import {
  emptyPosition,
  type Fill,
  mayMove,
  type Order,
  type OrderEvent,
  type Position,
  type PositionLock,
  positionAfter,
  type ShareFacts,
} from '../domain/index.ts'
import { shareAccount } from '../domain/trade-transfers.ts'
import { type DeskState, type HoldingFacts, holdingKey } from './desk-state.ts'
import { type DeskWorld, instrumentOf } from './desk-world.ts'

/** What a batch read under lock before it decided. */
export interface BatchFacts {
  readonly balances: ReadonlyMap<AccountId, Balance>
  /** By `holdingKey`. */
  readonly holdings: ReadonlyMap<string, HoldingFacts>
}

/** A fill whose entry has no number yet. */
export type UnnumberedFill = Omit<Fill, 'entrySeq'>

/** What a batch decided, to be written: each list in the order things happened. */
export interface BatchChanges {
  readonly entries: readonly JournalEntry[]
  readonly created: readonly Order[]
  readonly changed: readonly Order[]
  readonly fills: readonly UnnumberedFill[]
  readonly events: readonly OrderEvent[]
  readonly positions: readonly Position[]
  readonly locks: readonly PositionLock[]
}

/**
 * A batch being decided: a copy of what is locked, moved order by order. Nothing of it reaches the desk's state or
 * PostgreSQL before all of it is decided.
 */
export interface Batch {
  readonly world: DeskWorld
  readonly now: Instant
  readonly order: (orderId: Id<'ord'>) => Order | undefined
  readonly openCount: (customerId: Id<'cus'>) => number
  /** Puts an order in its next state. Asserts that the transition table has the move. */
  readonly put: (order: Order) => Order
  readonly note: (orderId: Id<'ord'>, step: Omit<OrderEvent, 'orderId' | 'number'>) => void
  readonly available: (account: AccountId) => bigint
  readonly post: (entry: JournalEntry) => void
  readonly fill: (fill: UnnumberedFill) => void
  readonly fillsOf: (orderId: Id<'ord'>) => readonly UnnumberedFill[]
  /** What the customer has of an order's shares, and what of it may be sold now. */
  readonly shares: (customerId: Id<'cus'>, instrumentId: string) => ShareFacts
  readonly nextPriority: () => bigint
  readonly changes: () => BatchChanges
  /** What was locked, as the batch leaves it. */
  readonly balances: () => ReadonlyMap<AccountId, Balance>
  /** The holdings that were read or moved, as the batch leaves them. */
  readonly holdings: () => ReadonlyMap<string, HoldingFacts>
  readonly eventCount: (orderId: Id<'ord'>) => number
}

/** Opens a batch over what was locked. */
export function openBatch(world: DeskWorld, state: DeskState, facts: BatchFacts, now: Instant): Batch {
  const balances = new Map(facts.balances)
  const holdings = new Map(facts.holdings)
  const orders = new Map<Id<'ord'>, Order>()
  const created = new Set<Id<'ord'>>()
  const entries: JournalEntry[] = []
  const fills: UnnumberedFill[] = []
  const events: OrderEvent[] = []
  const eventCounts = new Map<Id<'ord'>, number>()
  const newLocks = new Map<string, PositionLock>()
  const touched = new Set<string>()
  const opened = new Map<Id<'cus'>, number>()

  const order = (orderId: Id<'ord'>): Order | undefined => orders.get(orderId) ?? state.order(orderId)
  const eventCount = (orderId: Id<'ord'>): number => eventCounts.get(orderId) ?? state.eventCount(orderId)
  const balanceOf = (account: AccountId): Balance => {
    const found = balances.get(account)
    assert(found !== undefined, `${account} was not locked`)
    return found
  }

  const holdingOf = (key: string): HoldingFacts => {
    const found = holdings.get(key)
    assert(found !== undefined, `the holding ${key} was not read`)
    return found
  }
  const locksAfter = (
    holding: string,
    before: readonly PositionLock[],
    fill: UnnumberedFill,
  ): readonly PositionLock[] => {
    const key = `${holding} ${fill.sellableAt}`
    const earlier = newLocks.get(key)
    const { customerId, instrumentId, sellableAt } = fill
    const quantity = quantityOf((earlier?.quantity ?? 0n) + fill.quantity)
    newLocks.set(key, { customerId, instrumentId, sellableAt, quantity })
    const others = before.filter((lock) => lock.sellableAt !== sellableAt && lock.sellableAt > now)
    const same = before.find((lock) => lock.sellableAt === sellableAt)
    return [
      ...others,
      { customerId, instrumentId, sellableAt, quantity: quantityOf((same?.quantity ?? 0n) + fill.quantity) },
    ]
  }

  return {
    world,
    now,
    order,
    eventCount,
    nextPriority: state.nextPriority,
    openCount: (customerId) => state.openCount(customerId) + (opened.get(customerId) ?? 0),
    put: (next) => {
      const before = order(next.orderId)
      if (before === undefined) {
        created.add(next.orderId)
        opened.set(next.customerId, (opened.get(next.customerId) ?? 0) + 1)
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
    available: (account) => balanceOf(account).posted - balanceOf(account).held,
    post: (entry) => {
      for (const { account, posted, held } of entry.postings) {
        const before = balanceOf(account)
        balances.set(account, { posted: before.posted + posted, held: before.held + held })
      }
      entries.push(entry)
    },
    fill: (fill) => {
      fills.push(fill)
      const key = holdingKey(fill)
      const before = holdingOf(key)
      const isLocked = fill.side === 'buy' && fill.sellableAt > now
      holdings.set(key, {
        position: positionAfter(before.position ?? emptyPosition(fill), { ...fill, entrySeq: 0n }),
        locks: isLocked ? locksAfter(key, before.locks, fill) : before.locks,
      })
      touched.add(key)
    },
    fillsOf: (orderId) => fills.filter((fill) => fill.orderId === orderId),
    shares: (customerId, instrumentId) => {
      const own = holdingOf(holdingKey({ customerId, instrumentId })).locks.filter(({ sellableAt }) => sellableAt > now)
      const balance = balances.get(shareAccount(customerId, instrumentOf(world, instrumentId))) ?? emptyBalance
      return {
        owned: balance.posted,
        held: balance.held,
        locked: own.reduce((sum, { quantity }) => sum + quantity, 0n),
        unlocksAt: own.length === 0 ? undefined : Math.min(...own.map(({ sellableAt }) => sellableAt)),
      }
    },
    changes: () => ({
      entries,
      created: [...orders.values()].filter(({ orderId }) => created.has(orderId)),
      changed: [...orders.values()].filter(({ orderId }) => !created.has(orderId)),
      fills,
      events,
      positions: [...touched].map((key) => present(holdingOf(key).position, `position ${key}`)),
      locks: [...newLocks.values()],
    }),
    balances: () => balances,
    holdings: () => holdings,
  }
}
