import { setTimeout as sleep } from 'node:timers/promises'
import { assert, integerBetween, type Rng, uniform } from '@bolsillo/kernel'
import type { ServerProcess } from '@bolsillo/test-kit'
import { type Outage, watchOutage } from './accept-probe.ts'
import { type Installation, stopImmediately } from './installation.ts'
import type { Load } from './load.ts'
import type { LoadEvent } from './load-client.ts'
import { backendsOf, isThere, listProcesses } from './processes.ts'

/** What is killed. `external`: the postmaster of a PostgreSQL that is not the server's own, which somebody else starts again. */
export const targets = ['server', 'backend', 'postmaster', 'immediate', 'external'] as const
export type Target = (typeof targets)[number]

/**
 * When a kill comes: by work done, not by time, so that a process that is still cold does not die before it has done any.
 */
export interface KillAt {
  /** Requests of the round that are acknowledged before its kill: a number between these, drawn for each round. */
  readonly acknowledged: readonly [least: number, most: number]
  /** Acknowledged within the last second; a kill waits for this rate, too. 0: whatever it is. */
  readonly perSecond: number
  /** Milliseconds after which the kill comes all the same; the round counts as one below the rate. */
  readonly withinMs: number
}

/** A running server under load, and what is done to it next. */
export interface Stage {
  readonly installation: Installation
  readonly load: Load
  readonly rng: Rng
  readonly until: KillAt
  /** How the server is started again. */
  readonly environment: Readonly<Record<string, string>>
  server: ServerProcess
}

/** What a round came to. */
export interface Round {
  /** From the server's start, or from when PostgreSQL accepts again, to the first acknowledgement. */
  readonly resumedMs: number
  /** How long nothing could be acknowledged, by the machine's own count. */
  readonly outageMs: number
  readonly kills: number
  /** Milliseconds of undisturbed work before the kill, and what was acknowledged in them. */
  readonly upMs: number
  readonly acknowledged: number
  /** What was acknowledged within the last second before the kill. */
  readonly lastSecond: number
  /** Requests sent and acknowledged while nothing could be: each is a lie. */
  readonly impossible: readonly LoadEvent[]
}

const lookEveryMs = 10
/** Longer than any round should take to resume: what comes later than its bound is counted, and the rounds go on. */
const resumeWithinMs = 120_000
/** A kill comes at any moment of the work of a batch, not only right after an answer. */
const momentMsMax = 100
/** One round in so many is killed a second time while it is still coming up. */
const secondKillEvery = 8
/** One kill of the server in so many takes its PostgreSQL along, as when the machine itself stops. */
const bothEvery = 6

/** What was acknowledged from `from` on and before `to`. */
function acknowledgedBetween({ events }: Load, from: number, to: number): number {
  let count = 0
  // Told within milliseconds of when it happened: whatever is a while older than asked for ends the search.
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at]
    if (event === undefined || event.doneAt < from - toldWithinMs) break
    if (event.outcome === 'ack' && event.doneAt >= from && event.doneAt < to) count += 1
  }
  return count
}
const toldWithinMs = 1000

/** Waits for the moment of the kill. @returns when the wait began. */
async function workAWhile({ load, rng, until }: Stage): Promise<number> {
  const wanted = integerBetween(rng, until.acknowledged[0], until.acknowledged[1])
  const momentMs = integerBetween(rng, 0, momentMsMax)
  const began = Date.now()
  const isReached = (now: number): boolean =>
    acknowledgedBetween(load, began, now) >= wanted && acknowledgedBetween(load, now - 1000, now) >= until.perSecond
  while (Date.now() - began < until.withinMs && !isReached(Date.now())) await sleep(lookEveryMs)
  await sleep(momentMs)
  return began
}

/** What a round did before its kill; asked for once whatever was answered before it has been told. */
function workOf({ load }: Stage, began: number, killedAt: number): Pick<Round, 'upMs' | 'acknowledged' | 'lastSecond'> {
  return {
    upMs: killedAt - began,
    acknowledged: acknowledgedBetween(load, began, killedAt),
    lastSecond: acknowledgedBetween(load, killedAt - 1000, killedAt),
  }
}

/** Kills the server, starts it again (now and then a second kill comes while it starts), and waits until it works. */
export async function killServer(stage: Stage): Promise<Round> {
  const { installation, load, rng, environment } = stage
  const began = await workAWhile(stage)
  const again = integerBetween(rng, 1, secondKillEvery) === 1
  const secondAfterMs = integerBetween(rng, 0, 1200)
  const database = integerBetween(rng, 1, bothEvery) === 1 ? installation.postmaster() : undefined
  const workedUntil = Date.now()
  if (database !== undefined) process.kill(database, 'SIGKILL')
  const killedAt = await killNow(stage.server)
  if (again) {
    stage.server = installation.start(environment)
    await Promise.race([sleep(secondAfterMs), stage.server.ended])
    await killNow(stage.server)
  }
  const startedAt = Date.now()
  stage.server = installation.start(environment)
  const ended = stage.server.ended.then((code) => {
    throw new Error(`the server ended with code ${code} instead of starting: ${stage.server.said()}`)
  })
  const first = await Promise.race([load.firstAck(startedAt, resumeWithinMs), ended])
  ended.catch(() => undefined)
  const impossible = again
    ? []
    : load.events.filter(({ outcome, sentAt, doneAt }) => outcome === 'ack' && sentAt > killedAt && doneAt < startedAt)
  return {
    ...workOf(stage, began, workedUntil),
    resumedMs: first.doneAt - startedAt,
    outageMs: first.doneAt - killedAt,
    kills: (again ? 2 : 1) + (database === undefined ? 0 : 1),
    impossible,
  }
}

/** Kills a server. @returns when it had ended. */
export async function killNow(server: ServerProcess): Promise<number> {
  server.child.kill('SIGKILL')
  await server.ended
  return Date.now()
}

/** Kills a part of PostgreSQL, or all of it, and waits until requests are acknowledged again. */
export async function killDatabase(stage: Stage, target: Exclude<Target, 'server'>): Promise<Round> {
  const { installation, load, rng } = stage
  const began = await workAWhile(stage)
  const postmaster = installation.postmaster()
  const backends = backendsOf(postmaster)
  const again = integerBetween(rng, 1, secondKillEvery) === 1
  const { host, port } = installation.address()
  const watch = (): Promise<Outage> => {
    const watching = watchOutage(`${host}/.s.PGSQL.${port}`, { beginsWithinMs: 3000, endsWithinMs: resumeWithinMs })
    watching.catch(() => undefined)
    return watching
  }
  const killedAt = Date.now()
  const watching = watch()
  if (target === 'immediate') await stopImmediately(installation)
  else process.kill(target === 'backend' ? busiestOf(backends, rng) : postmaster, 'SIGKILL')
  const killedAgainAt = again ? await killPostmasterAfter(stage, integerBetween(rng, 50, 600)) : undefined
  const firstOutage = await watching
  // When it was back before the second kill came, that kill began an outage of its own.
  const isBackBetween = killedAgainAt !== undefined && firstOutage.acceptedFrom <= killedAgainAt
  const outage = isBackBetween ? await watch() : firstOutage
  const outages = isBackBetween ? [firstOutage, outage] : [outage]
  // What a backend had under way when its postmaster died it may still finish; once all are gone nobody can.
  const left = new Set(backends.map(({ pid }) => pid))
  assert(
    !listProcesses().some(({ pid }) => left.has(pid)),
    'no backend of before is left when PostgreSQL accepts again',
  )
  const first = await load.firstAck(outage.refusedUntil, resumeWithinMs, ({ sentAt }) => sentAt >= outage.refusedFrom)
  const impossible = load.events.filter(
    ({ outcome, sentAt, doneAt }) =>
      outcome === 'ack' &&
      outages.some((down) => sentAt > down.refusedFrom + backendsEndWithinMs && doneAt < down.refusedUntil),
  )
  return {
    ...workOf(stage, began, killedAt),
    resumedMs: Math.max(0, first.doneAt - outage.acceptedAt),
    outageMs: first.doneAt - killedAt,
    kills: killedAgainAt === undefined ? 1 : 2,
    impossible,
  }
}

// Backends notice the death of their postmaster, or receive the signal to quit, within this time.
const backendsEndWithinMs = 50

function busiestOf(backends: ReturnType<typeof backendsOf>, rng: Rng): number {
  const busy = backends.filter(({ command }) => !/ idle$/.test(command))
  const from = busy.length > 0 && uniform(rng) < 0.8 ? busy : backends
  const chosen = from[integerBetween(rng, 0, from.length - 1)]
  assert(chosen !== undefined, 'the application has a backend')
  return chosen.pid
}

/**
 * Kills whatever postmaster is there a moment later: most likely in the middle of its recovery, or right after it.
 * @returns when; undefined when none was there.
 */
async function killPostmasterAfter({ installation }: Stage, afterMs: number): Promise<number | undefined> {
  await sleep(afterMs)
  const found = postmasterNow(installation)
  if (found === undefined || !isThere(found)) return undefined
  const killedAt = Date.now()
  process.kill(found, 'SIGKILL')
  return killedAt
}

function postmasterNow(installation: Installation): number | undefined {
  try {
    return installation.postmaster()
  } catch {
    return undefined
  }
}
