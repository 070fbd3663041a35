import type { Audit } from '@bolsillo/audit/server'
import type { Id, Instant } from '@bolsillo/kernel'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Prints } from '@bolsillo/market/server'
import type { Language, Publisher, Services, Tx } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** Wakes the owner of an alert that fired, in the transaction of the firing: on the devices they chose. */
export type Wake = (
  tx: Tx,
  notice: {
    /** The alert and its arming, which fires once. */
    readonly key: string
    readonly customerId: Id<'cus'>
    readonly words: (language: Language) => { readonly title: string; readonly text: string }
    /** The page that shows it. */
    readonly path: string
    readonly at: Instant
  },
) => Promise<void>

/** What this room is given by the composition root. */
export interface AlertsGiven {
  readonly services: Services
  readonly settings: Settings
  readonly publisher: Publisher
  readonly audit: Pick<Audit, 'record'>
  readonly wake: Wake
  readonly market: MarketState
  readonly prints: Prints
  readonly instruments: readonly Instrument[]
}

/** That, with the instruments by their symbols. */
export interface AlertsDeps extends AlertsGiven {
  readonly bySymbol: ReadonlyMap<string, Instrument>
}
