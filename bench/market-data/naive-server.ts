import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Recorded } from './record-traffic.ts'

// The peer, in a process of its own: the same traffic through a typical WebSocket server. For each message it finds
// the subscribers, and serializes and sends it for each of them.

const sockets = new Map<WebSocket, Set<string>>()
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })

server.on('connection', (socket) => {
  const names = new Set<string>()
  sockets.set(socket, names)
  socket.on('message', (data: Buffer) => {
    const { type, channel, key } = JSON.parse(data.toString()) as Record<string, string>
    const name = `${channel}:${key}`
    if (type === 'subscribe') {
      names.add(name)
      socket.send(JSON.stringify([{ type: 'snapshot', channel, key, seq: 0, at: Date.now(), data: {} }]))
    } else names.delete(name)
  })
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => socket.terminate())
})

const seqs = new Map<string, number>()

function publish({ channel, key, data }: Recorded): void {
  const name = `${channel}:${key}`
  const seq = (seqs.get(name) ?? 0) + 1
  seqs.set(name, seq)
  const at = Date.now()
  for (const [socket, names] of sockets) {
    if (names.has(name)) socket.send(JSON.stringify([{ type: 'delta', channel, key, seq, at, data }]))
  }
}

/** Plays what was recorded over and over, each message at its moment. */
function play(traffic: readonly Recorded[], lengthMs: number): void {
  let startedMs = Date.now()
  let next = 0
  setInterval(() => {
    const passedMs = Date.now() - startedMs
    for (let one = traffic[next]; one !== undefined && one.atMs <= passedMs; one = traffic[next]) {
      publish(one)
      next += 1
    }
    if (passedMs < lengthMs || next < traffic.length) return
    // A server that cannot keep up runs as fast as it can and does not catch up.
    startedMs = Math.max(startedMs + lengthMs, Date.now() - lengthMs)
    next = 0
  }, 10)
}

process.on('message', ({ traffic, lengthMs }: { traffic: readonly Recorded[]; lengthMs: number }) => {
  http.listen(0, '127.0.0.1', 4096, () => {
    play(traffic, lengthMs)
    process.send?.((http.address() as AddressInfo).port)
  })
})
process.on('disconnect', () => process.exit(0))
