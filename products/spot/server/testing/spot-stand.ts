import { type ComposedApp, composedApp, type HandMarket, handMarket } from '@bolsillo/composed-app'
import { present } from '@bolsillo/kernel'
import type { Balance } from '@bolsillo/ledger/domain'
import type { Room } from '@bolsillo/server-kit'
import { operationsSettings } from '@bolsillo/settings/domain'
import { type BookVenue, createBookVenue } from '@bolsillo/trading/fixtures'

export { rightTradePassword as rightPassword } from '@bolsillo/identity/fixtures'

const symbols = ['BTC-USDT', 'BTC-MXN', 'USDT-MXN', 'ETH-USDT', 'XRP-ETH', 'ETH-MXN', 'DOGE-USDT']

/** The application over a venue of plain books of coins. Customers 1 and 3 are signed in. */
export interface SpotStand extends Omit<ComposedApp<HandMarket<BookVenue>>, 'fund' | 'balance'> {
  readonly room: Room
  /** An order of somebody else in the book, in units of the instrument; waits until it is there. */
  readonly rest: (symbol: string, side: 'buy' | 'sell', price: number, quantity: number) => Promise<void>
  /** Somebody else's print and quote: what the collar is laid around and coins are valued at. */
  readonly print: (symbol: string, price: bigint) => void
  readonly fund: (customer: number, asset: string, minor: bigint) => Promise<void>
  readonly balance: (customer: number, asset: string) => Promise<Balance>
}

/** Composes it: customer 1 has 100,000 USDT and MX$ 100,000.00 in the coin purse, customer 3 has nothing. */
export async function spotStand(options: { readonly ordersPausedUntil?: number } = {}): Promise<SpotStand> {
  const composed = await composedApp({
    settings: [{ setting: operationsSettings.orders, value: options.ordersPausedUntil ?? 0 }],
    market: (services) =>
      handMarket(services, {
        hours: 'exchange',
        instrumentIds: symbols,
        venue: () => createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: symbols }),
      }),
  })
  const { chosen, settle, fund, balance, composition } = composed
  const stand: SpotStand = {
    ...composed,
    room: present(
      composition.rooms.find(({ name }) => name === 'spot'),
      'the room',
    ),
    rest: async (symbol, side, price, quantity) => {
      chosen.venue.quote(symbol, side, price, quantity)
      await settle()
    },
    print: (symbol, price) => chosen.quote(symbol, price - 10n, price + 10n, price),
    fund: (customer, asset, minor) => fund(customer, 'coin', asset, minor),
    balance: (customer, asset) => balance(customer, 'coin', asset),
  }
  stand.print('BTC-USDT', 9_200_000n)
  stand.print('BTC-MXN', 169_924_000n)
  stand.print('USDT-MXN', 18_470n)
  stand.print('ETH-USDT', 310_000n)
  await stand.fund(1, 'USDT', 100_000_000_000n)
  await stand.fund(1, 'MXN', 100_000_00n)
  return stand
}
