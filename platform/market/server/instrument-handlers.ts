import { coreRejections } from '@bolsillo/contract'
import { isRejection, type Rejection, type RejectionSpec, reject } from '@bolsillo/kernel'
import { type Handler, onRead, onWrite } from '@bolsillo/server-kit'
import type { bookCall, candlesCall, followCall, tradesCall, unfollowCall } from '../contract.ts'
import { bookNow, type Instrument, type MarketState } from '../domain/index.ts'
import type { CandleReader } from './candle-reader.ts'
import { deleteFollow, followedMax, insertFollow } from './follow-store.ts'
import { candlesReply, tradesReply } from './market-reads.ts'

/** A product's calls about one instrument, each at an address of its own. */
export interface InstrumentCalls {
  readonly candles: ReturnType<typeof candlesCall>
  readonly trades: ReturnType<typeof tradesCall>
  readonly book: ReturnType<typeof bookCall>
  readonly follow: ReturnType<typeof followCall>
  readonly unfollow: ReturnType<typeof unfollowCall>
}

/** Which instruments a product shows, and what it refuses. */
export interface ShownInstruments {
  /** The instrument of a symbol, or the product's refusal of one it does not show. */
  readonly find: (symbol: string) => Instrument | Rejection
  /** Refused when the customer follows as many as one may. */
  readonly full: RejectionSpec
}

const standardDepth = 20

/** Answers a product's calls about one instrument: candles, prints, book; and follows it or no longer. */
export function instrumentHandlers(
  calls: InstrumentCalls,
  ports: { readonly market: MarketState; readonly candles: CandleReader['candles'] },
  { find, full }: ShownInstruments,
): readonly Handler[] {
  const { market } = ports
  return [
    onRead(calls.candles, async ({ symbol, ...asked }) => {
      const found = find(symbol)
      return isRejection(found) ? found : candlesReply(ports, found, asked)
    }),
    onRead(calls.trades, async ({ symbol, limit }) => {
      const found = find(symbol)
      return isRejection(found) ? found : tradesReply(market, found, limit)
    }),
    onRead(calls.book, async ({ symbol, depth = standardDepth }) => {
      const found = find(symbol)
      return isRejection(found) ? found : bookNow(found, market, depth, market.nowOf(symbol))
    }),
    // Following again changes nothing; what is not followed stays so.
    onWrite(calls.follow, async ({ symbol }, { tx, customer, now }) => {
      const found = find(symbol)
      if (isRejection(found)) return found
      const { customerId } = customer
      const followed = await insertFollow(tx, { customerId, symbol, at: now })
      return followed ? { symbol, followed } : reject(full, { values: { max: String(followedMax) } })
    }),
    onWrite(calls.unfollow, async ({ symbol }, { tx, customer }) => {
      const found = find(symbol)
      if (isRejection(found)) return found
      await deleteFollow(tx, customer.customerId, symbol)
      return { symbol, followed: false }
    }),
  ]
}

/**
 * A page of a live ranking. The cursor is a place in that order: what moves between two pages may show twice or not at all.
 * @returns the rows with the cursor of the next page, if there is one; a refusal for what is no cursor.
 */
export function rankedPage<Row>(
  ranking: readonly Row[],
  { cursor = '0', limit }: { readonly cursor?: string | undefined; readonly limit: number },
): { readonly rows: readonly Row[]; readonly next: { readonly next?: string } } | Rejection {
  if (!/^(0|[1-9][0-9]{0,4})$/.test(cursor)) {
    return reject(coreRejections.fieldInvalid, { field: 'cursor', values: { problem: 'malformed' } })
  }
  const end = Number(cursor) + limit
  return { rows: ranking.slice(Number(cursor), end), next: end < ranking.length ? { next: String(end) } : {} }
}
