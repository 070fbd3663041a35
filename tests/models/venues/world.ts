import { idOf, instant, isRejection, type Price, present } from '@bolsillo/kernel'
import { refusalOf } from '../orders/admission.ts'
import { cancel, look, place } from '../orders/model.ts'
import { askReplacement } from '../orders/replace-order.ts'
import { heldFor, isMovable, replace, replacementOf } from '../orders/replacing.ts'
import type { Spec } from '../orders/rules.ts'
import { isOpen } from '../orders/state.ts'
import { orderOf } from '../orders/ticket-order.ts'
import { otherPrices, randomTicket } from '../orders/tickets.ts'
import type { ModelRun, SecondModel } from '../second-model.ts'
import { dayEndOf, nextTurn } from './hours.ts'
import { venuesReached } from './reached.ts'
import { follow, lookMs, openStage, readLast, type Stage } from './stage.ts'

/** The last price of an instrument; a market that has just started, or has been silent, is given a moment to say one. */
async function lastOf(stage: Stage, { id }: Spec): Promise<Price | undefined> {
  const { facts } = stage.running()
  const isSilent = (): boolean => facts.reference(id) === undefined || facts.isStale(id, stage.stand.clock.now())
  if (isSilent() && stage.choices.chance(70)) {
    await stage.pass(1_000)
    await follow(stage, () => undefined)
  }
  return facts.reference(id)
}

async function orders(stage: Stage): Promise<void> {
  const { choices, stand, world, customers, placed } = stage
  const { spec, schedule } = choices.pick(stand.known)
  const reference = await lastOf(stage, spec)
  if (reference === undefined || stage.findings.length > 0) return
  const now = stand.clock.now()
  world.last.set(spec.id, reference)
  world.now = now
  const key = stand.ids.next('ord')
  const asked = {
    key,
    customer: choices.pick(customers),
    spec,
    schedule,
    dayEnd: dayEndOf(stage.exchangeOf(spec), now),
  }
  const ticket = randomTicket(choices, world, asked)
  const refusal = refusalOf(world, ticket)
  placed.add(key)
  stage.note(`${ticket.side} ${ticket.type} ${spec.id} ${ticket.quantity ?? ticket.amount} → ${refusal ?? 'taken'}`)
  const outcome = await stage.running().trading.place(orderOf(stand, ticket))
  stage.count(isRejection(outcome) ? `refused: ${refusal ?? 'by the product'}` : 'orders taken')
  if (isRejection(outcome) !== (refusal !== undefined))
    stage.find(
      'refusals',
      `model ${refusal ?? 'takes it'}, product ${isRejection(outcome) ? outcome.spec.name : 'takes it'}`,
    )
  await follow(stage, (own) => {
    if (refusal === undefined) place(own, ticket)
  })
}

const openOf = ({ world }: Stage) => [...world.orders.values()].filter(isOpen)

async function cancels(stage: Stage): Promise<void> {
  const { choices, stand } = stage
  const open = openOf(stage)
  if (open.length === 0) return
  const { key, customer } = choices.pick(open)
  stage.note(`cancel ${key}`)
  const asked = { orderId: idOf('ord', stage.orderIdOf(key)), customerId: idOf('cus', customer) }
  await stage.running().trading.cancel({ ...asked, receivedAt: stand.clock.now() })
  await follow(stage, (own) => {
    cancel(own, key, 'cancelled', 'customer')
  })
}

/** A customer moves the price of an order that waits. */
async function replaces(stage: Stage): Promise<void> {
  const { choices, stand, world } = stage
  const open = openOf(stage).filter(isMovable)
  if (open.length === 0) return await orders(stage)
  const old = choices.pick(open)
  const { spec, customer } = old
  const reference = await lastOf(stage, spec)
  if (reference === undefined || !isMovable(old) || !isOpen(old) || stage.findings.length > 0) return
  const now = stand.clock.now()
  world.last.set(spec.id, reference)
  world.now = now
  const key = stand.ids.next('ord')
  const prices = otherPrices(choices, old, reference)
  const ticket = replacementOf(world, old, { key, dayEnd: dayEndOf(stage.exchangeOf(spec), now), prices })
  const refusal = refusalOf(world, ticket, heldFor(world, old))
  const orderId = idOf('ord', stage.orderIdOf(old.key))
  stage.placed.add(key)
  stage.note(`${old.key} of ${spec.id} to ${prices.limit ?? ''} ${prices.stop ?? ''} → ${refusal ?? 'taken'}`)
  const { priceScale } = present(
    stand.known.find((one) => one.spec.id === spec.id),
    spec.id,
  ).instrument.scale
  const at = { trading: stage.running().trading, sql: stand.database.sql, now }
  const outcome = await askReplacement(at, { orderId, customer, key, prices, priceScale })
  if ((outcome === 'replaced') !== (refusal === undefined))
    stage.find(
      'refusals of other prices',
      `model ${refusal ?? 'takes it'}, product ${outcome === 'replaced' ? 'takes it' : outcome.spec.name}`,
    )
  await follow(stage, (own) => {
    if (refusal === undefined) replace(own, old.key, ticket)
  })
}

/** How far the clock jumps: over hours, or, where the exchange's hours count, to just before they turn. */
function jumpMs({ choices, stand, exchangeOf }: Stage): number {
  const now = stand.clock.now()
  const shares = stand.known.filter(({ exchange }) => exchange !== 'coins')
  if (!stand.isReplay && choices.chance(60)) {
    const before = nextTurn(exchangeOf(choices.pick(shares).spec), now) - choices.between(100, 900)
    return before > now ? before - now : 0
  }
  // A recording that is over plays no more before the next start.
  return stand.isReplay && choices.chance(70) ? choices.between(1, 40) * 60_000 : choices.between(1, 36) * 3_600_000
}

async function marketRuns(stage: Stage): Promise<void> {
  const { choices, stand } = stage
  const tradedBefore = stand.known.map(({ spec }) => stage.isTrading(spec))
  // A jump over hours: the market skips what it missed, days end, shares unlock.
  const jump = choices.chance(10) ? jumpMs(stage) : 0
  const ms = stand.isReplay ? choices.between(1, 4) * 1_000 : choices.between(jump > 0 ? 20 : 1, 40) * lookMs
  stage.note(`the market runs ${jump + ms} ms`)
  stage.count('market runs')
  if (jump > 0) stand.clock.moveTo(instant(stand.clock.now() + jump))
  // A recorded minute is long: it passes in a few looks.
  if (stand.isReplay) stand.clock.moveTo(instant(stand.clock.now() + choices.between(0, 55) * 1_000))
  await stage.pass(ms)
  for (const [at, { spec }] of stand.known.entries()) countTurn(stage, spec, tradedBefore[at] === true)
  await follow(stage, () => undefined)
}

/** Counts an opening or a close that the market ran over, and what waited there. */
function countTurn(stage: Stage, spec: Spec, isBefore: boolean): void {
  const isAfter = stage.isTrading(spec)
  if (isBefore === isAfter) return
  stage.count(isAfter ? 'openings' : 'closings')
  const waiting = openOf(stage).filter((order) => order.spec.id === spec.id)
  const resting = waiting.filter(({ state }) => state === 'open' || state === 'partially-filled')
  const stops = waiting.filter(({ state }) => state === 'pending-trigger')
  if (isAfter) stage.count('orders that rested until the opening', resting.length)
  if (isAfter) stage.count('stops that waited until the opening', stops.length)
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
  else if (dice <= 56) await cancels(stage)
  else if (dice <= 64) await replaces(stage)
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
    for (const [what, times] of world.happened) figures[what] = times
    for (const what of venuesReached) figures[what] ??= 0
    figures.fills = all.filter(({ filled }) => filled > 0n).length
    figures['stops that traded'] = all.filter(({ stop, filled }) => stop !== undefined && filled > 0n).length
    figures[stage.stand.isReplay ? 'worlds of a recording' : 'worlds of the practice market'] = 1
    figures['exits placed'] = all.filter(({ key }) => /\+(profit|loss)$/.test(key)).length
    figures.expired = all.filter(({ state }) => state === 'expired').length
    return { seed, steps: done, figures, findings, lines: lines ? stage.lines : [] }
  },
}
