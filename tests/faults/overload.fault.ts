import { type Child, startChild } from '@bolsillo/bench/http-orders/child'
import { createCrowd } from '@bolsillo/bench/http-orders/crowd'
import type { LoadSetup } from '@bolsillo/bench/http-orders/order-requests'
import { percentile } from '@bolsillo/bench/http-orders/percentile'
import { readPrices } from '@bolsillo/bench/http-orders/served'
import { checkBooks } from '@bolsillo/checker/check-books'
import { present } from '@bolsillo/kernel'
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
/** The least share of requests a server past its saturation sheds. */
const shedLeast = 0.1
/** An order answered later than this is of no use to whoever placed it. */
const usefulMs = 1000
/** Targets, which a busy machine may miss: figures name them, and no check asks for them. */
const goodputTarget = 0.9
const recoverTargetMs = 10_000
const cancelTarget = 'of new orders, at most 1.25 times and 20 ms'
/** How often more is sent until the server sheds, and how many calm stretches it has to come back to rest: bounds for what hangs. */
const triesMax = 8

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
  readonly rejected: readonly Seen[]
  readonly rejectedCancels: readonly Seen[]
  readonly all: readonly Seen[]
}

function cameTo(all: readonly Seen[], seconds: number): Came {
  const done = all.filter(({ status }) => status === 200)
  const rejected = all.filter(({ status }) => status === 503)
  return {
    all,
    goodput: all.filter(isUseful).length / seconds,
    orders: done.filter(({ what }) => what === 'order'),
    cancels: done.filter(({ what }) => what === 'cancel'),
    rejected,
    rejectedCancels: rejected.filter(({ what }) => what === 'cancel'),
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

/** The rate at which the server begins to shed: up in steps from what 64 senders in turn get answered. */
async function findSaturation(): Promise<number> {
  let best = cameTo(await run(warmUp), warmUp.seconds).goodput
  let rate = best
  for (let step = 0; step < searchStepsMax; step += 1) {
    const [came] = await runParts([{ rate, seconds: searchSeconds }])
    best = Math.max(best, came?.goodput ?? 0)
    if (came === undefined || came.rejected.length > came.all.length / 20) return best
    rate = Math.max(rate, best) * 1.35
  }
  return best
}

/** Milliseconds after which a second went by in which nothing was shed and everything was answered. */
function calmAfterMs(after: readonly Seen[]): number | undefined {
  const startMs = after[0]?.dueMs ?? 0
  const isCalm = (fromMs: number): boolean => {
    const second = after.filter(({ dueMs }) => dueMs >= startMs + fromMs && dueMs < startMs + fromMs + 1000)
    return second.length > 0 && second.every(({ status }) => status !== 0 && status !== 503)
  }
  for (let fromMs = 0; fromMs + 1000 <= afterSeconds * 1000; fromMs += 100) if (isCalm(fromMs)) return fromMs
  return undefined
}

/** Milliseconds until the server is calm again, over stretches after the overload as long as it takes; undefined: never. */
async function recovery(first: Came, calm: Part): Promise<number | undefined> {
  let after = first
  for (let tries = 0; tries < triesMax; tries += 1) {
    const calmMs = calmAfterMs(after.all)
    if (calmMs !== undefined) return tries * afterSeconds * 1000 + calmMs
    const [next] = await runParts([{ ...calm, seconds: afterSeconds }])
    if (next !== undefined) after = next
  }
  return undefined
}

/** The server at its saturation and at twice that, in turns, between calm stretches; at a higher rate until it sheds. */
async function overload(saturation: number) {
  const calm: Part = { rate: saturation * 0.4, seconds: calmSeconds }
  for (let times = 1; ; times *= 1.5) {
    const full: Part = { rate: saturation * times, seconds: turnSeconds }
    // Full and twice take turns, so that a machine that gets slower meanwhile is slower for both.
    const turns = Array.from({ length: Math.ceil(overloadSeconds / turnSeconds) }, () => [
      full,
      { ...full, rate: full.rate * 2 },
    ]).flat()
    const parts = await runParts([calm, ...turns, { ...calm, seconds: afterSeconds }])
    const after = present(parts.at(-1), 'the calm stretch after the overload')
    const atFull = parts.slice(1, -1).filter((_, at) => at % 2 === 0)
    const atTwice = parts.slice(1, -1).filter((_, at) => at % 2 === 1)
    const shed = joined(atTwice, ({ rejected }) => rejected).length / joined(atTwice, ({ all }) => all).length
    if (shed > shedLeast || times > 1.5 ** triesMax) return { calm, atFull, atTwice, after, shed }
  }
}

const joined = (parts: readonly Came[], pick: (part: Came) => readonly Seen[]): Seen[] => parts.flatMap(pick)
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The door without a bound, and bounded again. */
async function floodUnbounded(saturation: number): Promise<Came | undefined> {
  await setDoor('unbounded')
  const [control] = await runParts([{ rate: saturation * controlTimes, seconds: controlSeconds }])
  await setDoor('bounded')
  return control
}

/** What is true of everything that was ever answered. */
async function lookAtAnswers() {
  const acknowledged = everything.filter(({ what, status }) => what === 'order' && status === 200)
  const kept = await countOrders(
    database.owner,
    acknowledged.map(({ orderId }) => orderId),
  )
  const refusedKeys = everything.filter(({ status }) => status === 503).map(({ key }) => key)
  const effects = await countKeys(database.owner, refusedKeys)
  const broken = everything.filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
  const findings = await checkBooks(database.owner)
  return { acknowledged, kept, effects, broken, findings }
}

/** Overloads the server, lets it recover, takes its bound away for the control, and looks at what is kept. */
async function measure() {
  const saturation = await findSaturation()
  const { calm, atFull, atTwice, after, shed } = await overload(saturation)
  const peak = mean(atFull.map((part) => part.goodput))
  const goodput = mean(atTwice.map((part) => part.goodput)) / peak
  const rejected = joined(atTwice, (part) => part.rejected)
  const orderTimes = timesOf(joined(atTwice, ({ orders }) => orders))
  const cancelTimes = timesOf(joined(atTwice, ({ cancels }) => cancels))
  const awayTimes = timesOf(rejected)
  const recoveredMs = await recovery(after, calm)
  const control = await floodUnbounded(saturation)
  const answers = await lookAtAnswers()
  const rejectedCancels = joined(atTwice, (part) => part.rejectedCancels)
  // A line without a bound rejects nobody, however much comes.
  const caught = control !== undefined && control.rejected.length <= control.all.length * shedLeast
  const times = { orderTimes, cancelTimes, awayTimes }
  return {
    ...answers,
    ...times,
    saturation,
    shed,
    peak,
    goodput,
    rejected,
    rejectedCancels,
    recoveredMs,
    control,
    caught,
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

function checksOf(measured: Measured): Readonly<Record<string, boolean>> {
  const { acknowledged, kept, orderTimes, cancelTimes, awayTimes } = measured
  return {
    'sheds enough to be overloaded': measured.shed > shedLeast,
    'every 503 says when to come back': everything.every((one) => one.status !== 503 || one.hasRetryAfter),
    'no 503 had an effect': measured.effects === 0,
    'no acknowledged order is lost': kept === acknowledged.length && kept > 0,
    'no other 5xx, no broken connection': measured.broken.length === 0,
    'no cancel is turned away': measured.rejectedCancels.length === 0 && cancelTimes.length > 0,
    'a 503 comes sooner than an order': percentile(awayTimes, 0.5) < percentile(orderTimes, 0.5),
    'goes on carrying out orders': measured.goodput > 0 && orderTimes.length > 0,
    recovers: measured.recoveredMs !== undefined,
    'the books are right': measured.findings.length === 0,
    'the control is caught': measured.caught,
  }
}

function figuresOf(measured: Measured): Readonly<Record<string, number | string>> {
  const { acknowledged, kept, orderTimes, cancelTimes, awayTimes } = measured
  return {
    'saturation, requests/s': Math.round(measured.saturation),
    'goodput at saturation, requests/s': Math.round(measured.peak),
    [`goodput at twice that, of it (target ${goodputTarget})`]: Math.round(measured.goodput * 100) / 100,
    acknowledged: acknowledged.length,
    lost: acknowledged.length - kept,
    'turned away at twice': measured.rejected.length,
    'p99 until turned away, ms': rounded(percentile(awayTimes, 0.99)),
    'p50 of new orders at twice, ms': rounded(percentile(orderTimes, 0.5)),
    'p99 of new orders at twice, ms': rounded(percentile(orderTimes, 0.99)),
    [`p50 of cancels at twice, ms (target: ${cancelTarget})`]: rounded(percentile(cancelTimes, 0.5)),
    'p99 of cancels at twice, ms': rounded(percentile(cancelTimes, 0.99)),
    'cancels turned away': measured.rejectedCancels.length,
    [`back to normal after, ms (target ${recoverTargetMs})`]: measured.recoveredMs ?? 'never',
    findings: measured.findings.length,
  }
}

describe('past saturation', () => {
  it('the server rejects new orders at once, cancels last, carries out as many as before, and recovers', async () => {
    const measured = await measure()
    const { findings, control, caught } = measured
    const controlGoodput = (control?.goodput ?? 0) / measured.peak
    const controlP99 = percentile(timesOf(control?.orders ?? []), 0.99)
    const failed = Object.entries(checksOf(measured)).flatMap(([name, holds]) => (holds ? [] : [name]))
    recordExperiment({
      experiment: 'overload',
      done: 'twice as many orders as the server can carry out, from a thousand connections that do not wait for answers',
      command,
      figures: figuresOf(measured),
      controls: [
        {
          planted: 'a line without a bound',
          caught,
          how: `turned away ${control?.rejected.length ?? 0} of ${control?.all.length ?? 0}, goodput ${Math.round(controlGoodput * 100)} % of the peak, p99 of new orders ${Math.round(controlP99)} ms`,
        },
      ],
      passed: failed.length === 0,
    })
    expect([failed, findings.slice(0, 5)]).toEqual([[], []])
  })
})
