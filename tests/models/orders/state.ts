import type { Books, Incoming } from './book.ts'
import type { Schedule, Side, Spec } from './rules.ts'

// What the model remembers. Plain data, so that a world that does not know whether something happened can go on with a copy.

export type State =
  | 'waiting'
  | 'pending-trigger'
  | 'open'
  | 'partially-filled'
  | 'filled'
  | 'cancelled'
  | 'expired'
  | 'rejected'

/** What an order, or a pair of which only one may fill, came to so far: one order for commission and rounding. */
export interface Sums {
  exact: bigint
  taken: bigint
  amount: bigint
  fee: bigint
  vat: bigint
}

export interface Order {
  readonly key: string
  readonly customer: string
  readonly spec: Spec
  readonly side: Side
  readonly type: 'market' | 'limit' | 'stop' | 'stop-limit'
  readonly time: 'day' | 'gtc' | 'ioc' | 'fok'
  readonly postOnly: boolean
  readonly schedule: Schedule
  readonly amount: bigint | undefined
  quantity: bigint | undefined
  readonly limit: bigint | undefined
  readonly stop: bigint | undefined
  /** What it reserves is counted at this price. */
  readonly worst: bigint
  readonly profit: bigint | undefined
  readonly loss: bigint | undefined
  readonly twin: string | undefined
  readonly activeFrom: number | undefined
  /** Taken before the opening: it has reserved what it needs, and goes to market when trading begins. */
  readonly awaitsOpening: boolean
  readonly expiresAt: number | undefined
  state: State
  filled: bigint
  own: Sums
  /** Shared by the legs of a pair. */
  readonly all: Sums
  held: bigint
  holds: boolean
  /** Rises with every order; a stop that goes to market gets a new one. */
  priority: number
  reason: string | undefined
  lastFillAt: number
  /** In how many parts it was filled. */
  parts: number
  /** An exit that was due while nothing was traded. */
  hasWaited: boolean
}

export interface Purse {
  posted: bigint
  held: bigint
}

export interface Position {
  quantity: bigint
  cost: bigint
  realised: bigint
  fees: bigint
  vat: bigint
}

/** A market that is not the model's own: it says what it did with an order, and the model goes by it. */
export interface Outside {
  /** Sends an order there. What comes back is booked by whoever asks. */
  readonly submit: (order: Order, incoming: Incoming) => readonly Report[]
  readonly isTrading: (spec: Spec) => boolean
  /** When it opens, while it is before its opening. */
  readonly opensAt: (spec: Spec) => number | undefined
  /** Whether it has said nothing for so long that no order goes at its price. */
  readonly isStale: (spec: Spec) => boolean
  /** When what is bought now may be sold. */
  readonly unlocksAt: (spec: Spec, at: number) => number
}

export type Report =
  | {
      readonly kind: 'filled'
      readonly key: string
      readonly price: bigint
      readonly quantity: bigint
      readonly isTaker: boolean
    }
  | { readonly kind: 'cancelled'; readonly key: string; readonly reason: string; readonly isRefused: boolean }

export interface World {
  readonly outside?: Outside
  now: number
  /** Instruments that do not trade: no orders are taken there, and exits and stops wait. */
  readonly shut: Set<string>
  /** Of those, the ones before their opening, with when it is: orders that can wait for it are taken. */
  readonly early: Map<string, number>
  priority: number
  /** Orders of nobody we know, made so far. */
  anonymous: number
  readonly last: Map<string, bigint>
  readonly books: Books
  readonly orders: Map<string, Order>
  /** By account: customer, purse and asset, or the house's. */
  readonly purses: Map<string, Purse>
  readonly positions: Map<string, Position>
  /** By customer and instrument: what may not be sold before when. */
  readonly locks: Map<string, { at: number; quantity: bigint }[]>
  /** Prices traded at and not yet looked at for stops, in order. */
  readonly prints: { spec: Spec; price: bigint }[]
  /** What coins were traded for, which decides what later orders cost. */
  readonly volumes: { customer: string; at: number; amount: bigint }[]
  /** How often what this world is for has happened. */
  readonly happened: Map<string, number>
}

/** Notes that something happened, so that a run in which it never does is seen. */
export function happens(world: World, what: string): void {
  world.happened.set(what, (world.happened.get(what) ?? 0) + 1)
}

export const noSums = (): Sums => ({ exact: 0n, taken: 0n, amount: 0n, fee: 0n, vat: 0n })

export const isOpen = ({ state }: Order): boolean =>
  state === 'waiting' || state === 'pending-trigger' || state === 'open' || state === 'partially-filled'

export function purseOf(world: World, account: string): Purse {
  const known = world.purses.get(account) ?? { posted: 0n, held: 0n }
  world.purses.set(account, known)
  return known
}

export const cashOf = (customer: string, { purse, quote }: Spec): string => `${customer}:${purse}:${quote}`
export const assetOf = (customer: string, { purse, base }: Spec): string => `${customer}:${purse}:${base}`

/** Of an asset: all there is, less what is reserved and what may not be sold yet. */
export function sellable(world: World, customer: string, spec: Spec): bigint {
  const { posted, held } = purseOf(world, assetOf(customer, spec))
  const locks = world.locks.get(`${customer} ${spec.id}`) ?? []
  const locked = locks.reduce((sum, { at, quantity }) => (at > world.now ? sum + quantity : sum), 0n)
  return posted - held - locked
}
