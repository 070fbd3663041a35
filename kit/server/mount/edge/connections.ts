import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '../load/rate-limit.ts'

/** Most open connections of one network, before anybody there has signed in and after. */
export interface ConnectionLimits {
  readonly before: number
  readonly signedIn: number
}

/** One household or one small office. A proxy in front of a server is one network: its own limits go here. */
export const usualConnections: ConnectionLimits = { before: 64, signedIn: 256 }

interface Network {
  open: number
  /** A request with a live session came over one of its open connections. */
  isSignedIn: boolean
}

const told = 32
const toldForMs = 1000

// The network of each open connection.
const networkOfSocket = new WeakMap<Duplex, Network>()

/** Notes a live session on a connection: its network may open more connections from now on. */
export function noteSignedIn(socket: Duplex): void {
  const network = networkOfSocket.get(socket)
  if (network !== undefined) network.isSignedIn = true
}

/**
 * Counts the connections of each network and closes those beyond the limit; a few of them at a time get an answer
 * first. A network without connections is forgotten, so that strangers cannot fill the map.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  options: { readonly refusal: () => string; readonly refused: (network: string) => void },
): void {
  const networks = new Map<string, Network>()
  let telling = 0

  const reject = (socket: Socket): void => {
    socket.on('error', () => undefined)
    if (telling >= told) {
      socket.destroy()
      return
    }
    telling += 1
    // Input is read and dropped: closing a connection with unread input would reset it and lose the answer.
    socket.resume()
    socket.end(options.refusal())
    const over = setTimeout(() => socket.destroy(), toldForMs)
    socket.once('close', () => {
      clearTimeout(over)
      telling -= 1
    })
  }

  const admit = (socket: Socket): boolean => {
    const name = networkOf(socket.remoteAddress ?? '')
    const network = networks.get(name) ?? { open: 0, isSignedIn: false }
    if (network.open >= (network.isSignedIn ? limits.signedIn : limits.before)) {
      options.refused(name)
      reject(socket)
      return false
    }
    network.open += 1
    networks.set(name, network)
    networkOfSocket.set(socket, network)
    socket.once('close', () => {
      network.open -= 1
      if (network.open === 0) networks.delete(name)
    })
    return true
  }

  // The server's own listener accepts a connection at once, so it is called only for admitted ones.
  const takers = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) for (const take of takers) take.call(server, socket)
  })
}
