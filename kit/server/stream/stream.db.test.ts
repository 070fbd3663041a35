import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineChannel, z } from '@bolsillo/contract'
import {
  type TestDatabase,
  type TestServices,
  testCustomer,
  testDatabase,
  testServices,
  testSessions,
} from '@bolsillo/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { onSubscribe } from '../room.ts'
import { createStream, type Stream } from './stream.ts'

const quote = defineChannel({
  name: 'quote',
  audience: 'public',
  snapshot: z.object({ last: z.string() }),
  delta: z.object({ last: z.string() }),
  conflation: 'replace',
})
const book = defineChannel({
  name: 'book',
  audience: 'public',
  snapshot: z.object({ levels: z.number() }),
  delta: z.object({ n: z.number(), fill: z.optional(z.string()) }),
  conflation: 'sequence',
})
const orders = defineChannel({
  name: 'orders',
  audience: 'customer',
  snapshot: z.object({ of: z.string() }),
  delta: z.object({ id: z.string() }),
  conflation: 'sequence',
})

interface Message {
  readonly type: string
  readonly channel?: string
  readonly key?: string
  readonly seq?: number
  readonly data?: unknown
  readonly rejection?: string
  readonly signedIn?: boolean
}

interface TestSocket {
  readonly socket: WebSocket
  readonly messages: Message[]
  readonly frames: () => number
  readonly say: (message: object | string | Buffer) => void
  readonly until: (found: (message: Message) => boolean) => Promise<Message>
  readonly closed: Promise<number>
}

let database: TestDatabase
let services: TestServices
let server: Server
let stream: Stream
let sockets: WebSocket[] = []
/** What has not come by then never comes. */
const hangsAfterMs = 30_000
/** A book's snapshot is made once this is so. */
let snapshotWaits: Promise<void> = Promise.resolve()
let snapshotsBegun = 0
let sessions = testSessions([])
const [customer1, customer2] = [testCustomer(1), testCustomer(2)]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})
beforeEach(async () => {
  services = testServices({ sql: database.sql })
  sessions = testSessions([customer1, customer2])
  snapshotWaits = Promise.resolve()
  snapshotsBegun = 0
  const sources = [
    onSubscribe(quote, (key) => (key === 'NONE.MX' ? undefined : { last: '1.00' })),
    onSubscribe(book, async () => {
      snapshotsBegun += 1
      await snapshotWaits
      return { levels: 10 }
    }),
    onSubscribe(orders, (key) => ({ of: key })),
  ]
  stream = createStream({ services, channels: () => sources, sessions })
  server = createServer()
  stream.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of sockets) socket.terminate()
  sockets = []
  await stream.close()
  await new Promise((resolve) => server.close(resolve))
})

const address = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`

async function open(options: { readonly origin?: string; readonly path?: string } = {}): Promise<TestSocket> {
  const socket = new WebSocket(`ws://${address()}${options.path ?? '/ipcf-api/stream'}`, {
    headers: options.origin === undefined ? {} : { origin: options.origin },
  })
  sockets.push(socket)
  const messages: Message[] = []
  let frames = 0
  socket.on('message', (data) => {
    frames += 1
    messages.push(...(JSON.parse(data.toString()) as Message[]))
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const until = async (found: (message: Message) => boolean): Promise<Message> => {
    for (let i = 0; i < 6_000; i += 1) {
      const message = messages.find(found)
      if (message !== undefined) return message
      await sleep(10)
    }
    throw new Error(`not heard; heard ${JSON.stringify(messages).slice(0, 500)}`)
  }
  const say = (message: object | string | Buffer): void =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  return { socket, messages, frames: () => frames, say, until, closed }
}

const subscribe = (channel: string, key: string): object => ({ type: 'subscribe', channel, key })

describe('a public channel', () => {
  it('gives a snapshot, then deltas numbered without gaps, many to a frame', async () => {
    const client = await open()
    client.say(subscribe('book', 'WALMEX.MX'))
    await client.until(({ type }) => type === 'snapshot')
    for (let n = 1; n <= 50; n += 1) stream.publisher.publish(book, 'WALMEX.MX', { n })
    stream.publisher.publish(book, 'OTHER.MX', { n: 99 })
    await client.until(({ seq }) => seq === 50)
    expect(client.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, i) => i))
    expect(client.frames()).toBeLessThanOrEqual(3)
  })

  it('holds deltas back while the snapshot is made, so that they follow it', async () => {
    let make = (): void => undefined
    snapshotWaits = new Promise((resolve) => {
      make = resolve
    })
    const client = await open()
    client.say(subscribe('book', 'A.MX'))
    while (snapshotsBegun === 0) await sleep(1)
    stream.publisher.publish(book, 'A.MX', { n: 1 })
    make()
    await client.until(({ seq }) => seq === 1)
    expect(client.messages.map(({ type, seq }) => [type, seq])).toEqual([
      ['snapshot', 0],
      ['delta', 1],
    ])
  })

  it('gives a new snapshot to a client that lost count, and goes on from its number', async () => {
    const client = await open()
    client.say(subscribe('book', 'A.MX'))
    await client.until(({ type }) => type === 'snapshot')
    stream.publisher.publish(book, 'A.MX', { n: 1 })
    await client.until(({ seq }) => seq === 1)
    client.say({ type: 'resync', channel: 'book', key: 'A.MX' })
    await client.until(({ type, seq }) => type === 'snapshot' && seq === 1)
    stream.publisher.publish(book, 'A.MX', { n: 2 })
    await client.until(({ type, seq }) => type === 'delta' && seq === 2)
  })

  it('sends a reader only the newest of what replaces itself', async () => {
    const client = await open()
    client.say(subscribe('quote', 'A.MX'))
    await client.until(({ type }) => type === 'snapshot')
    for (let i = 1; i <= 100; i += 1) stream.publisher.publish(quote, 'A.MX', { last: String(i) })
    await client.until(({ seq }) => seq === 100)
    expect(client.messages.length).toBeLessThan(5)
  })

  it('stops when unsubscribed', async () => {
    const client = await open()
    client.say(subscribe('quote', 'A.MX'))
    await client.until(({ type }) => type === 'snapshot')
    client.say({ type: 'unsubscribe', channel: 'quote', key: 'A.MX' })
    client.say({ type: 'ping' })
    await client.until(({ type }) => type === 'pong')
    stream.publisher.publish(quote, 'A.MX', { last: '2' })
    await sleep(150)
    expect(client.messages.filter(({ type }) => type === 'delta')).toEqual([])
    expect(stream.stats()).toMatchObject({ sockets: 1, subscriptions: 0 })
  })

  it.each([
    ['an unknown channel', 'nothing', 'A.MX', 'not-found'],
    ['an unknown key', 'quote', 'NONE.MX', 'not-found'],
    ['a private channel without a session', 'orders', 'me', 'session-invalid'],
    ['a private channel of somebody by name', 'orders', customer2.customerId, 'not-found'],
  ])('is refused: %s', async (_, channel, key, rejection) => {
    const client = await open()
    client.say(subscribe(channel, key))
    expect(await client.until(({ type }) => type === 'refused')).toMatchObject({ channel, key, rejection })
  })
})

describe('a private channel', () => {
  it('is the session’s own', async () => {
    const [one, two] = [await open(), await open()]
    one.say({ type: 'hello', token: customer1.token })
    one.say(subscribe('orders', 'me'))
    two.say({ type: 'hello', token: customer2.token })
    two.say(subscribe('orders', 'me'))
    expect(await one.until(({ type }) => type === 'snapshot')).toMatchObject({ data: { of: customer1.customerId } })
    await two.until(({ type }) => type === 'snapshot')
    stream.publisher.publish(orders, customer1.customerId, { id: 'mine' })
    expect(await one.until(({ type }) => type === 'delta')).toMatchObject({ key: 'me', data: { id: 'mine' } })
    await sleep(150)
    expect(two.messages.some(({ type }) => type === 'delta')).toBe(false)
  })

  it('ends with its session, with a word', async () => {
    const client = await open()
    client.say({ type: 'hello', token: customer1.token })
    expect(await client.until(({ type }) => type === 'ready')).toMatchObject({ signedIn: true })
    client.say(subscribe('orders', 'me'))
    await client.until(({ type }) => type === 'snapshot')
    sessions.end(customer1.sessionId)
    const code = await Promise.race([client.closed, sleep(hangsAfterMs).then(() => 0)])
    expect(code).toBe(4401)
    expect(client.messages.at(-1)).toEqual({ type: 'signed-out' })
  })

  it('is not opened by a token that is none', async () => {
    const client = await open()
    client.say({ type: 'hello', token: 'nobody' })
    expect(await client.until(({ type }) => type === 'ready')).toMatchObject({ signedIn: false })
  })
})

describe('the door', () => {
  it('opens for the own origin and for programs, not for a foreign page or another path', async () => {
    await open({ origin: `http://${address()}` })
    await expect(open({ origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(open({ path: '/ipcf-api/other' })).rejects.toThrow('404')
  })

  it.each([
    ['not JSON', 'hello', 1008],
    ['an unknown message', { type: 'buy' }, 1008],
    ['a field too many', { type: 'subscribe', channel: 'quote', key: 'A', customer: 'x' }, 1008],
    ['a key twice', '{"type":"ping","type":"ping"}', 1008],
    ['a binary frame', Buffer.from([1, 2]), 1003],
    ['a frame of 65 KiB', 'x'.repeat(65 * 1024), 1009],
  ])('closes on %s', async (_, message, code) => {
    const client = await open()
    client.say(message)
    expect(await client.closed).toBe(code)
  })

  it('closes on a flood', async () => {
    const client = await open()
    for (let i = 0; i < 1_000; i += 1) client.say({ type: 'ping' })
    expect(await client.closed).toBe(1008)
  })
})

describe('a reader that does not read', () => {
  const publish = async (rounds: number, one: (n: number) => void): Promise<void> => {
    for (let n = 1; n <= rounds; n += 1) {
      one(n)
      if (n % 20 === 0) await sleep(10)
    }
  }

  it('is closed when it misses what counts, while others get everything', async () => {
    const [slow, healthy] = [await open(), await open()]
    for (const client of [slow, healthy]) {
      client.say(subscribe('book', 'A.MX'))
      await client.until(({ type }) => type === 'snapshot')
    }
    slow.socket.pause()
    const fill = 'x'.repeat(20_000)
    await publish(1_500, (n) => stream.publisher.publish(book, 'A.MX', { n, fill }))
    await healthy.until(({ seq }) => seq === 1_500)
    for (let i = 0; i < 1_000 && stream.stats().sockets > 1; i += 1) await sleep(50)
    expect(stream.stats()).toMatchObject({ sockets: 1, closedSlow: 1 })
    const numbers = healthy.messages.map(({ seq }) => seq)
    expect(numbers).toEqual(Array.from({ length: 1_501 }, (_, i) => i))
  })

  it('is kept and gets the newest once it reads again, when only the newest counts', async () => {
    const client = await open()
    client.say(subscribe('quote', 'A.MX'))
    await client.until(({ type }) => type === 'snapshot')
    client.socket.pause()
    const fill = '1'.repeat(100_000)
    await publish(600, (n) => stream.publisher.publish(quote, 'A.MX', { last: fill + String(n) }))
    await sleep(200)
    client.socket.resume()
    await client.until(({ seq }) => seq === 600)
    expect(stream.stats()).toMatchObject({ sockets: 1, closedSlow: 0 })
  })
})
