import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from '@bolsillo/bench/http-orders/child'
import { type LoadSetup, ordersOf, writeRequest } from '@bolsillo/bench/http-orders/order-requests'
import { openConnection, type RawAnswer, type RawConnection } from '@bolsillo/bench/http-orders/raw-http'

// The generator of the experiment, in a process of its own. Requests are due at a constant rate and count from when they
// were due, however long they found no connection free: an open loop, as a crowd of people is.

/** Load at one rate after the other, without a pause; every so-manieth request cancels an order that rests. */
export interface Stretch {
  readonly kind: 'stretch'
  readonly parts: readonly Part[]
}

/** So many requests a second for so long. */
export interface Part {
  readonly rate: number
  readonly seconds: number
}

/** As many orders as so many senders can have answered one after the other: what the server can do at its best. */
export interface Flood {
  readonly kind: 'flood'
  readonly senders: number
  readonly seconds: number
}

export interface Seen {
  readonly what: 'order' | 'cancel'
  readonly dueMs: number
  readonly tookMs: number
  /** 0: the connection broke. */
  readonly status: number
  readonly hasRetryAfter: boolean
  /** The order of a success. */
  readonly orderId: string
  readonly key: string
}

const cancelEvery = 10
const drainWithinMs = 60_000

interface Ready {
  readonly connections: readonly RawConnection[]
  readonly next: () => string
  readonly address: string
}

let ready: Ready | undefined
/** Orders that rest, to be cancelled: [token, order]. */
const resting: (readonly [string, string])[] = []
let keys = 0

const keyOf = (request: string): string => /\r\nIdempotency-Key: (\S+)/.exec(request)?.[1] ?? ''
const tokenOf = (request: string): string => /\r\naccessToken: (\S+)/.exec(request)?.[1] ?? ''

function seenOf(what: Seen['what'], request: string, answer: RawAnswer | undefined, dueMs: number, atMs: number): Seen {
  const isDone = answer !== undefined && answer.status === 200
  const orderId = isDone ? (/"orderId":"(ord_[^"]+)"/.exec(answer.body)?.[1] ?? '') : ''
  if (isDone && what === 'order' && answer.body.includes('"state":"open"')) resting.push([tokenOf(request), orderId])
  return {
    what,
    dueMs,
    tookMs: atMs - dueMs,
    status: answer?.status ?? 0,
    hasRetryAfter: answer !== undefined && /\r\nretry-after: \d+/i.test(answer.head),
    orderId,
    key: keyOf(request),
  }
}

async function open(setup: LoadSetup): Promise<void> {
  const { host, port, connections } = setup
  const opened: RawConnection[] = []
  // A few at a time: the server's queue of connections nobody has taken yet is short.
  for (let from = 0; from < connections; from += 50)
    opened.push(...(await Promise.all(Array.from({ length: 50 }, () => openConnection(host, port)))))
  // A connection that never said anything is closed after twenty seconds; one that was answered is kept for a minute.
  const hello = `GET /ipcf-api/hello HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`
  await Promise.all(opened.map((connection) => new Promise((resolve) => connection.send(hello, resolve))))
  ready = { connections: opened, next: ordersOf(setup, 'overload'), address: `${host}:${port}` }
}

function cancelRequest(address: string): string | undefined {
  const [token, orderId] = resting.shift() ?? []
  if (token === undefined) return undefined
  keys += 1
  const key = `cancel-${process.pid}-${keys}`
  return writeRequest(address, { path: '/stock/order/cancel', token, key, form: `orderId=${orderId}` })
}

/** When each request is due, in milliseconds from the start. */
function duesOf(parts: readonly Part[]): readonly number[] {
  let startMs = 0
  return parts.flatMap(({ rate, seconds }) => {
    const first = startMs
    startMs += seconds * 1000
    return Array.from({ length: Math.round(rate * seconds) }, (_, at) => first + (at * 1000) / rate)
  })
}

async function stretch({ connections, next, address }: Ready, { parts }: Stretch): Promise<readonly Seen[]> {
  const dues = duesOf(parts)
  const count = dues.length
  const orders = Array.from({ length: count }, next)
  const seen: Seen[] = []
  const free = [...connections]
  const startedMs = performance.now()
  let at = 0
  const dueMs = (index: number): number => startedMs + (dues[index] ?? 0)
  const sendDue = (): void => {
    while (at < count && dueMs(at) <= performance.now()) {
      const connection = free.pop()
      if (connection === undefined) return
      const due = dueMs(at)
      const cancel = at % cancelEvery === 0 ? cancelRequest(address) : undefined
      const request = cancel ?? orders[at] ?? ''
      at += 1
      connection.send(request, (answer) => {
        const what = cancel === undefined ? 'order' : 'cancel'
        seen.push(seenOf(what, request, answer, due - startedMs, performance.now() - startedMs))
        free.push(connection)
        sendDue()
      })
    }
  }
  while (at < count) {
    sendDue()
    await sleep(1)
  }
  for (let waitedMs = 0; free.length < connections.length && waitedMs < drainWithinMs; waitedMs += 10) await sleep(10)
  return seen
}

async function flood({ connections, next }: Ready, { senders, seconds }: Flood): Promise<readonly Seen[]> {
  const seen: Seen[] = []
  const startedMs = performance.now()
  const sendOn = (connection: RawConnection): Promise<void> =>
    new Promise((resolve) => {
      const send = (): void => {
        const due = performance.now() - startedMs
        if (due >= seconds * 1000) {
          resolve()
          return
        }
        const request = next()
        connection.send(request, (answer) => {
          seen.push(seenOf('order', request, answer, due, performance.now() - startedMs))
          send()
        })
      }
      send()
    })
  await Promise.all(connections.slice(0, senders).map(sendOn))
  return seen
}

async function carryOut(wanted: LoadSetup | Stretch | Flood): Promise<unknown> {
  if (wanted.kind === 'open') return await open(wanted)
  if (ready === undefined) throw new Error('nothing is open yet')
  return wanted.kind === 'flood' ? await flood(ready, wanted) : await stretch(ready, wanted)
}

answerParent(carryOut)
