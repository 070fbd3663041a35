import type { ApprovalsRegistry } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { Id, Instant } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import { createSealer, type Sealer, type Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { TradedProduct } from '@bolsillo/trading/domain'
import type { OpeningLimits, OrderAuthorisations, TradePasswords, Trading } from '@bolsillo/trading/server'

/** What this room is given by the composition root. */
export interface OfferingsGiven {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  readonly approvals: Pick<ApprovalsRegistry, 'propose' | 'openAbout'>
  readonly settings: Settings
  readonly ledger: Ledger
  /** What of is offered: shares of this market. */
  readonly instruments: readonly Instrument[]
  /** Last prices, for what the practice market makes up. */
  readonly market: Pick<MarketState, 'day'>
  readonly tradingOf: (product: TradedProduct) => Pick<Trading, 'allot'>
  readonly tradePasswords: TradePasswords
  readonly authorisations: Pick<OrderAuthorisations, 'authorisedUntil' | 'find'>
  readonly ownLimits: OpeningLimits
}

/** That, with what seals secrets until the allotment. */
export interface OfferingsDeps extends OfferingsGiven {
  readonly sealer: Sealer
  readonly trading: Pick<Trading, 'allot'>
}

/** The key of the secrets is not in the database: who reads that alone cannot tell tickets beforehand. */
export const depsOf = (given: OfferingsGiven): OfferingsDeps => ({
  ...given,
  sealer: createSealer(given.services.secret('offering-secrets'), given.services.rng),
  trading: given.tradingOf('stock'),
})

/** Who asks, and when. */
export interface Asking {
  readonly customerId: Id<'cus'>
  readonly sessionId: Id<'ses'>
  readonly now: Instant
}
