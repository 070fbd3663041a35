import { needOf } from './booking.ts'
import { collarOf, larger, protection, type Schedule, type Side, type Spec } from './rules.ts'
import { cashOf, noSums, type Order, purseOf, sellable, type World } from './state.ts'

// What is taken and what is refused.

/** What a customer asks for. */
export interface Ticket {
  readonly key: string
  readonly customer: string
  readonly spec: Spec
  readonly side: Side
  readonly type: Order['type']
  readonly time: Order['time']
  readonly postOnly: boolean
  readonly schedule: Schedule
  readonly quantity?: bigint
  readonly amount?: bigint
  readonly limit?: bigint
  readonly stop?: bigint
  readonly profit?: bigint
  readonly loss?: bigint
  readonly oco?: { readonly stop: bigint; readonly limit?: bigint }
  readonly expiresAt?: number
}

/** The worst price a ticket may come to; of a purchase with a stop beside it the dearer of the two. */
function worstOf(ticket: Ticket, last: bigint): bigint {
  const { side, spec, limit, stop, oco } = ticket
  if (limit !== undefined && oco !== undefined && side === 'buy') {
    const twin = oco.limit ?? protection(oco.stop, side, spec)
    return larger(twin, limit)
  }
  return limit ?? protection(stop ?? last, side, spec)
}

/** Every price an order names is a whole number of ticks. */
const isOffTick = ({ spec, limit, stop, profit, loss, oco }: Ticket): boolean =>
  [limit, stop, profit, loss, oco?.stop, oco?.limit].some((price) => price !== undefined && price % spec.tick !== 0n)

function isPriceWrong({ side, spec, limit, stop, profit, loss, oco }: Ticket, last: bigint): boolean {
  const buys = side === 'buy'
  const beyond = (a: bigint, b: bigint): boolean => (buys ? a <= b : a >= b)
  if (stop !== undefined && beyond(stop, last)) return true
  if (stop !== undefined && limit !== undefined && limit !== stop && beyond(limit, stop)) return true
  if (oco !== undefined) {
    if (beyond(oco.stop, last) || beyond(oco.stop, limit ?? last)) return true
    if (oco.limit !== undefined && oco.limit !== oco.stop && beyond(oco.limit, oco.stop)) return true
  }
  const entry = limit ?? stop ?? last
  if (profit !== undefined && profit <= entry) return true
  if (loss !== undefined && loss >= entry) return true
  const isOutside = (price: bigint | undefined, around: bigint): boolean => {
    const { low, high } = collarOf(around, side, spec)
    return price !== undefined && (price < low || price > high)
  }
  return isOutside(limit, stop ?? last) || isOutside(oco?.limit, oco?.stop ?? last)
}

function isSizeWrong(ticket: Ticket, last: bigint, free: bigint): boolean {
  const { spec, side, quantity, amount } = ticket
  const price = ticket.limit ?? ticket.stop ?? last
  const sellsAll = side === 'sell' && quantity !== undefined && quantity > 0n && quantity === free
  if (quantity !== undefined && !sellsAll) {
    if (!spec.fractional && quantity % spec.lot !== 0n) return true
    if (quantity < spec.min) return true
  }
  if (quantity !== undefined && quantity > spec.max) return true
  const asked = amount ?? (price * (quantity ?? 0n) + spec.factor - 1n) / spec.factor
  return (side === 'buy' && asked < spec.amountMin) || asked > spec.amountMax
}

/** Whether orders are taken and exits go to market. */
export const isTrading = (world: World, spec: Spec): boolean =>
  world.outside?.isTrading(spec) ?? !world.shut.has(spec.id)

const openingOf = (world: World, spec: Spec): number | undefined =>
  world.outside === undefined ? world.early.get(spec.id) : world.outside.opensAt(spec)

/** Whether a ticket is taken though nothing trades: the opening is ahead, and it lasts until then at a price of its own. */
const mayWait = (world: World, { spec, type, time }: Ticket): boolean =>
  openingOf(world, spec) !== undefined && type !== 'market' && (time === 'day' || time === 'gtc')

/** Why a ticket is refused; undefined when it is taken. `freed`: what the order holds whose place it takes. */
export function refusalOf(world: World, ticket: Ticket, freed = 0n): string | undefined {
  const { spec, customer, side } = ticket
  if (!isTrading(world, spec) && !mayWait(world, ticket)) return 'halted'
  const last = world.last.get(spec.id)
  if (last === undefined || (ticket.type === 'market' && world.outside?.isStale(spec) === true)) return 'price'
  if (isOffTick(ticket)) return 'tick'
  const free = sellable(world, customer, spec) + freed
  if (isSizeWrong(ticket, last, free)) return 'size'
  if (isPriceWrong(ticket, last)) return 'price'
  if (side === 'sell') return (ticket.quantity ?? 0n) <= (free > 0n ? free : 0n) ? undefined : 'shares'
  const cash = purseOf(world, cashOf(customer, spec))
  return needOf(orderOf(world, ticket, last)) <= cash.posted - cash.held + freed ? undefined : 'funds'
}

/** The order a ticket becomes. */
export function orderOf(world: World, ticket: Ticket, last: bigint): Order {
  const sums = noSums()
  const { oco } = ticket
  const opensAt = ticket.stop === undefined ? openingOf(world, ticket.spec) : undefined
  const awaitsOpening = opensAt !== undefined
  return {
    key: ticket.key,
    customer: ticket.customer,
    spec: ticket.spec,
    side: ticket.side,
    type: ticket.type,
    time: ticket.time,
    postOnly: ticket.postOnly,
    schedule: ticket.schedule,
    amount: ticket.amount,
    quantity: ticket.quantity,
    limit: ticket.limit,
    stop: ticket.stop,
    worst: worstOf(ticket, last),
    profit: ticket.profit,
    loss: ticket.loss,
    twin: oco === undefined ? undefined : `${ticket.key}+twin`,
    activeFrom: opensAt,
    expiresAt: ticket.expiresAt,
    awaitsOpening,
    state: ticket.stop !== undefined ? 'pending-trigger' : awaitsOpening ? 'waiting' : 'open',
    filled: 0n,
    own: noSums(),
    all: sums,
    held: 0n,
    holds: false,
    priority: world.priority,
    reason: undefined,
    lastFillAt: 0,
    parts: 0,
    hasWaited: false,
  }
}
