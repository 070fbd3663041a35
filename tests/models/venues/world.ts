import { type Id, idOf, instant, isRejection, present } from '@bolsillo/kernel'
import { choicesOf } from '../choices.ts'
import { refusalOf } from '../orders/admission.ts'
import { differences, keysOf, pictureOf, seen } from '../orders/compare.ts'
import { cancel, look, place } from '../orders/model.ts'
import { findLocksSeen, findOrdersSeen } from '../orders/orders-store.ts'
import { adopted } from '../orders/stage.ts'
import { isOpen, type World } from '../orders/state.ts'
import { orderOf } from '../orders/ticket-order.ts'
import { randomTicket } from '../orders/tickets.ts'
import type { ModelFinding, ModelRun, SecondModel } from '../second-model.ts'
import { createFollower } from './follow.ts'
import { giveShares, openVenueStand } from './venue-stand.ts'

const customersCount = 5
/** Milliseconds between the looks of a venue at the clock. */
const lookMs = 50

async function openStage(seed: number) {
  const choices = choicesOf(seed)
  const stand = await openVenueStand(seed, choices)
  const { clock, ids, database } = stand
  let running = await stand.start()
  const customers = Array.from({ length: customersCount }, () => ids.next('cus'))
  const from = clock.now()
  const placed = new Set<string>()
  const figures: Record<string, number> = {}
  const findings: ModelFinding[] = []
  const lines: string[] = []
  let step = 0
  let keys: ReadonlyMap<string, string> = new Map()
  const find = (rule: string, what: string): void => {
    findings.push({ step, rule, what })
  }
  const count = (what: string, times = 1): void => {
    figures[what] = (figures[what] ?? 0) + times
  }
  const follower = createFollower(stand.log, { keyOf: (id) => keys.get(id) ?? id, find })
  const { facts } = { facts: () => running.facts }
  const world: World = {
    outside: {
      ...follower.outside,
      isTrading: ({ id }) => facts().stateAt(id, clock.now()) === 'continuous',
      unlocksAt: ({ id }, at) => facts().sellableAt(id, instant(at)),
    },
    now: from,
    isTrading: true,
    priority: 0,
    anonymous: 0,
    ...{ last: new Map(), books: new Map(), orders: new Map(), purses: new Map(), positions: new Map() },
    ...{ locks: new Map(), prints: [] },
  }
  const pass = async (ms: number): Promise<void> => {
    for (let done = 0; done < ms; done += lookMs) {
      clock.moveTo(instant(clock.now() + lookMs))
      running.look()
      await running.settle()
    }
  }
  await pass(1_000)
  for (const customerId of customers) await endow(stand, running, customerId)
  const compared = { from, placed, customers: new Set<string>(customers) }
  adopted(world, await seen(stand, compared))
  for (const lock of await findLocksSeen(database.owner)) {
    const key = `${lock.customer_id} ${lock.instrument_id}`
    world.locks.set(key, [...(world.locks.get(key) ?? []), { at: Number(lock.sellable_at), quantity: lock.quantity }])
  }
  const refreshKeys = async (): Promise<void> => {
    keys = keysOf(await findOrdersSeen(database.owner, from), placed)
  }
  return {
    ...{ choices, stand, customers, placed, figures, findings, lines, follower, world, compared, find, count, pass },
    refreshKeys,
    running: () => running,
    restart: async () => {
      await running.desk.stop()
      running = await stand.start()
    },
    nextStep: () => {
      step += 1
      return step
    },
    note: (line: string) => lines.push(`${step}: ${line}`),
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>

async function endow(
  stand: Awaited<ReturnType<typeof openVenueStand>>,
  { trading, facts }: Awaited<ReturnType<typeof stand.start>>,
  customerId: Id<'cus'>,
): Promise<void> {
  await stand.grant(customerId, 'stock', 'MXN', 5_000_000n)
  await stand.grant(customerId, 'stock', 'USD', 2_000_000n)
  await stand.grant(customerId, 'coin', 'USDT', 20_000_000_000n)
  await stand.grant(customerId, 'coin', 'BTC', 20_000_000n)
  for (const { spec } of stand.known.filter((one) => one.spec.purse === 'stock')) {
    const price = present(facts.reference(spec.id), `a price of ${spec.id}`)
    const quantity = (spec.amountMin * spec.factor * 300n) / price
    await giveShares(stand, trading, { customerId, spec, price, quantity })
  }
}

/** After whatever was asked for: the desk's work, its look at the clock, and the model behind it. */
async function follow(stage: Stage, act: (world: World) => void): Promise<void> {
  const { world, follower, stand } = stage
  const { desk, settle } = stage.running()
  await settle()
  await stage.refreshKeys()
  world.now = stand.clock.now()
  follower.started(world)
  act(world)
  follower.goOn(world)
  // What an ended day order bought goes to market at the second look at the clock.
  for (let looks = 0; looks < 2; looks += 1) {
    await desk.tick()
    await settle()
    await stage.refreshKeys()
    readLast(stage)
    look(world)
    follower.goOn(world)
  }
  for (const key of follower.undone(world)) stage.find('what was reached is done', `${key} still waits`)
  const product = await seen(stand, stage.compared)
  stage.count('comparisons', product.size)
  const found = differences(pictureOf(world), product)
  if (found.length > 0) stage.find('the same as the model', found.slice(0, 3).join('; '))
}

/** The last prices are the market's facts: a market that starts over may know none. */
function readLast({ world, stand, running }: Stage): void {
  for (const { spec } of stand.known) {
    const last = running().facts.quote(spec.id)?.last
    if (last === undefined) world.last.delete(spec.id)
    else world.last.set(spec.id, last)
  }
}

async function orders(stage: Stage): Promise<void> {
  const { choices, stand, world, customers, placed } = stage
  const { spec, schedules } = choices.pick(stand.known)
  const { facts, trading } = stage.running()
  const now = stand.clock.now()
  const reference = facts.reference(spec.id)
  if (reference === undefined || facts.isStale(spec.id, now)) return
  world.last.set(spec.id, reference)
  world.now = now
  const key = stand.ids.next('ord')
  const asked = { key, customer: choices.pick(customers), spec, dayEnd: facts.dayEnd(spec.id, now) }
  const ticket = randomTicket(choices, world, asked, schedules)
  const refusal = refusalOf(world, ticket)
  placed.add(key)
  stage.note(`${ticket.side} ${ticket.type} ${spec.id} ${ticket.quantity ?? ticket.amount} → ${refusal ?? 'taken'}`)
  const outcome = await trading.place(orderOf(stand, ticket))
  stage.count(isRejection(outcome) ? 'orders refused' : 'orders taken')
  if (isRejection(outcome) !== (refusal !== undefined))
    stage.find(
      'refusals',
      `model ${refusal ?? 'takes it'}, product ${isRejection(outcome) ? outcome.spec.name : 'takes it'}`,
    )
  await follow(stage, (own) => {
    if (refusal === undefined) place(own, ticket)
  })
}

async function cancels(stage: Stage): Promise<void> {
  const { choices, world, stand } = stage
  const open = [...world.orders.values()].filter((order) => isOpen(order) && !order.key.includes('+'))
  if (open.length === 0) return
  const order = choices.pick(open)
  stage.note(`cancel ${order.key}`)
  const asked = { orderId: idOf('ord', order.key), customerId: idOf('cus', order.customer) }
  await stage.running().trading.cancel({ ...asked, receivedAt: stand.clock.now() })
  await follow(stage, (own) => {
    cancel(own, order.key, 'cancelled', 'customer')
  })
}

async function marketRuns(stage: Stage): Promise<void> {
  const { choices, stand } = stage
  // A jump over hours: the market skips what it missed, days end, shares unlock.
  const jump = choices.chance(6) ? choices.between(1, 20) * 3_600_000 : 0
  const ms = stand.isReplay ? choices.between(1, 4) * 1_000 : choices.between(1, 40) * lookMs
  stage.note(`the market runs ${jump + ms} ms`)
  stage.count('market runs')
  if (jump > 0) stand.clock.moveTo(instant(stand.clock.now() + jump))
  // A recorded minute is long: it passes in a few looks.
  if (stand.isReplay) stand.clock.moveTo(instant(stand.clock.now() + choices.between(0, 55) * 1_000))
  await stage.pass(ms)
  await follow(stage, () => undefined)
}

async function restarts(stage: Stage): Promise<void> {
  stage.note('restart')
  stage.count('restarts')
  await stage.restart()
  // A desk that starts does at once what is due.
  await follow(stage, (world) => {
    readLast(stage)
    look(world)
  })
}

async function oneStep(stage: Stage): Promise<void> {
  stage.nextStep()
  const dice = stage.choices.between(1, 100)
  if (dice <= 50) await orders(stage)
  else if (dice <= 60) await cancels(stage)
  else if (dice <= 97) await marketRuns(stage)
  else await restarts(stage)
}

/** Orders of shares and coins at the practice market (odd seeds) and at a recording (even ones), with their hours. */
export const venuesModel: SecondModel = {
  name: 'venues',
  run: async ({ seed, steps, lines }): Promise<ModelRun> => {
    const stage = await openStage(seed)
    const { figures, findings, world } = stage
    let done = 0
    try {
      while (done < steps && findings.length === 0) {
        done += 1
        await oneStep(stage)
      }
    } finally {
      await stage.running().desk.stop()
      await stage.stand.close()
    }
    const all = [...world.orders.values()]
    figures.fills = all.filter(({ filled }) => filled > 0n).length
    figures['stops that traded'] = all.filter(({ stop, filled }) => stop !== undefined && filled > 0n).length
    figures.expired = all.filter(({ state }) => state === 'expired').length
    return { seed, steps: done, figures, findings, lines: lines ? stage.lines : [] }
  },
}
