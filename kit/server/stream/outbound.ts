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
  /** Nothing is sent any more: the socket is being closed. */
  readonly stop: () => void
}

/** Makes what waits for one socket. */
export type OutboundMaker = (socket: Duplex, frames: FrameWriter) => Outbound

/** At most this much is kept for a reader in all: in the socket's own buffer and before it. */
export const waitingBytesMax = 1024 * 1024

/** While this much lies in the socket's buffer nothing is added to it. */
export const socketBytesMax = 256 * 1024

/**
 * Gathers messages and sends them together as one JSON list: a phone wakes up once for a hundred price changes. While
 * the socket's buffer is full, what replaces itself costs a reader nothing, because only the fact that it changed is
 * kept; pushed messages add up, and when they do not fit any more the reader is given up: it would otherwise see a past
 * that no longer exists.
 */
export const createOutbound: OutboundMaker = (socket, frames) => {
  let pushed: Buffer[] = []
  let pushedBytes = 0
  let changed: Newest[] = []
  let isOver = false
  const waitingBytes = (): number => socket.writableLength + pushedBytes

  /** Adds what changed, as it is now, as far as there is room; one at least. */
  const addChanged = (messages: Buffer[]): void => {
    let room = waitingBytesMax - waitingBytes()
    let taken = 0
    for (const of of changed) {
      // Not any more, when the reader left it or got it whole in the meantime.
      if (of.isWaiting) {
        const message = of.newest()
        if (message.length > room && messages.length > 0) break
        messages.push(message)
        room -= message.length
        of.isWaiting = false
      }
      taken += 1
    }
    changed = changed.slice(taken)
  }

  const flush: Outbound['flush'] = () => {
    if (isOver) return 'too-slow'
    if (pushed.length === 0 && changed.length === 0) return 'done'
    if (socket.writableLength > socketBytesMax) return 'waiting'
    const messages = pushed
    addChanged(messages)
    pushed = []
    pushedBytes = 0
    if (messages.length > 0) frames.write(socket, messages)
    return changed.length > 0 ? 'waiting' : 'done'
  }

  const stop = (): void => {
    isOver = true
    pushed = []
    pushedBytes = 0
    changed = []
  }

  return {
    push: (message) => {
      if (isOver) return
      // Much at once is no reason to give up a reader whose socket has room: it goes before its turn.
      if (pushedBytes > socketBytesMax) flush()
      if (waitingBytes() > 0 && waitingBytes() + message.length > waitingBytesMax) return stop()
      pushed.push(message)
      pushedBytes += message.length
    },
    change: (of) => {
      if (of.isWaiting || isOver) return
      of.isWaiting = true
      changed.push(of)
    },
    flush,
    waitingBytes,
    stop,
  }
}
