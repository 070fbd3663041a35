import { coreRejections } from '@bolsillo/contract'
import { createContracts } from '@bolsillo/contracts/server'
import { displayNumbersOf } from '@bolsillo/identity/server'
import { present, reject } from '@bolsillo/kernel'
import type { OwnLimits } from '@bolsillo/kyc/server'
import { instrumentOf } from '@bolsillo/market/domain'
import { createOwnBooks, createPortfolio } from '@bolsillo/portfolio/server'
import { createOrderAuthorisations, createTrading, deskLimits } from '@bolsillo/trading/server'
import type { Base } from './base.ts'
import type { BooksAndMarket } from './books.ts'
import { type Composing, replaced } from './composing.ts'

/** The desk with contracts on it, and what customers see of what they own. */
export function composeTrading(
  { services, publisher, instead, late }: Composing,
  { settings, audit, identity, needs }: Base,
  { market, venue, facts, indexOf, custodian, prices, ledger }: BooksAndMarket,
) {
  const traded = facts.instrumentIds().flatMap((id) => instrumentOf(id) ?? [])
  const authorisations = createOrderAuthorisations({ services, settings, renewSession: identity.renewSession })
  const ownLimits: Pick<OwnLimits, 'openingRefusal'> = {
    openingRefusal: async (db, customerId, now) => {
      const limits = present(late.ownLimits, 'limits are made before any order')
      const mayOpen = await needs['identity-before-trading'](customerId, db, now)
      return mayOpen ? limits.openingRefusal(db, customerId, now) : reject(coreRejections.identityNeeded)
    },
  }
  const contracts = createContracts(
    replaced(instead.contracts, {
      services,
      ...{ settings, ledger, publisher, audit },
      customers: identity.customers,
      market: market.state,
      instruments: traded,
      indexOf,
      custodian,
      tradePasswords: identity.tradePasswords,
      authorisations,
      ...{ needs, ownLimits },
      creditHeldUntil: async (db, customerId, now) =>
        (await identity.customers.accountHold(db, customerId, now))?.until,
      numbersOf: displayNumbersOf,
      demoCustomers: identity.demoCustomers,
    }),
  )
  const {
    room: tradingRoom,
    trading,
    desk,
  } = createTrading({
    services,
    ledger,
    settings,
    facts,
    feed: market.state,
    candles: market.candles,
    venues: [venue],
    custodian,
    publisher,
    products: [contracts.product],
    limits: instead.deskLimits ?? deskLimits,
  })
  const books = createOwnBooks(ledger, prices)
  const portfolioRoom = createPortfolio({ ledger, market: market.state, prices, books })
  const madeContracts = contracts.withTrading(trading)
  const { room: contractsRoom, leaving, leavingRefusal, engine, ...contractsDesk } = madeContracts
  late.trading = trading
  return {
    ...{ traded, authorisations, ownLimits, tradingRoom, trading, desk, books, portfolioRoom },
    ...{ madeContracts, contractsRoom, leaving, leavingRefusal, engine, contractsDesk },
  }
}
