import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { PlaceOrder } from '../trading.ts'

let stand: DeskStand

beforeEach(async () => {
  stand = await deskStand()
})
afterEach(async () => {
  await stand.settle()
  expect(await bookProblems(stand)).toEqual([])
  await stand.close()
})

const place: DeskStand['place'] = (customerId, order) => stand.place(customerId, { instrumentId: 'AAPL.US', ...order })
const orderOf = async (customerId: PlaceOrder['customerId'], orderId: PlaceOrder['orderId'] | undefined) => {
  const found =
    orderId === undefined ? undefined : await stand.trading.findOrder(stand.services.sql, customerId, orderId)
  if (found === undefined) throw new Error(`no order ${orderId}`)
  return found.order
}
const quote = async (side: 'buy' | 'sell', price: number, quantity: number): Promise<void> => {
  stand.venue.quote('AAPL.US', side, price, quantity)
  await stand.settle()
}
const freeDollars = async (customerId: PlaceOrder['customerId']): Promise<bigint> => {
  const account = customerAccount(customerId, 'stock', 'USD')
  return available((await stand.ledger.balances(stand.services.sql, [account])).get(account) ?? emptyBalance)
}

describe('a pair to buy, filled in part before its stop is reached', () => {
  // A tenth of a share: at these amounts the least commission, ten cents, is what is charged.
  const pair = {
    type: 'limit',
    timeInForce: 'gtc',
    quantity: of(1000),
    limitPrice: at(1_999_900),
    oco: { stopPrice: at(2_200_000), limitPrice: at(2_210_000) },
  } as const
  // 22.10 with ten cents of commission and one of VAT.
  const reserved = 2221n

  it.each(['goes on', 'starts again'] as const)('costs what one order costs, when the desk %s', async (how) => {
    const ana = await stand.customer({ dollars: reserved })
    const { order, twin } = await place(ana, pair)
    expect(order.held).toBe(reserved)
    await quote('sell', 1_999_900, 333)
    await quote('sell', 2_200_000, 1)
    await quote('buy', 2_200_000, 1)
    expect(await orderOf(ana, order.orderId)).toMatchObject({ state: 'cancelled', endReason: 'linked-order' })
    if (how === 'starts again') stand = await stand.restart()
    await quote('sell', 2_210_000, 600)
    await quote('sell', 2_210_000, 600)
    const [leg, stop] = [await orderOf(ana, order.orderId), await orderOf(ana, twin?.orderId)]
    expect(stop).toMatchObject({ state: 'filled', held: 0n, filledQuantity: 667n })
    // 0.0333 at 199.99 and 0.0667 at 221.00: 21.40037 in all, rounded up once.
    expect(leg.filledAmount.minor + stop.filledAmount.minor).toBe(2141n)
    expect([leg.fee.minor + stop.fee.minor, leg.vat.minor + stop.vat.minor]).toEqual([10n, 1n])
    expect(await freeDollars(ana)).toBe(reserved - 2141n - 11n)
    expect(stand.desk.status()).toBe('running')
  })
})

describe('a tiny sale', () => {
  it('takes nothing out of what it has brought, so that its fills can be booked with an empty purse', async () => {
    const ana = await stand.customer({ dollars: 1_000_000n })
    await quote('sell', 2_000_000, 100)
    await place(ana, { type: 'market', timeInForce: 'ioc', quantity: of(100) })
    stand.services.clock.advanceMs(86_400_001)
    // All of the free balance is paid away.
    const leave = async (): Promise<void> => {
      const free = await freeDollars(ana)
      if (free > 0n) await stand.fund(ana, 'stock', 'USD', -free)
    }
    await leave()
    const { order } = await place(ana, {
      side: 'sell',
      type: 'limit',
      timeInForce: 'gtc',
      limitPrice: at(2_000_000),
      quantity: of(5),
    })
    // A ten-thousandth of a share is two cents: eight cents first, then two.
    await quote('buy', 2_000_000, 4)
    expect(await freeDollars(ana)).toBe(2n)
    await leave()
    await quote('buy', 2_000_000, 1)
    const done = await orderOf(ana, order.orderId)
    expect(done).toMatchObject({
      state: 'filled',
      filledAmount: { minor: 10n },
      fee: { minor: 7n },
      vat: { minor: 1n },
    })
    expect(await freeDollars(ana)).toBe(0n)
  })
})
