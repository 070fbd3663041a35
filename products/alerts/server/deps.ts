import type { Audit } from '@bolsillo/audit/server'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Prints } from '@bolsillo/market/server'
import type { Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** What this room is given by the composition root. */
export interface AlertsGiven {
  readonly services: Services
  readonly settings: Settings
  readonly publisher: Publisher
  readonly audit: Pick<Audit, 'record'>
  readonly market: MarketState
  readonly prints: Prints
  readonly instruments: readonly Instrument[]
}

/** That, with the instruments by their symbols. */
export interface AlertsDeps extends AlertsGiven {
  readonly bySymbol: ReadonlyMap<string, Instrument>
}
