import { dueOf, moneyOf, partOf, type Spec } from './rules.ts'
import { assetOf, cashOf, isOpen, type Order, type Position, purseOf, type World } from './state.ts'

// What a fill moves, what an order reserves, what a position costs.

const paid = ({ amount, fee, vat }: Order['all']): bigint => amount + fee + vat
const rest = ({ quantity, filled }: Order): bigint => (quantity === undefined ? 0n : quantity - filled)

/** What must be reserved for an order as it is. */
export function needOf(order: Order): bigint {
  if (!isOpen(order) || (order.state === 'waiting' && !order.awaitsOpening)) return 0n
  if (order.state === 'pending-trigger' && order.twin !== undefined) return 0n
  if (order.side === 'sell') return rest(order)
  if (order.amount !== undefined) return order.amount - paid(order.all)
  const amount = moneyOf(order.all.exact + order.worst * rest(order), 'buy', order.spec)
  const { fee, vat } = dueOf('buy', amount, amount, order.schedule)
  return amount + fee + vat - paid(order.all)
}

/** Where an order reserves. */
export const heldAt = (order: Order): string =>
  order.side === 'buy' ? cashOf(order.customer, order.spec) : assetOf(order.customer, order.spec)

export function holdFor(world: World, order: Order): void {
  const need = needOf(order)
  if (order.holds || need === 0n) return
  order.holds = true
  order.held = need
  purseOf(world, heldAt(order)).held += need
}

export function release(world: World, order: Order, to: bigint): void {
  purseOf(world, heldAt(order)).held += to - order.held
  order.held = to
}

/** When what is bought may be sold. */
export const unlocksAt = (world: World, spec: Spec, at: number): number =>
  world.outside?.unlocksAt(spec, at) ?? at + spec.lockMs

interface Bill {
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** What rounding for the customer's side left over: up for a buyer, down for a seller. */
  readonly surplus: bigint
}

/** What one more fill of an order, or of its pair, adds: the new sums of the whole less the old ones. */
function billOf({ all, side, spec, schedule }: Order, exact: bigint, isTaker: boolean): Bill {
  const total = all.exact + exact
  const taken = moneyOf(all.taken + (isTaker ? exact : 0n), 'sell', spec)
  const amount = moneyOf(total, side, spec)
  const due = dueOf(side, amount, taken, schedule)
  let fee = due.fee - all.fee
  let vat = due.vat - all.vat
  const added = amount - all.amount
  if (side === 'sell') {
    // What a sale has brought never falls: commission first, VAT of what is left, no more than this fill brings.
    const capped = cappedCharges({ fee, vat }, added, all, schedule.vatBps)
    fee = capped.fee
    vat = capped.vat
  }
  const other = side === 'buy' ? 'sell' : 'buy'
  const across = moneyOf(total, other, spec) - moneyOf(all.exact, other, spec)
  const surplus = side === 'buy' ? added - across : across - added
  return { amount: added, fee, vat, surplus }
}

function cappedCharges(
  due: { readonly fee: bigint; readonly vat: bigint },
  added: bigint,
  all: Order['all'],
  vatBps: bigint,
): { readonly fee: bigint; readonly vat: bigint } {
  if (due.fee + due.vat <= added) return due
  let fee = due.fee
  const vatOf = (more: bigint): bigint => ((all.fee + more) * vatBps) / 10_000n - all.vat
  while (fee > 0n && fee + vatOf(fee) > added) fee -= 1n
  return { fee, vat: vatOf(fee) }
}

/** Books one fill of an order. */
export function bookFill(
  world: World,
  order: Order,
  fill: { price: bigint; quantity: bigint; isTaker: boolean },
): void {
  const { price, quantity, isTaker } = fill
  const { spec, side, customer } = order
  const bill = billOf(order, price * quantity, isTaker)
  for (const sums of [order.all, order.own]) {
    sums.exact += price * quantity
    if (isTaker) sums.taken += price * quantity
    sums.amount += bill.amount
    sums.fee += bill.fee
    sums.vat += bill.vat
  }
  order.filled += quantity
  order.parts += 1
  if (spec.purse === 'coin') world.volumes.push({ customer, at: world.now, amount: bill.amount })
  order.lastFillAt = world.now
  const sign = side === 'buy' ? -1n : 1n
  purseOf(world, cashOf(customer, spec)).posted += sign * bill.amount - bill.fee - bill.vat
  purseOf(world, assetOf(customer, spec)).posted -= sign * quantity
  purseOf(world, `house:fees:${spec.quote}`).posted += bill.fee
  purseOf(world, `house:vat:${spec.quote}`).posted += bill.vat
  purseOf(world, `house:rounding:${spec.quote}`).posted += bill.surplus
  bookPosition(world, order, { ...bill, quantity })
  const at = unlocksAt(world, spec, world.now)
  if (side === 'buy' && at > world.now) {
    const key = `${customer} ${spec.id}`
    world.locks.set(key, [...(world.locks.get(key) ?? []), { at, quantity }])
  }
}

/** Average cost with fees: a purchase adds what it cost, a sale takes its share of the cost with it. */
function bookPosition(
  world: World,
  { side, customer, spec }: Order,
  { amount, fee, vat, quantity }: Bill & { readonly quantity: bigint },
): void {
  const position = positionOf(world, customer, spec)
  position.fees += fee
  position.vat += vat
  if (side === 'buy') {
    position.quantity += quantity
    position.cost += amount + fee + vat
    return
  }
  const known = quantity < position.quantity ? quantity : position.quantity
  if (known === 0n) return
  const cost = partOf(position.cost, known, position.quantity)
  position.realised += partOf(amount - fee - vat, known, quantity) - cost
  position.quantity -= known
  position.cost -= cost
}

export function positionOf(world: World, customer: string, { id }: Spec): Position {
  const key = `${customer} ${id}`
  const known = world.positions.get(key) ?? { quantity: 0n, cost: 0n, realised: 0n, fees: 0n, vat: 0n }
  world.positions.set(key, known)
  return known
}
