import { fixtureTradePasswords } from '@bolsillo/identity/fixtures'
import type { Id } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import { type Instrument, instrumentOf } from '@bolsillo/market/domain'
import { noHistory, quoteByHand } from '@bolsillo/market/fixtures'
import { createMarket, type Market } from '@bolsillo/market/server'
import { createCostsOf, createPricesOf } from '@bolsillo/portfolio/server'
import { type Publisher, type Room, transaction } from '@bolsillo/server-kit'
import { operationsSettings } from '@bolsillo/settings/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type AskAs, askingOf, type TestApp, testApp, testCustomer, testNeeds } from '@bolsillo/test-kit'
import { type BookVenue, createBookVenue, settleDesk } from '@bolsillo/trading/fixtures'
import {
  createOrderAuthorisations,
  createTrading,
  type Desk,
  type Trading,
  tradingOf,
  tradingRows,
} from '@bolsillo/trading/server'
import { createSpot } from '../index.ts'

export { rightTradePassword as rightPassword } from '@bolsillo/identity/fixtures'

const silent: Publisher = { publish: () => undefined }
const symbols = ['BTC-USDT', 'BTC-MXN', 'USDT-MXN', 'ETH-USDT', 'XRP-ETH', 'ETH-MXN', 'DOGE-USDT']

/** Coins over a real ledger, desk and market, with a venue of plain books. Customers 1 and 3 are signed in. */
export interface SpotStand {
  readonly app: TestApp
  readonly market: Market
  readonly venue: BookVenue
  readonly desk: Desk
  readonly trading: Trading
  readonly ledger: Ledger
  readonly room: Room
  readonly as: AskAs
  readonly customerId: (customer: number) => Id<'cus'>
  /** An order of somebody else in the book, in units of the instrument; waits until it is there. */
  readonly rest: (symbol: string, side: 'buy' | 'sell', price: number, quantity: number) => Promise<void>
  /** Somebody else's print and quote: what the collar is laid around and coins are valued at. */
  readonly print: (symbol: string, price: bigint) => void
  readonly fund: (customer: number, asset: string, minor: bigint) => Promise<void>
  readonly balance: (customer: number, asset: string) => Promise<{ readonly posted: bigint; readonly held: bigint }>
  /** The head of the journal and the number of orders: the same before and after what must change nothing. */
  readonly fingerprint: () => Promise<string>
  readonly settle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Sets the stand up: customer 1 has 100,000 USDT and MX$ 100,000.00 in the coin purse, customer 3 has nothing. */
export async function spotStand(options: { readonly ordersPausedUntil?: number } = {}): Promise<SpotStand> {
  const settings = fixedSettings([{ setting: operationsSettings.orders, value: options.ordersPausedUntil ?? 0 }])
  const ledger = createLedger()
  const instruments = symbols.flatMap((symbol): readonly Instrument[] => [instrumentOf(symbol) ?? []].flat())
  const made: { parts?: Pick<SpotStand, 'market' | 'venue' | 'desk' | 'trading' | 'room'> } = {}
  const app = await testApp({
    needs: testNeeds([]),
    rooms: (services) => {
      const market = createMarket({
        services,
        publisher: silent,
        history: noHistory,
        hours: 'exchange',
        source: 'simulated',
      })
      const venue = createBookVenue({
        id: 'simulated',
        clock: services.clock,
        instrumentIds: instruments.map(({ id }) => id),
      })
      const { trading, desk } = createTrading({
        services,
        ledger,
        settings,
        facts: { ...market.facts, instrumentIds: () => instruments.map(({ id }) => id) },
        feed: market.state,
        venues: [venue],
        custodian: 'venue-simulated',
      })
      const own = tradingOf(trading, 'spot')
      const room = createSpot({
        services,
        settings,
        ledger,
        instruments,
        market: market.state,
        candles: market.candles,
        prices: createPricesOf({ market: market.state, rates: market.rates, candles: market.candles }),
        costs: createCostsOf(ledger),
        trading: own,
        authorisations: createOrderAuthorisations({ services, settings, renewSession: async () => 'renewed' }),
        needs: testNeeds([]),
        tradePasswords: fixtureTradePasswords,
      })
      made.parts = { market, venue, desk, trading: own, room }
      return [room]
    },
  })
  if (made.parts === undefined) throw new Error('the rooms were not made')
  await made.parts.desk.start()
  const stand = standOf(app, ledger, made.parts)
  stand.print('BTC-USDT', 9_200_000n)
  stand.print('BTC-MXN', 169_924_000n)
  stand.print('USDT-MXN', 18_470n)
  stand.print('ETH-USDT', 310_000n)
  await stand.fund(1, 'USDT', 100_000_000_000n)
  await stand.fund(1, 'MXN', 100_000_00n)
  return stand
}

function standOf(
  app: TestApp,
  ledger: Ledger,
  parts: Pick<SpotStand, 'market' | 'venue' | 'desk' | 'trading' | 'room'>,
): SpotStand {
  const { market, venue, desk, trading } = parts
  const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId
  const quote = quoteByHand(market.state, app.services.clock)
  const settle = (): Promise<void> => settleDesk(desk)
  return {
    ...parts,
    app,
    ledger,
    customerId,
    settle,
    rest: async (symbol, side, price, quantity) => {
      venue.quote(symbol, side, price, quantity)
      await settle()
    },
    print: (symbol, price) => quote(symbol, price - 10n, price + 10n, price),
    as: askingOf(app).as,
    fund: async (customer, asset, minor) => {
      const account = customerAccount(customerId(customer), 'coin', asset)
      await transaction(app.services.sql, (tx) => ledger.post(tx, [grantEntry(app.services, account, minor)]))
    },
    balance: async (customer, asset) => {
      const account = customerAccount(customerId(customer), 'coin', asset)
      const found = (await ledger.balances(app.services.sql, [account])).get(account)
      return found ?? { posted: 0n, held: 0n }
    },
    fingerprint: async () => {
      const [{ seq, hash }, orders] = await Promise.all([
        ledger.head(app.services.sql),
        trading.listOrders(app.services.sql, customerId(1), { filter: 'all', limit: 100 }),
      ])
      return `${seq} ${hash} ${orders.rows.length}`
    },
    close: async () => {
      await desk.stop()
      const verdict = await verifyLedger(app.database.owner, { sources: [tradingRows(app.services.clock)] })
      if (!verdict.ok) throw new Error(`the books do not add up: ${verdict.problem}`)
      await app.close()
    },
  }
}
