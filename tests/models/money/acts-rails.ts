import { idOf, instant } from '@bolsillo/kernel'
import type { RailEvent } from '@bolsillo/payments/domain'
import { type Act, goodAddresses, goodClabe, goodPix, hashOf, someAmount } from './acts-deposits.ts'
import { customerNumbers, nameOf, strangerName } from './cast.ts'
import type { Terms } from './model.ts'
import { depositOf } from './model-deposits.ts'
import { moneyOf, type WorldRail } from './rail-in-memory.ts'
import { assetOf, count, nextNo, railOf, type World } from './stage.ts'

/** A payment to us that a rail knows of, as it really is. */
export interface Delivery {
  readonly rail: WorldRail
  readonly terms: Terms
  readonly externalId: string
  readonly payment: string | undefined
  readonly asset: string
  readonly minor: bigint
  readonly to: string
  readonly from: { readonly name: string; readonly account: string }
  readonly needed: number
  readonly at: number
  seen: number
  /** What the rail said it took back. */
  takenBack: bigint
  isFinal: boolean
  /** Whether it is on the rail's statement. */
  hasLine: boolean
}

/** Somebody pays in: to an address of ours, or to nobody's; announced or not; in whatever amount. */
export const payIn: Act = async (world) => {
  const { random, model } = world
  const terms = random.pick(model.terms.filter(({ method }) => method !== 'transfer'))
  const rail = railOf(world, terms.rail)
  if (rail === undefined) return undefined
  const number = random.pick(customerNumbers)
  const customer = world.payIn.get(`${number} ${terms.code}`) ?? ''
  const waiting = random.maybe(
    model.deposits.filter(({ stage, rail: id, customer: whose }) => {
      return stage === 'awaiting-payment' && id === terms.rail && whose?.endsWith(String(number)) === true
    }),
  )
  const asset = terms.method === 'spei' && random.chance(6) ? 'USD' : terms.asset
  const minor = waiting?.asked !== undefined && random.chance(60) ? waiting.asked : someAmount(world, terms)
  const hash = terms.method === 'chain' ? ((random.chance(70) ? waiting?.hint : undefined) ?? hashOf(world)) : undefined
  const output = random.whole(0, 2)
  const no = nextNo(world)
  const to = random.chance(10) ? `nobody-${no}` : customer
  const delivery: Delivery = {
    rail,
    terms,
    externalId: hash === undefined ? `in-${no}` : `${hash}:${output}:b${no}`,
    payment: hash === undefined ? undefined : `${hash}:${output}`,
    asset,
    minor,
    to,
    from: payerOf(world, terms, number),
    needed: terms.method === 'chain' ? (terms.asset === 'BTC' ? 2 : 3) : 1,
    at: world.now(),
    seen: 0,
    takenBack: 0n,
    isFinal: false,
    hasLine: false,
  }
  // The same output is one payment; a second one of the same transaction is another.
  if (world.deliveries.some((one) => one.payment !== undefined && one.payment === delivery.payment)) return undefined
  world.deliveries.push(delivery)
  count(world, `paid in by ${terms.method}`)
  confirm(world, delivery, terms.method === 'chain' ? random.whole(0, delivery.needed) : 1)
  return `${terms.rail} brings ${minor} ${asset} to ${to} from ${delivery.from.name}, ${delivery.externalId}`
}

function payerOf(world: World, terms: Terms, number: number): Delivery['from'] {
  const { random } = world
  const own = nameOf(number)
  const plain = own.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const name = terms.method === 'chain' ? '' : random.pick([own, own, plain, plain, plain, strangerName])
  const good =
    terms.method === 'spei' ? goodClabe : terms.method === 'pix' ? goodPix : (goodAddresses[terms.rail] ?? '')
  return { name, account: random.chance(70) ? good : 'no account at all' }
}

/** The rail reports how often a payment was confirmed. Final money is on its statement. */
export function confirm(world: World, delivery: Delivery, seen: number): void {
  const { rail, externalId, payment, asset, minor, to, from, needed, at } = delivery
  rail.tell({
    kind: 'received',
    externalId,
    ...(payment === undefined ? {} : { payment }),
    amount: moneyOf(minor, assetOf(asset)),
    to,
    from,
    confirmations: { seen, needed },
    at: instant(at),
  })
  delivery.seen = Math.max(delivery.seen, seen)
  if (seen < needed || delivery.isFinal) return
  delivery.isFinal = true
  delivery.hasLine = true
  rail.line({ externalId, direction: 'in' }, moneyOf(minor, assetOf(asset)), world.now())
}

/** A chain goes on: one confirmation more, all at once, or an older number told later. */
export const confirmFurther: Act = async (world) => {
  const { random } = world
  const delivery = random.maybe(world.deliveries.filter((one) => one.needed > 1 && one.takenBack < one.minor))
  if (delivery === undefined) return undefined
  const seen = random.pick([delivery.seen + 1, delivery.needed, delivery.needed, random.whole(0, delivery.needed + 1)])
  if (seen < delivery.seen) count(world, 'confirmations out of order')
  confirm(world, delivery, seen)
  return `${delivery.externalId} is confirmed ${seen} of ${delivery.needed} times`
}

/** Rails tell again what they told: the same, or otherwise than before. */
export const tellAgain: Act = async (world) => {
  const { random } = world
  const rail = random.pick(Object.values(world.rails))
  const told = random.maybe(rail.told)
  if (told === undefined) return undefined
  const { raw: _, ...event } = told
  const isOther = random.chance(30) && 'amount' in event && event.kind === 'received'
  count(world, isOther ? 'told otherwise' : 'told again')
  rail.tell(isOther ? { ...event, amount: { ...event.amount, minor: event.amount.minor + 1_000n } } : event)
  return `${rail.rail.id} tells ${event.kind} again${isOther ? ', otherwise' : ''}`
}

/** A bank or a chain takes back what it brought, in whole or in part. */
export const takeBack: Act = async (world) => {
  const { random } = world
  const delivery = random.maybe(
    world.deliveries.filter((one) => one.takenBack < one.minor && (one.hasLine || !one.isFinal)),
  )
  if (delivery === undefined) return undefined
  const { rail, externalId, asset, isFinal } = delivery
  const left = delivery.minor - delivery.takenBack
  // Before it is final a part of it is some smallest units: statements of chains say nothing of what was never final.
  const part = isFinal ? left / BigInt(random.whole(2, 5)) : BigInt(random.whole(1, 9))
  const minor = random.chance(50) || part === 0n || part > left ? left : part
  const reversalId = `back-${nextNo(world)}`
  delivery.takenBack += minor
  tellBack(delivery, reversalId, minor, world.now())
  if (isFinal) {
    const amount = moneyOf(minor, assetOf(asset))
    rail.line({ externalId: reversalId, direction: 'out', reverses: externalId }, amount, world.now())
  }
  if (random.chance(20)) tellBack(delivery, reversalId, minor, world.now())
  if (minor === left) standInstead(world, delivery)
  count(world, minor === left ? 'taken back whole' : 'taken back in part')
  return `${rail.rail.id} takes back ${minor} of ${externalId}`
}

/** Whether nothing of an output is left: each inclusion was taken back whole, save the one that waits to stand instead. */
function isGoneFromChain(world: World, payment: string | undefined): boolean {
  const isWaiting = ({ isFinal, hasLine }: Delivery): boolean => isFinal && !hasLine
  return world.deliveries.every((one) => one.payment !== payment || isWaiting(one) || one.takenBack === one.minor)
}

/** An output that is included once more is on the statement as soon as nothing of any earlier inclusion is. */
function standInstead(world: World, gone: Delivery): void {
  if (!isGoneFromChain(world, gone.payment)) return
  const again = world.deliveries.find(
    (one) => one !== gone && one.payment !== undefined && one.payment === gone.payment && one.isFinal && !one.hasLine,
  )
  if (again === undefined) return
  again.hasLine = true
  again.rail.line(
    { externalId: again.externalId, direction: 'in' },
    moneyOf(again.minor, assetOf(again.asset)),
    world.now(),
  )
}

function tellBack({ rail, externalId, asset }: Delivery, reversalId: string, minor: bigint, now: number): void {
  const amount = moneyOf(minor, assetOf(asset))
  rail.tell({ kind: 'reversed', externalId, reversalId, amount, reason: 'devolucion', at: instant(now) })
}

/** A chain replaces blocks: the same output is included again, in another block. */
export const includeAgain: Act = async (world) => {
  const delivery = world.random.maybe(world.deliveries.filter((one) => one.payment !== undefined && one.takenBack > 0n))
  if (delivery === undefined) return undefined
  const isOpen = world.deliveries.some((one) => one.payment === delivery.payment && one.takenBack === 0n)
  if (isOpen) return undefined
  const again: Delivery = {
    ...delivery,
    externalId: `${delivery.payment}:b${nextNo(world)}`,
    at: world.now(),
    seen: 0,
    takenBack: 0n,
    isFinal: false,
    hasLine: false,
  }
  const isWhole = isGoneFromChain(world, delivery.payment)
  count(world, isWhole ? 'included again' : 'included again after a part')
  // While a part of any earlier inclusion stands the output is on the chain once: its statement has no second line.
  if (!isWhole) again.isFinal = true
  world.deliveries.push(again)
  confirm(world, again, again.needed)
  return `${delivery.payment} is included again as ${again.externalId}`
}

type PayoutEnd = 'confirmed' | 'failed'

/** A rail reports the outcome of payments it was asked for. */
export const endPayment: Act = async (world) => {
  const { random } = world
  const rail = random.pick(Object.values(world.rails))
  const payout = random.maybe([...rail.taken.values()].filter(({ payoutId }) => !world.ended.has(payoutId)))
  if (payout === undefined) return undefined
  const { payoutId } = payout
  if (random.chance(25)) {
    rail.tell({ kind: 'payout-sent', payoutId, externalId: `out-${payoutId}`, at: world.now() })
    return `${payoutId} is sent`
  }
  const end: PayoutEnd = random.chance(70) ? 'confirmed' : 'failed'
  const odd = random.chance(45) ? endOddly(world, rail, payoutId) : undefined
  if (odd !== undefined) return odd
  endAs(world, rail, payoutId, end)
  if (random.chance(15)) {
    tellEnd(world, rail, payoutId, end)
    count(world, 'ended twice')
  }
  return `${payoutId} is ${end}`
}

/** It ends so that people must look: as another amount, without a word, or failed without a word. */
export function endOddly(world: World, rail: WorldRail, payoutId: string): string | undefined {
  const { random } = world
  const payout = rail.taken.get(payoutId)
  if (payout === undefined) return undefined
  const { asset, minor } = payout.amount
  const id = idOf('pay', payoutId)
  const externalId = `out-${payoutId}`
  const at = world.now()
  const way = random.pick(['other amount', 'other amount', 'silent', 'without a number', 'silently failed'] as const)
  // Nobody can tell whose another amount is that the rail named no number of.
  const other = way === 'other amount' || (way === 'silent' && random.chance(25))
  const arrived = other ? random.pick([minor - 1n, minor + 1n, minor / 2n, minor + minor / 4n]) : minor
  if (arrived <= 0n) return undefined
  world.ended.set(payoutId, way === 'silently failed' ? 'failed' : 'confirmed')
  rail.ends.set(payoutId, way === 'silently failed' ? 'failed' : 'paid')
  count(world, `ended oddly: ${way}`)
  if (way === 'silently failed') return `${payoutId} failed, and nobody says so`
  if (arrived !== minor) world.arrived.set(payoutId, arrived)
  const amount = moneyOf(arrived, asset)
  if (way === 'silent') rail.tell({ kind: 'payout-sent', payoutId: id, externalId, at })
  else if (way === 'other amount') rail.tell({ kind: 'payout-confirmed', payoutId: id, externalId, amount, at })
  rail.line({ externalId, direction: 'out' }, amount, at)
  return `${payoutId} ends as ${arrived} of ${minor}, ${way}`
}

/** The truth about a payment: told, and on the statement when it arrived. */
export function endAs(world: World, rail: WorldRail, payoutId: string, end: PayoutEnd): void {
  const payout = rail.taken.get(payoutId)
  if (payout === undefined) return
  world.ended.set(payoutId, end)
  rail.ends.set(payoutId, end === 'confirmed' ? 'paid' : 'failed')
  tellEnd(world, rail, payoutId, end)
  if (end === 'confirmed') rail.line({ externalId: `out-${payoutId}`, direction: 'out' }, payout.amount, world.now())
}

function tellEnd(world: World, rail: WorldRail, payoutId: string, end: PayoutEnd): void {
  const id = idOf('pay', payoutId)
  const payout = rail.taken.get(payoutId)
  if (payout === undefined) return
  const at = world.now()
  const event: RailEvent =
    end === 'confirmed'
      ? { kind: 'payout-confirmed', payoutId: id, externalId: `out-${payoutId}`, amount: payout.amount, at }
      : { kind: 'payout-failed', payoutId: id, reason: 'account-closed', at }
  rail.tell(event)
}

/** A bank returns a payment after it confirmed it, in whole or in part. */
export const bringBack: Act = async (world) => {
  const { random } = world
  const rail = random.pick(Object.values(world.rails))
  const isBack = (id: string): boolean => (world.backs.get(id) ?? 0n) > 0n
  const payout = random.maybe(
    [...rail.taken.values()].filter(({ payoutId }) => world.ended.get(payoutId) === 'confirmed' && !isBack(payoutId)),
  )
  if (payout === undefined) return undefined
  const { payoutId, amount } = payout
  const whole = world.arrived.get(payoutId) ?? amount.minor
  const part = whole / 3n
  const parts = random.chance(60) || part === 0n ? [whole] : random.pick([[part], [part, whole - part]])
  if (world.arrived.has(payoutId)) count(world, 'another amount is brought back')
  for (const minor of parts) {
    const returnId = `returned-${nextNo(world)}`
    const back = moneyOf(minor, amount.asset)
    world.backs.set(payoutId, (world.backs.get(payoutId) ?? 0n) + minor)
    for (let times = random.chance(20) ? 2 : 1; times > 0; times -= 1)
      rail.tell({
        kind: 'payout-returned',
        payoutId,
        returnId,
        amount: back,
        reason: 'account-closed',
        at: world.now(),
      })
    rail.line({ externalId: returnId, direction: 'in', reverses: `out-${payoutId}` }, back, world.now())
  }
  count(world, 'a payment is brought back')
  return `${payoutId} comes back: ${parts.join(' and ')}`
}

/** The next payments a rail is asked for fail to be taken, with or without its having taken them. */
export const throwOnPay: Act = async (world) => {
  const rail = world.random.pick(Object.values(world.rails))
  const waiting = [...world.model.payouts.values()].filter(
    (one) => one.rail === rail.rail.id && one.state === 'requested' && !rail.taken.has(one.id),
  )
  const never = world.random.chance(80) ? world.random.maybe(waiting) : undefined
  if (never !== undefined) {
    rail.refuses.add(never.id)
    count(world, 'a rail never takes a payment')
    return `${rail.rail.id} never takes ${never.id}`
  }
  rail.lies.throwsOnPay = world.random.whole(1, 3)
  rail.lies.takesAndThrows = world.random.chance(40)
  count(world, 'a rail throws on payments')
  return `${rail.rail.id} will throw on ${rail.lies.throwsOnPay} payments`
}

/** A rail cannot be asked for a while. */
export const goSilent: Act = async (world) => {
  const rail = world.random.pick(Object.values(world.rails))
  rail.lies.throwsOnEvents = !rail.lies.throwsOnEvents
  count(world, 'a rail goes silent or speaks again')
  return `${rail.rail.id} ${rail.lies.throwsOnEvents ? 'goes silent' : 'speaks again'}`
}

/** The deposit a delivery is, if it is booked. */
export const bookedOf = (world: World, { rail, externalId }: Delivery) =>
  depositOf(world.model, rail.rail.id, externalId)
