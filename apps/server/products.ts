import { createAlerts } from '@bolsillo/alerts/server'
import type { ApprovalsRegistry, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import { createContent } from '@bolsillo/content/server'
import type { findLiquidated, recordedRates } from '@bolsillo/contracts/server'
import type { Conversions } from '@bolsillo/conversion/server'
import { createExchange, type ExchangeDeps } from '@bolsillo/exchange/server'
import type { Files } from '@bolsillo/files/server'
import type { Identity } from '@bolsillo/identity/server'
import { createIpo } from '@bolsillo/ipo/server'
import type { Ledger, LedgerHistory } from '@bolsillo/ledger/server'
import { createLegal } from '@bolsillo/legal/server'
import { createLocations } from '@bolsillo/locations/server'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Market } from '@bolsillo/market/server'
import { createOfferings } from '@bolsillo/offerings/server'
import type { Payments } from '@bolsillo/payments/server'
import type { CostsOf, PricesOf, SalesOf } from '@bolsillo/portfolio/server'
import type { NeedsPort, Publisher, RoomMaker, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { createSpot } from '@bolsillo/spot/server'
import { createStatements, type StatementsDeps } from '@bolsillo/statements/server'
import { createStocks } from '@bolsillo/stocks/server'
import { createSupport, type SupportGiven } from '@bolsillo/support/server'
import type { TradedProduct } from '@bolsillo/trading/domain'
import type { OpeningLimits, OrderAuthorisations, Trading } from '@bolsillo/trading/server'
import { createVotes } from '@bolsillo/votes/server'

/** What the platform gives to every product; each takes of it what its declaration names. */
export interface Platform extends Pick<ExchangeDeps, 'leaving' | 'leavingRefusal'>, Pick<SupportGiven, 'isOwnPayment'> {
  readonly services: Services
  readonly settings: Settings
  readonly publisher: Publisher
  readonly audit: Audit
  readonly ledger: Ledger
  readonly history: LedgerHistory
  /** The scale of what an account counts. */
  readonly scaleOf: (asset: string) => number
  readonly conversions: Conversions
  readonly market: MarketState
  readonly candles: Market['candles']
  readonly rates: Market['rates']
  readonly prints: Market['prints']
  /** What liquidations closed, without whose it was. */
  readonly liquidated: typeof findLiquidated
  /** The rates funding was paid by. */
  readonly fundingRates: typeof recordedRates
  /** How many notices of the firm a customer has not read. */
  readonly unreadNotices: StatementsDeps['unreadNotices']
  readonly prices: PricesOf
  readonly costs: CostsOf
  readonly sales: SalesOf
  /** What the market of this server has. */
  readonly instruments: readonly Instrument[]
  /** Trading as one product sees it: it finds, lists and cancels orders of its own only. */
  readonly tradingOf: (product: TradedProduct) => Trading
  readonly tradePasswords: Identity['tradePasswords']
  readonly authorisations: OrderAuthorisations
  readonly ownLimits: OpeningLimits
  readonly needs: NeedsPort
  readonly customers: Identity['customers']
  readonly files: Files
  readonly approvals: ApprovalsRegistry
  readonly views: PersonalDataViews
  readonly payments: Payments
}

/**
 * The products that are made of the platform alone, one a line: what they declare (calls, settings, jobs, kinds of approval,
 * queues, words) is found from here. Pages and sections of the console are found in the folders of the rooms.
 */
export const products: readonly RoomMaker<Platform>[] = [
  createStocks,
  createSpot,
  createExchange,
  createStatements,
  createAlerts,
  createLegal,
  createContent,
  createVotes,
  createLocations,
  createSupport,
  createOfferings,
  createIpo,
]
