import { assert, isRejection } from '@bolsillo/kernel'
import { verifyLedger } from '@bolsillo/ledger/server'
import { tuneCollector } from '@bolsillo/server-kit'
import { benchDatabase } from './bench-database.ts'
import { customerCount, type DeskWorkload, deskWorkload, instrumentCount, placeAll } from './desk-world.ts'
import { type Figure, figure, median } from './figure.ts'
import { percentile } from './http-orders/percentile.ts'
import { createOneByOne, type OneByOne } from './one-by-one.ts'

const runsCount = 5
const ordersPerRun = 5000
const outstanding = 1024
const peerOrdersPerRun = 3000
const oneByOnePerRun = 300
const peerConnections = 16
const loneOrders = 60
const halfLoadSeconds = 3

async function measureDesk({ trading, next }: DeskWorkload, count: number): Promise<number[]> {
  const rates: number[] = []
  for (let run = -1; run < runsCount; run += 1) {
    const orders = Array.from({ length: count }, next)
    const startedMs = performance.now()
    await placeAll(trading, orders, outstanding)
    if (run >= 0) rates.push((count * 1000) / (performance.now() - startedMs))
  }
  return rates
}

async function measurePeer({ place }: OneByOne): Promise<number[]> {
  const rates: number[] = []
  let order = 0
  for (let run = -1; run < runsCount; run += 1) {
    const startedMs = performance.now()
    let left = peerOrdersPerRun
    const client = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        order += 1
        await place(order)
      }
    }
    await Promise.all(Array.from({ length: peerConnections }, client))
    if (run >= 0) rates.push((peerOrdersPerRun * 1000) / (performance.now() - startedMs))
  }
  return rates
}

/**
 * Milliseconds from an order's due time to its durable answer, 99th percentile, at half of the desk's maximum rate.
 * Orders are due at a constant rate, so a stall counts for all orders due during it.
 */
async function measureHalfLoad({ trading, next }: DeskWorkload, peakRate: number): Promise<Figure> {
  const rate = peakRate / 2
  const worst: number[] = []
  for (let run = -1; run < runsCount; run += 1) {
    const orders = Array.from({ length: Math.round(rate * halfLoadSeconds) }, next)
    const times: number[] = []
    const answers: Promise<void>[] = []
    const startedMs = performance.now()
    for (let at = 0; at < orders.length; ) {
      const due = Math.min(orders.length, Math.floor(((performance.now() - startedMs) * rate) / 1000) + 1)
      for (const order of orders.slice(at, due)) {
        const dueMs = startedMs + (at * 1000) / rate
        at += 1
        answers.push(
          trading.place(order).then((outcome) => {
            if (!isRejection(outcome)) times.push(performance.now() - dueMs)
          }),
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(answers)
    assert(times.length * 50 > orders.length * 49, 'nearly every order of the half load is taken')
    if (run >= 0)
      worst.push(
        percentile(
          times.sort((a, b) => a - b),
          0.99,
        ),
      )
  }
  return figure('desk-half-load-p99', 'ms', worst, { decimals: 1 })
}

/** Milliseconds until a single order is answered, after a warm-up of the same length. */
async function measureLone({ trading, next }: DeskWorkload): Promise<Figure> {
  const times: number[] = []
  for (let at = -loneOrders; at < loneOrders; at += 1) {
    const startedMs = performance.now()
    const outcome = await trading.place(next())
    if (at >= 0 && !isRejection(outcome)) times.push(performance.now() - startedMs)
  }
  return figure('desk-lone-order', 'ms', times, { decimals: 2 })
}

/**
 * Durable orders a second through the desk, beside one transaction per order on the same database: once doing exactly
 * the same work (the same desk with one order a batch), once against a plain back end that does less for each order.
 */
export async function run(filter: string): Promise<readonly Figure[]> {
  tuneCollector()
  const database = await benchDatabase(peerConnections)
  try {
    let workload = await deskWorkload(database.sql)
    const figures: Figure[] = []
    if (
      ['desk-orders', 'desk-orders-plain', 'desk-half-load-p99', 'desk-lone-order'].some((name) =>
        name.includes(filter),
      )
    ) {
      const ours = await measureDesk(workload, ordersPerRun)
      figures.push(await measureHalfLoad(workload, median(ours)))
      // Measured on a warm desk: the first hundred orders mostly measure compilation.
      figures.push(await measureLone(workload))
      workload = await workload.restart(1)
      const oneByOne = await measureDesk(workload, oneByOnePerRun)
      const unit = 'durable orders/s'
      figures.push(
        figure('desk-orders', unit, ours, {
          peer: { name: 'the same desk, one transaction per order', values: oneByOne },
        }),
      )
      const plain = await measurePeer(await createOneByOne(database.owner, customerCount, instrumentCount))
      const name = `a plain back end (no chain, fees, events), one transaction per order, ${peerConnections} connections`
      figures.push(figure('desk-orders-plain', unit, ours, { peer: { name, values: plain } }))
    }
    await workload.stop()
    const verdict = await verifyLedger(database.owner)
    assert(verdict.ok, 'the books verify after the run')
    return figures
  } finally {
    await database.close()
  }
}
