import { isTrading, orderOf, type Ticket } from './admission.ts'
import { bookOf, type Incoming, match, takeOut, type Why } from './book.ts'
import { bookFill, holdFor, needOf, release, unlocksAt } from './booking.ts'
import { affordable, protection, type Side, type Spec } from './rules.ts'
import { happens, isOpen, noSums, type Order, type Report, sellable, type World } from './state.ts'

// What the product does with orders of shares and coins, as its rules say. One command at a time.

const nextPriority = (world: World): number => {
  world.priority += 1
  return world.priority
}

/** Takes an order. Look at `refusalOf` first. */
export function place(world: World, ticket: Ticket): void {
  const last = world.last.get(ticket.spec.id) ?? 0n
  const order = { ...orderOf(world, ticket, last), priority: nextPriority(world) }
  world.orders.set(order.key, order)
  const { oco } = ticket
  if (oco !== undefined && order.twin !== undefined) {
    world.orders.set(order.twin, {
      ...order,
      key: order.twin,
      twin: order.key,
      type: oco.limit === undefined ? 'stop' : 'stop-limit',
      state: 'pending-trigger',
      awaitsOpening: false,
      activeFrom: undefined,
      limit: oco.limit,
      stop: oco.stop,
      worst: oco.limit ?? protection(oco.stop, order.side, order.spec),
      postOnly: false,
      own: noSums(),
      priority: nextPriority(world),
    })
  }
  if (order.state === 'waiting') happens(world, 'orders taken before the opening')
  if (order.state === 'open') goToMarket(world, order)
  else holdFor(world, order)
}

const left = ({ quantity, filled }: Order): bigint => (quantity ?? 0n) - filled

/** The price an order waits at: its own limit, whatever it reserves. */
export const limitOf = (order: Order): bigint => order.limit ?? order.worst

function incomingOf(order: Order): Incoming {
  const { spec, amount, schedule, all } = order
  const isMarket = order.type === 'market' || order.type === 'stop'
  return {
    key: order.key,
    owner: order.customer,
    side: order.side,
    price: isMarket ? order.worst : limitOf(order),
    quantity: order.quantity === undefined ? spec.max : left(order),
    rests: !isMarket && (order.time === 'day' || order.time === 'gtc'),
    allOrNothing: order.time === 'fok',
    postOnly: order.postOnly,
    budget: amount === undefined ? undefined : affordable(amount, schedule) * spec.factor - all.exact,
  }
}

function goToMarket(world: World, order: Order): void {
  if (world.outside !== undefined) {
    for (const report of world.outside.submit(order, incomingOf(order))) booked(world, report)
    holdFor(world, order)
    return
  }
  const why = match(incomingOf(order), bookOf(world.books, order.spec), ({ maker, price, quantity }) => {
    const met = world.orders.get(maker.key)
    if (met !== undefined) filled(world, met, { price, quantity, isTaker: false })
    filled(world, order, { price, quantity, isTaker: true })
    world.prints.push({ spec: order.spec, price })
  })
  if (why !== undefined && isOpen(order)) {
    const isDone = why === 'budget-spent' && order.filled > 0n
    end(world, order, isDone ? 'filled' : 'cancelled', endReason(order, why))
  }
  holdFor(world, order)
}

/** Books what a market outside says of an order. */
export function booked(world: World, report: Report): void {
  const order = world.orders.get(report.key)
  if (order === undefined || !isOpen(order)) return
  if (report.kind === 'filled') filled(world, order, report)
  else end(world, order, endedAs(order, report), report.reason)
}

function endedAs(order: Order, { reason, isRefused }: Extract<Report, { kind: 'cancelled' }>): Order['state'] {
  if (order.filled > 0n) return reason === 'budget-spent' ? 'filled' : 'cancelled'
  return isRefused ? 'rejected' : 'cancelled'
}

function endReason(order: Order, why: Why): string {
  if (why !== 'price') return why
  return order.time === 'ioc' && (order.type === 'limit' || order.type === 'stop-limit')
    ? 'immediate-or-cancel'
    : 'price-collar'
}

function filled(world: World, order: Order, fill: { price: bigint; quantity: bigint; isTaker: boolean }): void {
  bookFill(world, order, fill)
  order.state = order.filled >= (order.quantity ?? order.spec.max) ? 'filled' : 'partially-filled'
  if (order.holds) release(world, order, needOf(order))
  noteKind(world, order)
  const twin = order.twin === undefined ? undefined : world.orders.get(order.twin)
  if (twin !== undefined && isOpen(twin)) {
    if (order.state === 'filled') end(world, twin, 'cancelled', 'linked-order')
    else twin.quantity = left(order)
  }
  if (order.state === 'filled') placeExits(world, order)
}

/** Sales of which a share of the parts costs more than it brings, and of what is less than a lot. */
function noteKind(world: World, { side, spec, schedule, own, parts, state, filled: sold }: Order): void {
  if (side !== 'sell') return
  if (parts === 2 && own.amount <= schedule.feeMin) happens(world, 'tiny sales in parts')
  if (state === 'filled' && !spec.fractional && sold < spec.lot) happens(world, 'rests of less than a lot sold')
}

function end(world: World, order: Order, state: Order['state'], reason: string, keepsHold = false): void {
  order.state = state
  order.reason = reason
  if (keepsHold) order.held = 0n
  else release(world, order, 0n)
  const twin = order.twin === undefined ? undefined : world.orders.get(order.twin)
  if (!keepsHold && twin !== undefined && isOpen(twin)) {
    takeOut(bookOf(world.books, twin.spec), twin.key)
    end(world, twin, 'cancelled', 'linked-order')
  }
  placeExits(world, order)
}

function placeExits(world: World, entry: Order): void {
  const { profit, loss, side, spec, customer } = entry
  if (isOpen(entry) || side !== 'buy' || entry.filled === 0n) return
  const keys = { profit: `${entry.key}+profit`, loss: `${entry.key}+loss` }
  const exit = (key: string, twin: string | undefined, price: { limit?: bigint; stop?: bigint }): void => {
    world.orders.set(key, {
      ...entry,
      key,
      twin,
      side: 'sell',
      type: price.stop === undefined ? 'limit' : 'stop',
      time: 'gtc',
      postOnly: false,
      state: 'waiting',
      quantity: entry.filled,
      amount: undefined,
      limit: price.limit,
      stop: price.stop,
      worst: price.limit ?? protection(price.stop ?? 1n, 'sell', spec),
      profit: undefined,
      loss: undefined,
      awaitsOpening: false,
      activeFrom: unlocksAt(world, spec, entry.lastFillAt),
      expiresAt: undefined,
      filled: 0n,
      own: noSums(),
      all: pairSums(world, twin),
      held: 0n,
      holds: false,
      priority: nextPriority(world),
      reason: undefined,
      lastFillAt: 0,
      parts: 0,
      hasWaited: false,
      customer,
    })
  }
  if (profit !== undefined) exit(keys.profit, loss === undefined ? undefined : keys.loss, { limit: profit })
  if (loss !== undefined) exit(keys.loss, profit === undefined ? undefined : keys.profit, { stop: loss })
}

/** Exits that are twins are one order for commission and rounding, too. */
function pairSums(world: World, twin: string | undefined) {
  return (twin === undefined ? undefined : world.orders.get(twin)?.all) ?? noSums()
}

/** Ends an order and its twin. @returns whether it was open. */
export function cancel(world: World, key: string, state: 'cancelled' | 'expired', reason: string): boolean {
  const order = world.orders.get(key)
  if (order === undefined || !isOpen(order)) return false
  if (state === 'expired' && !isTrading(world, order.spec)) happens(world, 'days that ended while nothing traded')
  const twin = order.twin === undefined ? undefined : world.orders.get(order.twin)
  for (const leg of [order, twin]) if (leg !== undefined) takeOut(bookOf(world.books, leg.spec), leg.key)
  const [first, second] = twin !== undefined && isOpen(twin) && twin.held > 0n ? [twin, order] : [order, twin]
  if (second !== undefined && isOpen(second)) end(world, second, state, reason, true)
  end(world, first, state, reason)
  return true
}

/** Sends a stop to market that the market has reached; its twin hands over what it reserved. */
export function trigger(world: World, order: Order): void {
  if (order.state !== 'pending-trigger') return
  const twin = order.twin === undefined ? undefined : world.orders.get(order.twin)
  if (twin !== undefined && isOpen(twin)) {
    if (twin.filled > 0n) happens(world, 'stops that went on with a part')
    takeOut(bookOf(world.books, twin.spec), twin.key)
    order.quantity = left(twin)
    order.held = twin.held
    order.holds = twin.holds
    end(world, twin, 'cancelled', 'linked-order', true)
  }
  order.state = 'open'
  order.priority = nextPriority(world)
  happens(world, 'stops triggered')
  goToMarket(world, order)
}

export const isReached = ({ side, stop = 0n }: Order, price: bigint): boolean =>
  side === 'buy' ? stop <= price : stop >= price

/** The stops a price reaches, in the order they go to market: nearest first, then first come. */
function reachedBy(world: World, spec: Spec, price: bigint): Order[] {
  const waiting = [...world.orders.values()].filter(
    (order) => order.state === 'pending-trigger' && order.spec.id === spec.id && isReached(order, price),
  )
  const sooner = (a: Order, b: Order): number => {
    if (a.side !== b.side) return a.side === 'buy' ? -1 : 1
    const [x, y] = [a.stop ?? 0n, b.stop ?? 0n]
    if (x === y) return a.priority - b.priority
    return x < y === (a.side === 'buy') ? -1 : 1
  }
  return waiting.sort(sooner)
}

/** One round of what follows from prices: stops that prints reached go to market, all of them. @returns whether any did. */
export function round(world: World): boolean {
  const prints = world.prints.splice(0)
  const reached = new Set<Order>()
  for (const { spec, price } of prints) {
    world.last.set(spec.id, price)
    for (const order of reachedBy(world, spec, price)) reached.add(order)
  }
  for (const order of reached) trigger(world, order)
  return reached.size > 0
}

/** What was reached and is not done: nothing, unless something failed in between. */
export function catchUp(world: World, specs: readonly Spec[]): boolean {
  const trading = specs.filter((spec) => isTrading(world, spec))
  const reached = trading.flatMap((spec) => reachedBy(world, spec, world.last.get(spec.id) ?? 0n))
  for (const order of reached) trigger(world, order)
  return reached.length > 0
}

/** Somebody we do not know comes to the market with a limit order. */
export function quote(world: World, spec: Spec, side: Side, price: bigint, quantity: bigint): void {
  world.anonymous += 1
  const key = `anonymous ${world.anonymous}`
  const order = { key, owner: undefined, side, price, quantity, rests: true, allOrNothing: false, postOnly: false }
  match({ ...order, budget: undefined }, bookOf(world.books, spec), (one) => {
    const met = world.orders.get(one.maker.key)
    if (met !== undefined) filled(world, met, { price: one.price, quantity: one.quantity, isTaker: false })
    world.prints.push({ spec, price: one.price })
  })
}

/** One look at the clock: day orders end, exits go to market whose shares may be sold, and what was taken before an opening. What that brings is seen at the next. */
export function look(world: World): void {
  const all = [...world.orders.values()]
  const due = all
    .filter(({ state, activeFrom }) => state === 'waiting' && activeFrom !== undefined && activeFrom <= world.now)
    .sort((a, b) => (a.activeFrom ?? 0) - (b.activeFrom ?? 0))
  for (const order of all)
    if (isOpen(order) && order.expiresAt !== undefined && order.expiresAt <= world.now)
      cancel(world, order.key, 'expired', 'day-ended')
  const armed = new Set<Spec>()
  for (const order of due) {
    if (order.state !== 'waiting') continue
    if (!isTrading(world, order.spec)) order.hasWaited = true
    else if (order.awaitsOpening) sendAtOpening(world, order)
    else {
      activate(world, order)
      armed.add(order.spec)
    }
  }
  // Stops that the market has passed meanwhile go at once, the nearest first, whichever exit was armed first.
  for (const spec of armed) {
    const last = world.last.get(spec.id)
    for (const order of last === undefined ? [] : reachedBy(world, spec, last)) trigger(world, order)
  }
}

function sendAtOpening(world: World, order: Order): void {
  happens(world, 'orders sent at the opening')
  order.state = 'open'
  order.priority = nextPriority(world)
  goToMarket(world, order)
}

function activate(world: World, exit: Order): void {
  const free = sellable(world, exit.customer, exit.spec)
  const wanted = exit.quantity ?? 0n
  const quantity = wanted <= free ? wanted : free
  if (quantity <= 0n) {
    end(world, exit, 'cancelled', 'nothing-to-sell')
    return
  }
  happens(world, exit.hasWaited ? 'exits that waited for the opening' : 'exits that went to market')
  const twin = exit.twin === undefined ? undefined : world.orders.get(exit.twin)
  const legs = exit.limit === undefined ? [twin, exit] : [exit, twin]
  const [profit, loss] = legs
  for (const leg of legs) {
    if (leg === undefined || leg.state !== 'waiting') continue
    leg.state = leg === profit ? 'open' : 'pending-trigger'
    leg.quantity = quantity
    leg.priority = nextPriority(world)
  }
  const holder = profit ?? loss
  if (holder !== undefined) holdFor(world, holder)
  if (profit !== undefined && isOpen(profit)) goToMarket(world, profit)
}

/** A process starts over: nobody we do not know is there any more, everything else waits in the order of its priority. */
export function startOver(world: World, options: { readonly keepsAnonymous: boolean }): void {
  for (const book of world.books.values()) {
    for (const side of ['buy', 'sell'] as const) {
      const known = book[side].filter(({ owner }) => owner !== undefined)
      const others = options.keepsAnonymous ? book[side].filter(({ owner }) => owner === undefined) : []
      const priority = ({ key }: { key: string }): number => world.orders.get(key)?.priority ?? 0
      known.sort((a, b) => priority(a) - priority(b))
      book[side].splice(0, book[side].length, ...[...others, ...known].sort((a, b) => byPrice(side, a.price, b.price)))
    }
  }
}

const byPrice = (side: Side, a: bigint, b: bigint): number => (a === b ? 0 : a < b === (side === 'buy') ? 1 : -1)
