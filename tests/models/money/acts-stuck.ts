import type { Act } from './acts-deposits.ts'
import { decide, propose } from './acts-staff.ts'
import { manualId } from './cast.ts'
import type { Payout } from './model.ts'
import { end, returnArrived, returnedOther, returnFailed } from './model-deposits.ts'
import { failed, isOpen, paid, paidOther } from './model-withdrawals.ts'
import type { WorldRail } from './rail-in-memory.ts'
import { count, dataOf, railOf, type World } from './stage.ts'

const minuteMs = 60_000
const quietMs = 15 * minuteMs
const dayMs = 86_400_000

type StuckAct = 'settle' | 'give-back' | 'other-rail'

/** Payments staff have in their queue of what is stuck. */
async function queue(world: World): Promise<readonly Payout[]> {
  const data = dataOf(await world.product.asStaff(world.treasury, '/payouts'))
  const rows: readonly { readonly payoutId: string }[] = JSON.parse(JSON.stringify(data?.rows ?? []))
  return rows.flatMap(({ payoutId }) => world.model.payouts.get(payoutId) ?? [])
}

/** Whether the rail said that a payment arrived as another amount than was asked for. */
function isReportedOther(world: World, rail: WorldRail, { id }: Payout): boolean {
  return world.arrived.has(id) && rail.told.some((one) => one.kind === 'payout-confirmed' && one.payoutId === id)
}

/** Why it is not certain that a payment was not made, from what the rail really knows. */
function doubtOf(world: World, payout: Payout): string | undefined {
  const rail = railOf(world, payout.rail)
  if (!isOpen(payout)) return 'it ended'
  if (rail === undefined) return 'people pay it'
  if (isReportedOther(world, rail, payout)) return 'it arrived as another amount'
  const asked = rail.asked.get(payout.id)
  if (asked === undefined) return undefined
  if (world.now() - asked.at < quietMs) return 'the rail was asked just now'
  const isTaken = rail.taken.has(payout.id) || payout.state !== 'requested'
  if (isTaken && rail.ends.get(payout.id) !== 'failed') return 'the rail has it'
  return isLikeIt(world, rail, payout) ? 'a payment like it is on the statement' : undefined
}

/** Whether its statement has a payment out of that amount which no payment of ours explains. */
function isLikeIt({ model }: World, rail: WorldRail, { asset, minor }: Payout): boolean {
  const explained = new Set([...model.payouts.values()].map((one) => (isOpen(one) ? undefined : one.externalId)))
  return rail.lines.some(
    ({ direction, amount, externalId, reverses }) =>
      direction === 'out' &&
      reverses === undefined &&
      amount.asset.code === asset &&
      amount.minor === minor &&
      !explained.has(externalId),
  )
}

/** Why an act cannot end a payment. */
function stuckProblem(world: World, payout: Payout, act: StuckAct): string | undefined {
  const rail = railOf(world, payout.rail)
  if (!isOpen(payout) || rail === undefined) return 'it is not stuck'
  if (act === 'settle') {
    const isSilent = payout.state !== 'requested' && rail.ends.get(payout.id) === 'paid'
    return isSilent || isReportedOther(world, rail, payout) ? undefined : 'its end is not on the statement'
  }
  const doubt = doubtOf(world, payout)
  if (doubt !== undefined || act === 'give-back') return doubt
  return rail.rail.method === 'spei' ? undefined : 'no other rail can pay it'
}

/** What an act of two people comes to. */
function endStuck(world: World, payout: Payout, act: StuckAct): void {
  const { model } = world
  const { withdrawal, deposit, minor } = payout
  count(world, `stuck: ${act}`)
  if (act === 'other-rail') {
    payout.rail = manualId
    payout.state = 'requested'
    return
  }
  if (act === 'give-back') {
    payout.state = 'failed'
    if (withdrawal !== undefined) failed(model, withdrawal)
    else if (deposit !== undefined) returnFailed(model, deposit, minor, world.now())
    return
  }
  const arrived = world.arrived.get(payout.id) ?? minor
  if (arrived !== minor) count(world, `another amount of a ${withdrawal === undefined ? 'return' : 'withdrawal'}`)
  Object.assign(payout, { state: 'confirmed', bookedAs: arrived, externalId: `out-${payout.id}` })
  if (withdrawal !== undefined && arrived === minor) paid(model, withdrawal, payout)
  else if (withdrawal !== undefined) paidOther(model, withdrawal, payout, arrived)
  else if (deposit !== undefined && arrived === minor) returnArrived(model, deposit, payout, world.now())
  else if (deposit !== undefined) returnedOther(model, deposit, payout, arrived, world.now())
}

/** The number people find on the statement, of a payment the rail named none of: its own, or by mistake another one's. */
function numberFound(
  world: World,
  payout: Payout,
  act: StuckAct,
): { readonly number: string; readonly of: Payout } | undefined {
  const rail = railOf(world, payout.rail)
  if (act !== 'settle' || payout.externalId !== undefined || rail === undefined) return undefined
  if (isReportedOther(world, rail, payout)) return undefined
  const others = [...world.model.payouts.values()].filter(({ externalId }) => externalId !== undefined)
  const of = (world.random.chance(20) ? world.random.maybe(others) : undefined) ?? payout
  return { number: of.externalId ?? `out-${payout.id}`, of }
}

async function proposeEnd(world: World, payout: Payout, act: StuckAct): Promise<string | undefined> {
  const found = numberFound(world, payout, act)
  const isOther = found !== undefined && found.of !== payout
  return await propose(world, {
    path: '/payouts/propose',
    body: { payoutId: payout.id, act, ...(found === undefined ? {} : { trackingNumber: found.number }) },
    reason: act === 'settle' ? 'on-rail-statement' : 'rail-did-not-pay',
    what: `${payout.id} is stuck: ${act}${found === undefined ? '' : ` as ${found.number}`}`,
    problem: () => (isOther ? "the number is another payment's" : stuckProblem(world, payout, act)),
    effect: () => {
      if (found !== undefined) count(world, 'stuck: settle by a number found')
      endStuck(world, payout, act)
    },
    // What left the queue a moment ago may be refused; that everything can be ended is looked at when all settles.
    mayRefuse: true,
    by: [0, 2],
  })
}

const acts: readonly StuckAct[] = ['settle', 'give-back', 'other-rail']

/** One of the acts that fit; another rail, where one can pay, more often than not. */
function oneOf({ random }: World, fitting: readonly StuckAct[]): StuckAct | undefined {
  return fitting.includes('other-rail') && random.chance(60) ? 'other-rail' : random.maybe(fitting)
}

/** Staff propose to end a payment that is stuck: by the act that fits, or by another. */
export const proposeStuckEnd: Act = async (world) => {
  const payout = world.random.maybe(await queue(world))
  if (payout === undefined) return undefined
  const fitting = acts.filter((act) => stuckProblem(world, payout, act) === undefined)
  const act = (world.random.chance(70) ? oneOf(world, fitting) : undefined) ?? world.random.pick(acts)
  return await proposeEnd(world, payout, act)
}

/** Staff work the queue of what is stuck off. */
export async function endAllStuck(world: World): Promise<void> {
  for (const payout of await queue(world)) {
    const act = oneOf(
      world,
      acts.filter((one) => stuckProblem(world, payout, one) === undefined),
    )
    if (act !== undefined) await proposeEnd(world, payout, act)
    while (world.proposals.length > 0) await decide(world)
  }
}

/** Whether payments out wait for an act of staff. */
export const isAnythingStuck = ({ model }: World): boolean =>
  [...model.payouts.values()].some((one) => isOpen(one) && one.rail !== manualId)

/** Staff end a payment in that has had no news for a day. */
export const proposeNotArrived: Act = async (world) => {
  const deposit = world.random.maybe(world.model.deposits.filter(({ stage }) => stage === 'confirming'))
  if (deposit?.id === undefined) return undefined
  const { newsAt = world.now() } = deposit
  const problem = (): string | undefined => {
    if (deposit.stage !== 'confirming') return `it is ${deposit.stage}`
    return world.now() - (deposit.newsAt ?? newsAt) < dayMs ? 'there was news of it' : undefined
  }
  const effect = (): void => {
    end(deposit, 'payment-not-found', world.now())
    count(world, 'without news: ended')
  }
  const body = { depositId: deposit.id, reason: 'never-told' }
  return await propose(world, {
    path: '/deposits/not-arrived',
    body,
    what: `${deposit.id} never came`,
    problem,
    effect,
  })
}
