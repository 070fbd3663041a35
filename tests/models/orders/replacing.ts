import type { Ticket } from './admission.ts'
import { cancel, place } from './model.ts'
import { happens, isOpen, type Order, type World } from './state.ts'

// An open order at other prices: one like it, for what is left of it, takes its place in one step.

/** The prices asked for; what is left out stays. */
export interface OtherPrices {
  readonly limit?: bigint
  readonly stop?: bigint
}

const twinOf = (world: World, { twin }: Order): Order | undefined => {
  const found = twin === undefined ? undefined : world.orders.get(twin)
  return found !== undefined && isOpen(found) ? found : undefined
}

/** Whether an order can have other prices at all: it is at the market or waits for a price, and names one. */
export const isMovable = ({ state, awaitsOpening, quantity, limit, stop }: Order): boolean =>
  (state !== 'waiting' || awaitsOpening) && quantity !== undefined && (limit !== undefined || stop !== undefined)

/** The ticket of the order in its place; one of a pair brings the other along. */
export function replacementOf(
  world: World,
  old: Order,
  { key, dayEnd, prices }: { readonly key: string; readonly dayEnd: number; readonly prices: OtherPrices },
): Ticket {
  const { customer, spec, side, schedule, time, profit, loss } = old
  const quantity = (old.quantity ?? 0n) - old.filled
  const until = time === 'day' ? { expiresAt: dayEnd } : {}
  const same = { key, customer, spec, side, schedule, time, quantity, ...until }
  const limit = prices.limit ?? old.limit
  const twin = twinOf(world, old)
  if (twin !== undefined) {
    const moved = { ...old, limit, stop: prices.stop ?? old.stop }
    const [near, far] = old.type === 'limit' ? [moved, twin] : [twin, moved]
    const oco = { stop: far.stop ?? 0n, ...(far.limit === undefined ? {} : { limit: far.limit }) }
    return {
      ...same,
      type: 'limit',
      postOnly: near.postOnly,
      ...(near.limit === undefined ? {} : { limit: near.limit }),
      oco,
    }
  }
  const isStop = old.state === 'pending-trigger'
  const stop = isStop ? (prices.stop ?? old.stop) : undefined
  return {
    ...same,
    type: isStop ? old.type : 'limit',
    postOnly: old.postOnly,
    ...(limit === undefined ? {} : { limit }),
    ...(stop === undefined ? {} : { stop }),
    ...(profit === undefined ? {} : { profit }),
    ...(loss === undefined ? {} : { loss }),
  }
}

/** What an order and its twin hold: it is free for the one in its place. */
export const heldFor = (world: World, old: Order): bigint => old.held + (twinOf(world, old)?.held ?? 0n)

/** Both in one step: the old one ends as if its customer had cancelled it, the new one is placed. */
export function replace(world: World, old: string, ticket: Ticket): void {
  const order = world.orders.get(old)
  if (order === undefined) return
  happens(world, 'orders replaced')
  if (order.filled > 0n) happens(world, 'orders replaced after a part')
  if (order.twin !== undefined && ticket.oco !== undefined) happens(world, 'pairs replaced')
  if (ticket.stop !== undefined) happens(world, 'stops replaced')
  if (old.includes('+')) happens(world, 'exits and twins replaced')
  cancel(world, old, 'cancelled', 'customer')
  place(world, ticket)
}
