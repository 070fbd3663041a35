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
  /** Orders whose day is over, and exits whose shares unlocked. */
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

/** Empty, until loaded. */
export function createDeskState(): DeskState {
  // Its place on the pages, as PostgreSQL wrote it, until a batch changes it: a number, which the collector does not
  // follow, because there may be a million. See open-orders-store.ts.
  const open = new Map<Id<'ord'>, number | KnownOrder>()
  const pages: string[] = []
  const holdings = new Map<string, unknown>()
  const balances = new Map<AccountId, Balance>()
  let head: ChainHead | undefined
  const resting = new Map<string, Set<Id<'ord'>>>()
  const ofCustomer = new Map<Id<'cus'>, number>()
  const triggers = new Map<string, TriggerBook>()
  // Few instants with many orders each: the ends of sessions and the starts of business days.
  const expiring = new Map<Instant, Set<Id<'ord'>>>()
  const waking = new Map<Instant, Set<Id<'ord'>>>()
  let priority = 0n

  const triggersOf = (instrumentId: string): TriggerBook => {
    const found = triggers.get(instrumentId) ?? createTriggerBook()
    triggers.set(instrumentId, found)
    return found
  }
  const noteIn = <Key>(
    index: Map<Key, Set<Id<'ord'>>>,
    key: Key | undefined,
    { orderId }: Pick<Order, 'orderId'>,
    isIn: boolean,
  ): void => {
    if (key === undefined) return
    const ids = index.get(key) ?? new Set()
    if (isIn) ids.add(orderId)
    else ids.delete(orderId)
    if (ids.size === 0) index.delete(key)
    else index.set(key, ids)
  }
  const count = (customerId: Id<'cus'>, more: number): void => {
    const now = (ofCustomer.get(customerId) ?? 0) + more
    if (now === 0) ofCustomer.delete(customerId)
    else ofCustomer.set(customerId, now)
  }
  const setIndexes = (order: Order, isIn: boolean): void => {
    if (order.state === 'pending-trigger' && order.stopPrice !== undefined) {
      const stop = { orderId: order.orderId, stopPrice: order.stopPrice, priority: order.priority }
      if (isIn) triggersOf(order.instrumentId).add(order.side, stop)
      else triggersOf(order.instrumentId).remove(order.side, stop)
    }
    if (!ownsAsset(order.product)) noteIn(resting, holdingKey(order), order, isIn)
    noteIn(expiring, order.expiresAt, order, isIn)
    if (order.state === 'waiting') noteIn(waking, order.activeFrom, order, isIn)
    count(order.customerId, isIn ? 1 : -1)
  }
  const placeOf = (page: string, from: number): number => {
    if (pages.at(-1) !== page) pages.push(page)
    assert(from < pageRoom, 'a page has room for its orders')
    return (pages.length - 1) * pageRoom + from
  }
  const textOf = (place: number): string =>
    textAt(present(pages[Math.floor(place / pageRoom)], 'a page'), place % pageRoom)
  const orderOf = (orderId: Id<'ord'>): Order | undefined => {
    const known = open.get(orderId)
    return typeof known === 'number' ? orderOfText(textOf(known)) : known?.order
  }
  const lastActOf = (orderId: Id<'ord'>): bigint | undefined => {
    const known = open.get(orderId)
    return typeof known === 'number' ? lastActOfText(textOf(known)) : known?.lastAct
  }
  const forget = (orderId: Id<'ord'>): void => {
    const known = orderOf(orderId)
    if (known === undefined) return
    setIndexes(known, false)
    open.delete(orderId)
  }
  const keep = (order: Order, eventCount: number, lastAct: bigint | undefined): void => {
    forget(order.orderId)
    if (!isOpen(order.state)) return
    open.set(order.orderId, { order, eventCount, lastAct })
    setIndexes(order, true)
  }
  const dueIn = (times: Map<Instant, Set<Id<'ord'>>>, now: Instant): readonly Id<'ord'>[] =>
    [...times].filter(([at]) => at <= now).flatMap(([, ids]) => [...ids])

  return {
    head: () => head,
    catchUp: (next, moved) => {
      for (const [account, balance] of moved) if (balances.has(account)) balances.set(account, balance)
      head = next
    },
    balance: (account) => balances.get(account),
    keepBalance: (account, balance) => {
      balances.set(account, balance)
    },
    forgetBalances: (next) => {
      balances.clear()
      head = next
    },
    clear: () => {
      head = undefined
      for (const map of [open, holdings, balances, resting, ofCustomer, triggers, expiring, waking]) map.clear()
      pages.length = 0
    },
    adopt: (page, from) => {
      const order = orderOfText(textAt(page, from))
      open.set(order.orderId, placeOf(page, from))
      setIndexes(order, true)
      if (order.priority > priority) priority = order.priority
      return order
    },
    adoptResting: ({ order, expiresAt }, page, from) => {
      open.set(order.orderId, placeOf(page, from))
      noteIn(expiring, expiresAt, order, true)
      count(order.customerId, 1)
      if (order.priority > priority) priority = order.priority
    },
    order: orderOf,
    openOrders: function* () {
      for (const known of open.values()) yield typeof known === 'number' ? orderOfText(textOf(known)) : known.order
    },
    openCount: (customerId) => ofCustomer.get(customerId) ?? 0,
    eventCount: (orderId) => {
      const known = open.get(orderId)
      return typeof known === 'number' ? stepsOfText(textOf(known)) : (known?.eventCount ?? 0)
    },
    nextPriority: () => {
      priority += 1n
      return priority
    },
    beginEpoch: (epoch) => {
      const least = epoch << epochBits
      if (least > priority) priority = least
    },
    lastAct: lastActOf,
    keep,
    resting: (holding) => resting.get(holdingKey(holding)) ?? [],
    holding: (key) => holdings.get(key),
    keepHolding: (key, facts) => {
      holdings.set(key, facts)
    },
    trim: () => {
      if (holdings.size >= holdingsMax) holdings.clear()
      if (balances.size >= balancesMax) balances.clear()
    },
    forgetHoldings: (keys) => {
      for (const key of keys) holdings.delete(key)
    },
    reachedBy: (instrumentId, price) => triggers.get(instrumentId)?.reachedBy(price) ?? [],
    instrumentsWithStops: () => triggers.keys(),
    due: (now) => ({ expired: dueIn(expiring, now), active: dueIn(waking, now) }),
  }
}
