import type { Mode, Side } from './model.ts'

// What there is of a customer, as the rules have it. Money is minor units.

export interface Exit {
  readonly kind: 'take-profit' | 'stop-loss'
  readonly price: bigint
  readonly on: 'mark' | 'last'
  /** Whether a price it watches was there since it was set, and whether the process that saw it still runs. */
  reached: 'no' | 'once' | 'seen'
}

export interface Position {
  readonly symbol: string
  readonly mode: Mode
  leverage: bigint
  size: bigint
  entry: bigint
  margin: bigint
  realised: bigint
  funding: bigint
  fees: bigint
  vat: bigint
  exits: Exit[]
  liquidation: string | undefined
  readonly openedAt: number
}

/** What commission an order was taken under, where it is not the one that is published now. */
export interface Rates {
  readonly makerBps: bigint
  readonly takerBps: bigint
}

export interface Order {
  readonly id: string
  readonly customer: string
  readonly symbol: string
  readonly side: Side
  readonly worst: bigint
  /** What is set aside for it is counted at this price: of a sale the higher of limit, mark and last. */
  readonly reserve: bigint
  /** The mark it was placed at. */
  readonly mark: bigint | undefined
  quantity: bigint
  readonly reduceOnly: boolean
  readonly mode: Mode
  readonly leverage: bigint
  readonly cause: 'customer' | 'take-profit' | 'stop-loss' | 'liquidation'
  readonly exits: readonly Omit<Exit, 'reached'>[]
  rates: Rates | undefined
  filled: bigint
  exact: bigint
  taken: bigint
  fee: bigint
  vat: bigint
  held: bigint
}

export interface Customer {
  readonly id: string
  /** In the purse for coins, from where it can be moved to this one. */
  outside: bigint
  posted: bigint
  held: bigint
  readonly positions: Map<string, Position>
  readonly orders: Map<string, Order>
}

/** What an entry of the journal must say. */
export interface Effect {
  posted: bigint
  held: bigint
  fund: bigint
  fees: bigint
  vat: bigint
  /** Of a loss: what the customer could not bear. */
  short: bigint
}

export const nothing = (): Effect => ({ posted: 0n, held: 0n, fund: 0n, fees: 0n, vat: 0n, short: 0n })

export const freeOf = ({ posted, held }: Pick<Customer, 'posted' | 'held'>): bigint => posted - held
