import { WebSocket } from 'ws'

/** Events of an outgoing connection. None follows `closed`. */
export interface DialedEvents {
  readonly opened: () => void
  readonly said: (text: string) => void
  /** A ping or pong: the peer is alive. */
  readonly alive: () => void
  readonly closed: (why: string) => void
}

/** An outgoing connection for text messages. */
export interface DialedSocket {
  readonly say: (text: string) => void
  readonly ping: () => void
  /** Ends it at once, without calling `closed`. */
  readonly end: () => void
}

const openMaxMs = 10_000
const messageMaxBytes = 8 * 1024 * 1024

/** Opens a WebSocket to `url` (ws or wss, no redirects). Never throws: any error calls `closed`, once. */
export function dialSocket(url: string, events: DialedEvents): DialedSocket {
  let isOver = false
  const over = (why: string): void => {
    if (isOver) return
    isOver = true
    events.closed(why)
  }
  const socket = new WebSocket(url, {
    handshakeTimeout: openMaxMs,
    maxPayload: messageMaxBytes,
    perMessageDeflate: false,
    followRedirects: false,
  })
  const unlessOver = (work: () => void): void => {
    if (!isOver) work()
  }
  socket.on('open', () => unlessOver(events.opened))
  socket.on('message', (data, isBinary) => {
    // By default `ws` delivers a text message in one buffer.
    unlessOver(() => (isBinary || !Buffer.isBuffer(data) ? events.alive() : events.said(data.toString('utf8'))))
  })
  socket.on('ping', () => unlessOver(events.alive))
  socket.on('pong', () => unlessOver(events.alive))
  socket.on('error', (error) => {
    over(error.message)
    socket.terminate()
  })
  socket.on('close', (code) => over(`closed with ${code}`))
  return {
    say: (text) => {
      if (!isOver && socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    ping: () => {
      if (!isOver && socket.readyState === WebSocket.OPEN) socket.ping()
    },
    end: () => {
      isOver = true
      socket.terminate()
    },
  }
}
