import { assert, seededRng } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, verifyLedger } from '@bolsillo/ledger/server'
import { type Sql, transaction, tuneCollector } from '@bolsillo/server-kit'
import { benchDatabase } from './bench-database.ts'
import { type DeskWorkload, deskServices, deskWorkload, placeAll } from './desk-world.ts'
import { type Figure, figure } from './figure.ts'
import { percentile } from './http-orders/percentile.ts'

const runsCount = 5
const ordersPerRun = 5000
const outstanding = 1024
const connectionsMax = 16
const roomsPerSecond = 100

/** Posts for customers, as a deposit does, at a constant rate whatever the answers take, until it is stopped. */
function roomsBeside(sql: Sql, { next }: DeskWorkload) {
  const services = deskServices(sql, seededRng(3, 'rooms beside the desk'))
  const ledger = createLedger()
  const times: number[] = []
  const answers: Promise<void>[] = []
  const startedMs = performance.now()
  const post = async (): Promise<void> => {
    const askedMs = performance.now()
    const account = customerAccount(next().customerId, 'stock', 'MXN')
    const outcome = await transaction(sql, (tx) => ledger.post(tx, [grantEntry(services, account, 100n)]))
    assert(outcome.kind === 'posted', 'a deposit fits')
    times.push(performance.now() - askedMs)
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) * roomsPerSecond) / 1000)
    while (answers.length < due) answers.push(post())
  }, 2)
  return {
    stop: async (): Promise<readonly number[]> => {
      clearInterval(timer)
      await Promise.all(answers)
      return times.sort((a, b) => a - b)
    },
  }
}

async function rateOf({ trading, next }: DeskWorkload): Promise<number> {
  const orders = Array.from({ length: ordersPerRun }, next)
  const startedMs = performance.now()
  await placeAll(trading, orders, outstanding)
  return (ordersPerRun * 1000) / (performance.now() - startedMs)
}

/** The effect of rooms that move money on concurrent orders, and their wait for the journal's head. */
export async function run(): Promise<readonly Figure[]> {
  tuneCollector()
  const database = await benchDatabase(connectionsMax, { madeUp: true })
  try {
    const workload = await deskWorkload(database.sql)
    const [alone, beside, waits]: [number[], number[], number[]] = [[], [], []]
    for (let run = -1; run < runsCount; run += 1) {
      const without = await rateOf(workload)
      const rooms = roomsBeside(database.sql, workload)
      const within = await rateOf(workload)
      const times = await rooms.stop()
      if (run < 0) continue
      alone.push(without)
      beside.push(within)
      waits.push(percentile(times, 0.99))
    }
    await workload.stop()
    const verdict = await verifyLedger(database.owner)
    assert(verdict.ok, 'the books verify after the run')
    return [
      figure('desk-beside-rooms', 'durable orders/s', beside, {
        peer: { name: 'the same orders while nobody else posts', values: alone },
      }),
      figure('desk-rooms-wait', 'ms, p99', waits, { decimals: 1 }),
    ]
  } finally {
    await database.close()
  }
}
