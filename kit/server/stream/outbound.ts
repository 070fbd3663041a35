import type { Duplex } from 'node:stream'
import type { FrameWriter } from './frame.ts'

/** A value of which a reader needs only the newest state. */
export interface Newest {
  /** Whether the reader waits for it. */
  isWaiting: boolean
  /** Its newest state, as a message. */
  readonly newest: () => Buffer
}

/** The send queue of one socket. */
export interface Outbound {
  /** A message the reader must get. */
  readonly push: (message: Buffer) => void
  /** Marks a value as changed: the next frame carries its newest state at that time. */
  readonly change: (of: Newest) => void
  /**
   * Sends the queue as one frame if the socket has room. `waiting`: it has none now. `too-slow`: it has none, and the
   * queue is full.
   */
  readonly flush: () => 'done' | 'waiting' | 'too-slow'
  /** Bytes waiting for the reader, in the socket's buffer and in the queue. */
  readonly waitingBytes: () => number
  /** Nothing is sent any more: the socket is being closed. */
  readonly stop: () => void
}

/** Creates the send queue of a socket. */
export type OutboundMaker = (socket: Duplex, frames: FrameWriter) => Outbound

/** The most bytes waiting for a reader, in the socket's buffer and in the queue together. */
export const waitingBytesMax = 1024 * 1024

/** While the socket's buffer holds this much, nothing is added to it. */
export const socketBytesMax = 256 * 1024

/**
 * Gathers messages and sends them together as one JSON list: a phone wakes up once for a hundred price changes. While
 * the socket's buffer is full, replaceable values take no memory, because only the fact of the change is stored.
 * Pushed messages accumulate; when they no longer fit, the reader is disconnected, because it would see only outdated
 * states.
 */
export const createOutbound: OutboundMaker = (socket, frames) => {
  let pushed: Buffer[] = []
  let pushedBytes = 0
  let changed: Newest[] = []
  let isOver = false
  const waitingBytes = (): number => socket.writableLength + pushedBytes

  const flush: Outbound['flush'] = () => {
    if (isOver) return 'too-slow'
    if (pushed.length === 0 && changed.length === 0) return 'done'
    if (socket.writableLength > socketBytesMax) return 'waiting'
    const messages = pushed
    changed = addChanged(messages, changed, waitingBytesMax - waitingBytes())
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
      // A large burst is flushed before its turn if the socket has room, instead of disconnecting the reader.
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

/**
 * Adds the newest state of changed values to the messages, as far as there is room, but at least one.
 * @returns the values that are left over.
 */
function addChanged(messages: Buffer[], changed: readonly Newest[], bytesMax: number): Newest[] {
  let room = bytesMax
  let taken = 0
  for (const of of changed) {
    // The reader may have unsubscribed, or got a snapshot, in the meantime.
    if (of.isWaiting) {
      const message = of.newest()
      if (message.length > room && messages.length > 0) break
      messages.push(message)
      room -= message.length
      of.isWaiting = false
    }
    taken += 1
  }
  return changed.slice(taken)
}
