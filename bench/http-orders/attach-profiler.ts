import type { Profiler } from 'node:inspector'
import { assert } from '@bolsillo/kernel'

/** A process that takes profilers, at a port of its own. */
export const inspectOption = '--inspect=127.0.0.1:0'

const sampleEveryUs = 200

interface Reply {
  readonly id?: number
  readonly result?: { readonly profile?: Profiler.Profile }
}

/**
 * Profiles a process that was started with `inspectOption` while `work` runs.
 * @param said what the process wrote to its standard error: there it says where it listens.
 */
export async function profileWhile<Value>(
  said: string,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly profile: Profiler.Profile }> {
  const address = /Debugger listening on (ws:\S+)/.exec(said)?.[1]
  assert(address !== undefined, 'the process says where its debugger listens')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let asked = 0
  const post = (method: string, params: object = {}): Promise<Reply> => {
    asked += 1
    const id = asked
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent): void => {
        const reply: Reply = JSON.parse(String(data))
        if (reply.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(reply)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  await post('Profiler.enable')
  await post('Profiler.setSamplingInterval', { interval: sampleEveryUs })
  await post('Profiler.start')
  const value = await work()
  const { result } = await post('Profiler.stop')
  socket.close()
  assert(result?.profile !== undefined, 'a profile was made')
  return { value, profile: result.profile }
}
