import type { Audit } from '@bolsillo/audit/server'
import type { Instant } from '@bolsillo/kernel'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Prints } from '@bolsillo/market/server'
import type { Db, Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** A rate that funding of a contract was paid by, in parts of 10^9, and the instant it was paid for. */
interface FundingRate {
  readonly symbol: string
  readonly at: Instant
  readonly rate: bigint
}

/** The recorded rates of funding. */
interface FundingRates {
  /** Those recorded after an instant of each contract, oldest first, at most so many of each. */
  readonly after: (db: Db, after: ReadonlyMap<string, Instant>, limit: number) => Promise<readonly FundingRate[]>
  readonly last: (db: Db, symbol: string) => Promise<FundingRate | undefined>
  /** No rate is beyond it, either way. */
  readonly cap: bigint
}

/** What this room is given by the composition root. */
export interface AlertsGiven {
  readonly services: Services
  readonly settings: Settings
  readonly publisher: Publisher
  readonly audit: Pick<Audit, 'record'>
  readonly market: MarketState
  readonly prints: Prints
  readonly fundingRates: FundingRates
  readonly instruments: readonly Instrument[]
}

/** That, with the instruments by their symbols. */
export interface AlertsDeps extends AlertsGiven {
  readonly bySymbol: ReadonlyMap<string, Instrument>
}
