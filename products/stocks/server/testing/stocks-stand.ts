import { createConversion } from '@bolsillo/conversion/server'
import { fixtureTradePasswords } from '@bolsillo/identity/fixtures'
import { type Id, priceOf } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import type { HistorySource } from '@bolsillo/market/domain'
import { noHistory, quoteByHand } from '@bolsillo/market/fixtures'
import { createMarket, type Market } from '@bolsillo/market/server'
import { createCostsOf, createPortfolio, createPricesOf } from '@bolsillo/portfolio/server'
import { type Publisher, type Room, transaction } from '@bolsillo/server-kit'
import { operationsSettings } from '@bolsillo/settings/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type AskAs, askingOf, type TestApp, testApp, testCustomer, testNeeds } from '@bolsillo/test-kit'
import { createOrderAuthorisations, createTrading, type Trading, tradingRows } from '@bolsillo/trading/server'
import { usOpenWithoutVip } from '../deps.ts'
import { createStocks } from '../index.ts'
import { quoteVenue } from './quote-venue.ts'

export { rightTradePassword as rightPassword } from '@bolsillo/identity/fixtures'

/** Stocks over a real ledger, desk and market, with a venue that fills at the quote. Customers 1 and 3 are signed in. */
export interface StocksStand {
  readonly app: TestApp
  readonly market: Market
  readonly trading: Trading
  readonly ledger: Ledger
  readonly as: AskAs
  readonly customerId: (customer: number) => Id<'cus'>
  /** Puts a book and a print before everybody: prices in the instrument's units. */
  readonly quote: (symbol: string, bid: bigint, ask: bigint) => void
  readonly quoteDollar: (bid: bigint, ask: bigint) => void
  /** The head of the journal and the number of orders: the same before and after what must change nothing. */
  readonly fingerprint: () => Promise<string>
  /** Gives the demo's history to customers 1 and 3, as the server does on an empty database. */
  readonly seedDemo: () => Promise<void>
  readonly close: () => Promise<void>
}

const silent: Publisher = { publish: () => undefined }

/** Sets the stand up: customer 1 has MX$ 100,000.00 and $ 5,000.00, customer 3 has nothing. */
export async function stocksStand(
  options: {
    readonly usOpen?: boolean
    readonly unmet?: 'vip'
    readonly history?: HistorySource
    /** The end of a pause of new orders. */
    readonly ordersPausedUntil?: number
  } = {},
): Promise<StocksStand> {
  const settings = fixedSettings([
    { setting: usOpenWithoutVip, value: options.usOpen ?? true },
    { setting: operationsSettings.orders, value: options.ordersPausedUntil ?? 0 },
  ])
  const ledger = createLedger()
  const made: {
    market?: Market
    trading?: Trading
    room?: Room
    start?: () => Promise<void>
    stop?: () => Promise<void>
  } = {}
  const app = await testApp({
    needs: testNeeds(options.unmet === undefined ? [] : [options.unmet]),
    rooms: (services) => {
      const market = createMarket({
        services,
        publisher: silent,
        history: options.history ?? noHistory,
        hours: 'always',
        source: 'simulated',
      })
      const { trading, desk } = createTrading({
        services,
        ledger,
        settings,
        facts: market.facts,
        feed: market.state,
        venues: [quoteVenue(market.state)],
        custodian: 'venue-simulated',
      })
      const { midOf } = market.rates
      const conversion = createConversion({ services, ledger, settings, custodian: 'venue-simulated', midOf })
      const stocks = createStocks({
        services,
        settings,
        ledger,
        trading,
        market: market.state,
        candles: market.candles,
        rates: market.rates,
        conversions: conversion.conversions,
        authorisations: createOrderAuthorisations({ services, settings, renewSession: async () => 'renewed' }),
        needs: testNeeds(options.unmet === undefined ? [] : [options.unmet]),
        tradePasswords: fixtureTradePasswords,
      })
      Object.assign(made, { market, trading, room: stocks, start: () => desk.start(), stop: () => desk.stop() })
      const prices = createPricesOf({ market: market.state, rates: market.rates, candles: market.candles })
      return [
        conversion.room,
        createPortfolio({ ledger, market: market.state, prices, costs: createCostsOf(ledger) }),
        stocks,
      ]
    },
  })
  const { market, trading } = made
  if (market === undefined || trading === undefined) throw new Error('the rooms were not made')
  await made.start?.()
  const customerIds = [1, 3].map((number) => testCustomer(number).customerId)
  const seedDemo = async (): Promise<void> => made.room?.seedDemo?.({ customerIds, operators: [] })
  return standOf({ app, market, trading, ledger, seedDemo, stop: async () => made.stop?.() })
}

async function standOf(parts: {
  readonly app: TestApp
  readonly market: Market
  readonly trading: Trading
  readonly ledger: Ledger
  readonly seedDemo: () => Promise<void>
  readonly stop: () => Promise<void>
}): Promise<StocksStand> {
  const { app, market, trading, ledger } = parts
  const { clock } = app.services
  const quote = quoteByHand(market.state, clock)
  const quoteDollar = (bid: bigint, ask: bigint): void => {
    const sequence = market.state.lastSequence('USD/MXN') + 1
    const at = clock.now()
    market.state.onQuote('USD/MXN', { sequence, at, source: 'simulated', bid: priceOf(bid), ask: priceOf(ask) })
  }
  const stand: StocksStand = {
    app,
    market,
    trading,
    ledger,
    seedDemo: parts.seedDemo,
    quote,
    quoteDollar,
    customerId: (customer) => testCustomer(customer).customerId,
    as: askingOf(app).as,
    fingerprint: async () => {
      const [{ seq, hash }, orders] = await Promise.all([
        ledger.head(app.services.sql),
        trading.listOrders(app.services.sql, testCustomer(1).customerId, { filter: 'all', limit: 100 }),
      ])
      return `${seq} ${hash} ${orders.rows.length}`
    },
    close: async () => {
      await parts.stop()
      const verdict = await verifyLedger(app.database.owner, { sources: [tradingRows(app.services.clock)] })
      if (!verdict.ok)
        throw new Error(
          `the books do not add up: ${JSON.stringify(verdict, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
        )
      await app.close()
    },
  }
  quote('WALMEX.MX', 61_980n, 62_000n)
  quote('AAPL.US', 2_299_900n, 2_300_100n)
  quote('CEMEX.MX', 13_000n, 13_010n)
  quoteDollar(184_200n, 184_400n)
  await fund(stand, 1, 'MXN', 100_000_00n)
  await fund(stand, 1, 'USD', 5_000_00n)
  return stand
}

/** Puts money into a customer's purse, as the practice grant does. */
export async function fund(
  { app, ledger, customerId }: StocksStand,
  customer: number,
  asset: string,
  amount: bigint,
): Promise<void> {
  const account = customerAccount(customerId(customer), 'stock', asset)
  await transaction(app.services.sql, (tx) => ledger.post(tx, [grantEntry(app.services, account, amount)]))
}
