import { instant, present } from '@bolsillo/kernel'
import { isTrading, refusalOf, type Ticket } from './admission.ts'
import { bookOf } from './book.ts'
import { place, quote } from './model.ts'
import { askedFor, dayEndOf } from './order-steps.ts'
import { other, type Side, type Spec } from './rules.ts'
import { count, note, type Stage } from './stage.ts'
import { schedulesOf, specs } from './stand.ts'
import { happens, isOpen, type Order, sellable } from './state.ts'
import { type Act, failing, killed, plainly } from './steps-with-faults.ts'
import { orderOf } from './ticket-order.ts'
import { away } from './tickets.ts'

/** Somebody nobody knows comes to the market with an order. */
export async function quoted(stage: Stage): Promise<void> {
  const { choices, world } = stage
  if (choices.chance(20)) return await partBought(stage)
  const trading = specs.filter((spec) => isTrading(world, spec))
  // Nobody trades where nothing is traded.
  if (trading.length === 0) return
  const spec = choices.pick(trading)
  const side = choices.chance(50) ? 'buy' : 'sell'
  const last = world.last.get(spec.id) ?? spec.tick
  const price = away(last, choices.between(-400, 400), spec)
  const quantity =
    spec.factor === 1n
      ? BigInt(choices.between(1, 200))
      : (BigInt(choices.between(1, 9_000)) * spec.factor * 100n) / last
  const size = quantity > 0n ? quantity : 1n
  note(stage, () => `somebody ${side}s ${size} ${spec.id} at ${price}`)
  const one = { spec, side, price, size } as const
  await plainly(stage, quotesIn([one]), quotesAt(stage, [one]))
}

interface Quote {
  readonly spec: Spec
  readonly side: Side
  readonly price: bigint
  readonly size: bigint
}

const quotesIn =
  (quotes: readonly Quote[]): Act =>
  (own) => {
    for (const { spec, side, price, size } of quotes) quote(own, spec, side, price, size)
  }
const quotesAt =
  ({ running }: Stage, quotes: readonly Quote[]) =>
  async (): Promise<void> => {
    for (const { spec, side, price, size } of quotes) running.venue.quote(spec.id, side, Number(price), Number(size))
  }

/** Somebody trades with a part of an order that has a stop beside it. */
async function partBought(stage: Stage): Promise<void> {
  const { choices, world } = stage
  const legs = [...world.orders.values()].filter(
    ({ state, twin, type, spec }) =>
      state === 'open' && type === 'limit' && twin !== undefined && isTrading(world, spec),
  )
  if (legs.length === 0) return
  const { key, spec, side, limit: price = 0n, quantity = 0n } = choices.pick(legs)
  const waiting = bookOf(world.books, spec)[side]
  const ahead = waiting.slice(
    0,
    waiting.findIndex((one) => one.key === key),
  )
  const size = ahead.reduce((sum, { remaining }) => sum + remaining, (quantity + 1n) / 2n)
  note(stage, () => `somebody trades ${size} ${spec.id} at ${price} with a part of ${key}`)
  const one = { spec, side: other(side), price, size } as const
  await plainly(stage, quotesIn([one]), quotesAt(stage, [one]))
}

/** The prices between the best purchase and the best sale that wait. */
function gapOf({ world }: Stage, spec: Spec): { readonly bid: bigint; readonly ask: bigint | undefined } {
  const { buy, sell } = bookOf(world.books, spec)
  return { bid: buy[0]?.price ?? 0n, ask: sell[0]?.price }
}

const crumbSpecs = specs.filter(({ id, fractional }) => fractional && (schedulesOf[id]?.feeMin ?? 0n) > 0n)

/** A sale of some cents waits as the best of all, and somebody buys it in the least parts there are. */
export async function crumbsSold(stage: Stage): Promise<void> {
  const { choices, world, stand, running } = stage
  const spec = choices.pick(crumbSpecs)
  const parts = BigInt(choices.between(4, 9))
  const owners = stage.customers.filter((customer) => sellable(world, customer, spec) > parts)
  const { bid, ask } = gapOf(stage, spec)
  const last = world.last.get(spec.id) ?? spec.tick
  const best = ask === undefined || ask > last ? last : ask - spec.tick
  if (owners.length === 0 || !isTrading(world, spec) || best <= bid) return await quoted(stage)
  const schedule = present(schedulesOf[spec.id], 'a published schedule')
  const key = stand.ids.next('ord')
  const ticket: Ticket = {
    ...{ key, customer: choices.pick(owners), spec, schedule, side: 'sell' as const, type: 'limit' as const },
    ...{ time: 'day' as const, postOnly: false, quantity: parts, limit: best, expiresAt: dayEndOf(stage) },
  }
  stage.placed.add(key)
  const refusal = refusalOf(world, ticket)
  if (refusal !== undefined) return await askedFor(stage, ticket)
  note(stage, () => `a sale of ${parts} ${spec.id} at ${best} is bought in its least parts`)
  const buys = Array.from({ length: Number(parts) - choices.between(0, 2) }, () => {
    return { spec, side: 'buy', price: best, size: 1n } as const
  })
  const bought = quotesAt(stage, buys)
  await plainly(
    stage,
    (own) => {
      place(own, ticket)
      quotesIn(buys)(own)
    },
    async () => {
      await running.trading.place(orderOf(stand, ticket))
      await bought()
    },
  )
}

/** The market reaches a stop; every other time the batch that sends it there fails. */
export async function stopReached(stage: Stage): Promise<void> {
  const { choices, world } = stage
  const canBeReached = ({ state, spec, stop = 0n }: Order): boolean => {
    const { bid, ask } = gapOf(stage, spec)
    return state === 'pending-trigger' && isTrading(world, spec) && stop > bid && (ask === undefined || stop < ask)
  }
  const stops = [...world.orders.values()].filter(canBeReached)
  if (stops.length === 0) return await quoted(stage)
  const begun = stops.filter(({ twin = '' }) => (world.orders.get(twin)?.filled ?? 0n) > 0n)
  const { spec, side, stop: price = 0n, key } = choices.pick(begun.length > 0 ? begun : stops)
  const fate = choices.pick(['none', 'none', 'statement', 'statement', 'kill'] as const)
  note(stage, () => `somebody trades ${spec.id} at ${price}, the stop of ${key}; fault: ${fate}`)
  const size = spec.factor === 1n ? 1n : spec.min
  const trade = [
    { spec, side: other(side), price, size },
    { spec, side, price, size },
  ] as const
  const act: Act = (own) => {
    quotesIn(trade)(own)
    if (fate !== 'none') happens(own, 'stops reached beside a fault')
  }
  const step = { none: plainly, statement: failing, kill: killed }[fate]
  await step(stage, act, quotesAt(stage, trade))
}

/** Seconds pass, or hours. */
export async function timePasses(stage: Stage): Promise<void> {
  const { choices, stand } = stage
  const ms = choices.chance(20) ? choices.between(1, 30) * 3_600_000 : choices.between(1, 90_000)
  note(stage, () => `${ms} ms pass`)
  const at = stand.clock.now() + ms
  await plainly(
    stage,
    (own) => {
      own.now = at
    },
    async () => stand.clock.moveTo(instant(at)),
  )
}

/** One instrument is halted, all of them close or are before their opening, or what does not trade opens again. */
export async function marketTurns(stage: Stage): Promise<void> {
  const { choices, stand, world } = stage
  const shut = [...world.shut]
  const isOpening = shut.length > 0
  const state = choices.pick(['halted', 'halted', 'closed', 'pre', 'pre'] as const)
  const opening = stand.clock.now() + choices.between(1, 3_600_000)
  const turned = isOpening ? shut : state === 'halted' ? [choices.pick(specs).id] : specs.map(({ id }) => id)
  note(stage, () => `${turned.join(', ')} ${isOpening ? 'trades again' : `is ${state}`}`)
  count(stage, isOpening ? 'openings' : state === 'halted' ? 'halts' : 'closings')
  if (isOpening) countWaiting(stage, shut)
  // What opens does not open before its time.
  const at = isOpening ? Math.max(world.now, ...world.early.values()) : world.now
  await plainly(
    stage,
    (own) => {
      own.now = at
      for (const id of turned) {
        if (isOpening) own.shut.delete(id)
        else own.shut.add(id)
        if (isOpening || state !== 'pre') own.early.delete(id)
        else own.early.set(id, opening)
      }
    },
    async () => {
      stand.clock.moveTo(instant(at))
      for (const id of turned) {
        if (isOpening) stand.states.delete(id)
        else stand.states.set(id, state)
        if (isOpening || state !== 'pre') stand.openings.delete(id)
        else stand.openings.set(id, instant(opening))
      }
    },
  )
}

/** What has waited while nothing traded. */
function countWaiting(stage: Stage, ids: readonly string[]): void {
  const waited = [...stage.world.orders.values()].filter((order) => isOpen(order) && ids.includes(order.spec.id))
  count(
    stage,
    'orders that rested through a halt or a close',
    waited.filter(({ state }) => state === 'open' || state === 'partially-filled').length,
  )
  count(
    stage,
    'stops that waited through a halt or a close',
    waited.filter(({ state }) => state === 'pending-trigger').length,
  )
}
