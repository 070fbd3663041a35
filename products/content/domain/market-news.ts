import { abs } from '@bolsillo/kernel'

/** What of the market becomes news by itself. */
export const marketNewsKinds = ['large-move', 'liquidation-wave'] as const

/** The facts of a large move, each a decimal or a time as text; prices with all the digits they are recorded with. */
export interface MoveFacts {
  /** The day of the record, and the quarter of an hour in it whose close is `price`. */
  readonly tradeDate: string
  readonly quarterStart: string
  readonly previousClose: string
  readonly price: string
  /** From the one to the other, two decimals, half to even. */
  readonly percent: string
  /** From how many percent on it was news when it was written. */
  readonly leastPercent: string
}

/** The facts of a wave of liquidations: the fills by which liquidations closed positions in an hour, added up. */
export interface WaveFacts {
  readonly from: string
  readonly to: string
  readonly accounts: string
  readonly fills: string
  readonly quantity: string
  readonly low: string
  readonly high: string
  readonly leastAccounts: string
}

export type MarketNewsFacts =
  | { readonly kind: 'large-move'; readonly facts: MoveFacts }
  | { readonly kind: 'liquidation-wave'; readonly facts: WaveFacts }

/** What is news, and of what. */
export type FoundNews = MarketNewsFacts & {
  readonly symbol: string
  /** What there is one of: a day, an hour. */
  readonly session: string
  readonly happenedAt: number
}

/** That, once it is written. */
export type MarketNews = FoundNews & { readonly articleId: `art_${string}`; readonly writtenAt: number }

interface Quarter {
  readonly start: number
  readonly close: bigint
}

/** The first quarter of an hour of a day that closed so many basis points from the close before, or further. */
export function findMove<One extends Quarter>(
  day: { readonly previousClose: bigint; readonly quarters: readonly One[] },
  leastBps: number,
): One | undefined {
  const least = BigInt(leastBps) * day.previousClose
  return day.quarters.find(({ close }) => abs(close - day.previousClose) * 10_000n >= least)
}
