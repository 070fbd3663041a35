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
/** The specification's time-out of socket connects: an attempt that was not greeted by then is given up. */
const connectTimeoutMs = 60_000

const openState = 1

const nameOf = (channel: string, key: string): string => `${channel}:${key}`

/** What a client knows of its one socket and of everything subscribed on it. */
interface StreamState {
  readonly options: StreamOptions
  readonly topics: Map<string, Topic>
  readonly listeners: Set<() => void>
  socket: Socket | undefined
  connected: boolean
  retryMs: number
  cancelRetry: (() => void) | undefined
  cancelSilence: (() => void) | undefined
  cancelConnect: (() => void) | undefined
  isAway: boolean
  isLost: boolean
}

// Messages that a closing socket no longer accepts are sent again on the next one.
function send({ socket }: StreamState, message: object): void {
  if (socket?.readyState === openState) socket.send(JSON.stringify(message))
}

function sayHello(state: StreamState): void {
  const token = state.options.token()
  send(state, { type: 'hello', ...(token === '' ? {} : { token }) })
}

function tellReader({ isLost }: StreamState, { live, refused }: Topic, { data, onChange }: Reader): void {
  onChange({ data, live, refused, lost: isLost })
}

function tell(state: StreamState, topic: Topic): void {
  for (const reader of topic.readers) tellReader(state, topic, reader)
}

function setConnected(state: StreamState, value: boolean): void {
  if (state.connected === value) return
  state.connected = value
  for (const listener of state.listeners) listener()
}

function ask(state: StreamState, topic: Topic): void {
  topic.asked = true
  send(state, { type: 'subscribe', channel: topic.channel.name, key: topic.key })
}

function lose(state: StreamState): void {
  state.socket = undefined
  state.isLost = true
  state.cancelSilence?.()
  state.cancelConnect?.()
  setConnected(state, false)
  for (const topic of state.topics.values()) {
    topic.live = false
    topic.asked = false
    tell(state, topic)
  }
  if (state.topics.size === 0) return
  state.cancelRetry = state.options.later(() => open(state), state.retryMs)
  state.retryMs = Math.min(state.retryMs * 2, lastRetryMs)
}

function watchSilence(state: StreamState): void {
  const { later } = state.options
  state.cancelSilence?.()
  // The server's heartbeat is a WebSocket ping, which a page cannot see, so silence alone may just be a quiet
  // market.
  state.cancelSilence = later(() => {
    send(state, { type: 'ping' })
    state.cancelSilence = later(() => state.socket?.close(), askAfterMs)
  }, askAfterMs)
}

function open(state: StreamState): void {
  if (state.socket !== undefined || state.isAway) return
  state.cancelRetry?.()
  state.cancelRetry = undefined
  const opened = state.options.connect()
  state.socket = opened
  state.cancelConnect = state.options.later(() => giveUp(state, opened), connectTimeoutMs)
  opened.onopen = () => {
    if (state.socket !== opened) return
    sayHello(state)
    for (const topic of state.topics.values()) ask(state, topic)
    watchSilence(state)
  }
  opened.onmessage = ({ data }) => {
    if (state.socket !== opened) return
    watchSilence(state)
    const frame: unknown = JSON.parse(String(data))
    for (const message of Array.isArray(frame) ? frame : [frame]) receive(state, message as Message)
  }
  opened.onclose = () => {
    if (state.socket === opened) lose(state)
  }
}

/** Ends an attempt that takes too long. A browser may report the close of a dead socket late or never: nothing waits for it. */
function giveUp(state: StreamState, opened: Socket): void {
  if (state.socket !== opened) return
  lose(state)
  opened.close()
}

function takeSnapshot(state: StreamState, topic: Topic, message: Message): void {
  topic.seq = message.seq ?? 0
  topic.snapshot = message.data
  topic.live = true
  topic.refused = false
  for (const reader of topic.readers) {
    reader.data = reader.start(message.data)
    reader.ready = true
  }
  tell(state, topic)
}

function takeDelta(state: StreamState, topic: Topic, message: Message): void {
  const seq = message.seq ?? 0
  if (!topic.live || seq <= topic.seq) return
  if (topic.channel.conflation === 'sequence' && seq !== topic.seq + 1) {
    // A gap: the shown data stay, marked as not live, until a snapshot replaces them.
    topic.live = false
    tell(state, topic)
    send(state, { type: 'resync', channel: topic.channel.name, key: topic.key })
    return
  }
  topic.seq = seq
  for (const reader of topic.readers) if (reader.ready) reader.data = reader.reduce(reader.data, message.data)
  if (topic.channel.conflation === 'replace') topic.snapshot = message.data
  tell(state, topic)
}

function receive(state: StreamState, message: Message): void {
  const { topics } = state
  if (message.type === 'ready') {
    state.cancelConnect?.()
    state.retryMs = firstRetryMs
    state.isLost = false
    setConnected(state, true)
    // Topics subscribed during the handshake have not been requested yet.
    for (const topic of topics.values()) if (!topic.asked) ask(state, topic)
    return
  }
  const topic = topics.get(nameOf(message.channel ?? '', message.key ?? ''))
  if (topic === undefined) return
  if (message.type === 'snapshot') takeSnapshot(state, topic, message)
  if (message.type === 'delta') takeDelta(state, topic, message)
  if (message.type === 'refused') {
    topic.refused = true
    topic.live = false
    tell(state, topic)
  }
}

/** Adds a reader to a topic, which is subscribed or brought up to date for it. Returns the function that removes it. */
function join(state: StreamState, channel: Channel, key: string, reader: Reader): () => void {
  const name = nameOf(channel.name, key)
  const known = state.topics.get(name)
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
  state.topics.set(name, topic)
  if (state.isLost) tellReader(state, topic, reader)
  if (known === undefined) {
    topic.readers.add(reader)
    if (state.connected) ask(state, topic)
    else open(state)
  } else {
    const other = [...topic.readers][0]
    topic.readers.add(reader)
    if (channel.conflation === 'replace' && topic.snapshot !== undefined) {
      reader.data = reader.start(topic.snapshot)
      reader.ready = true
      tellReader(state, topic, reader)
    } else if (other !== undefined || topic.snapshot !== undefined) {
      // A later reader of a sequence starts from a new snapshot; the other readers get it too and lose nothing.
      if (state.connected) send(state, { type: 'resync', channel: channel.name, key })
    }
  }
  return () => {
    topic.readers.delete(reader)
    if (topic.readers.size === 0) leave(state, topic)
  }
}

function leave(state: StreamState, topic: Topic): void {
  topic.cancelLeave = state.options.later(() => {
    state.topics.delete(nameOf(topic.channel.name, topic.key))
    if (state.connected) send(state, { type: 'unsubscribe', channel: topic.channel.name, key: topic.key })
  }, leaveAfterMs)
}

/** A client of `/ipcf-api/stream`: one socket, shared subscriptions, snapshots, gap-free deltas, resync, reconnect. */
export function createStream(options: StreamOptions): StreamClient {
  const state: StreamState = {
    options,
    topics: new Map(),
    listeners: new Set(),
    socket: undefined,
    connected: false,
    retryMs: firstRetryMs,
    cancelRetry: undefined,
    cancelSilence: undefined,
    cancelConnect: undefined,
    isAway: false,
    isLost: false,
  }
  const { topics, listeners } = state
  return {
    subscribe: (channel, key, { start, reduce, onChange }) =>
      join(state, channel, key, {
        start: start as (snapshot: unknown) => unknown,
        reduce: reduce as (data: unknown, delta: unknown) => unknown,
        onChange: onChange as (state: LiveState<unknown>) => void,
        data: undefined,
        ready: false,
      }),
    isConnected: () => state.connected,
    onConnection: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    renew: () => {
      if (!state.connected) return
      sayHello(state)
      for (const topic of topics.values()) if (topic.channel.audience === 'customer') ask(state, topic)
    },
    retryNow: () => {
      state.isAway = false
      if (state.socket !== undefined || topics.size === 0) return
      state.retryMs = firstRetryMs
      open(state)
    },
    dropNow: () => {
      state.isAway = true
      state.isLost = true
      const gone = state.socket
      if (gone === undefined) return
      lose(state)
      gone.close()
    },
  }
}
