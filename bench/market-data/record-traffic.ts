import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Subscription } from './wire.ts'

/** One delta of a recorded stretch, and when it came. */
export interface Recorded extends Subscription {
  readonly atMs: number
  readonly data: unknown
}

interface Message extends Subscription {
  readonly type: string
  readonly data: unknown
}

/** Everything published under some names for a while, as one client gets it. */
export async function recordTraffic(
  url: string,
  subscriptions: readonly Subscription[],
  forMs: number,
): Promise<readonly Recorded[]> {
  const socket = new WebSocket(url, { localAddress: '127.0.9.1' })
  const recorded: Recorded[] = []
  let startedMs = Number.POSITIVE_INFINITY
  socket.on('message', (data: Buffer) => {
    const atMs = Date.now() - startedMs
    if (atMs < 0) return
    for (const { type, channel, key, data: delta } of JSON.parse(data.toString()) as readonly Message[]) {
      if (type === 'delta') recorded.push({ atMs, channel, key, data: delta })
    }
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  for (const { channel, key } of subscriptions) socket.send(JSON.stringify({ type: 'subscribe', channel, key }))
  await sleep(1_000)
  startedMs = Date.now()
  await sleep(forMs)
  socket.terminate()
  return recorded
}
