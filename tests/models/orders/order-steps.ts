import { idOf, isRejection, present } from '@bolsillo/kernel'
import { refusalOf, type Ticket } from './admission.ts'
import { keysOf } from './compare.ts'
import { cancel, place } from './model.ts'
import { findOrdersSeen } from './orders-store.ts'
import { askReplacement } from './replace-order.ts'
import { heldFor, isMovable, replace, replacementOf } from './replacing.ts'
import type { Schedule, Spec } from './rules.ts'
import { count, find, note, type Stage } from './stage.ts'
import { scheduleOfTier, schedulesOf, specs, tiers } from './stand.ts'
import { happens, isOpen, type Order, purseOf } from './state.ts'
import { type Act, beside, withFault } from './steps-with-faults.ts'
import { orderOf } from './ticket-order.ts'
import { otherPrices, randomTicket } from './tickets.ts'
import { tierOf } from './tiers.ts'

/** When orders for the day end. */
export function dayEndOf({ stand }: Pick<Stage, 'stand'>): number {
  const now = stand.clock.now()
  return now + 86_400_000 - (now % 86_400_000)
}

/** What an order of a customer costs now: what is published for shares, the customer's own tier for coins. */
function scheduleFor({ world, tierNames }: Stage, customer: string, { id }: Spec): Schedule {
  const published = schedulesOf[id]
  if (published !== undefined) return published
  const schedule = scheduleOfTier(tierOf(world, customer, tiers))
  const before = tierNames.get(customer)
  if (before !== undefined && before !== schedule.name) happens(world, 'fee tiers changed')
  tierNames.set(customer, schedule.name)
  return schedule
}

function ticketNow(stage: Stage): Ticket {
  const { choices, world, stand } = stage
  const spec = choices.pick(specs)
  const customer = choices.pick(stage.customers)
  const schedule = scheduleFor(stage, customer, spec)
  const key = stand.ids.next('ord')
  stage.placed.add(key)
  return randomTicket(choices, world, { key, customer, spec, schedule, dayEnd: dayEndOf(stage) })
}

/** What the product would charge this customer is what the model expects. */
async function checkTier({ running, findings, step }: Stage, { customer, spec, schedule }: Ticket): Promise<void> {
  if (spec.purse !== 'coin') return
  const name = await running.scheduleNow(idOf('cus', customer))
  if (name !== schedule.name) findings.push({ step, rule: 'fee tier', what: `model ${schedule.name}, product ${name}` })
}

/** A customer asks for an order. */
export async function placed(stage: Stage): Promise<void> {
  const ticket = ticketNow(stage)
  await checkTier(stage, ticket)
  await askedFor(stage, ticket)
}

/** Asks for an order, at some fault now and then. */
export async function askedFor(stage: Stage, ticket: Ticket): Promise<void> {
  const { world, stand, running } = stage
  const refusal = refusalOf(world, ticket)
  note(stage, () => `place ${wordsOf(ticket)} → ${refusal ?? 'taken'}`)
  const act: Act = (own) => {
    if (refusal === undefined) place(own, ticket)
  }
  await withFault(stage, act, async () => {
    const outcome = await running.trading.place(orderOf(stand, ticket))
    const isRefused = isRejection(outcome)
    if (isRefused && outcome.spec.name === 'overloaded') throw new Error('the desk is down')
    count(stage, isRefused ? 'orders refused' : 'orders taken')
    if (isRefused) count(stage, `refused: ${refusal ?? 'by the product'}`)
    if (isRefused !== (refusal !== undefined))
      find(
        stage,
        'refusals',
        `${wordsOf(ticket)}: model ${refusal ?? 'takes it'}, product ${isRefused ? outcome.spec.name : 'takes it'}`,
      )
  })
}

const openOrders = ({ world }: Stage): Order[] => [...world.orders.values()].filter(isOpen)

/** The product's number of an order: exits and twins are numbered by the product. */
async function orderIdOf({ stand, from, placed }: Stage, key: string): Promise<string> {
  if (placed.has(key)) return key
  const keys = keysOf(await findOrdersSeen(stand.database.owner, from), placed)
  return present([...keys].find(([, own]) => own === key)?.[0], `the number of ${key}`)
}

/** A customer cancels an order, an exit or one of a pair. */
export async function cancelled(stage: Stage): Promise<void> {
  const { choices, running } = stage
  const open = openOrders(stage)
  if (open.length === 0) return
  const { key, customer } = choices.pick(open)
  note(stage, () => `cancel ${key}`)
  const act: Act = (own) => {
    cancel(own, key, 'cancelled', 'customer')
  }
  const asked = { orderId: idOf('ord', await orderIdOf(stage, key)), customerId: idOf('cus', customer) }
  await withFault(stage, act, async () => {
    const outcome = await running.trading.cancel({ ...asked, receivedAt: stage.stand.clock.now() })
    if (isRejection(outcome) && outcome.spec.name === 'overloaded') throw new Error('the desk is down')
    if (isRejection(outcome)) find(stage, 'refusals', `cancel ${key}: ${outcome.spec.name}`)
  })
}

/** A customer moves the price of an order that waits, of one of a pair, of a stop or of an exit. */
export async function replaced(stage: Stage): Promise<void> {
  const { choices, world, stand, running } = stage
  const open = openOrders(stage).filter((order) => isMovable(order) || choices.chance(50))
  if (open.length === 0) return await placed(stage)
  const old = choices.pick(open)
  const key = stand.ids.next('ord')
  const prices = otherPrices(choices, old, world.last.get(old.spec.id) ?? old.spec.tick)
  const ticket = replacementOf(world, old, { key, dayEnd: dayEndOf(stage), prices })
  const refusal = isMovable(old) ? refusalOf(world, ticket, heldFor(world, old)) : 'not movable'
  stage.placed.add(key)
  note(stage, () => `${old.key} becomes ${wordsOf(ticket)} → ${refusal ?? 'taken'}`)
  const orderId = idOf('ord', await orderIdOf(stage, old.key))
  const act: Act = (own) => {
    if (refusal === undefined) replace(own, old.key, ticket)
  }
  const at = { trading: running.trading, sql: stand.database.sql, now: stand.clock.now() }
  const asked = { orderId, customer: old.customer, key, prices, priceScale: stand.priceScaleOf(old.spec.id) }
  await withFault(stage, act, async () => {
    const outcome = await askReplacement(at, asked)
    if (outcome !== 'replaced' && outcome.spec.name === 'overloaded') throw new Error('the desk is down')
    if (outcome !== 'replaced') count(stage, `not replaced: ${refusal ?? 'by the product'}`)
    if ((outcome !== 'replaced') !== (refusal !== undefined))
      find(
        stage,
        'refusals of other prices',
        `${wordsOf(ticket)}: model ${refusal ?? 'takes it'}, product ${outcome === 'replaced' ? 'takes it' : outcome.spec.name}`,
      )
  })
}

/** Money leaves or comes while an order of the same customer is on its way: one of the two is first. */
export async function moneyMoves(stage: Stage): Promise<void> {
  const { choices, stand, world, running } = stage
  const ticket = ticketNow(stage)
  const { customer, spec } = ticket
  const account = `${customer}:${spec.purse}:${spec.quote}`
  const { posted, held } = purseOf(world, account)
  const free = posted - held
  const units = choices.chance(50) ? -(free * BigInt(choices.between(10, 100))) / 100n : free / 4n + 1n
  note(stage, () => `${units} of ${account} move while ${wordsOf(ticket)}`)
  count(stage, 'money moved beside an order')
  const moves: Act = (own) => {
    purseOf(own, account).posted += units
  }
  const places: Act = (own) => {
    if (refusalOf(own, ticket) === undefined) place(own, ticket)
  }
  await beside(stage, [moves, places], async () => {
    const order = running.trading.place(orderOf(stand, ticket))
    for (let turn = choices.between(0, 6); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve))
    const moved = await stand.move(idOf('cus', customer), spec, units)
    await order
    return moved
  })
}

const wordsOf = ({ key, customer, spec, schedule, ...rest }: Ticket): string =>
  `${spec.id} ${key.slice(-6)} of ${customer.slice(-4)} ${schedule.name} ${Object.entries(rest)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? `${value.stop}/${value.limit ?? 'market'}` : value}`)
    .join(' ')}`
