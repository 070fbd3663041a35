import type { Ledger } from '@bolsillo/ledger/server'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { NeedCheck, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { OpeningLimits, OrderAuthorisations, TradePasswords, Trading } from '@bolsillo/trading/server'

/** What the orders of this room are given by the composition root. */
export interface SpotOrderPorts {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly market: MarketState
  /** What the market of this server has; coins are picked from it. */
  readonly instruments: readonly Instrument[]
  /** Trading as spot sees it: orders of coins only. */
  readonly trading: Trading
  readonly tradePasswords: TradePasswords
  readonly authorisations: OrderAuthorisations
  readonly ownLimits?: OpeningLimits | undefined
  readonly needs: { readonly 'trade-password-set': NeedCheck }
}
