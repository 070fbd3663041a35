import type { Choices } from '../choices.ts'
import type { Ticket } from './admission.ts'
import type { OtherPrices } from './replacing.ts'
import { protection, type Schedule, type Side, type Spec } from './rules.ts'
import { type Order, sellable, type World } from './state.ts'

// What customers ask for, at random: mostly what is taken, sometimes what is refused.

const onTick = (price: bigint, { tick }: Spec): bigint => {
  const rounded = (price / tick) * tick
  return rounded > 0n ? rounded : tick
}

/** A price so many basis points from another. */
export const away = (price: bigint, bps: number, spec: Spec): bigint =>
  onTick((price * BigInt(10_000 + bps)) / 10_000n, spec)

/** A size worth between half and two hundred times the least purchase; sometimes as little as can be sold. */
function sizeOf(choices: Choices, spec: Spec, last: bigint, most: bigint | undefined): bigint {
  const worth = (BigInt(choices.between(1, 400)) * spec.amountMin) / 2n
  const common = (worth * spec.factor) / last
  if (!spec.fractional && most !== undefined && most > 0n && most % spec.lot !== 0n && choices.chance(40))
    // What is no whole number of lots is sold down to its rest, and the rest with nothing left behind.
    return most > spec.lot ? most - (most % spec.lot) : most
  const size = choices.chance(10) ? BigInt(choices.between(1, 60)) : common
  if (most !== undefined && most > 0n && (size > most || choices.chance(20)))
    return choices.chance(50) ? most : (most + 1n) / 2n
  // Sometimes not a whole number of lots, and refused.
  const lots = choices.chance(90) ? (size / spec.lot) * spec.lot : size
  return lots > 0n ? lots : spec.lot
}

const kinds = [
  'limit',
  'limit',
  'limit',
  'market',
  'market',
  'stop',
  'stop-limit',
  'oco',
  'oco',
  'bracket',
  'bracket',
] as const

/** One ticket of a customer. `dayEnd`: when orders for the day end. */
export function randomTicket(
  choices: Choices,
  world: World,
  asked: {
    readonly key: string
    readonly customer: string
    readonly spec: Spec
    readonly dayEnd: number
    readonly schedule: Schedule
  },
): Ticket {
  const { key, customer, spec, dayEnd, schedule } = asked
  const last = world.last.get(spec.id) ?? spec.tick
  const side: Side = choices.chance(50) ? 'buy' : 'sell'
  const kind = choices.pick(kinds)
  const buys = side === 'buy'
  const free = side === 'sell' ? sellable(world, customer, spec) : undefined
  const quantity = sizeOf(choices, spec, last, free)
  const waits = choices.chance(60) ? 'gtc' : 'day'
  const beyond = (bps: number): bigint => away(last, buys ? bps : -bps, spec)
  const until = (time: Ticket['time']) => (time === 'day' ? { expiresAt: dayEnd } : {})
  const common = { key, customer, spec, side, schedule, postOnly: false }
  // Now and then beyond what the collar allows, or not a whole number of ticks, and refused.
  const near =
    (choices.chance(3) ? beyond(1_500) : away(last, choices.between(-300, 300), spec)) +
    (choices.chance(4) && spec.tick > 1n ? 1n : 0n)
  if (kind === 'market') {
    const time = choices.pick(['day', 'ioc', 'fok'] as const)
    const amount = buys && choices.chance(40) ? (quantity * last) / spec.factor + spec.amountMin : undefined
    return { ...common, type: 'market', time, ...(amount === undefined ? { quantity } : { amount }), ...until(time) }
  }
  if (kind === 'limit' || (kind === 'bracket' && !buys)) {
    const time = choices.chance(75) ? waits : choices.pick(['ioc', 'fok'] as const)
    const postOnly = (time === 'gtc' || time === 'day') && choices.chance(15)
    return { ...common, type: 'limit', time, postOnly, quantity, limit: near, ...until(time) }
  }
  if (kind === 'bracket') {
    const exits = choices.pick([
      [300, -300],
      [300, undefined],
      [undefined, -300],
    ] as const)
    const [up, down] = exits.map((bps) => (bps === undefined ? undefined : away(near, bps, spec)))
    const prices = { ...(up === undefined ? {} : { profit: up }), ...(down === undefined ? {} : { loss: down }) }
    return { ...common, type: 'limit', time: waits, quantity, limit: near, ...prices, ...until(waits) }
  }
  const stop = beyond(choices.between(10, 500))
  const limit = choices.chance(50) ? protection(stop, side, spec) : away(stop, buys ? 50 : -50, spec)
  if (kind === 'stop') return { ...common, type: 'stop', time: waits, quantity, stop, ...until(waits) }
  if (kind === 'stop-limit')
    return { ...common, type: 'stop-limit', time: waits, quantity, stop, limit, ...until(waits) }
  const patient = away(last, buys ? -choices.between(1, 400) : choices.between(1, 400), spec)
  const twin = choices.chance(50) ? { stop } : { stop, limit }
  return { ...common, type: 'limit', time: waits, quantity, limit: patient, oco: twin, ...until(waits) }
}

/** Other prices for an order: where it would wait as it does now, seldom where it would not. */
export function otherPrices(choices: Choices, order: Order, last: bigint): OtherPrices {
  const { side, spec, state, twin } = order
  const buys = side === 'buy'
  const beyond = (bps: number): bigint => away(last, buys ? bps : -bps, spec)
  if (state !== 'pending-trigger') {
    const bps = twin === undefined ? choices.between(-300, 300) : -choices.between(1, 400)
    return { limit: beyond(bps) }
  }
  const stop = beyond(choices.chance(95) ? choices.between(10, 500) : -50)
  if (order.limit === undefined) return { stop }
  const limit = away(stop, buys ? 50 : -50, spec)
  return choices.pick([{ stop, limit }, { stop, limit }, { stop }, { limit }])
}
