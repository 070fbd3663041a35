import { type ComposedApp, composedApp, type HandMarket, handMarket } from '@bolsillo/composed-app'
import { present } from '@bolsillo/kernel'
import type { HistorySource } from '@bolsillo/market/domain'
import { operationsSettings } from '@bolsillo/settings/domain'
import { testNeeds } from '@bolsillo/test-kit'
import { usOpenWithoutVip } from '../deps.ts'
import { quoteVenue } from './quote-venue.ts'

export { rightTradePassword as rightPassword } from '@bolsillo/identity/fixtures'

/** The application over a venue that fills at the quote. Customers 1 and 3 are signed in. */
export interface StocksStand extends ComposedApp<HandMarket>, Pick<HandMarket, 'quote' | 'quoteDollar' | 'market'> {
  /** Gives the demo's history to customers 1 and 3, as the server does on an empty database. */
  readonly seedDemo: () => Promise<void>
}

/** Composes it: customer 1 has MX$ 100,000.00 and $ 5,000.00, customer 3 has nothing. */
export async function stocksStand(
  options: {
    readonly usOpen?: boolean
    readonly unmet?: 'vip' | 'identity-before-trading'
    readonly history?: HistorySource
    /** The end of a pause of new orders. */
    readonly ordersPausedUntil?: number
  } = {},
): Promise<StocksStand> {
  const { history, unmet, usOpen = true, ordersPausedUntil = 0 } = options
  const composed = await composedApp({
    settings: [
      { setting: usOpenWithoutVip, value: usOpen },
      { setting: operationsSettings.orders, value: ordersPausedUntil },
    ],
    needs: testNeeds(unmet === undefined ? [] : [unmet]),
    market: (services) =>
      handMarket(services, {
        hours: 'always',
        ...(history === undefined ? {} : { history }),
        venue: ({ state }) => quoteVenue(state),
      }),
  })
  const { chosen, composition, customerId } = composed
  const { quote, quoteDollar, market } = chosen
  const room = present(
    composition.rooms.find(({ name }) => name === 'stocks'),
    'the room',
  )
  const customerIds = [1, 3].map(customerId)
  quote('WALMEX.MX', 61_980n, 62_000n)
  quote('AAPL.US', 2_299_900n, 2_300_100n)
  quote('CEMEX.MX', 13_000n, 13_010n)
  quoteDollar(184_200n, 184_400n)
  await composed.fund(1, 'stock', 'MXN', 100_000_00n)
  await composed.fund(1, 'stock', 'USD', 5_000_00n)
  const seedDemo = async (): Promise<void> => room.seedDemo?.({ customerIds, operators: [] })
  return { ...composed, quote, quoteDollar, market, seedDemo }
}

/** Puts money into a customer's purse, as the practice grant does. */
export async function fund(stand: StocksStand, customer: number, asset: string, amount: bigint): Promise<void> {
  await stand.fund(customer, 'stock', asset, amount)
}
