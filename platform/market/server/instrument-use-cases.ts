import { isRejection, type Rejection, type RejectionSpec, reject } from '@bolsillo/kernel'
import { type UseCase, useCasesOf } from '@bolsillo/server-kit'
import {
  type bookCall,
  type candlesCall,
  type followCall,
  followedMax,
  type tradesCall,
  type unfollowCall,
} from '../contract/index.ts'
import { bookNow, type Instrument, type MarketState } from '../domain/index.ts'
import type { CandleReader } from './candle-reader.ts'
import { deleteFollow, insertFollow } from './follow-store.ts'
import { candlesReply, tradesReply } from './market-reads.ts'

/** A product's calls about one instrument, each at an address of its own. */
interface InstrumentCalls {
  readonly candles: ReturnType<typeof candlesCall>
  readonly trades: ReturnType<typeof tradesCall>
  readonly book: ReturnType<typeof bookCall>
  readonly follow: ReturnType<typeof followCall>
  readonly unfollow: ReturnType<typeof unfollowCall>
}

/** What these use cases need of a room. */
export interface InstrumentDeps {
  readonly market: MarketState
  readonly candles: CandleReader['candles']
}

/** Which instruments a product shows, and what it refuses. */
interface ShownInstruments<Deps> {
  /** The instrument of a symbol, or the product's refusal of one it does not show. */
  readonly find: (symbol: string, deps: Deps) => Instrument | Rejection
  /** Refused when the customer follows as many as one may. */
  readonly full: RejectionSpec
}

const standardDepth = 20

/** A product's calls about one instrument: candles, prints, book; and follows it or no longer. */
export function instrumentUseCases<Deps extends InstrumentDeps>(
  calls: InstrumentCalls,
  { find, full }: ShownInstruments<Deps>,
): readonly UseCase<Deps>[] {
  return useCasesOf<InstrumentCalls, Deps>(calls, {
    candles: async ({ symbol, ...asked }, _context, deps) => {
      const found = find(symbol, deps)
      return isRejection(found) ? found : candlesReply(deps, found, asked)
    },
    trades: async ({ symbol, limit }, _context, deps) => {
      const found = find(symbol, deps)
      return isRejection(found) ? found : tradesReply(deps.market, found, limit)
    },
    book: async ({ symbol, depth = standardDepth }, _context, deps) => {
      const found = find(symbol, deps)
      return isRejection(found) ? found : bookNow(found, deps.market, depth, deps.market.nowOf(symbol))
    },
    // Following again changes nothing; what is not followed stays so.
    follow: async ({ symbol }, { tx, customer, now }, deps) => {
      const found = find(symbol, deps)
      if (isRejection(found)) return found
      const followed = await insertFollow(tx, { customerId: customer.customerId, symbol, at: now })
      return followed ? { symbol, followed } : reject(full, { values: { max: String(followedMax) } })
    },
    unfollow: async ({ symbol }, { tx, customer }, deps) => {
      const found = find(symbol, deps)
      if (isRejection(found)) return found
      await deleteFollow(tx, customer.customerId, symbol)
      return { symbol, followed: false }
    },
  })
}

/**
 * A page of a live ranking. The cursor is a place in that order: what moves between two pages may show twice or not at all.
 * @returns the rows with the cursor of the next page, if there is one.
 */
export function rankedPage<Row>(
  ranking: readonly Row[],
  { cursor = '0', limit }: { readonly cursor?: string | undefined; readonly limit: number },
): { readonly rows: readonly Row[]; readonly next: { readonly next?: string } } {
  const end = Number(cursor) + limit
  return { rows: ranking.slice(Number(cursor), end), next: end < ranking.length ? { next: String(end) } : {} }
}
