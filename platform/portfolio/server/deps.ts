import type { Ledger } from '@bolsillo/ledger/server'
import type { MarketState } from '@bolsillo/market/domain'
import type { OwnBooks } from './own-books.ts'
import type { PricesOf } from './prices-of.ts'

/** What this room is given by the composition root. */
export interface PortfolioDeps {
  readonly ledger: Pick<Ledger, 'postingsOfCustomer' | 'balancesOfCustomer'>
  readonly market: Pick<MarketState, 'recordedSince'>
  readonly prices: PricesOf
  readonly books: OwnBooks
}
