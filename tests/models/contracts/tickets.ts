import type { Exit, Rates } from './market.ts'
import type { Mode, Side } from './model.ts'

/** An order a customer asked for, as it was asked for. */
export interface Ticket {
  readonly customer: string
  readonly symbol: string
  readonly side: Side
  readonly quantity: bigint
  /** Undefined: at market. */
  readonly limit: bigint | undefined
  readonly timeInForce: 'gtc' | 'ioc' | 'fok'
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly mode: Mode
  readonly leverage: bigint
  readonly exits: readonly Omit<Exit, 'reached'>[]
  /** Of one that takes another's place: it keeps the commission that one was taken under. */
  readonly rates?: Rates | undefined
}

/** Money of a customer, minor units; above zero: into the purse for contracts. */
export interface Moved {
  readonly customer: string
  readonly minor: bigint
}

/** What was asked for in a step of the world: everything else must have come from the rules. */
export interface Asked {
  readonly tickets: readonly Ticket[]
  /** Everything of this customer was to be closed. */
  readonly closes?: { readonly customer: string; readonly symbol: string | undefined }
  /** This order was to be cancelled. */
  readonly cancels?: string
  readonly grants?: readonly Moved[]
  /** Moves between the purses of a customer that were answered as done. */
  readonly transfers?: readonly Moved[]
  readonly margin?: { readonly customer: string; readonly symbol: string; readonly by: bigint }
  readonly exit?: {
    readonly customer: string
    readonly symbol: string
    readonly kind: Exit['kind']
    readonly set: Omit<Exit, 'reached'> | undefined
  }
  /** Quotes of somebody of the market, in order. */
  readonly quotes?: readonly {
    readonly symbol: string
    readonly side: Side
    readonly price: bigint
    readonly quantity: bigint
  }[]
  /** The process died or the database failed meanwhile: who met whom is not predicted. */
  readonly isLoose?: boolean
}

/** A difference, as it is thrown. */
export class Found extends Error {
  readonly rule: string
  constructor(rule: string, what: string) {
    super(what)
    this.rule = rule
  }
}
