import { type Price, priceOf, type Quantity, quantityOf, writeDecimal } from '@bolsillo/kernel'
import { deviceSha256 } from '@bolsillo/ledger/fixtures'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apple, fixtureOrder } from '../fixtures.ts'
import type { Order, OrderSide } from './order.ts'
import { chargedSums, fillSums, pairFilledOf } from './order-sums.ts'
import { failedChecks, type Receipt, type ReceiptFill } from './receipt-check.ts'
import { assetProducts } from './traded-instrument.ts'

type Part = readonly [price: Price, quantity: Quantity]
const { scale } = apple
const plus = (money: Order['fee'], more: Order['fee']) => ({ ...money, minor: money.minor + more.minor })

/** An order with its fills as the desk books them, and as a receipt has them. */
function filled(order: Order, parts: readonly Part[]): { readonly order: Order; readonly fills: ReceiptFill[] } {
  let now = order
  const fills = parts.map(([price, quantity]): ReceiptFill => {
    const sums = chargedSums(now, fillSums(now, price, quantity, scale), scale)
    const { filledQuantity, filledExact, takerExact } = sums
    now = {
      ...now,
      ...{ filledQuantity, filledExact, takerExact },
      filledAmount: plus(now.filledAmount, sums.amount),
      fee: plus(now.fee, sums.fee),
      vat: plus(now.vat, sums.vat),
    }
    const [amount, fee, vat] = [sums.amount, sums.fee, sums.vat].map(({ minor }) => writeDecimal(minor, 2))
    return {
      ...{ amount: amount ?? '', fee: fee ?? '', vat: vat ?? '' },
      price: writeDecimal(price, scale.priceScale),
      quantity: writeDecimal(quantity, scale.quantityScale),
      liquidity: 'taker',
      entryId: 'ent_none',
    }
  })
  return { order: now, fills }
}

const receiptOf = (side: OrderSide, fills: readonly ReceiptFill[], earlier?: readonly ReceiptFill[]): Receipt => ({
  order: { orderId: 'ord_receipt', side, symbol: 'AAPL.US' },
  fills,
  earlier,
  fees: { id: 'us-2024', currency: 'USD' },
  rules: { priceScale: scale.priceScale, quantityScale: scale.quantityScale, currency: 'USD' },
  entries: [],
})
/** What of the sums does not add up; entries are looked at by the tests of the rooms. */
const failedSums = async (receipt: Receipt): Promise<readonly string[]> =>
  (await failedChecks(assetProducts.stock, receipt, deviceSha256)).filter((check) =>
    ['amounts', 'fees', 'vat'].includes(check),
  )

const side = fc.constantFrom('buy' as const, 'sell' as const)
const parts = fc.array(
  fc.tuple(
    fc.bigInt({ min: 10_000n, max: 3_000_000n }).map(priceOf),
    fc.bigInt({ min: 1n, max: 40_000n }).map(quantityOf),
  ),
  { minLength: 1, maxLength: 8 },
)
const orderFor = (kind: OrderSide): Order =>
  fixtureOrder(apple, {
    side: kind,
    quantity: quantityOf(10_000_000n),
    limitPrice: undefined,
    worstPrice: priceOf(kind === 'buy' ? 3_000_000n : 1n),
  })

describe('a receipt, checked on the phone', () => {
  it('adds up for whatever was filled, tiny sales too', async () => {
    await fc.assert(
      fc.asyncProperty(side, parts, async (kind, some) => {
        expect(await failedSums(receiptOf(kind, filled(orderFor(kind), some).fills))).toEqual([])
      }),
    )
  })

  it('of a stop counts what the other leg of its pair was filled, and does not add up without it', async () => {
    await fc.assert(
      fc.asyncProperty(side, parts, parts, async (kind, first, then) => {
        const leg = filled(orderFor(kind), first)
        const stop = filled({ ...orderFor(kind), pairFilled: pairFilledOf(leg.order, scale) }, then)
        expect(await failedSums(receiptOf(kind, stop.fills, leg.fills))).toEqual([])
      }),
    )
    // Ten cents for both: of the stop alone they are missing.
    const small: Part = [priceOf(1_000_000n), quantityOf(100n)]
    const leg = filled(orderFor('buy'), [small])
    const stop = filled({ ...orderFor('buy'), pairFilled: pairFilledOf(leg.order, scale) }, [small])
    expect(await failedSums(receiptOf('buy', stop.fills))).toEqual(['fees', 'vat'])
  })

  it('finds a commission that a sale could not bear', async () => {
    const { fills } = filled(orderFor('sell'), [
      [priceOf(10_000n), quantityOf(800n)],
      [priceOf(10_000n), quantityOf(200n)],
    ])
    expect(fills.map(({ fee, vat }) => [fee, vat])).toEqual([
      ['0.06', '0.00'],
      ['0.01', '0.01'],
    ])
    const dearer = fills.map((fill, index) => (index === 1 ? { ...fill, fee: '0.02' } : fill))
    expect(await failedSums(receiptOf('sell', dearer))).toEqual(['fees'])
  })
})
