import type { WebSocket } from 'ws'

/** What waits to be sent to one socket, and when it goes. */
export interface Outbound {
  /** A message every reader must get. */
  readonly push: (message: string) => void
  /** A message that replaces an earlier one of the same name that has not been sent yet. */
  readonly replace: (name: string, message: string) => void
  /** Forgets what waits under a name. */
  readonly forget: (name: string) => void
  /**
   * Sends what waits as one frame, if the socket has room. `waiting`: it has none now. `too-slow`: it has none, and more
   * must not be kept for it.
   */
  readonly flush: () => 'done' | 'waiting' | 'too-slow'
}

/** As much may wait in a socket's own buffer, and as much again before it: at most 1 MiB for each reader in all. */
export const waitingBytesMax = 512 * 1024

/**
 * Gathers messages and sends them together as one JSON list: a phone wakes up once for a hundred price changes. While
 * the socket's buffer is full, `replace` messages stay conflated here, at most one a name; `push` messages add up, and
 * over the limit the reader is given up: it would otherwise see a past that no longer exists.
 */
export function createOutbound(socket: WebSocket): Outbound {
  let pushed: string[] = []
  let pushedBytes = 0
  const replaced = new Map<string, string>()
  return {
    push: (message) => {
      pushed.push(message)
      pushedBytes += message.length
    },
    replace: (name, message) => {
      replaced.set(name, message)
    },
    forget: (name) => {
      replaced.delete(name)
    },
    flush: () => {
      if (pushed.length === 0 && replaced.size === 0) return 'done'
      if (socket.bufferedAmount > waitingBytesMax) return pushedBytes > waitingBytesMax ? 'too-slow' : 'waiting'
      const messages = replaced.size === 0 ? pushed : [...pushed, ...replaced.values()]
      pushed = []
      pushedBytes = 0
      replaced.clear()
      socket.send(`[${messages.join(',')}]`)
      return 'done'
    },
  }
}
