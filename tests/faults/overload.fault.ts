import { type Child, startChild } from '@bolsillo/bench/http-orders/child'
import { createCrowd } from '@bolsillo/bench/http-orders/crowd'
import type { LoadSetup } from '@bolsillo/bench/http-orders/load-setup'
import { percentile } from '@bolsillo/bench/http-orders/percentile'
import { readPrices } from '@bolsillo/bench/http-orders/served'
import { checkBooks } from '@bolsillo/checker/check-books'
import { connectAsServer } from '@bolsillo/server-kit'
import { databaseUrl, emptyTestDatabase, newDataFolder, removeDataFolder, type TestDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordExperiment } from './experiment.ts'
import type { Flood, Part, Seen, Stretch } from './overload/overload-load.ts'
import type { Door } from './overload/overload-server.ts'
import { countKeys, countOrders } from './overload/overload-store.ts'

// More orders than the server can carry out, from a crowd that does not wait for answers. OVERLOAD_SECONDS says how long
// the server is kept at twice its saturation, all in all; OVERLOAD_CROWD how many customers there are.

const overloadSeconds = Number(process.env.OVERLOAD_SECONDS ?? 4)
const crowdSize = Number(process.env.OVERLOAD_CROWD ?? 2000)
const seed = Number(process.env.SEED ?? 1)
const command = `OVERLOAD_SECONDS=${overloadSeconds} OVERLOAD_CROWD=${crowdSize} npm run reliability -- tests/faults/overload`

const connections = 1000
const warmUp: Flood = { kind: 'flood', senders: 64, seconds: 2 }
const searchSeconds = 1.2
const searchStepsMax = 5
const calmSeconds = 1.5
const turnSeconds = 1
const afterSeconds = 2.2
const controlSeconds = 1.5
/** Without a bound the line makes the largest batches there are, so that it takes more to flood. */
const controlTimes = 4
/** An order answered later than this is of no use to whoever placed it. */
const usefulMs = 1000
/** Nine tenths is the aim; in a short run the generator, on the same processors, takes a share of what it measures. */
const goodputLeast = process.env.OVERLOAD_SECONDS === undefined ? 0.7 : 0.9
const recoverWithinMs = 10_000

let database: TestDatabase
let dataDir: string
let server: Child
let load: Child

beforeAll(async () => {
  database = await emptyTestDatabase()
  dataDir = newDataFolder()
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(database.address),
    // The whole crowd comes from one address, and it is the line that is tried here, not the door before it.
    CONNECTIONS_MAX: '4096',
  }
  server = startChild(new URL('./overload/overload-server.ts', import.meta.url), environment)
  const { url } = await server.hear<{ readonly url: string }>()
  const asServer = await connectAsServer(database.address, { connectionsMax: 2, name: 'overload' })
  const traders = await createCrowd(database.owner, asServer, crowdSize, seed)
  await asServer.end({ timeout: 5 })
  load = startChild(new URL('./overload/overload-load.ts', import.meta.url))
  const { port } = new URL(url)
  const prices = await readPrices(url)
  const setup: LoadSetup = { kind: 'open', host: '127.0.0.1', port: Number(port), connections, traders, prices, seed }
  await load.ask(setup)
})
afterAll(async () => {
  await load?.end()
  await server?.end()
  await database?.drop()
  if (dataDir !== undefined) removeDataFolder(dataDir)
})

const everything: Seen[] = []

async function run(wanted: Stretch | Flood): Promise<readonly Seen[]> {
  const seen = await load.ask<readonly Seen[]>(wanted)
  for (const one of seen) everything.push(one)
  return seen
}

const setDoor = (door: Door): Promise<unknown> => server.ask(door)
const isUseful = ({ status, tookMs }: Seen): boolean => status === 200 && tookMs <= usefulMs
const timesOf = (seen: readonly Seen[]): number[] => seen.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
const rounded = (value: number): number => Math.round(value * 10) / 10

/** What a part of a stretch came to. */
interface Came {
  /** Useful answers a second. */
  readonly goodput: number
  readonly orders: readonly Seen[]
  readonly cancels: readonly Seen[]
  readonly turnedAway: readonly Seen[]
  readonly turnedAwayCancels: readonly Seen[]
  readonly all: readonly Seen[]
}

function cameTo(all: readonly Seen[], seconds: number): Came {
  const done = all.filter(({ status }) => status === 200)
  const turnedAway = all.filter(({ status }) => status === 503)
  return {
    all,
    goodput: all.filter(isUseful).length / seconds,
    orders: done.filter(({ what }) => what === 'order'),
    cancels: done.filter(({ what }) => what === 'cancel'),
    turnedAway,
    turnedAwayCancels: turnedAway.filter(({ what }) => what === 'cancel'),
  }
}

async function runParts(parts: readonly Part[]): Promise<readonly Came[]> {
  const seen = await run({ kind: 'stretch', parts })
  let fromMs = 0
  return parts.map(({ seconds }) => {
    const first = fromMs
    fromMs += seconds * 1000
    return cameTo(
      seen.filter(({ dueMs }) => dueMs >= first && dueMs < first + seconds * 1000),
      seconds,
    )
  })
}

/** The rate at which the server begins to turn requests away: up in steps from what 64 senders in turn get answered. */
async function findSaturation(): Promise<number> {
  let best = cameTo(await run(warmUp), warmUp.seconds).goodput
  let rate = best
  for (let step = 0; step < searchStepsMax; step += 1) {
    const [came] = await runParts([{ rate, seconds: searchSeconds }])
    best = Math.max(best, came?.goodput ?? 0)
    if (came === undefined || came.turnedAway.length > came.all.length / 20) return best
    rate = Math.max(rate, best) * 1.35
  }
  return best
}

/** Milliseconds after which a second went by in which nobody was turned away and answers came as before the overload. */
function recoveredAfterMs(after: Came, calmMs: number): number {
  const [first] = after.all
  const startMs = first?.dueMs ?? 0
  const isCalm = (fromMs: number): boolean => {
    const second = after.all.filter(({ dueMs }) => dueMs >= startMs + fromMs && dueMs < startMs + fromMs + 1000)
    const median = percentile(timesOf(second), 0.5)
    return second.length > 0 && second.every(({ status }) => status !== 503) && median <= calmMs * 2 + 20
  }
  for (let fromMs = 0; fromMs < recoverWithinMs; fromMs += 100) if (isCalm(fromMs)) return fromMs
  return Number.POSITIVE_INFINITY
}

const joined = (parts: readonly Came[], pick: (part: Came) => readonly Seen[]): Seen[] => parts.flatMap(pick)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('past saturation', () => {
  it('the server turns new orders away at once, cancels last, carries out as many as before, and recovers', async () => {
    const saturation = await findSaturation()
    const calm: Part = { rate: saturation * 0.4, seconds: calmSeconds }
    const full: Part = { rate: saturation, seconds: turnSeconds }
    const twice: Part = { rate: saturation * 2, seconds: turnSeconds }
    // Full and twice take turns, so that a machine that gets slower meanwhile is slower for both.
    const turns = Array.from({ length: Math.ceil(overloadSeconds / turnSeconds) }, () => [full, twice]).flat()
    const parts = await runParts([calm, ...turns, { ...calm, seconds: afterSeconds }])
    const before = parts.at(0)
    const after = parts.at(-1)
    const atFull = parts.slice(1, -1).filter((_, at) => at % 2 === 0)
    const atTwice = parts.slice(1, -1).filter((_, at) => at % 2 === 1)
    if (before === undefined || after === undefined) throw new Error('every part has come to something')
    const peak = mean(atFull.map(({ goodput }) => goodput))
    const goodput = mean(atTwice.map((part) => part.goodput)) / peak
    const turnedAway = joined(atTwice, (part) => part.turnedAway)
    const orderTimes = timesOf(joined(atTwice, ({ orders }) => orders))
    const cancelTimes = timesOf(joined(atTwice, ({ cancels }) => cancels))
    const awayTimes = timesOf(turnedAway)
    const recoveredMs = recoveredAfterMs(after, percentile(timesOf(before.orders), 0.5))

    await setDoor('unbounded')
    const [control] = await runParts([{ rate: saturation * controlTimes, seconds: controlSeconds }])
    await setDoor('bounded')
    const controlGoodput = (control?.goodput ?? 0) / peak
    const controlP99 = percentile(timesOf(control?.orders ?? []), 0.99)

    const acknowledged = everything.filter(({ what, status }) => what === 'order' && status === 200)
    const kept = await countOrders(
      database.owner,
      acknowledged.map(({ orderId }) => orderId),
    )
    const refusedKeys = everything.filter(({ status }) => status === 503).map(({ key }) => key)
    const effects = await countKeys(database.owner, refusedKeys)
    const broken = everything.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
    const findings = await checkBooks(database.owner)
    const caught = controlGoodput < 0.9 || controlP99 > usefulMs
    const checks = {
      'sheds enough to be overloaded': turnedAway.length > joined(atTwice, ({ all }) => all).length / 10,
      'every 503 says when to come back': everything.every((one) => one.status !== 503 || one.hasRetryAfter),
      'no 503 had an effect': effects === 0,
      'no acknowledged order is lost': kept === acknowledged.length && kept > 0,
      'no other 5xx, no broken connection': broken.length === 0,
      'no cancel is turned away':
        joined(atTwice, (part) => part.turnedAwayCancels).length === 0 && cancelTimes.length > 0,
      // Before the desk's line all go alike, and a batch has room for most of it: they are not slower, and never turned away.
      'cancels wait no longer than new orders': percentile(cancelTimes, 0.5) <= percentile(orderTimes, 0.5) * 1.25 + 20,
      'a 503 comes sooner than an order': percentile(awayTimes, 0.5) < percentile(orderTimes, 0.5),
      'goodput holds': goodput >= goodputLeast,
      recovers: recoveredMs <= recoverWithinMs,
      'the books are right': findings.length === 0,
      'the control is caught': caught,
    }
    const failed = Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]))
    recordExperiment({
      experiment: 'overload',
      done: 'twice as many orders as the server can carry out, from a thousand connections that do not wait for answers',
      command,
      figures: {
        'saturation, requests/s': Math.round(saturation),
        'goodput at saturation, requests/s': Math.round(peak),
        'goodput at twice that, of it': Math.round(goodput * 100) / 100,
        acknowledged: acknowledged.length,
        lost: acknowledged.length - kept,
        'turned away at twice': turnedAway.length,
        'p99 until turned away, ms': rounded(percentile(awayTimes, 0.99)),
        'p50 of new orders at twice, ms': rounded(percentile(orderTimes, 0.5)),
        'p99 of new orders at twice, ms': rounded(percentile(orderTimes, 0.99)),
        'p50 of cancels at twice, ms': rounded(percentile(cancelTimes, 0.5)),
        'p99 of cancels at twice, ms': rounded(percentile(cancelTimes, 0.99)),
        'cancels turned away': joined(atTwice, (part) => part.turnedAwayCancels).length,
        'back to normal after, ms': recoveredMs,
        findings: findings.length,
      },
      controls: [
        {
          planted: 'a line without a bound',
          caught,
          how: `goodput ${Math.round(controlGoodput * 100)} % of the peak, p99 of new orders ${Math.round(controlP99)} ms`,
        },
      ],
      passed: failed.length === 0,
    })
    expect([failed, findings.slice(0, 5)]).toEqual([[], []])
  })
})
