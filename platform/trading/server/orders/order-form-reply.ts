import { type Asset, money, writeMoney } from '@bolsillo/kernel'
import { available, type Balance } from '@bolsillo/ledger/domain'
import { type Instrument, type MarketState, nextOpen, quoteNow, writePrice } from '@bolsillo/market/domain'
import type { NeedCheck, Own, ReadContext } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { orderLimits } from '../settings.ts'
import type { InstrumentResult, Trading } from '../trading.ts'
import type { OrderAuthorisations } from './order-authorisations.ts'
import { tradedInstrument, writeRules } from './wire-rows.ts'

// What every product answers before an order is placed, and the results of those that were.

/** What the facts of an order form are taken from. */
interface FormDeps {
  readonly market: MarketState
  readonly settings: Settings
  /** That of the product: it counts orders of its own only. */
  readonly trading: Trading
  readonly authorisations: OrderAuthorisations
  readonly needs: { readonly 'trade-password-set': NeedCheck; readonly 'identity-before-trading': NeedCheck }
}

/**
 * What an order form must know whatever the product: rules, price, session, what the desk bounds orders by, and whether a
 * trade password or a verified identity is needed. Fees, what may be spent and what may be sold are the product's to add.
 */
export async function orderFormReply(
  deps: FormDeps,
  instrument: Instrument,
  { db, customer, now }: Own<Pick<ReadContext, 'db' | 'customer' | 'now'>>,
) {
  const { customerId, sessionId } = customer
  const { market, trading, needs, authorisations } = deps
  const [traded, tradePasswordSet, mayTrade, authorisedUntil] = await Promise.all([
    trading.statistics(db, customerId),
    needs['trade-password-set'](customerId, db, now),
    needs['identity-before-trading'](customerId, db, now),
    authorisations.find(db, sessionId, now),
  ])
  const at = market.nowOf(instrument.id)
  const quote = quoteNow(instrument, market, at)
  const session = market.stateAt(instrument.id, at)
  const open = session === 'continuous' || session === 'auction'
  return {
    rules: writeRules(instrument),
    ...(quote === undefined ? {} : { quote }),
    session,
    open,
    ...(open ? {} : { opensAt: nextOpen(instrument.calendar, at) }),
    ...writeLimits(deps, instrument),
    openOrders: traded.orders.open,
    tradePasswordSet,
    identityMissing: !mayTrade,
    ...(authorisedUntil === undefined ? {} : { authorisedUntil }),
  }
}

/** What the desk bounds orders by, and the price its collar is laid around. */
function writeLimits({ market, settings }: FormDeps, instrument: Instrument) {
  const { collar, amountMin, amountMax, openMax } = orderLimits(settings, instrument.scale.quote)
  const reference = market.quote(instrument.id)?.last ?? market.day(instrument.id)?.previousClose
  return {
    ...(reference === undefined ? {} : { reference: writePrice(reference, instrument) }),
    limits: {
      collarNearBps: collar.nearBps,
      collarFarBps: collar.farBps,
      amountMin: writeMoney(amountMin),
      amountMax: writeMoney(amountMax),
      openMax,
    },
  }
}

/** What may be spent of a currency, and what of it is set aside. */
export function writeBuyingPower(currency: Asset, balance: Balance) {
  return {
    currency: currency.code,
    available: writeMoney(money(available(balance), currency)),
    held: writeMoney(money(balance.held, currency)),
  }
}

const realisedMax = 50

/** Closed results by instrument, largest first, at most 50; what was never sold has none. */
export function writeRealised(results: readonly InstrumentResult[]) {
  return results
    .filter(({ sold }) => sold > 0n)
    .sort((a, b) => (a.realised === b.realised ? 0 : a.realised > b.realised ? -1 : 1))
    .slice(0, realisedMax)
    .map(({ instrumentId, realised, fees, vat }) => {
      const { id, ticker, name, currency, scale } = tradedInstrument(instrumentId)
      return {
        symbol: id,
        ticker,
        name,
        currency,
        realised: writeMoney(money(realised, scale.quote)),
        fees: writeMoney(money(fees + vat, scale.quote)),
      }
    })
}
