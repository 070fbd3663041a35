import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckingClient, type Checks, checkingClient, noChecks } from '@bolsillo/bench/market-data/checking-client'
import { type Counter, type CountingClient, countingClient } from '@bolsillo/bench/market-data/counting-client'
import { quantileOfCounts } from '@bolsillo/bench/market-data/process-figures'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { recordExperiment } from './experiment.ts'
import { joinMarket } from './slow-readers/crowd.ts'
import type { Planted } from './slow-readers/host-messages.ts'
import { type StreamHost, startStreamHost } from './slow-readers/stream-host.ts'

// A line between the server and most of its readers breaks, three times, and all of them come back at once; some readers
// send without end, some send what nobody may. Those who read on notice nothing, and nothing of the storms stays.

const stayingCount = 60
const stormingCount = 1_500
const storms = 3
const floodingCount = 20
const floodMessages = 1_000
/** A bound for what hangs; a busy machine may miss the target. */
const backWithinMs = 150_000
const backTargetMs = 20_000
/** How long a socket that should be closed is waited for. */
const closeWithinMs = 60_000
/** What three storms may leave behind, caches of the allocator included. */
const grownMiBMax = 96

interface Storm {
  readonly staying: Checks
  /** Milliseconds until everybody who came back was sent news again, the slowest storm. */
  readonly backMs: number
  readonly residentFirstMiB: number
  readonly residentLastMiB: number
  /** Sockets the server still counts after everybody but the staying left. */
  readonly left: number
  readonly floodCodes: readonly number[]
  readonly hugeFrameCode: number
  readonly foreignOrigin: string
}

const addressOf = (at: number): string => `127.0.5.${1 + Math.floor(at / 250)}`

/** Everybody connects and subscribes at once; answers how long it took until all were sent news. */
async function arrive(host: StreamHost, crowd: CountingClient[]): Promise<number> {
  const startedMs = performance.now()
  const counters: Counter[] = Array.from({ length: stormingCount }, () => ({ messages: 0, bytes: 0, lost: 0 }))
  crowd.push(
    ...(await Promise.all(
      counters.map(async (counter, at) => {
        const client = await countingClient(host.url, addressOf(at), counter)
        joinMarket(client, at)
        return client
      }),
    )),
  )
  while (counters.some(({ messages }) => messages === 0) && performance.now() - startedMs < backWithinMs) {
    await sleep(20)
  }
  return performance.now() - startedMs
}

async function leave(host: StreamHost, crowd: CountingClient[], staying: number): Promise<number> {
  for (const client of crowd.splice(0)) client.close()
  let { sockets } = await host.look()
  for (let tries = 0; tries < 1_200 && sockets > staying; tries += 1) {
    await sleep(50)
    sockets = (await host.look()).sockets
  }
  return sockets - staying
}

const openWith = (host: StreamHost, origin: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = new WebSocket(host.url, { origin })
    socket.once('open', () => {
      socket.terminate()
      resolve('opened')
    })
    socket.once('error', (error) => resolve(error.message))
  })

async function stormOn(planted: Planted): Promise<Storm> {
  const host = await startStreamHost(planted)
  const staying = noChecks()
  const stayers: CheckingClient[] = []
  const crowd: CountingClient[] = []
  try {
    for (let at = 0; at < stayingCount; at += 1) {
      const client = await checkingClient(host.url, '127.0.6.1', staying)
      joinMarket(client, at)
      stayers.push(client)
    }
    const [backMs, resident]: [number[], number[]] = [[], []]
    let left = 0
    for (let storm = 0; storm < storms; storm += 1) {
      backMs.push(await arrive(host, crowd))
      await sleep(500)
      resident.push((await host.look()).residentMiB)
      left = await leave(host, crowd, stayingCount)
    }
    const floodCodes = await Promise.all(
      Array.from({ length: floodingCount }, async () => {
        const client = await checkingClient(host.url, '127.0.7.1', noChecks())
        for (let n = 0; n < floodMessages; n += 1) client.say({ type: 'ping' })
        return await Promise.race([client.closed, sleep(closeWithinMs).then(() => 0)])
      }),
    )
    const huge = await checkingClient(host.url, '127.0.7.2', noChecks())
    huge.say({ type: 'subscribe', channel: 'quote', key: 'x'.repeat(1024 * 1024) })
    return {
      staying,
      backMs: Math.max(...backMs),
      residentFirstMiB: resident[0] ?? 0,
      residentLastMiB: resident.at(-1) ?? 0,
      left,
      floodCodes,
      hugeFrameCode: await Promise.race([huge.closed, sleep(closeWithinMs).then(() => 0)]),
      foreignOrigin: await openWith(host, 'https://elsewhere.example'),
    }
  } finally {
    for (const client of [...stayers, ...crowd]) client.close()
    host.kill()
  }
}

test('all readers come back at once, some flood: the others read on, and nothing stays', async () => {
  const sound = await stormOn('none')
  const dropping = await stormOn('drops-deltas')
  const { staying, floodCodes } = sound
  const grown = sound.residentLastMiB - sound.residentFirstMiB
  const undisturbed = [staying.gaps, staying.backwards, staying.lost, sound.left]
  const flooded = floodCodes.filter((code) => code === 1008).length
  const refusedFrame = sound.hugeFrameCode === 1009
  const refusedOrigin = sound.foreignOrigin.includes('403')
  const passed =
    undisturbed.every((count) => count === 0) &&
    sound.backMs < backWithinMs &&
    grown <= grownMiBMax &&
    flooded === floodingCount &&
    refusedFrame &&
    refusedOrigin
  recordExperiment({
    experiment: 'stream-storm',
    done: `${stormingCount} readers with 21 subscriptions each came at once, ${storms} times over; ${floodingCount} sent ${floodMessages} messages at once; one a frame of 1 MiB, one from a foreign page`,
    command: 'npm run reliability -- tests/faults/stream-storm',
    figures: {
      [`until all were sent news again, the slowest time, ms (target ${backTargetMs})`]: Math.round(sound.backMs),
      'messages to those who read on': staying.messages,
      'gaps they saw': staying.gaps,
      'age of their messages, p99 ms': quantileOfCounts(staying.ages, 0.99),
      'memory grown from the first storm to the last, MiB': Math.round(grown),
      'sockets left over': sound.left,
      'floods cut off': flooded,
    },
    controls: [
      {
        planted: 'one message in 97 is left out',
        caught: dropping.staying.gaps > 0,
        how: `${dropping.staying.gaps} gaps were seen`,
      },
    ],
    passed,
  })
  expect(undisturbed).toEqual([0, 0, 0, 0])
  expect(sound.backMs).toBeLessThan(backWithinMs)
  expect(grown).toBeLessThanOrEqual(grownMiBMax)
  expect(flooded).toBe(floodingCount)
  expect([sound.hugeFrameCode, sound.foreignOrigin]).toEqual([1009, expect.stringContaining('403')])
  expect(dropping.staying.gaps).toBeGreaterThan(0)
})
