import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@bolsillo/kernel'
import { type Figure, figure } from './figure.ts'
import { startClients } from './market-data/clients.ts'
import { createOrderLoad } from './market-data/orders.ts'
import { residentMiB, slopeOf } from './market-data/process-figures.ts'
import { startRealServer } from './market-data/real-server.ts'
import {
  checkingOfProcess,
  clientProcesses,
  memoryMs,
  memoryWarmMs,
  ordersPerSecond,
  subscriptionsOfClients,
} from './market-data/setting.ts'

const lookEveryMs = 500
const windows = 5

/**
 * Whether the server's memory stays flat while 2,000 clients read and customers order: the slope of its resident memory
 * in each of five stretches, after caches and the rings of last prints had time to fill.
 */
export async function run(): Promise<readonly Figure[]> {
  const clients = startClients(clientProcesses, checkingOfProcess)
  try {
    const server = await startRealServer()
    try {
      const orders = createOrderLoad(server.url, server.customers)
      await orders.fund()
      const tokens = server.customers.map(({ token }) => token)
      await clients.connect(`${server.url.replace('http', 'ws')}/ipcf-api/stream`, subscriptionsOfClients(), tokens)
      await clients.subscribe()
      const ordering = orders.run(ordersPerSecond / 2, memoryWarmMs + memoryMs)
      await sleep(memoryWarmMs)
      const { of: points, counts } = await clients.count(() => look(server.pid))
      await ordering
      assert(counts.gaps + counts.backwards + counts.lost === 0, 'clients read every number, and none was cut off')
      orders.close()
      await clients.disconnect()
      const each = points.length / windows
      const slopes = Array.from({ length: windows }, (_, at) => slopeOf(points.slice(at * each, (at + 1) * each)))
      return [
        figure('market-data-memory', 'MiB/minute', slopes, { decimals: 1 }),
        figure('market-data-resident', 'MiB', [points.at(-1)?.[1] ?? Number.NaN]),
      ]
    } finally {
      await server.stop()
    }
  } finally {
    clients.stop()
  }
}

/** Minutes since the beginning, and MiB. */
async function look(pid: number): Promise<(readonly [number, number])[]> {
  const points: [number, number][] = []
  for (let passedMs = 0; passedMs < memoryMs; passedMs += lookEveryMs) {
    points.push([passedMs / 60_000, residentMiB(pid)])
    await sleep(lookEveryMs)
  }
  return points
}
