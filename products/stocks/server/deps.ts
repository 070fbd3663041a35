import type { Audit } from '@bolsillo/audit/server'
import type { Conversions } from '@bolsillo/conversion/server'
import type { CalendarId, MarketState } from '@bolsillo/market/domain'
import type { Market, MidRates } from '@bolsillo/market/server'
import type { NeedCheck, Services } from '@bolsillo/server-kit'
import { defineSetting } from '@bolsillo/settings/domain'
import type { TradedProduct } from '@bolsillo/trading/domain'
import type { OrderDeps, Trading } from '@bolsillo/trading/server'

/** What this room is given by the composition root. */
export interface StocksGiven extends Omit<OrderDeps, 'trading'> {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  readonly conversions: Conversions
  readonly market: MarketState
  readonly candles: Market['candles']
  readonly rates: Pick<MidRates, 'midOf'>
  readonly tradingOf: (product: TradedProduct) => Trading
  /** Who answers for each need of a contract: the same answers the guard has. */
  readonly needs: {
    readonly 'identity-before-trading': NeedCheck
    readonly 'trade-password-set': NeedCheck
    readonly vip: NeedCheck
  }
}

/** That, with orders of shares only. */
export interface StocksDeps extends StocksGiven {
  readonly trading: Trading
}

/** Opens US shares to everybody until VIP exists to be had. */
export const usOpenWithoutVip = defineSetting({
  key: 'stocks.us-open-without-vip',
  type: 'flag',
  standard: true,
  purpose: 'US shares are part of VIP; while VIP cannot be had, this opens them to every customer.',
  publicName: 'usStocksOpen',
})

/** Names of the exchanges as customers know them. The US calendar is that of New York and Nasdaq alike. */
export const exchangeNames: Readonly<Record<CalendarId, string>> = {
  XMEX: 'BMV',
  XNYS: 'NYSE · Nasdaq',
  FX: 'FX',
  '24/7': '24/7',
}
