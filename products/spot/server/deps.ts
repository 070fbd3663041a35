import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Market } from '@bolsillo/market/server'
import type { CostsOf, PricesOf } from '@bolsillo/portfolio/server'
import type { NeedCheck, Services } from '@bolsillo/server-kit'
import type { TradedProduct } from '@bolsillo/trading/domain'
import type { OrderDeps, Trading } from '@bolsillo/trading/server'
import type { CoinShelf } from './market/coin-shelf.ts'
import type { FeeTiers } from './orders/fee-tiers.ts'

/** What this room is given by the composition root. */
export interface SpotGiven extends Omit<OrderDeps, 'trading'> {
  readonly services: Services
  readonly market: MarketState
  readonly candles: Market['candles']
  readonly prices: Pick<PricesOf, 'now'>
  readonly costs: CostsOf
  /** What the market of this server has; coins and contracts are picked from it. */
  readonly instruments: readonly Instrument[]
  readonly tradingOf: (product: TradedProduct) => Trading
  readonly needs: {
    readonly 'identity-before-trading': NeedCheck
    readonly 'trade-password-set': NeedCheck
  }
}

/** That, with what the room makes of it once. */
export interface SpotDeps extends SpotGiven {
  /** Orders of coins only. */
  readonly trading: Trading
  readonly tiers: FeeTiers
  readonly shelf: CoinShelf
}
