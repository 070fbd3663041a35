import { defineChannel, z } from '@bolsillo/contract'
import { describe, expect, it } from 'vitest'
import { createStream, type LiveState, type Socket } from './stream.ts'

const book = defineChannel({
  name: 'book',
  audience: 'public',
  snapshot: z.array(z.number()),
  delta: z.number(),
  conflation: 'sequence',
})
const quote = defineChannel({
  name: 'quote',
  audience: 'public',
  snapshot: z.number(),
  delta: z.number(),
  conflation: 'replace',
})
const own = defineChannel({
  name: 'orders',
  audience: 'customer',
  snapshot: z.number(),
  delta: z.number(),
  conflation: 'sequence',
})

interface FakeSocket extends Omit<Socket, 'readyState' | 'close'> {
  close: () => void
  readyState: number
  readonly sent: Array<Record<string, unknown>>
}

function setUp() {
  const sockets: FakeSocket[] = []
  const timers: Array<{ work: () => void; ms: number; on: boolean }> = []
  const token = { value: '' }
  const stream = createStream({
    token: () => token.value,
    connect: () => {
      const sent: Array<Record<string, unknown>> = []
      const socket: FakeSocket = {
        sent,
        readyState: 1,
        send: (text) => sent.push(JSON.parse(text) as Record<string, unknown>),
        close: () => socket.onclose?.(),
        onopen: null,
        onmessage: null,
        onclose: null,
      }
      sockets.push(socket)
      return socket
    },
    later: (work, ms) => {
      const timer = { work, ms, on: true }
      timers.push(timer)
      return () => {
        timer.on = false
      }
    },
  })
  const last = (): FakeSocket => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('no socket was opened')
    return socket
  }
  return {
    stream,
    sockets,
    token,
    last,
    open: () => {
      last().onopen?.()
      last().onmessage?.({ data: JSON.stringify([{ type: 'ready' }]) })
    },
    say: (...messages: object[]) => last().onmessage?.({ data: JSON.stringify(messages) }),
    /** Runs the timers of this many milliseconds that were not cancelled. */
    pass: (ms: number) => {
      for (const timer of timers.filter((one) => one.ms === ms && one.on)) {
        timer.on = false
        timer.work()
      }
    },
  }
}

function readBook(world: ReturnType<typeof setUp>) {
  const seen: LiveState<number[]>[] = []
  const stop = world.stream.subscribe<typeof book, number[]>(book, 'A', {
    start: (snapshot) => snapshot,
    reduce: (data, delta) => [...data, delta],
    onChange: (state) => seen.push(state),
  })
  return { seen, stop }
}

describe('the stream', () => {
  it('greets, subscribes, starts from the snapshot and applies deltas in order', () => {
    const world = setUp()
    world.token.value = 'secret'
    const { seen } = readBook(world)
    world.open()
    expect(world.last().sent).toEqual([
      { type: 'hello', token: 'secret' },
      { type: 'subscribe', channel: 'book', key: 'A' },
    ])
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 7, data: [1] })
    world.say(
      { type: 'delta', channel: 'book', key: 'A', seq: 8, data: 2 },
      { type: 'delta', channel: 'book', key: 'A', seq: 9, data: 3 },
    )
    expect(seen.at(-1)).toEqual({ data: [1, 2, 3], live: true, refused: false, lost: false })
  })

  it('finds a hole, marks what it has as not live, asks again, and ignores deltas until the snapshot', () => {
    const world = setUp()
    const { seen } = readBook(world)
    world.open()
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 7, data: [1] })
    world.say({ type: 'delta', channel: 'book', key: 'A', seq: 9, data: 3 })
    expect(seen.at(-1)).toEqual({ data: [1], live: false, refused: false, lost: false })
    expect(world.last().sent.at(-1)).toEqual({ type: 'resync', channel: 'book', key: 'A' })
    world.say({ type: 'delta', channel: 'book', key: 'A', seq: 10, data: 4 })
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 10, data: [9] })
    world.say(
      { type: 'delta', channel: 'book', key: 'A', seq: 10, data: 4 },
      { type: 'delta', channel: 'book', key: 'A', seq: 11, data: 5 },
    )
    expect(seen.at(-1)).toEqual({ data: [9, 5], live: true, refused: false, lost: false })
  })

  it('gives up an attempt to connect that was not greeted within a minute, and tries again', () => {
    const world = setUp()
    const { seen } = readBook(world)
    const dead = world.last()
    // A socket whose peer is gone reports its close only when the network does.
    dead.close = () => undefined
    world.pass(60_000)
    expect(seen.at(-1)).toMatchObject({ live: false, lost: true })
    expect(world.sockets).toHaveLength(1)
    world.pass(500)
    expect(world.sockets).toHaveLength(2)
    world.open()
    expect(world.stream.isConnected()).toBe(true)
    // Greeted in time: a minute later nothing is given up.
    world.pass(60_000)
    expect(world.stream.isConnected()).toBe(true)
    dead.onclose?.()
    expect(world.stream.isConnected()).toBe(true)
  })

  it('lets a conflated channel skip numbers', () => {
    const world = setUp()
    const seen: LiveState<number>[] = []
    world.stream.subscribe<typeof quote, number>(quote, 'A', {
      start: (s) => s,
      reduce: (_, d) => d,
      onChange: (state) => seen.push(state),
    })
    world.open()
    world.say(
      { type: 'snapshot', channel: 'quote', key: 'A', seq: 1, data: 10 },
      { type: 'delta', channel: 'quote', key: 'A', seq: 5, data: 11 },
    )
    world.say({ type: 'delta', channel: 'quote', key: 'A', seq: 4, data: 99 })
    expect(seen.at(-1)).toEqual({ data: 11, live: true, refused: false, lost: false })
  })

  it('shares one subscription among readers and gives a later one its own start', () => {
    const world = setUp()
    const first = readBook(world)
    world.open()
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 1, data: [1] })
    const second = readBook(world)
    expect(world.last().sent.filter((message) => message.type === 'subscribe')).toHaveLength(1)
    world.say({ type: 'delta', channel: 'book', key: 'A', seq: 2, data: 2 })
    expect(first.seen.at(-1)?.data).toEqual([1, 2])
    expect(second.seen.at(-1)?.data).toBeUndefined()
    world.say(
      { type: 'snapshot', channel: 'book', key: 'A', seq: 2, data: [1, 2] },
      { type: 'delta', channel: 'book', key: 'A', seq: 3, data: 3 },
    )
    expect([first.seen.at(-1)?.data, second.seen.at(-1)?.data]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  it('unsubscribes only when nobody came back for it', () => {
    const world = setUp()
    const first = readBook(world)
    world.open()
    first.stop()
    const second = readBook(world)
    world.pass(2000)
    expect(world.last().sent.some((message) => message.type === 'unsubscribe')).toBe(false)
    second.stop()
    world.pass(2000)
    expect(world.last().sent.at(-1)).toEqual({ type: 'unsubscribe', channel: 'book', key: 'A' })
  })

  it('reconnects with growing pauses, keeps what it knew as not live, and subscribes again', () => {
    const world = setUp()
    const { seen } = readBook(world)
    world.open()
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 1, data: [1] })
    world.last().close()
    expect(seen.at(-1)).toEqual({ data: [1], live: false, refused: false, lost: true })
    world.pass(500)
    world.last().close()
    world.pass(1000)
    expect(world.sockets).toHaveLength(3)
    world.open()
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 40, data: [4] })
    expect(seen.at(-1)).toEqual({ data: [4], live: true, refused: false, lost: false })
  })

  it('asks a line that says nothing, and closes it when it does not answer', () => {
    const world = setUp()
    readBook(world)
    world.open()
    world.pass(20_000)
    expect(world.last().sent.at(-1)).toEqual({ type: 'ping' })
    world.say({ type: 'pong', at: 1 })
    world.pass(20_000)
    expect(world.stream.isConnected()).toBe(true)
    world.pass(20_000)
    expect(world.stream.isConnected()).toBe(false)
  })

  it('is not live from the moment the network goes, and tries again when it is back', () => {
    const world = setUp()
    const { seen } = readBook(world)
    world.open()
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 7, data: [1] })
    world.stream.dropNow()
    expect(seen.at(-1)).toEqual({ data: [1], live: false, refused: false, lost: true })
    world.pass(500)
    expect(world.sockets).toHaveLength(1)
    world.stream.retryNow()
    world.open()
    world.say({ type: 'snapshot', channel: 'book', key: 'A', seq: 9, data: [1, 2] })
    expect(seen.at(-1)).toEqual({ data: [1, 2], live: true, refused: false, lost: false })
  })

  it('tells who got no snapshot before the line went, or comes after, that it is lost; until it is back', () => {
    const world = setUp()
    const early = readBook(world).seen
    world.last().onopen?.()
    world.stream.dropNow()
    expect(early.at(-1)).toEqual({ data: undefined, live: false, refused: false, lost: true })
    const late: LiveState<number>[] = []
    world.stream.subscribe<typeof quote, number>(quote, 'B', {
      start: (price) => price,
      reduce: (_, price) => price,
      onChange: (state) => late.push(state),
    })
    expect(late).toEqual([{ data: undefined, live: false, refused: false, lost: true }])
    world.stream.retryNow()
    world.open()
    world.say({ type: 'snapshot', channel: 'quote', key: 'B', seq: 1, data: 3 })
    expect(late.at(-1)).toEqual({ data: 3, live: true, refused: false, lost: false })
  })

  it('sends nothing to a line that is ending and has not said so yet', () => {
    const world = setUp()
    const { stop } = readBook(world)
    world.open()
    const before = world.last().sent.length
    world.last().readyState = 2
    stop()
    world.pass(2000)
    expect(world.last().sent).toHaveLength(before)
  })

  it('asks for private channels again when the session changes, and tells a refusal', () => {
    const world = setUp()
    const seen: LiveState<number>[] = []
    world.stream.subscribe<typeof own, number>(own, 'me', {
      start: (s) => s,
      reduce: (_, d) => d,
      onChange: (state) => seen.push(state),
    })
    world.open()
    world.say({ type: 'refused', channel: 'orders', key: 'me', rejection: 'session-invalid' })
    expect(seen.at(-1)).toEqual({ data: undefined, live: false, refused: true, lost: false })
    world.token.value = 'new'
    world.stream.renew()
    expect(world.last().sent.slice(-2)).toEqual([
      { type: 'hello', token: 'new' },
      { type: 'subscribe', channel: 'orders', key: 'me' },
    ])
  })
})

it('asks for what was subscribed while the greeting was on its way', () => {
  const { stream, last, open, say } = setUp()
  const watcher = {
    start: (data: number) => data,
    reduce: (_: number, delta: number) => delta,
    onChange: () => undefined,
  }
  stream.subscribe<typeof quote, number>(quote, 'A', watcher)
  last().onopen?.()
  stream.subscribe<typeof quote, number>(quote, 'B', watcher)
  say({ type: 'ready' })
  const asked = () => last().sent.flatMap(({ type, key }) => (type === 'subscribe' ? [key] : []))
  expect(asked()).toEqual(['A', 'B'])
  last().close()
  stream.retryNow()
  open()
  expect(asked()).toEqual(['A', 'B'])
})
