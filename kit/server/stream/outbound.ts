import type { Duplex } from 'node:stream'
import type { FrameWriter } from './frame.ts'

/** Something of which only the newest counts, in the eyes of one reader. */
export interface Newest {
  /** Whether the reader waits for it. */
  isWaiting: boolean
  /** What it is by now, as a message. */
  readonly newest: () => Buffer
}

/** What waits to be sent to one socket. */
export interface Outbound {
  /** A message the reader must get. */
  readonly push: (message: Buffer) => void
  /** The reader is to get the newest of this with the next frame, whatever it is by then. */
  readonly change: (of: Newest) => void
  /**
   * Sends what waits as one frame, if the socket has room. `waiting`: it has none now. `too-slow`: it has none, and more
   * must not be kept for it.
   */
  readonly flush: () => 'done' | 'waiting' | 'too-slow'
  /** Bytes kept for the reader: in the socket, and before it. */
  readonly waitingBytes: () => number
}

/** As much may wait in a socket's own buffer, and as much again before it: at most 1 MiB for each reader in all. */
export const waitingBytesMax = 512 * 1024

/**
 * Gathers messages and sends them together as one JSON list: a phone wakes up once for a hundred price changes. While
 * the socket's buffer is full, what replaces itself costs a reader nothing, because only the fact that it changed is
 * kept; pushed messages add up, and over the limit the reader is given up: it would otherwise see a past that no longer
 * exists.
 */
export function createOutbound(socket: Duplex, frames: FrameWriter): Outbound {
  let pushed: Buffer[] = []
  let pushedBytes = 0
  let changed: Newest[] = []
  return {
    push: (message) => {
      pushed.push(message)
      pushedBytes += message.length
    },
    change: (of) => {
      if (of.isWaiting) return
      of.isWaiting = true
      changed.push(of)
    },
    flush: () => {
      if (pushed.length === 0 && changed.length === 0) return 'done'
      if (socket.writableLength > waitingBytesMax) return pushedBytes > waitingBytesMax ? 'too-slow' : 'waiting'
      const messages = pushed
      for (const of of changed) {
        // Not any more, when the reader left it or got it whole in the meantime.
        if (of.isWaiting) messages.push(of.newest())
        of.isWaiting = false
      }
      pushed = []
      pushedBytes = 0
      changed = []
      if (messages.length > 0) frames.write(socket, messages)
      return 'done'
    },
    waitingBytes: () => socket.writableLength + pushedBytes,
  }
}
