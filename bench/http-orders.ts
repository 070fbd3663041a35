import { assert } from '@bolsillo/kernel'
import { verifyLedger } from '@bolsillo/ledger/server'
import { customerCount, instrumentCount } from './desk-world.ts'
import { type Figure, figure, median } from './figure.ts'
import { inspectOption, profileWhile } from './http-orders/attach-profiler.ts'
import { type Child, startChild } from './http-orders/child.ts'
import { measureEdgeAlone } from './http-orders/edge.ts'
import { edgeFigures, figuresOfEdge, type Spent, sharesOf } from './http-orders/edge-parts.ts'
import type { LoadResult } from './http-orders/load.ts'
import type { LoadOrder } from './http-orders/load-process.ts'
import type { Priced } from './http-orders/order-requests.ts'
import type { PeerSetup } from './http-orders/peer.ts'
import { percentile } from './http-orders/percentile.ts'
import { type ServedCrowd, serveCrowd } from './http-orders/served.ts'
import { processorSeconds } from './market-data/process-figures.ts'
import { createOneByOne } from './one-by-one.ts'
import { profileOptions } from './profile-options.ts'

const runsCount = 5
const connections = 64
const warmUpSeconds = 6
const closedSeconds = 4
const openSeconds = 5
const peerSeconds = 3
/** The most orders that may be refused, in percent: a market moves away, a customer runs out of money or shares. */
const refusedPercentMax = 2

interface Target {
  readonly host: string
  readonly port: number
  readonly prices: readonly Priced[]
}

async function openGenerator({ traders }: ServedCrowd, target: Target): Promise<Child> {
  const generator = startChild(new URL('./http-orders/load-process.ts', import.meta.url))
  await generator.ask({ kind: 'open', ...target, connections, traders, seed: 17 } satisfies LoadOrder)
  return generator
}

/** Executed orders per second; asserts that few were refused. */
function ordersPerSecond({ timesMs, seconds, sent, statuses, refusal }: LoadResult): number {
  const refused = sent - timesMs.length
  assert(
    refused * 100 <= sent * refusedPercentMax,
    `${refused} of ${sent} refused: ${JSON.stringify(statuses)} ${refusal}`,
  )
  return timesMs.length / seconds
}

/** The result of a load run: orders per second, and the processor time of each. */
interface Stretch {
  readonly rate: number
  /** Microseconds of the process' time on a processor, everything it does beside orders included. */
  readonly processorUs: number
}

async function measureStretch(generator: Child, pid: number | undefined, seconds: number): Promise<Stretch> {
  assert(pid !== undefined, 'the process under load is running')
  const spentBefore = processorSeconds(pid)
  const result = await generator.ask<LoadResult>({ kind: 'closed-loop', seconds } satisfies LoadOrder)
  const spent = processorSeconds(pid) - spentBefore
  return { rate: ordersPerSecond(result), processorUs: (spent * 1e6) / result.timesMs.length }
}

/** Milliseconds from an order's due time to its answer, 99th percentile, at half of the server's maximum rate. */
async function measureHalfLoad(generator: Child, rate: number): Promise<number> {
  const result = await generator.ask<LoadResult>({ kind: 'open-loop', seconds: openSeconds, rate } satisfies LoadOrder)
  ordersPerSecond(result)
  return percentile(result.timesMs, 0.99)
}

async function repeat<Value>(times: number, measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = []
  for (let run = 0; run < times; run += 1) values.push(await measure())
  return values
}

/**
 * Durable orders through HTTP, form-encoded and authenticated, over 64 connections: the maximum rate, and the latency
 * at half of it. The peer is a plain back end on the same PostgreSQL that does less for each order.
 */
export async function run(filter: string): Promise<readonly Figure[]> {
  const inServer = await measureServer(filter)
  if (inServer.edge === undefined) return inServer.figures
  const { costs, shares } = await measureEdgeAlone()
  return [...inServer.figures, ...figuresOfEdge(inServer.edge, costs, shares)]
}

/** Both as the process' own profiler and ours are asked for. */
function nodeOptions(): Readonly<Record<string, string>> {
  const { NODE_OPTIONS = '' } = profileOptions()
  return { NODE_OPTIONS: `${NODE_OPTIONS} ${inspectOption}` }
}

const isWanted = (filter: string, names: readonly string[]): boolean => names.some((name) => name.includes(filter))

interface Measured {
  readonly figures: readonly Figure[]
  /** What orders cost the whole server and where, when that was asked for. */
  readonly edge: Spent | undefined
}

/** What the whole server does, and beside it the peer. */
async function measureServer(filter: string): Promise<Measured> {
  const wantsEdge = isWanted(filter, edgeFigures)
  const served = await serveCrowd(customerCount, wantsEdge ? nodeOptions() : profileOptions())
  const children: Child[] = []
  try {
    const prices = await served.prices()
    const generator = await openGenerator(served, { host: served.host, port: served.port, prices })
    children.push(generator)
    const { pid } = served.process.child
    await measureStretch(generator, pid, warmUpSeconds)
    const ours = await repeat(runsCount, () => measureStretch(generator, pid, closedSeconds))
    const edge = wantsEdge ? await profileStretch(served, generator) : undefined
    const half = Math.round(median(ratesOf(ours)) / 2)
    const figures: Figure[] = []
    if ('http-orders-half-load-p99'.includes(filter)) {
      const times = await repeat(runsCount, () => measureHalfLoad(generator, half))
      figures.push(figure('http-orders-half-load-p99', 'ms', times, { decimals: 1 }))
    }
    await generator.end()
    children.length = 0
    if (isWanted(filter, ['http-orders', 'http-orders-processor'])) {
      const peers = await measurePeer(served, prices, children)
      const name =
        'Fastify with one transaction per order (no session look-up, keys, chain, fees, events), 16 connections'
      const peer = (values: readonly number[]) => ({ peer: { name, values } })
      figures.push(
        figure('http-orders', 'durable orders/s', ratesOf(ours), peer(ratesOf(peers))),
        figure('http-orders-processor', 'µs of the server an order', processorOf(ours), peer(processorOf(peers))),
      )
    }
    const verdict = await verifyLedger(served.owner)
    assert(verdict.ok, 'the books verify after the run')
    return { figures, edge }
  } finally {
    for (const child of children) await child.end()
    await served.stop()
  }
}

async function profileStretch({ process: { child, said } }: ServedCrowd, generator: Child): Promise<Spent> {
  const { value, profile } = await profileWhile(said(), () => measureStretch(generator, child.pid, closedSeconds))
  return { costUs: value.processorUs, shares: sharesOf(profile) }
}

const ratesOf = (stretches: readonly Stretch[]): number[] => stretches.map(({ rate }) => rate)
const processorOf = (stretches: readonly Stretch[]): number[] => stretches.map(({ processorUs }) => processorUs)

async function measurePeer(served: ServedCrowd, prices: readonly Priced[], children: Child[]): Promise<Stretch[]> {
  await createOneByOne(served.owner, customerCount, instrumentCount)
  const peer = startChild(new URL('./http-orders/peer.ts', import.meta.url))
  children.push(peer)
  const setup: PeerSetup = {
    address: served.address,
    customers: customerCount,
    instruments: instrumentCount,
    tokens: served.traders.map(({ token }) => token),
  }
  const { port } = await peer.ask<{ readonly port: number }>(setup)
  const generator = await openGenerator(served, { host: '127.0.0.1', port, prices })
  children.push(generator)
  await measureStretch(generator, peer.pid, peerSeconds)
  return await repeat(runsCount, () => measureStretch(generator, peer.pid, peerSeconds))
}
