/** One subscription of a client. */
export interface Subscription {
  readonly channel: string
  readonly key: string
}

/** Messages from the bench to a process of clients. */
export type ToClients =
  | {
      readonly kind: 'connect'
      /** `ws://127.0.0.1:1234/ipcf-api/stream` */
      readonly url: string
      /** What each client reads; the first `checking` of them read everything and check it, the others count. */
      readonly subscriptions: readonly (readonly Subscription[])[]
      readonly checking: number
      /** Tokens of customers, for the checking clients: they read their orders and positions too. */
      readonly tokens: readonly string[]
      /** A number for the clients' own addresses: a server allows only so many sockets of one. */
      readonly network: number
    }
  | { readonly kind: 'subscribe' | 'unsubscribe' | 'begin' | 'end' | 'close' }

/** What a process of clients counted between `begin` and `end`. */
export interface ClientCounts {
  /** Deltas received by all its clients. */
  readonly messages: number
  readonly bytes: number
  /** Of the checking clients: deltas read, and how many had which age in whole milliseconds. */
  readonly checked: number
  readonly ages: Readonly<Record<number, number>>
  /** The same of a customer's own: since the order was carried out. */
  readonly ownAges: Readonly<Record<number, number>>
  /** Numbers missing where none may be, and numbers that went back. */
  readonly gaps: number
  readonly backwards: number
  /** Of the deltas read, those of a customer's own channels. */
  readonly own: number
  /** Sockets that ended by themselves. */
  readonly lost: number
}

export type FromClients =
  | { readonly kind: 'done'; readonly of: ToClients['kind'] }
  | { readonly kind: 'counts'; readonly counts: ClientCounts }

export const deltaMark = '"type":"delta"'

/** Channels whose deltas must come without a gap. */
export const gapFreeChannels: ReadonlySet<string> = new Set(['book', 'trades', 'orders', 'positions'])

/** A customer's own. */
export const ownChannels: ReadonlySet<string> = new Set(['orders', 'positions'])
