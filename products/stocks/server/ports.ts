import type { Conversions } from '@bolsillo/conversion/server'
import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { CalendarId, MarketState } from '@bolsillo/market/domain'
import type { Market, MidRates } from '@bolsillo/market/server'
import type { NeedCheck, Services } from '@bolsillo/server-kit'
import { defineSetting } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import type { Trading } from '@bolsillo/trading/server'

/** What this room is given by the composition root. */
export interface StocksPorts {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly conversions: Conversions
  readonly market: MarketState
  readonly candles: Market['candles']
  readonly rates: Pick<MidRates, 'midOf'>
  readonly trading: Trading
  /** platform/identity's. Runs its own transaction, so that failures are counted even when the order is refused. */
  readonly tradePasswords: {
    readonly verify: (attempt: {
      readonly customerId: Id<'cus'>
      readonly password: string
      readonly now: Instant
    }) => Promise<Rejection | undefined>
  }
  /** Who answers for each need of a contract: the same answers the guard has. */
  readonly needs: { readonly 'trade-password-set': NeedCheck; readonly vip: NeedCheck }
}

/** Opens US shares to everybody until VIP exists to be had. */
export const usOpenWithoutVip = defineSetting({
  key: 'stocks.us-open-without-vip',
  type: 'flag',
  standard: true,
  purpose: 'US shares are part of VIP; while VIP cannot be had, this opens them to every customer.',
  publicName: 'usStocksOpen',
})

/** How long one entry of the trade password covers the orders of a session. */
export const authorisationMinutes = defineSetting({
  key: 'stocks.order-authorisation-minutes',
  type: 'whole',
  standard: 15,
  min: 1,
  max: 60,
  purpose: 'How many minutes orders of a session need no trade password after the customer asked for it.',
  publicName: 'orderAuthorisationMinutes',
})

/** Names of the exchanges as customers know them. The US calendar is that of New York and Nasdaq alike. */
export const exchangeNames: Readonly<Record<CalendarId, string>> = {
  XMEX: 'BMV',
  XNYS: 'NYSE · Nasdaq',
  FX: 'FX',
  '24/7': '24/7',
}
