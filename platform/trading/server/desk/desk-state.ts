import { assert, type Id, type Instant, present } from '@bolsillo/kernel'
import type { AccountId, Balance, ChainHead } from '@bolsillo/ledger/domain'
import { type Holding, holdingKey, isOpen, type Order, ownsAsset } from '../../domain/index.ts'
import { createTriggerBook, type TriggerBook } from '../../domain/trigger-book.ts'
import { lastActOfText, orderOfText, type RestingText, stepsOfText, textAt } from '../rows/open-orders-store.ts'

/** How many holdings are remembered at most; beyond, all are forgotten and read again when they are needed. */
const holdingsMax = 200_000

/** The same of balances: a holding has some three. */
const balancesMax = 3 * holdingsMax

/**
 * What the desk remembers between batches: open orders, holdings and balances, which PostgreSQL has too. Only who holds the
 * shard's lease writes orders and holdings, so what was committed last is what is there. Others move balances too, but
 * never without moving the head of the journal: `head` says where these balances are true, and `catchUp` takes over what
 * was moved behind it. Changed only by `keep` after a commit, or replaced whole by `clear` and `adopt`.
 */
export interface DeskState {
  /** Where the journal was when the balances were what is remembered; undefined while that is not known. */
  readonly head: () => ChainHead | undefined
  /** Goes on to another head: `moved` is all that lies between. */
  readonly catchUp: (head: ChainHead, moved: ReadonlyMap<AccountId, Balance>) => void
  /** Undefined for what is not remembered. */
  readonly balance: (account: AccountId) => Balance | undefined
  readonly keepBalance: (account: AccountId, balance: Balance) => void
  /** Goes on to another head without what lies between: balances are read again when they are needed. */
  readonly forgetBalances: (next: ChainHead) => void
  /** Forgets everything; what is open comes back by `adopt` and `adoptResting`. */
  readonly clear: () => void
  /** Takes over an open order from PostgreSQL, in the order they have priority. @returns it. */
  readonly adopt: (page: string, from: number) => Order
  /** The same for one of whose text a reader found all that is needed now. */
  readonly adoptResting: (resting: RestingText, page: string, from: number) => void
  readonly order: (orderId: Id<'ord'>) => Order | undefined
  /** In no order. */
  readonly openOrders: () => Iterable<Order>
  readonly openCount: (customerId: Id<'cus'>) => number
  readonly eventCount: (orderId: Id<'ord'>) => number
  readonly nextPriority: () => bigint
  /** Priorities rise over restarts too: those of an epoch begin above all of the epochs before. */
  readonly beginEpoch: (epoch: bigint) => void
  /** The number of the act that says what was done to an open order last; undefined when none did, or before acts. */
  readonly lastAct: (orderId: Id<'ord'>) => bigint | undefined
  /** Takes over what a committed batch made of an order. */
  readonly keep: (order: Order, eventCount: number, lastAct: bigint | undefined) => void
  /** Open orders of a holding, of products that ask for them. */
  readonly resting: (holding: Holding) => Iterable<Id<'ord'>>
  /** What a product knows of a holding, by the product's key for it. */
  readonly holding: (key: string) => unknown
  readonly keepHolding: (key: string, facts: unknown) => void
  /** Forgets holdings and balances when too many are remembered. Only while PostgreSQL has all there is to know: no batch under way. */
  readonly trim: () => void
  readonly forgetHoldings: (keys: readonly string[]) => void
  /** Stops reached by a trade at this price, in the order they go to market. */
  readonly reachedBy: (instrumentId: string, price: bigint) => readonly Id<'ord'>[]
  /** Instruments that have stops waiting for the market, or had. */
  readonly instrumentsWithStops: () => Iterable<string>
  /** Whether orders wait for an instant after `since` that has come by `now`. */
  readonly wakes: (since: Instant, now: Instant) => boolean
  /** Orders whose day is over; exits whose shares unlocked, and orders whose market opens. Those due first come first. */
  readonly due: (now: Instant) => { readonly expired: readonly Id<'ord'>[]; readonly active: readonly Id<'ord'>[] }
}

/** A page is shorter than this many characters; the places of five hundred of them are small integers. */
const pageRoom = 2 ** 22

/** An epoch has room for 2^36 orders, and 63 bits for 2^27 epochs: a restart every second for four years. */
const epochBits = 36n

interface KnownOrder {
  readonly order: Order
  readonly eventCount: number
  readonly lastAct: bigint | undefined
}

/** What is remembered, and the indexes by which open orders are found. */
interface Memory {
  /** Where the journal was when the balances were what is remembered. */
  head: ChainHead | undefined
  readonly balances: Map<AccountId, Balance>
  readonly holdings: Map<string, unknown>
  /**
   * An order's place on the pages, as PostgreSQL wrote it, until a batch changes it: a number, which the collector does
   * not follow, because there may be a million. See open-orders-store.ts.
   */
  readonly open: Map<Id<'ord'>, number | KnownOrder>
  readonly pages: string[]
  readonly resting: Map<string, Set<Id<'ord'>>>
  readonly ofCustomer: Map<Id<'cus'>, number>
  readonly triggers: Map<string, TriggerBook>
  /** Few instants with many orders each: the ends of sessions and the starts of business days. */
  readonly expiring: Map<Instant, Set<Id<'ord'>>>
  readonly waking: Map<Instant, Set<Id<'ord'>>>
  /** The last one given. */
  priority: bigint
}

/** Empty, until loaded. */
export function createDeskState(): DeskState {
  const memory: Memory = {
    head: undefined,
    balances: new Map(),
    holdings: new Map(),
    open: new Map(),
    pages: [],
    resting: new Map(),
    ofCustomer: new Map(),
    triggers: new Map(),
    expiring: new Map(),
    waking: new Map(),
    priority: 0n,
  }
  const { balances, holdings, resting, ofCustomer, triggers } = memory
  return {
    head: () => memory.head,
    catchUp: (next, moved) => catchUp(memory, next, moved),
    balance: (account) => balances.get(account),
    keepBalance: (account, balance) => void balances.set(account, balance),
    forgetBalances: (next) => {
      balances.clear()
      memory.head = next
    },
    clear: () => clear(memory),
    adopt: (page, from) => adopt(memory, page, from),
    adoptResting: (order, page, from) => adoptResting(memory, order, page, from),
    order: (orderId) => orderOf(memory, orderId),
    openOrders: () => openOrders(memory),
    openCount: (customerId) => ofCustomer.get(customerId) ?? 0,
    eventCount: (orderId) => eventCountOf(memory, orderId),
    nextPriority: () => {
      memory.priority += 1n
      return memory.priority
    },
    beginEpoch: (epoch) => keepPriority(memory, epoch << epochBits),
    lastAct: (orderId) => lastActOf(memory, orderId),
    keep: (order, eventCount, lastAct) => keep(memory, order, eventCount, lastAct),
    resting: (holding) => resting.get(holdingKey(holding)) ?? [],
    holding: (key) => holdings.get(key),
    keepHolding: (key, facts) => void holdings.set(key, facts),
    trim: () => {
      if (holdings.size >= holdingsMax) holdings.clear()
      if (balances.size >= balancesMax) balances.clear()
    },
    forgetHoldings: (keys) => {
      for (const key of keys) holdings.delete(key)
    },
    reachedBy: (instrumentId, price) => triggers.get(instrumentId)?.reachedBy(price) ?? [],
    instrumentsWithStops: () => triggers.keys(),
    wakes: (since, now) => [...memory.waking.keys()].some((at) => since < at && at <= now),
    due: (now) => ({ expired: dueIn(memory.expiring, now), active: dueIn(memory.waking, now) }),
  }
}

function catchUp(memory: Memory, head: ChainHead, moved: ReadonlyMap<AccountId, Balance>): void {
  const { balances } = memory
  for (const [account, balance] of moved) if (balances.has(account)) balances.set(account, balance)
  memory.head = head
}

function clear(memory: Memory): void {
  const { open, holdings, balances, resting, ofCustomer, triggers, expiring, waking, pages } = memory
  memory.head = undefined
  for (const map of [open, holdings, balances, resting, ofCustomer, triggers, expiring, waking]) map.clear()
  pages.length = 0
}

function adopt(memory: Memory, page: string, from: number): Order {
  const order = orderOfText(textAt(page, from))
  memory.open.set(order.orderId, placeOf(memory, page, from))
  setIndexes(memory, order, true)
  keepPriority(memory, order.priority)
  return order
}

function adoptResting(memory: Memory, { order, expiresAt }: RestingText, page: string, from: number): void {
  memory.open.set(order.orderId, placeOf(memory, page, from))
  noteIn(memory.expiring, expiresAt, order, true)
  count(memory, order.customerId, 1)
  keepPriority(memory, order.priority)
}

function placeOf({ pages }: Memory, page: string, from: number): number {
  if (pages.at(-1) !== page) pages.push(page)
  assert(from < pageRoom, 'a page has room for its orders')
  return (pages.length - 1) * pageRoom + from
}

function textOf({ pages }: Memory, place: number): string {
  return textAt(present(pages[Math.floor(place / pageRoom)], 'a page'), place % pageRoom)
}

function keepPriority(memory: Memory, least: bigint): void {
  if (least > memory.priority) memory.priority = least
}

function orderOf(memory: Memory, orderId: Id<'ord'>): Order | undefined {
  const known = memory.open.get(orderId)
  return typeof known === 'number' ? orderOfText(textOf(memory, known)) : known?.order
}

function* openOrders(memory: Memory): Iterable<Order> {
  for (const known of memory.open.values()) {
    yield typeof known === 'number' ? orderOfText(textOf(memory, known)) : known.order
  }
}

function eventCountOf(memory: Memory, orderId: Id<'ord'>): number {
  const known = memory.open.get(orderId)
  return typeof known === 'number' ? stepsOfText(textOf(memory, known)) : (known?.eventCount ?? 0)
}

function lastActOf(memory: Memory, orderId: Id<'ord'>): bigint | undefined {
  const known = memory.open.get(orderId)
  return typeof known === 'number' ? lastActOfText(textOf(memory, known)) : known?.lastAct
}

function keep(memory: Memory, order: Order, eventCount: number, lastAct: bigint | undefined): void {
  forget(memory, order.orderId)
  if (!isOpen(order.state)) return
  memory.open.set(order.orderId, { order, eventCount, lastAct })
  setIndexes(memory, order, true)
}

function forget(memory: Memory, orderId: Id<'ord'>): void {
  const known = orderOf(memory, orderId)
  if (known === undefined) return
  setIndexes(memory, known, false)
  memory.open.delete(orderId)
}

function setIndexes(memory: Memory, order: Order, isIn: boolean): void {
  if (order.state === 'pending-trigger' && order.stopPrice !== undefined) {
    const stop = { orderId: order.orderId, stopPrice: order.stopPrice, priority: order.priority }
    if (isIn) triggersOf(memory, order.instrumentId).add(order.side, stop)
    else triggersOf(memory, order.instrumentId).remove(order.side, stop)
  }
  if (!ownsAsset(order.product)) noteIn(memory.resting, holdingKey(order), order, isIn)
  noteIn(memory.expiring, order.expiresAt, order, isIn)
  if (order.state === 'waiting') noteIn(memory.waking, order.activeFrom, order, isIn)
  count(memory, order.customerId, isIn ? 1 : -1)
}

function triggersOf({ triggers }: Memory, instrumentId: string): TriggerBook {
  const found = triggers.get(instrumentId) ?? createTriggerBook()
  triggers.set(instrumentId, found)
  return found
}

function noteIn<Key>(
  index: Map<Key, Set<Id<'ord'>>>,
  key: Key | undefined,
  { orderId }: Pick<Order, 'orderId'>,
  isIn: boolean,
): void {
  if (key === undefined) return
  const ids = index.get(key) ?? new Set()
  if (isIn) ids.add(orderId)
  else ids.delete(orderId)
  if (ids.size === 0) index.delete(key)
  else index.set(key, ids)
}

function count({ ofCustomer }: Memory, customerId: Id<'cus'>, more: number): void {
  const now = (ofCustomer.get(customerId) ?? 0) + more
  if (now === 0) ofCustomer.delete(customerId)
  else ofCustomer.set(customerId, now)
}

function dueIn(times: ReadonlyMap<Instant, ReadonlySet<Id<'ord'>>>, now: Instant): readonly Id<'ord'>[] {
  return [...times]
    .filter(([at]) => at <= now)
    .sort(([one], [other]) => one - other)
    .flatMap(([, ids]) => [...ids])
}
