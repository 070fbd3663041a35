import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { DatabaseAddress } from '@bolsillo/server-kit'
import { deskLimits } from '@bolsillo/trading/server'
import { type BenchDatabase, benchDatabase } from './bench-database.ts'
import { type DeskWorkload, placeAll, restOrders } from './desk-world.ts'
import { type Figure, figure, median } from './figure.ts'
import { fitOf, type GrowthPoint, growthDimensions, growthName, restartSizes } from './growth/dimensions.ts'
import {
  countFills,
  databaseBytes,
  prepareSeeding,
  seedCustomers,
  seedPostings,
  seedRestingOrders,
  settle,
} from './growth/seed-store.ts'
import { seededDesk } from './growth/seeded-desk.ts'

const runsCount = 5
const ordersPerRun = 4000
const outstanding = 1024
const unit = 'durable orders/s'
/** Postings written in one transaction of the seeding. */
const postingsPerStep = 5_000_000

/** The sizes of the other dimensions while one grows. */
const usual = { customers: 10_000, instruments: 50 }
type Size = typeof usual

/** Orders a second and fills per order: two sizes are comparable only if both do the same work. */
interface Rates {
  readonly rates: number[]
  readonly fillsPerOrder: number
}

async function orderRates(database: BenchDatabase, size: Size, run: number): Promise<Rates> {
  const workload: DeskWorkload = await seededDesk(database.sql, size, run).open(deskLimits.batchMax)
  const rates: number[] = []
  try {
    await restOrders(workload.trading, workload.next, 2000)
    const fillsBefore = await countFills(database.owner)
    for (let at = -1; at < runsCount; at += 1) {
      const orders = Array.from({ length: ordersPerRun }, workload.next)
      const startedMs = performance.now()
      await placeAll(workload.trading, orders, outstanding)
      if (at >= 0) rates.push((ordersPerRun * 1000) / (performance.now() - startedMs))
    }
    const fills = (await countFills(database.owner)) - fillsBefore
    return { rates, fillsPerOrder: fills / ((runsCount + 1) * ordersPerRun) }
  } finally {
    await workload.stop()
  }
}

/** Grows one thing step by step on a database of its own and measures the desk at every step. */
async function measureDimension(
  name: (typeof growthDimensions)[number]['name'],
  steps: readonly number[],
): Promise<Figure[]> {
  const database = await benchDatabase(8)
  const figures: Figure[] = []
  const points: GrowthPoint[] = []
  const { owner } = database
  try {
    await prepareSeeding(owner)
    if (name !== 'customers') await seedCustomers(owner, { from: 1, to: usual.customers, ...usual })
    let before = 0
    for (const [run, step] of steps.entries()) {
      const size = name === 'customers' || name === 'instruments' ? { ...usual, [name]: step } : usual
      if (name === 'customers')
        await seedCustomers(owner, { from: before + 1, to: step, instruments: size.instruments })
      if (name === 'instruments') await seedCustomers(owner, { from: 1, to: size.customers, instruments: step })
      if (name === 'resting' && step > before) await seedRestingOrders(owner, { from: before + 1, to: step, ...usual })
      for (let from = before; name === 'postings' && from < step; from += postingsPerStep)
        await seedPostings(owner, Math.min(postingsPerStep, step - from), usual.customers)
      before = step
      await settle(owner)
      const { rates, fillsPerOrder } = await orderRates(database, size, run)
      figures.push(figure(growthName(name, step), unit, rates))
      points.push({ size: step, microseconds: 1_000_000 / median(rates) })
      const gigabytes = ((await databaseBytes(owner)) / 2 ** 30).toFixed(1)
      const said = `${rates.map(Math.round).join(' ')} (${fillsPerOrder.toFixed(2)} fills an order, ${gigabytes} GB)`
      process.stderr.write(`${growthName(name, step)}: ${said}\n`)
    }
    const fit = fitOf(points)
    process.stderr.write(`${name}: ${fit.text}\n`)
    figures.push(figure(`growth-${name}-fit`, '× a logarithm’s growth', [fit.ofLogarithm], { decimals: 2 }))
  } finally {
    await database.close()
  }
  return figures
}

/** From the start of a desk in a new process to its first durable answer, with so many orders resting. */
async function measureRestart(orders: number): Promise<Figure[]> {
  const database = await benchDatabase(4)
  try {
    await prepareSeeding(database.owner)
    await seedCustomers(database.owner, { from: 1, to: usual.customers, ...usual })
    await seedRestingOrders(database.owner, { from: 1, to: orders, ...usual })
    await settle(database.owner)
    const starts = []
    for (let run = 0; run < runsCount; run += 1) starts.push(await restart(database.address, usual, run))
    const times = starts.map(({ tookMs }) => tookMs)
    const heaps = starts.map(({ heapMb }) => heapMb)
    return [figure(`restart-${orders}`, 'ms', times), figure(`restart-${orders}-heap`, 'MB', heaps)]
  } finally {
    await database.close()
  }
}

/**
 * The cost of an order as the data grow, and the time a desk needs to restart. `full`: up to the sizes of the
 * targets, which takes twenty minutes and ten gigabytes of disk; otherwise up to a tenth of them or less.
 */
export async function run(
  filter: string,
  { full = false }: { readonly full?: boolean } = {},
): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const { name, sizes, sizesFull } of growthDimensions) {
    const steps = full ? sizesFull : sizes
    const names = [...steps.map((step) => growthName(name, step)), `growth-${name}-fit`]
    if (names.some((one) => one.includes(filter))) figures.push(...(await measureDimension(name, steps)))
  }
  const orders = full ? restartSizes.full : restartSizes.short
  if ([`restart-${orders}`, `restart-${orders}-heap`].some((one) => one.includes(filter)))
    figures.push(...(await measureRestart(orders)))
  return figures
}

const child = fileURLToPath(new URL('./growth/restart-child.ts', import.meta.url))

/** The result of a restart. */
interface Restart {
  readonly tookMs: number
  readonly loadMs: number
  readonly heapMb: number
}

/** Starts a desk in a process of its own and waits for its first durable answer. */
async function restart(
  address: DatabaseAddress,
  size: { readonly customers: number; readonly instruments: number },
  run: number,
): Promise<Restart> {
  const args = [child, String(size.customers), String(size.instruments), String(run)]
  const env = { ...process.env, RESTART_DATABASE: JSON.stringify(address) }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return JSON.parse(stdout) as Restart
}
