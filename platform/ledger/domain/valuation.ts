import type { Asset, Instant, Money } from '@bolsillo/kernel'

/** A price of one US dollar in pesos, as an integer count of 10^-scale, and where it is from. */
interface DollarRate {
  readonly units: bigint
  readonly scale: number
  /** The venue or feed it was read from, and its number there. */
  readonly source: string
  readonly sequence: number
  readonly at: Instant
  /** Older than a live market allows: shown as such. */
  readonly stale: boolean
}

/** What everything somebody has comes to, in pesos and in dollars. */
export interface Total {
  readonly cash: Money
  /** Shares and coins. */
  readonly assets: Money
  readonly all: Money
  /** The same in dollars; undefined while no price is known. */
  readonly inDollars: Money | undefined
  /** Assets without a price, which are not in the sums. */
  readonly unpriced: readonly string[]
  readonly stale: boolean
}

/** What the ledger needs to value a customer's balances. Market facts answer it; the ledger knows none. */
export interface Valuation {
  /** The asset of a code, with its scale; undefined when nothing has that code. */
  readonly assetOf: (code: string) => Asset | undefined
  /** Undefined while no price is known. */
  readonly usdMxn: (now: Instant) => DollarRate | undefined
  /** Undefined while there is something of a currency without a rate: a total that leaves it out would be a lie. */
  readonly totalOf: (
    held: readonly { readonly asset: string; readonly units: bigint }[],
    now: Instant,
  ) => Total | undefined
}
