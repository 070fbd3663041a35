import type { Act } from './acts-deposits.ts'
import { follow } from './follow.ts'
import { must } from './model.ts'
import { count, failNever, failSoon, restart, type World } from './stage.ts'

const hourMs = 3_600_000

/** Runs something of the server that runs by itself: it may fail when a statement does, and for no other reason. */
async function runs(world: World, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    must(world.isFailing, 'broken', `${what}: ${error instanceof Error ? error.message : 'failed'}`)
    count(world, 'jobs that failed once')
  }
}

/** The server reads its rails and passes the events they reported. */
export const readRails: Act = async (world) => {
  await runs(world, 'reading rails', world.product.engine.readRails)
  return 'rails are read'
}

/** The server asks rails to take payments. */
export const sendPayouts: Act = async (world) => {
  await runs(world, 'sending payouts', world.product.engine.sendPayouts)
  return 'payments are sent'
}

/** The server compares statements with its books. */
export const reconcile: Act = async (world) => {
  await runs(world, 'reconciling', world.product.engine.reconcile)
  count(world, 'reconciliations')
  return 'statements are compared'
}

const own = new Set(['payments-read-rails', 'payments-send', 'payments-reconcile'])

/** Every other job of the server runs once. */
export async function runJobs(world: World): Promise<void> {
  for (const name of world.product.jobs) {
    if (own.has(name)) continue
    await runs(world, name, () => world.product.runJob(name))
  }
}

/** Some of the server's jobs run. */
export const runSomeJob: Act = async (world) => {
  await runJobs(world)
  return 'jobs run'
}

/** Time passes, and the server does what it does. */
export const passTime: Act = async (world) => {
  const hours = world.random.pick([1, 3, 8, 26, 26, 80, 264])
  world.outside.clock.advanceMs(hours * hourMs)
  // Within a day somebody sees that a rail is silent.
  if (hours > 24) for (const { lies } of Object.values(world.rails)) lies.throwsOnEvents = false
  await runs(world, 'reading rails', world.product.engine.readRails)
  await follow(world)
  await runJobs(world)
  count(world, 'hours passed', hours)
  return `${hours} hours pass`
}

/** The server dies and begins again. */
export const crash: Act = async (world) => {
  await restart(world)
  count(world, 'restarts')
  return 'the server dies and begins again'
}

/** One statement fails within the next steps. */
export const breakStatement: Act = async (world) => {
  await failSoon(world)
  count(world, 'statements that fail')
  return 'a statement will fail'
}

/** The world is sound again: nothing fails, rails speak and take what they are asked for. */
export async function mendAll(world: World): Promise<void> {
  await failNever(world)
  for (const rail of Object.values(world.rails)) {
    rail.lies.throwsOnEvents = false
    rail.lies.throwsOnPay = undefined
    rail.lies.takesAndThrows = false
  }
}
