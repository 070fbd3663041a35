import type { Id } from '@bolsillo/kernel'
import { at, type DeskStand, of } from './desk-stand.ts'

/** Two customers whose orders have gone every way an order can go. */
interface TradedWorld {
  readonly ana: Id<'cus'>
  readonly bea: Id<'cus'>
}

/** Orders of shares of every kind and every end, some still open; positions, and locks that hold. */
export async function tradeEveryWay(stand: DeskStand): Promise<TradedWorld> {
  const { place, venue } = stand
  const [ana, bea] = [
    await stand.customer({ pesos: 90_000_000n, dollars: 9_000_000n }),
    await stand.customer({ pesos: 90_000_000n, walmex: 3000n }),
  ]
  const quote = async (side: 'buy' | 'sell', price: number, quantity: number): Promise<void> => {
    venue.quote('WALMEX.MX', side, price, quantity)
    await stand.settle()
  }
  await endWithDay(stand, ana)
  await restPairs(stand, bea, quote)
  // They meet, in parts and in one batch, from both sides of the book.
  await Promise.all([
    place(bea, { side: 'sell', limitPrice: at(6010), quantity: of(100), timeInForce: 'gtc' }),
    place(ana, { limitPrice: at(6010), quantity: of(60), timeInForce: 'gtc' }),
    place(ana, { limitPrice: at(6010), quantity: of(15), timeInForce: 'gtc' }),
  ])
  await quote('sell', 6012, 500)
  await place(ana, { type: 'market', timeInForce: 'ioc', quantity: of(30) })
  await place(ana, {
    type: 'market',
    timeInForce: 'ioc',
    amount: { minor: 100_001n, asset: { code: 'MXN', scale: 2 } },
  })
  await place(ana, { limitPrice: at(5990), quantity: of(50), timeInForce: 'fok' })
  await place(bea, { side: 'sell', limitPrice: at(6040), quantity: of(7), timeInForce: 'gtc', postOnly: true })
  await waitAndReplace(stand, ana)
  await place(ana, { limitPrice: at(5900), quantity: of(20), timeInForce: 'gtc' })
  await quote('sell', 5900, 5)
  venue.quote('AAPL.US', 'sell', 2_000_100, 3000)
  await place(ana, {
    instrumentId: 'AAPL.US',
    type: 'market',
    timeInForce: 'ioc',
    amount: { minor: 12_345n, asset: { code: 'USD', scale: 2 } },
  })
  await stand.settle()
  return { ana, bea }
}

async function endWithDay(stand: DeskStand, ana: Id<'cus'>): Promise<void> {
  // Ends with its day.
  await stand.place(ana, { limitPrice: at(5700), quantity: of(4) })
  stand.services.clock.advanceMs(40 * 3_600_000)
  await stand.desk.tick()
  await stand.settle()
}

async function restPairs(
  { place }: DeskStand,
  bea: Id<'cus'>,
  quote: (side: 'buy' | 'sell', price: number, quantity: number) => Promise<void>,
): Promise<void> {
  // A pair whose stop takes over from a limit that was filled in part, and a pair that waits.
  const pair = { side: 'sell', type: 'limit', timeInForce: 'gtc' } as const
  await place(bea, { ...pair, limitPrice: at(6030), quantity: of(80), oco: { stopPrice: at(5950) } })
  await quote('buy', 6030, 30)
  await quote('buy', 5940, 20)
  await quote('sell', 5940, 1)
  await place(bea, { ...pair, limitPrice: at(6300), quantity: of(40), oco: { stopPrice: at(5600) } })
}

async function waitAndReplace({ place, trading, services }: DeskStand, ana: Id<'cus'>): Promise<void> {
  // Exits wait until what was bought may be sold.
  await place(ana, {
    limitPrice: at(6200),
    quantity: of(25),
    timeInForce: 'gtc',
    bracket: { takeProfit: at(6400), stopLoss: at(5500) },
  })
  await place(ana, { type: 'stop', stopPrice: at(6290), quantity: of(3), timeInForce: 'gtc' })
  // One in the place of another, and one its customer ends.
  const { order } = await place(ana, { limitPrice: at(5800), quantity: of(9), timeInForce: 'gtc' })
  const { order: next } = await place(ana, {
    limitPrice: at(5810),
    quantity: of(8),
    timeInForce: 'gtc',
    replaces: order.orderId,
  })
  await trading.cancel({ orderId: next.orderId, customerId: ana, receivedAt: services.clock.now() })
}
