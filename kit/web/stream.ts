import type { Channel, DeltaOf, SnapshotOf } from '@bolsillo/contract'

/** What the app knows of one subscription. `live`: connected and gap-free; otherwise the data is what was known last. */
export interface LiveState<Data> {
  readonly data: Data | undefined
  readonly live: boolean
  /** The server refused the subscription: no such key, or no session. */
  readonly refused: boolean
  /**
   * The connection was lost or failed to open: earlier data may be outdated. False while the first connection opens.
   */
  readonly lost: boolean
}

/** Applies a delta to what is known. For `replace` channels the delta is the new state. */
export type Reduce<C extends Channel, Data> = (data: Data, delta: DeltaOf<C>) => Data

/** The part of a WebSocket that the stream uses, so that tests can fake it. */
export interface Socket {
  /** 1 while it accepts data; a closing socket stops accepting before its close event. */
  readonly readyState: number
  readonly send: (text: string) => void
  readonly close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface StreamOptions {
  readonly connect: () => Socket
  readonly token: () => string
  /** Runs work later; tests control the time. */
  readonly later: (work: () => void, ms: number) => () => void
}

export interface StreamClient {
  readonly subscribe: <C extends Channel, Data>(
    channel: C,
    key: string,
    options: {
      readonly start: (snapshot: SnapshotOf<C>) => Data
      readonly reduce: Reduce<C, Data>
      readonly onChange: (state: LiveState<Data>) => void
    },
  ) => () => void
  /** Whether the socket is open and greeted. */
  readonly isConnected: () => boolean
  readonly onConnection: (listener: () => void) => () => void
  /** The session changed: resubscribes private channels with the new token. */
  readonly renew: () => void
  /** Tries at once instead of waiting for the next attempt (the network came back, the page is visible again). */
  readonly retryNow: () => void
  /** The network is down: nothing is live until `retryNow`. The socket itself would notice only after its timeout. */
  readonly dropNow: () => void
}

interface Message {
  readonly type: string
  readonly channel?: string
  readonly key?: string
  readonly seq?: number
  readonly data?: unknown
}

interface Reader {
  readonly start: (snapshot: unknown) => unknown
  readonly reduce: (data: unknown, delta: unknown) => unknown
  readonly onChange: (state: LiveState<unknown>) => void
  data: unknown
  /** A snapshot was taken: from then on deltas apply. */
  ready: boolean
}

/** One channel and key, shared by all parts of the app that read it. */
interface Topic {
  readonly channel: Channel
  readonly key: string
  readonly readers: Set<Reader>
  seq: number
  snapshot: unknown
  live: boolean
  /** Requested on the current connection. */
  asked: boolean
  refused: boolean
  /** Cancels the delayed unsubscribe of an unused topic. */
  cancelLeave: (() => void) | undefined
}

// Reconnects after 0.5 s, doubling to 15 s. An unused topic stays subscribed for two seconds, because the next page
// usually needs it again.
const firstRetryMs = 500
const lastRetryMs = 15_000
const leaveAfterMs = 2000
/** After this long without a frame the client sends a ping; without an answer it reconnects. */
const askAfterMs = 20_000

const openState = 1

const nameOf = (channel: string, key: string): string => `${channel}:${key}`

/** A client of `/ipcf-api/stream`: one socket, shared subscriptions, snapshots, gap-free deltas, resync, reconnect. */
export function createStream(options: StreamOptions): StreamClient {
  const topics = new Map<string, Topic>()
  const listeners = new Set<() => void>()
  let socket: Socket | undefined
  let connected = false
  let retryMs = firstRetryMs
  let cancelRetry: (() => void) | undefined
  let cancelSilence: (() => void) | undefined
  let isAway = false
  let isLost = false

  // Messages that a closing socket no longer accepts are sent again on the next one.
  const send = (message: object): void => {
    if (socket?.readyState === openState) socket.send(JSON.stringify(message))
  }
  const tellReader = ({ live, refused }: Topic, { data, onChange }: Reader): void =>
    onChange({ data, live, refused, lost: isLost })
  const tell = (topic: Topic): void => {
    for (const reader of topic.readers) tellReader(topic, reader)
  }
  const setConnected = (value: boolean): void => {
    if (connected === value) return
    connected = value
    for (const listener of listeners) listener()
  }
  const ask = (topic: Topic): void => {
    topic.asked = true
    send({ type: 'subscribe', channel: topic.channel.name, key: topic.key })
  }

  const lose = (): void => {
    socket = undefined
    isLost = true
    cancelSilence?.()
    setConnected(false)
    for (const topic of topics.values()) {
      topic.live = false
      topic.asked = false
      tell(topic)
    }
    if (topics.size === 0) return
    cancelRetry = options.later(open, retryMs)
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  const watchSilence = (): void => {
    cancelSilence?.()
    // The server's heartbeat is a WebSocket ping, which a page cannot see, so silence alone may just be a quiet
    // market.
    cancelSilence = options.later(() => {
      send({ type: 'ping' })
      cancelSilence = options.later(() => socket?.close(), askAfterMs)
    }, askAfterMs)
  }

  function open(): void {
    if (socket !== undefined || isAway) return
    cancelRetry?.()
    cancelRetry = undefined
    const opened = options.connect()
    socket = opened
    opened.onopen = () => {
      if (socket !== opened) return
      const token = options.token()
      send({ type: 'hello', ...(token === '' ? {} : { token }) })
      for (const topic of topics.values()) ask(topic)
      watchSilence()
    }
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      watchSilence()
      const frame: unknown = JSON.parse(String(data))
      for (const message of Array.isArray(frame) ? frame : [frame]) receive(message as Message)
    }
    opened.onclose = () => {
      if (socket === opened) lose()
    }
  }

  const takeSnapshot = (topic: Topic, message: Message): void => {
    topic.seq = message.seq ?? 0
    topic.snapshot = message.data
    topic.live = true
    topic.refused = false
    for (const reader of topic.readers) {
      reader.data = reader.start(message.data)
      reader.ready = true
    }
    tell(topic)
  }

  const takeDelta = (topic: Topic, message: Message): void => {
    const seq = message.seq ?? 0
    if (!topic.live || seq <= topic.seq) return
    if (topic.channel.conflation === 'sequence' && seq !== topic.seq + 1) {
      // A gap: the shown data stay, marked as not live, until a snapshot replaces them.
      topic.live = false
      tell(topic)
      send({ type: 'resync', channel: topic.channel.name, key: topic.key })
      return
    }
    topic.seq = seq
    for (const reader of topic.readers) if (reader.ready) reader.data = reader.reduce(reader.data, message.data)
    if (topic.channel.conflation === 'replace') topic.snapshot = message.data
    tell(topic)
  }

  function receive(message: Message): void {
    if (message.type === 'ready') {
      retryMs = firstRetryMs
      isLost = false
      setConnected(true)
      // Topics subscribed during the handshake have not been requested yet.
      for (const topic of topics.values()) if (!topic.asked) ask(topic)
      return
    }
    const topic = topics.get(nameOf(message.channel ?? '', message.key ?? ''))
    if (topic === undefined) return
    if (message.type === 'snapshot') takeSnapshot(topic, message)
    if (message.type === 'delta') takeDelta(topic, message)
    if (message.type === 'refused') {
      topic.refused = true
      topic.live = false
      tell(topic)
    }
  }

  const leave = (topic: Topic): void => {
    topic.cancelLeave = options.later(() => {
      topics.delete(nameOf(topic.channel.name, topic.key))
      if (connected) send({ type: 'unsubscribe', channel: topic.channel.name, key: topic.key })
    }, leaveAfterMs)
  }

  return {
    subscribe: (channel, key, { start, reduce, onChange }) => {
      const name = nameOf(channel.name, key)
      const known = topics.get(name)
      const topic: Topic = known ?? {
        channel,
        key,
        readers: new Set(),
        seq: 0,
        snapshot: undefined,
        live: false,
        asked: false,
        refused: false,
        cancelLeave: undefined,
      }
      topic.cancelLeave?.()
      topic.cancelLeave = undefined
      const reader: Reader = {
        start: start as (snapshot: unknown) => unknown,
        reduce: reduce as (data: unknown, delta: unknown) => unknown,
        onChange: onChange as (state: LiveState<unknown>) => void,
        data: undefined,
        ready: false,
      }
      topics.set(name, topic)
      if (isLost) tellReader(topic, reader)
      if (known === undefined) {
        topic.readers.add(reader)
        if (connected) ask(topic)
        else open()
      } else {
        const other = [...topic.readers][0]
        topic.readers.add(reader)
        if (channel.conflation === 'replace' && topic.snapshot !== undefined) {
          reader.data = reader.start(topic.snapshot)
          reader.ready = true
          tellReader(topic, reader)
        } else if (other !== undefined || topic.snapshot !== undefined) {
          // A later reader of a sequence starts from a new snapshot; the other readers get it too and lose nothing.
          if (connected) send({ type: 'resync', channel: channel.name, key })
        }
      }
      return () => {
        topic.readers.delete(reader)
        if (topic.readers.size === 0) leave(topic)
      }
    },
    isConnected: () => connected,
    onConnection: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    renew: () => {
      if (!connected) return
      const token = options.token()
      send({ type: 'hello', ...(token === '' ? {} : { token }) })
      for (const topic of topics.values()) if (topic.channel.audience === 'customer') ask(topic)
    },
    retryNow: () => {
      isAway = false
      if (socket !== undefined || topics.size === 0) return
      retryMs = firstRetryMs
      open()
    },
    dropNow: () => {
      isAway = true
      isLost = true
      const gone = socket
      if (gone === undefined) return
      lose()
      gone.close()
    },
  }
}
