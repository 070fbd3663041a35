import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { deltaMark } from './wire.ts'

/** A client that only counts: as little work as a reader can do, so that a thousand of them leave the core to others. */
export interface CountingClient {
  readonly say: (message: object) => void
  readonly close: () => void
}

export interface Counter {
  messages: number
  bytes: number
  lost: number
}

const mark = Buffer.from(deltaMark)
// An answer to a heartbeat nobody asked for yet counts as one to the next.
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const pongEveryMs = 9_000
const readBytes = 256 * 1024
// All sockets of the process read into one buffer: each read is done with before the next begins.
const shared = Buffer.allocUnsafe(readBytes)

/** Counts the marks of a stream that comes in pieces. */
function createCount(counter: Counter): (chunk: Buffer) => void {
  const edge = Buffer.alloc(2 * (mark.length - 1))
  let edgeLength = 0
  return (chunk) => {
    counter.bytes += chunk.length
    // A mark that lies across two reads is found in the end of the one with the beginning of the other.
    const head = Math.min(mark.length - 1, chunk.length)
    chunk.copy(edge, edgeLength, 0, head)
    if (edge.subarray(0, edgeLength + head).indexOf(mark) >= 0) counter.messages += 1
    for (let at = chunk.indexOf(mark); at >= 0; at = chunk.indexOf(mark, at + mark.length)) counter.messages += 1
    const joined = edgeLength + head
    if (chunk.length >= mark.length - 1) edgeLength = chunk.copy(edge, 0, chunk.length - mark.length + 1)
    else {
      edgeLength = Math.min(joined, mark.length - 1)
      edge.copyWithin(0, joined - edgeLength, joined)
    }
  }
}

/** Connects one over a plain socket. It finds deltas by their mark, wherever frames begin or end. */
export function countingClient(url: string, localAddress: string, counter: Counter): Promise<CountingClient> {
  const { hostname, port, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    let isOpen = false
    let isClosing = false
    const count = createCount(counter)

    const socket: Socket = connect({
      host: hostname,
      port: Number(port),
      localAddress,
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length, buffer) => {
          const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length)
          if (isOpen) count(chunk)
          else if (chunk.subarray(0, 12).toString('latin1') === 'HTTP/1.1 101') {
            isOpen = true
            timer = setInterval(() => socket.write(pong), pongEveryMs)
            resolve({
              say: (message) => socket.write(maskedText(JSON.stringify(message))),
              close: () => {
                isClosing = true
                socket.destroy()
              },
            })
          } else reject(new Error(`not a WebSocket: ${chunk.subarray(0, 100).toString('latin1')}`))
          return true
        },
      },
    })
    let timer: NodeJS.Timeout | undefined
    socket.on('connect', () => {
      const key = randomBytes(16).toString('base64')
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      )
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearInterval(timer)
      if (!isClosing) counter.lost += 1
    })
  })
}

/** A text frame as a client sends it; a mask of zeros leaves the text as it is. */
function maskedText(text: string): Buffer {
  const body = Buffer.from(text)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255])
  return Buffer.concat([head, Buffer.alloc(4), body])
}
