import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { assert } from '@bolsillo/kernel'
import { type Figure, figure } from './figure.ts'
import { type Clients, startClients } from './market-data/clients.ts'
import { createOrderLoad, type OrderLoad, type OrderTimes } from './market-data/orders.ts'
import { processorSeconds, quantileOf, quantileOfCounts } from './market-data/process-figures.ts'
import { startRealServer } from './market-data/real-server.ts'
import { type Recorded, recordTraffic } from './market-data/record-traffic.ts'
import {
  checkingOfProcess,
  clientProcesses,
  ordersPerSecond,
  runsCount,
  settleMs,
  subscriptionsOfClients,
  watched,
  windowMs,
} from './market-data/setting.ts'
import type { ClientCounts } from './market-data/wire.ts'
import { profileOptions } from './profile-options.ts'

const recordMs = 8_000
const naiveServer = fileURLToPath(new URL('market-data/naive-server.ts', import.meta.url))

/** One stretch of fan-out, with what the server spent on it. */
interface Stretch {
  readonly counts: ClientCounts
  readonly seconds: number
  readonly processor: number
}

interface Run extends Stretch {
  readonly quiet: OrderTimes
  readonly busy: OrderTimes
}

async function stretchOf<T>(clients: Clients, pid: number, work: () => Promise<T>): Promise<Stretch & { of: T }> {
  const [startedMs, spent] = [performance.now(), processorSeconds(pid)]
  const { of, counts } = await clients.count(work)
  return { of, counts, seconds: (performance.now() - startedMs) / 1000, processor: processorSeconds(pid) - spent }
}

/** Orders first while nobody reads, then while everybody does. */
async function runOnce(clients: Clients, orders: OrderLoad, pid: number): Promise<Run> {
  const quiet = await orders.run(ordersPerSecond, windowMs)
  await clients.subscribe()
  await sleep(settleMs)
  const { of: busy, ...stretch } = await stretchOf(clients, pid, () => orders.run(ordersPerSecond, windowMs))
  await clients.unsubscribe()
  await sleep(settleMs / 2)
  return { ...stretch, quiet, busy }
}

interface Measured {
  readonly runs: readonly Run[]
  readonly traffic: readonly Recorded[]
}

async function measureServer(clients: Clients): Promise<Measured> {
  const server = await startRealServer(profileOptions())
  try {
    const orders = createOrderLoad(server.url, server.customers)
    await orders.fund()
    const url = `${server.url.replace('http', 'ws')}/ipcf-api/stream`
    const everything = watched.flatMap((key) => ['quote', 'book'].map((channel) => ({ channel, key })))
    const traffic = await recordTraffic(url, everything, recordMs)
    await clients.connect(
      url,
      subscriptionsOfClients(),
      server.customers.map(({ token }) => token),
    )
    const runs: Run[] = []
    // The first run fills caches and compiles what is hot.
    for (let run = 0; run <= runsCount; run += 1) {
      const done = await runOnce(clients, orders, server.pid)
      say(done)
      runs.push(done)
    }
    orders.close()
    await clients.disconnect()
    return { runs: runs.slice(1), traffic }
  } finally {
    await server.stop()
  }
}

/** Prints the result of one run. */
function say({ counts, seconds, processor, quiet, busy }: Run): void {
  if (process.env.BENCH_SAY === undefined) return
  const p = (times: OrderTimes): string =>
    `${[0.5, 0.99].map((share) => quantileOf(times.times, share).toFixed(1)).join('/')} (${times.failed} failed)`
  const ages = [0.5, 0.99, 0.999].map((share) => quantileOfCounts(counts.ages, share)).join('/')
  process.stderr.write(
    `${Math.round(counts.messages / seconds)} messages/s, ${(counts.bytes / seconds / 1e6).toFixed(1)} MB/s, age ${ages} ms, ` +
      `orders ${p(quiet)} → ${p(busy)} ms, processor ${((100 * processor) / seconds).toFixed(0)} %, ` +
      `gaps ${counts.gaps}, backwards ${counts.backwards}, lost ${counts.lost}, ` +
      `own ${counts.own} after ${[0.5, 0.99].map((share) => quantileOfCounts(counts.ownAges, share)).join('/')} ms\n`,
  )
}

async function measureNaive(clients: Clients, traffic: readonly Recorded[]): Promise<readonly Stretch[]> {
  const child = fork(naiveServer, { serialization: 'advanced' })
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error('the peer ended')))
      child.send({ traffic, lengthMs: recordMs })
    })
    await clients.connect(`ws://127.0.0.1:${port}/`, subscriptionsOfClients(), [])
    await clients.subscribe()
    await sleep(settleMs)
    const stretches: Stretch[] = []
    for (let run = 0; run < runsCount; run += 1) {
      stretches.push(await stretchOf(clients, child.pid ?? 0, () => sleep(windowMs)))
    }
    await clients.disconnect()
    return stretches
  } finally {
    child.kill('SIGKILL')
  }
}

const rate = ({ counts, seconds }: Stretch): number => counts.messages / seconds
const processorOf = ({ processor, counts }: Stretch): number => (processor * 1e6) / counts.messages
const ageP99 = ({ counts }: Stretch): number => quantileOfCounts(counts.ages, 0.99)

/**
 * The whole server with 2,000 WebSocket clients of 20 quotes and a book each, in processes of their own, while customers
 * order over HTTP: messages a second that arrive, how old they are, what the orders wait beside orders without readers in
 * the same run.
 */
export async function run(): Promise<readonly Figure[]> {
  const clients = startClients(clientProcesses, checkingOfProcess)
  try {
    const { runs, traffic } = await measureServer(clients)
    const naive = await measureNaive(clients, traffic)
    for (const { counts, quiet, busy } of runs) {
      assert(counts.gaps + counts.backwards + counts.lost === 0, 'clients read every number, and none was cut off')
      assert(counts.own > 0, 'customers read their own orders')
      assert(quiet.failed + busy.failed === 0, 'every order was answered')
    }
    const peer = 'a ws server that writes JSON for each client and sends each message, same traffic'
    return [
      figure('market-data', 'messages/s', runs.map(rate), { peer: { name: peer, values: naive.map(rate) } }),
      figure('market-data-age', 'ms, p99', runs.map(ageP99), { peer: { name: peer, values: naive.map(ageP99) } }),
      figure(
        'market-data-orders',
        `ms, p99 at ${ordersPerSecond} orders/s`,
        runs.map(({ busy }) => quantileOf(busy.times, 0.99)),
        {
          decimals: 1,
          peer: {
            name: 'the same orders while nobody reads',
            values: runs.map(({ quiet }) => quantileOf(quiet.times, 0.99)),
          },
        },
      ),
      figure('market-data-processor', 'µs of the server a message', runs.map(processorOf), {
        decimals: 1,
        peer: { name: peer, values: naive.map(processorOf) },
      }),
    ]
  } finally {
    clients.stop()
  }
}

if (import.meta.main) for (const made of await run()) console.log(JSON.stringify(made))
