import { type Act, agree } from './acts-deposits.ts'
import { assets, customerNumbers, customerOf } from './cast.ts'
import { must, ownAccount } from './model.ts'
import { beyondOn, limitNow, limitProblem, periods, setLimit } from './model-limits.ts'
import { count, dataOf, type World, written } from './stage.ts'

const dayMs = 86_400_000
const amounts = [500_00n, 5_000_00n, 30_000_00n] as const

/** A customer sets, loosens or lifts a limit for paying in, or takes back a loosening that waits. */
export const setOwnLimit: Act = async (world) => {
  const { random, model } = world
  const number = random.pick(customerNumbers)
  const customer = customerOf(number)
  const period = random.pick(periods)
  const now = world.now()
  const subject = { subject: 'pay-in', period }
  const before = limitNow(model, customer, period, now)
  if (before.pending !== undefined && random.chance(25)) {
    const answer = await world.product.as(number, '/user/limits/withdraw', subject)
    if (agree(world, answer, undefined, `${number} keeps the limit of a ${period}`) === undefined) return undefined
    delete before.pending
    count(world, 'own limit: loosening taken back')
    return `${number} keeps their limit of a ${period}`
  }
  const minor = random.chance(50) ? undefined : random.pick(amounts)
  const what = `${number} limits a ${period} to ${minor === undefined ? 'nothing' : written(minor, 'MXN')}`
  const amount = minor === undefined ? {} : { amount: written(minor, 'MXN') }
  const problem = limitProblem(model, customer, period, minor, now)
  const answer = await world.product.as(number, '/user/limits/set', { ...subject, ...amount })
  if (agree(world, answer, problem, what) === undefined) return `${what}: refused, ${problem}`
  const waits = setLimit(model, customer, period, minor, now)
  count(world, waits ? 'own limit: looser, waits' : 'own limit: set')
  return what
}

/** A customer pauses everything for a day. */
export const pauseAll: Act = async (world) => {
  const number = world.random.pick(customerNumbers)
  const customer = customerOf(number)
  const body = { scope: 'everything', length: 'day' }
  const answer = await world.product.as(number, '/user/limits/pause', body)
  if (agree(world, answer, undefined, `${number} pauses everything`) === undefined) return 'not paused'
  world.model.pausedUntil.set(customer, world.now() + dayMs)
  count(world, 'everything paused')
  return `${number} pauses everything for a day`
}

/** A customer looks at what is set aside: asset by asset it is what the rules say. */
export const lookAtLimits: Act = async (world) => {
  const number = world.random.pick(customerNumbers)
  const data = dataOf(await world.product.as(number, '/user/limits'))
  if (data === undefined) return undefined
  const rows: readonly { readonly asset: string; readonly amount: string }[] = JSON.parse(JSON.stringify(data.held))
  for (const { asset } of world.model.terms) mustShow(world, number, asset, rows)
  return `${number} looks at their limits`
}

function mustShow(
  world: World,
  number: number,
  asset: string,
  rows: readonly { readonly asset: string; readonly amount: string }[],
): void {
  const scale = Object.values(assets).find(({ code }) => code === asset)?.scale ?? 0
  const shown = rows
    .filter((row) => row.asset === asset)
    .reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const due = beyondOn(world.model, ownAccount(customerOf(number), asset))
  must(scale > 0 && shown === due, 'limits', `${number} is shown ${shown} ${asset} set aside, ${due} are`)
  count(world, 'comparisons')
}
