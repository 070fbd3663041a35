import { coreRejections } from '@bolsillo/contract'
import type { Clock } from '@bolsillo/kernel'
import type { ChannelSource, CustomerSession, Publisher, Services } from '../room.ts'
import type { Newest, Outbound } from './outbound.ts'

/** A client of the stream, as channels see it. */
export interface Reader {
  readonly out: Outbound
  session: CustomerSession | undefined
  /** By the client's name for it: `book:WALMEX.MX`, `orders:me`. */
  readonly subscriptions: Map<string, Subscription>
  /** Something waits to be sent. */
  readonly markDirty: () => void
}

interface Subscription extends Newest {
  readonly reader: Reader
  readonly topic: Topic
  /** Its index among the topic's subscriptions. */
  place: number
  /** Deltas that arrived while the snapshot was being made: they are sent after it. Undefined otherwise. */
  held: Buffer[] | undefined
}

/** A subscribed key of a channel. `key` is the rooms' name for it, `shown` the clients'. */
interface Topic {
  readonly name: string
  readonly source: ChannelSource
  readonly key: string
  readonly shown: string
  readonly subscriptions: Subscription[]
  seq: number
  /** The last delta, as bytes. */
  newest: Buffer
}

/** Subscriptions, and the sequence numbers of deltas. A topic exists while it has a subscriber. */
interface Topics {
  readonly publisher: Publisher
  readonly subscribe: (reader: Reader, channel: string, key: string) => Promise<void>
  readonly resync: (reader: Reader, channel: string, key: string) => Promise<void>
  readonly unsubscribe: (reader: Reader, channel: string, key: string) => void
  readonly leavePrivate: (reader: Reader) => void
  readonly leaveAll: (reader: Reader) => void
}

const subscriptionsMax = 300

/**
 * Topics over the channels of the rooms. A delta carries the newest state of its key. One that is older than the
 * snapshot before it does no harm, because a newer one follows.
 */
export function createTopics({ clock, sql }: Services, channels: () => readonly ChannelSource[]): Topics {
  const topics = new Map<string, Topic>()

  const sendSnapshot = async (reader: Reader, subscription: Subscription): Promise<void> => {
    const { topic } = subscription
    const { name: channel } = topic.source.channel
    const held: Buffer[] = []
    subscription.held = held
    subscription.isWaiting = false
    const { seq } = topic
    const data = await topic.source.snapshot(topic.key, sql)
    subscription.held = undefined
    if (reader.subscriptions.get(`${channel}:${topic.shown}`) !== subscription) return
    if (data === undefined) {
      leave(topics, reader, `${channel}:${topic.shown}`)
      refuse(reader, channel, topic.shown, coreRejections.notFound)
      return
    }
    send(reader, { type: 'snapshot', channel, key: topic.shown, seq, at: clock.now(), data })
    for (const bytes of held) reader.out.push(bytes)
  }

  const subscribe: Topics['subscribe'] = async (reader, channel, key) => {
    const shownName = `${channel}:${key}`
    const known = reader.subscriptions.get(shownName)
    if (known !== undefined) return await sendSnapshot(reader, known)
    if (reader.subscriptions.size >= subscriptionsMax) return refuse(reader, channel, key, coreRejections.tooMany)
    const topic = topicFor({ topics, channels }, reader, channel, key)
    if ('refused' in topic) return refuse(reader, channel, key, topic.refused)
    const subscription = join(topics, topic, reader)
    reader.subscriptions.set(shownName, subscription)
    return await sendSnapshot(reader, subscription)
  }

  const leaveWhere = (reader: Reader, chosen: (topic: Topic) => boolean): void => {
    for (const [shownName, { topic }] of [...reader.subscriptions]) if (chosen(topic)) leave(topics, reader, shownName)
  }

  return {
    publisher: { publish: publishTo(topics, clock), watched: (channel, key) => topics.has(`${channel.name}:${key}`) },
    subscribe,
    // A client with a gap requests the snapshot again; one that was not subscribed is subscribed by this.
    resync: subscribe,
    unsubscribe: (reader, channel, key) => leave(topics, reader, `${channel}:${key}`),
    leavePrivate: (reader) => leaveWhere(reader, ({ source }) => source.channel.audience === 'customer'),
    leaveAll: (reader) => leaveWhere(reader, () => true),
  }
}

function send(reader: Reader, message: object): void {
  reader.out.push(Buffer.from(JSON.stringify(message)))
  reader.markDirty()
}

function refuse(reader: Reader, channel: string, key: string, rejection: { readonly name: string }): void {
  send(reader, { type: 'refused', channel, key, rejection: rejection.name })
}

/** Numbers a delta and passes it to every subscription of its topic. */
function publishTo(topics: ReadonlyMap<string, Topic>, clock: Clock): Publisher['publish'] {
  return (channel, key, delta) => {
    const topic = topics.get(`${channel.name}:${key}`)
    if (topic === undefined) return
    topic.seq += 1
    const { seq, shown, subscriptions } = topic
    // Serialized once for all readers.
    const message = { type: 'delta', channel: channel.name, key: shown, seq, at: clock.now(), data: delta }
    const bytes = Buffer.from(JSON.stringify(message))
    topic.newest = bytes
    const replaces = channel.conflation === 'replace'
    for (const subscription of subscriptions) {
      const { reader, held } = subscription
      if (held !== undefined) held.push(bytes)
      else if (replaces) reader.out.change(subscription)
      else reader.out.push(bytes)
      reader.markDirty()
    }
  }
}

function join(topics: Map<string, Topic>, topic: Topic, reader: Reader): Subscription {
  const subscription: Subscription = {
    reader,
    topic,
    place: topic.subscriptions.length,
    held: undefined,
    isWaiting: false,
    newest: () => topic.newest,
  }
  topic.subscriptions.push(subscription)
  topics.set(topic.name, topic)
  return subscription
}

function leave(topics: Map<string, Topic>, reader: Reader, shownName: string): void {
  const subscription = reader.subscriptions.get(shownName)
  if (subscription === undefined) return
  const { topic, place } = subscription
  reader.subscriptions.delete(shownName)
  subscription.isWaiting = false
  // The last subscription moves into the free place.
  const last = topic.subscriptions.pop()
  if (last !== undefined && last !== subscription) {
    topic.subscriptions[place] = last
    last.place = place
  }
  if (topic.subscriptions.length === 0) topics.delete(topic.name)
}

/**
 * The topic a client means, or why there is none. The key of a private channel is always the session's own
 * customer.
 */
function topicFor(
  {
    topics,
    channels,
  }: { readonly topics: ReadonlyMap<string, Topic>; readonly channels: () => readonly ChannelSource[] },
  reader: Reader,
  channel: string,
  key: string,
): Topic | { readonly refused: { name: string } } {
  const source = channels().find((candidate) => candidate.channel.name === channel)
  if (source === undefined) return { refused: coreRejections.notFound }
  const isPrivate = source.channel.audience === 'customer'
  if (isPrivate && key !== 'me') return { refused: coreRejections.notFound }
  if (isPrivate && reader.session === undefined) return { refused: coreRejections.sessionInvalid }
  const inner = isPrivate && reader.session !== undefined ? reader.session.customerId : key
  const name = `${channel}:${inner}`
  return (
    topics.get(name) ?? {
      name,
      source,
      key: inner,
      shown: key,
      subscriptions: [],
      seq: 0,
      newest: Buffer.alloc(0),
    }
  )
}
