import type { Duplex } from 'node:stream'

// A final, unmasked text frame, as a server sends it (RFC 6455, 5.2).
const wholeText = 0x81
const shortMax = 125
const mediumMax = 0xff_ff
const [medium, long] = [126, 127]
const headMax = 10

const opening = 0x5b
const comma = 0x2c
const closing = 0x5d

const slabBytes = 256 * 1024

/**
 * Writes messages that are already bytes as one WebSocket frame, a JSON list, with one system call.
 *
 * The frame goes directly to the upgraded socket, between complete frames of the WebSocket library, which never
 * splits an uncompressed frame over several writes. All sockets share one buffer: the kernel has usually taken
 * everything when `write` returns, and the next frame overwrites it. Bytes not taken yet keep their place, and the
 * next frame is written behind them.
 */
export interface FrameWriter {
  readonly write: (socket: Duplex, messages: readonly Buffer[]) => void
}

/** A writer for many sockets. */
export function createFrameWriter(): FrameWriter {
  let slab = Buffer.allocUnsafeSlow(slabBytes)
  let free = 0

  const placeFor = (bytes: number): Buffer => {
    if (bytes > slabBytes) return Buffer.allocUnsafeSlow(bytes)
    if (free + bytes > slabBytes) {
      slab = Buffer.allocUnsafeSlow(slabBytes)
      free = 0
    }
    return slab.subarray(free, free + bytes)
  }

  return {
    write: (socket, messages) => {
      // A bracket or a comma before each message, and the closing bracket.
      const body = messages.reduce((sum, { length }) => sum + length, messages.length + 1)
      const head = headLength(body)
      const frame = placeFor(head + body)
      writeHead(frame, body)
      let at = head
      for (const message of messages) {
        frame[at] = at === head ? opening : comma
        frame.set(message, at + 1)
        at += message.length + 1
      }
      frame[at] = closing
      socket.write(frame)
      if (socket.writableLength > 0 && frame.length <= slabBytes) free += frame.length
    },
  }
}

function headLength(bodyBytes: number): number {
  if (bodyBytes <= shortMax) return 2
  return bodyBytes <= mediumMax ? 4 : headMax
}

function writeHead(frame: Buffer, bodyBytes: number): void {
  frame[0] = wholeText
  if (bodyBytes <= shortMax) frame[1] = bodyBytes
  else if (bodyBytes <= mediumMax) {
    frame[1] = medium
    frame.writeUInt16BE(bodyBytes, 2)
  } else {
    frame[1] = long
    frame.writeBigUInt64BE(BigInt(bodyBytes), 2)
  }
}
