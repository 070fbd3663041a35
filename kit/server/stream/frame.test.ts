import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createPlainServer } from 'node:net'
import { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createFrameWriter } from './frame.ts'

/** A socket that completes a write only when the test calls `take`. */
function slowSocket(): { readonly socket: Duplex; readonly take: () => void; readonly taken: () => Buffer } {
  const taken: Buffer[] = []
  let waiting: (() => void) | undefined
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _, done) => {
      waiting = () => {
        // Copied as late as a kernel copies it.
        taken.push(Buffer.from(chunk))
        done()
      }
    },
  })
  const take = (): void => {
    for (let next = waiting; next !== undefined; next = waiting) {
      waiting = undefined
      next()
    }
  }
  return { socket, take, taken: () => Buffer.concat(taken) }
}

/** What the library's client reads when these bytes come after its handshake. */
async function read(bytes: Buffer): Promise<string[]> {
  const http = createServer()
  const server = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, wire, head) => server.handleUpgrade(request, wire, head, () => wire.end(bytes)))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const texts: string[] = []
  client.on('message', (data, isBinary) => texts.push(isBinary ? 'not text' : data.toString()))
  await once(client, 'close')
  http.close()
  return texts
}

describe('a frame', () => {
  it.each([1, 123, 124, 125, 126, 65_532, 65_533, 65_534, 65_535, 300_000])(
    'of one message of %i bytes is read by the library as written',
    async (bytes) => {
      const { socket, take, taken } = slowSocket()
      const message = `"${'x'.repeat(Math.max(0, bytes - 2))}"`.slice(0, bytes)
      createFrameWriter().write(socket, [Buffer.from(message)])
      take()
      expect(await read(taken())).toEqual([`[${message}]`])
    },
  )

  it('is a JSON list of its messages, in order', async () => {
    const { socket, take, taken } = slowSocket()
    createFrameWriter().write(
      socket,
      [{ n: 1 }, { n: 'ñ' }, { n: 3 }].map((one) => Buffer.from(JSON.stringify(one))),
    )
    take()
    const [text = ''] = await read(taken())
    expect(JSON.parse(text)).toEqual([{ n: 1 }, { n: 'ñ' }, { n: 3 }])
  })

  it('stays what it was while a socket has not taken it, however many others are written', async () => {
    const frames = createFrameWriter()
    const sockets = Array.from({ length: 40 }, slowSocket)
    // More than one slab holds, so that places are given again where that is allowed.
    for (let round = 0; round < 20; round += 1) {
      for (const [at, { socket }] of sockets.entries()) {
        frames.write(socket, [Buffer.from(JSON.stringify({ at, round, fill: 'x'.repeat(3000) }))])
      }
      // Half the readers keep up.
      for (const { take } of sockets.slice(20)) take()
    }
    for (const [at, { take, taken }] of sockets.entries()) {
      take()
      const read = await readAll(taken())
      expect(read.map((one) => [one.at, one.round])).toEqual(Array.from({ length: 20 }, (_, round) => [at, round]))
    }
  })

  it('is whole on a real socket whose reader pauses', async () => {
    const server = createPlainServer((wire) => {
      const frames = createFrameWriter()
      for (let round = 0; round < 200; round += 1) {
        frames.write(wire, [Buffer.from(JSON.stringify({ at: 0, round, fill: 'x'.repeat(50_000) }))])
      }
      wire.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const chunks: Buffer[] = []
    await once(reader, 'connect')
    reader.pause()
    await sleep(100)
    reader.on('data', (chunk: Buffer) => chunks.push(chunk))
    reader.resume()
    await once(reader, 'end')
    server.close()
    const read = await readAll(Buffer.concat(chunks))
    expect(read.map(({ round }) => round)).toEqual(Array.from({ length: 200 }, (_, round) => round))
  })
})

async function readAll(bytes: Buffer): Promise<{ readonly at: number; readonly round: number }[]> {
  const texts = await read(bytes)
  return texts.flatMap((text) => JSON.parse(text) as { at: number; round: number }[])
}
