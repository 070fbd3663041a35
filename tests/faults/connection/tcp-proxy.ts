import { createServer, connect as dial, type NetConnectOpts, type Socket } from 'node:net'

/** What the line does to everything that passes. */
export type Fault =
  | { readonly kind: 'none' }
  /** New connections are closed at once. */
  | { readonly kind: 'refuse' }
  /** Half-open: both ends believe in the connection, and nothing arrives. What was swallowed never comes. */
  | { readonly kind: 'swallow' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }

/** Bytes about to pass. `up` is from whoever connected, `down` is what they are answered. */
export interface Passing {
  readonly connection: number
  readonly direction: 'up' | 'down'
  readonly chunk: Buffer
}

/** Let all of it pass, or so many bytes and then reset both ends. */
export type Verdict = 'pass' | { readonly resetAfter: number }

/** A TCP line of our own that can be made bad. It knows nothing of what passes; it counts bytes. */
export interface TcpProxy {
  readonly port: number
  /** How many connections are open. */
  readonly open: () => number
  /** What the line does from now on, to open connections too. */
  readonly become: (fault: Fault) => void
  /** Asked about every chunk, until told otherwise. */
  readonly inspect: (inspector: ((passing: Passing) => Verdict) | undefined) => void
  /** Resets every open connection. */
  readonly resetAll: () => void
  readonly stop: () => Promise<void>
}

interface Line {
  readonly client: Socket
  readonly server: Socket
}

const throttleSliceMs = 20

/** A proxy as it is now. */
interface Wiring {
  readonly target: NetConnectOpts
  readonly lines: Map<number, Line>
  readonly timers: Set<NodeJS.Timeout>
  /** Ends whose other end hung up while the line swallowed. */
  readonly gone: Set<Socket>
  fault: Fault
  inspector: ((passing: Passing) => Verdict) | undefined
  last: number
}

/** Starts a line to a target, on a free port of this machine. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const proxy: Wiring = {
    ...{ target, lines: new Map(), timers: new Set(), gone: new Set() },
    ...{ fault: { kind: 'none' }, inspector: undefined, last: 0 },
  }
  const { lines, timers, gone } = proxy
  const listener = createServer((client) => accept(proxy, client))
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', resolve)
  })
  const address = listener.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    open: () => lines.size,
    become: (next) => {
      proxy.fault = next
      if (next.kind === 'swallow') return
      for (const socket of gone) socket.destroy()
      gone.clear()
    },
    inspect: (next) => {
      proxy.inspector = next
    },
    resetAll: () => {
      for (const connection of [...lines.keys()]) reset(proxy, connection)
    },
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      for (const { client, server } of lines.values()) {
        client.destroy()
        server.destroy()
      }
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

function later(proxy: Wiring, ms: number, work: () => void): void {
  const { timers } = proxy
  const timer = setTimeout(() => {
    timers.delete(timer)
    work()
  }, ms)
  timers.add(timer)
}

function reset(proxy: Wiring, connection: number): void {
  const { lines, target } = proxy
  const line = lines.get(connection)
  lines.delete(connection)
  line?.client.resetAndDestroy()
  // A Unix socket has no reset: it can only be closed.
  if ('path' in target) line?.server.destroy()
  else line?.server.resetAndDestroy()
}

/** Passes bytes on in order, as slowly as the line is now. */
function pipe(proxy: Wiring, connection: number, direction: Passing['direction'], from: Socket, to: Socket): void {
  const waiting: Buffer[] = []
  let isBusy = false
  const write = (chunk: Buffer): void => {
    if (!to.destroyed) to.write(chunk)
  }
  const next = (): void => {
    const chunk = waiting.shift()
    if (chunk === undefined) {
      isBusy = false
      return
    }
    isBusy = true
    if (proxy.fault.kind === 'delay') {
      later(proxy, proxy.fault.ms, () => {
        write(chunk)
        next()
      })
    } else if (proxy.fault.kind === 'throttle') {
      const size = Math.max(1, Math.floor((proxy.fault.bytesPerSecond * throttleSliceMs) / 1000))
      write(chunk.subarray(0, size))
      if (chunk.length > size) waiting.unshift(chunk.subarray(size))
      later(proxy, throttleSliceMs, next)
    } else {
      write(chunk)
      next()
    }
  }
  from.on('data', (chunk: Buffer) => {
    if (proxy.fault.kind === 'swallow') return
    const verdict = proxy.inspector?.({ connection, direction, chunk }) ?? 'pass'
    if (verdict !== 'pass') {
      const part = chunk.subarray(0, verdict.resetAfter)
      // The other end must have what was let through before the line breaks.
      if (part.length === 0) reset(proxy, connection)
      else to.write(part, () => reset(proxy, connection))
      from.pause()
      return
    }
    waiting.push(chunk)
    if (!isBusy) next()
  })
}

function accept(proxy: Wiring, client: Socket): void {
  const { lines, gone, target } = proxy
  client.on('error', () => undefined)
  if (proxy.fault.kind === 'refuse') {
    client.resetAndDestroy()
    return
  }
  proxy.last += 1
  const connection = proxy.last
  const server = dial(target)
  server.on('error', () => undefined)
  client.setNoDelay(true)
  server.setNoDelay(true)
  lines.set(connection, { client, server })
  const end = (other: Socket) => () => {
    lines.delete(connection)
    // A line that swallows does not even tell that somebody hung up; a keep-alive finds it out when it is good again.
    if (proxy.fault.kind === 'swallow') gone.add(other)
    else later(proxy, 1, () => other.destroy())
  }
  client.once('close', end(server))
  server.once('close', end(client))
  pipe(proxy, connection, 'up', client, server)
  pipe(proxy, connection, 'down', server, client)
}
