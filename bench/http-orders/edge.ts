import { assert, seededRng } from '@bolsillo/kernel'
import { signInCustomers } from '@bolsillo/test-kit'
import { benchDatabase } from '../bench-database.ts'
import { processorSeconds } from '../market-data/process-figures.ts'
import { type Child, startChild } from './child.ts'
import { crowdInstruments, type Trader } from './crowd.ts'
import type { EdgeOrder } from './edge-process.ts'
import type { LoadResult } from './load.ts'
import type { LoadOrder } from './load-process.ts'
import { priced } from './order-requests.ts'

const customerCount = 10_000
const connections = 64
const runsCount = 5
const [warmUpSeconds, stretchSeconds] = [4, 3]

/** Microseconds on a processor a request cost the process under load. */
async function costOf(generator: Child, pid: number | undefined, seconds: number): Promise<number> {
  assert(pid !== undefined, 'the process under load is running')
  const before = processorSeconds(pid)
  const result = await generator.ask<LoadResult>({ kind: 'closed-loop', seconds } satisfies LoadOrder)
  const spent = processorSeconds(pid) - before
  assert(
    result.timesMs.length === result.sent,
    `all are answered: ${JSON.stringify(result.statuses)} ${result.refusal}`,
  )
  return (spent * 1e6) / result.sent
}

/** What a request costs the server without its desk, and what part of it each step has. */
export interface EdgeAlone {
  /** Microseconds on a processor a request, run by run. */
  readonly costs: readonly number[]
  readonly shares: ReadonlyMap<string, number>
}

/**
 * Measures what a request costs the server apart from the desk: the whole server but its desk in a process of its own, its
 * rooms over a real database, under the orders of `http-orders`. The cost is the process' time on a processor; a profile of
 * a stretch of its own says what part of it each step has.
 */
export async function measureEdgeAlone(): Promise<EdgeAlone> {
  const database = await benchDatabase(2)
  const children: Child[] = []
  try {
    const customers = await signInCustomers(database.owner, customerCount, {
      label: 'edge',
      rng: seededRng(11, 'edge'),
    })
    await database.owner.unsafe('vacuum analyze')
    const traders = customers.map((customer, at): Trader => {
      const symbol = crowdInstruments[at % crowdInstruments.length]?.id ?? ''
      return { ...customer, symbol }
    })
    const edge = startChild(new URL('./edge-process.ts', import.meta.url))
    children.push(edge)
    const ask = <Answer>(order: EdgeOrder): Promise<Answer> => edge.ask<Answer>(order)
    const { port } = await ask<{ readonly port: number }>({ kind: 'open', address: database.address })
    const generator = startChild(new URL('./load-process.ts', import.meta.url))
    children.push(generator)
    const prices = crowdInstruments.map((instrument) => priced(instrument, instrument.referencePrice))
    const target = { host: '127.0.0.1', port, prices, connections, traders, seed: 17 }
    await generator.ask({ kind: 'open', ...target } satisfies LoadOrder)
    await costOf(generator, edge.pid, warmUpSeconds)
    const costs: number[] = []
    for (let at = 0; at < runsCount; at += 1) costs.push(await costOf(generator, edge.pid, stretchSeconds))
    await ask({ kind: 'profile' })
    await costOf(generator, edge.pid, stretchSeconds)
    const shares = await ask<ReadonlyMap<string, number>>({ kind: 'shares' })
    return { costs, shares }
  } finally {
    for (const child of children) await child.end()
    await database.close()
  }
}
