import { type Price, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apple, fixtureOrder, walmex } from '../fixtures.ts'
import { costOf, feeScheduleOf } from './fees.ts'
import { mayMove, type Order, orderStates, orderTransitions } from './order.ts'
import { amountOf, averagePriceOf, chargedSums, fillSums, needOf, paidOf, pairFilledOf } from './order-sums.ts'
import { emptyPosition, positionAfter } from './position-rules.ts'

type Part = readonly [price: Price, quantity: Quantity]
const parts = fc.array(
  fc.tuple(fc.bigInt({ min: 1n, max: 3_000_000n }).map(priceOf), fc.bigInt({ min: 1n, max: 50_000n }).map(quantityOf)),
  { minLength: 1, maxLength: 12 },
)
const side = fc.constantFrom('buy' as const, 'sell' as const)

const apply = (order: Order, [price, quantity]: Part): Order => {
  const sums = fillSums(order, price, quantity, apple.scale)
  return {
    ...order,
    state: 'partially-filled',
    filledQuantity: sums.filledQuantity,
    filledExact: sums.filledExact,
    filledAmount: { ...order.filledAmount, minor: order.filledAmount.minor + sums.amount.minor },
    fee: { ...order.fee, minor: order.fee.minor + sums.fee.minor },
    vat: { ...order.vat, minor: order.vat.minor + sums.vat.minor },
  }
}
const total = (fills: readonly Part[]) => fills.reduce((sum, [, quantity]) => sum + quantity, 0n)
const orderFor = (kind: 'buy' | 'sell', fills: readonly Part[]): Order =>
  fixtureOrder(apple, {
    side: kind,
    quantity: quantityOf(total(fills) + 7n),
    limitPrice: undefined,
    worstPrice: priceOf(kind === 'buy' ? 3_000_000n : 1n),
  })

describe('an order filled in parts', () => {
  it('costs exactly what it would cost in one piece, whatever the parts and their order', () => {
    fc.assert(
      fc.property(side, parts, (kind, fills) => {
        const order = fills.reduce(apply, orderFor(kind, fills))
        const exact = fills.reduce((sum, [price, quantity]) => sum + price * quantity, 0n)
        const cost = costOf(kind, amountOf(exact, kind, apple.scale), feeScheduleOf(order.feeSchedule))
        expect([order.filledAmount.minor, order.fee.minor, order.vat.minor]).toEqual([
          cost.amount.minor,
          cost.fee.minor,
          cost.vat.minor,
        ])
      }),
    )
  })

  it('needs less with every fill, never less than nothing, and never more than was reserved', () => {
    fc.assert(
      fc.property(side, parts, (kind, fills) => {
        let order = orderFor(kind, fills)
        let reserved = needOf(order, apple.scale)
        for (const part of fills) {
          const before = paidOf(order)
          order = apply(order, part)
          const needed = needOf(order, apple.scale)
          const drawn = kind === 'buy' ? paidOf(order) - before : part[1]
          expect(needed >= 0n && needed + drawn <= reserved).toBe(true)
          reserved = needed
        }
      }),
    )
  })

  it('leaves in the rounding account less than one cent an order, bought or sold, and never takes from it', () => {
    fc.assert(
      fc.property(parts, side, (fills, kind) => {
        let order = orderFor(kind, fills)
        let [kept, exact] = [0n, 0n]
        for (const part of fills) {
          kept += fillSums(order, part[0], part[1], apple.scale).surplus
          order = apply(order, part)
          exact += part[0] * part[1]
          // All of the fraction is seen: what the customer has and what is kept are the value rounded the other way.
          const across = kind === 'buy' ? order.filledAmount.minor - kept : order.filledAmount.minor + kept
          expect(across).toBe(amountOf(exact, kind === 'buy' ? 'sell' : 'buy', apple.scale).minor)
          expect(kept === 0n || kept === 1n).toBe(true)
        }
      }),
    )
  })

  it('keeps to its limit and its size', () => {
    const order = fixtureOrder(walmex, { quantity: quantityOf(10n), worstPrice: priceOf(6000n) })
    expect(() => fillSums(order, priceOf(6001n), quantityOf(1n), walmex.scale)).toThrow('worst price')
    expect(() => fillSums(order, priceOf(6000n), quantityOf(11n), walmex.scale)).toThrow('filled ≤ quantity')
    expect(averagePriceOf(order)).toBeUndefined()
    const paired = { ...order, worstPrice: priceOf(6710n), limitPrice: priceOf(5000n) }
    expect(() => fillSums(paired, priceOf(5001n), quantityOf(1n), walmex.scale)).toThrow('the limit')
    const sold = { ...order, side: 'sell', worstPrice: priceOf(5000n), limitPrice: priceOf(6000n) } as const
    expect(() => fillSums(sold, priceOf(5999n), quantityOf(1n), walmex.scale)).toThrow('the limit')
  })
})

/** A fill as it is booked: what is charged of what is due. */
const book = (order: Order, [price, quantity]: Part): Order => {
  const sums = chargedSums(order, fillSums(order, price, quantity, apple.scale), apple.scale)
  const plus = (money: Order['fee'], more: Order['fee']) => ({ ...money, minor: money.minor + more.minor })
  const { filledQuantity, filledExact, takerExact } = sums
  return {
    ...order,
    ...{ state: 'partially-filled', filledQuantity, filledExact, takerExact },
    filledAmount: plus(order.filledAmount, sums.amount),
    fee: plus(order.fee, sums.fee),
    vat: plus(order.vat, sums.vat),
  }
}
const netOf = ({ filledAmount, fee, vat }: Order): bigint => filledAmount.minor - fee.minor - vat.minor
const costs = ({ filledAmount, fee, vat }: Order) => [filledAmount.minor, fee.minor, vat.minor]
/** So many cents: a price of one dollar, in parts of a share. */
const cents = (amount: bigint): Part => [priceOf(10_000n), quantityOf(amount * 100n)]

describe('a sale filled in parts', () => {
  const tiny = fc.array(fc.bigInt({ min: 1n, max: 400n }).map(cents), { minLength: 1, maxLength: 30 })

  it('never leaves the customer with less than before a fill, and costs in the end what is due', () => {
    fc.assert(
      fc.property(fc.oneof(tiny, parts), (fills) => {
        let order = orderFor('sell', [...fills, cents(100_000n)])
        for (const part of fills) {
          const before = order
          order = book(order, part)
          expect(netOf(order) >= netOf(before)).toBe(true)
          expect(order.fee.minor >= before.fee.minor && order.vat.minor >= before.vat.minor).toBe(true)
          // VAT is that on the commission charged, rounded down.
          expect(order.vat.minor).toBe((order.fee.minor * 16n) / 100n)
        }
        const due = fills.reduce(apply, orderFor('sell', [...fills, cents(100_000n)]))
        expect(order.fee.minor <= due.fee.minor && order.vat.minor <= due.vat.minor).toBe(true)
        const last = book(order, cents(100_000n))
        expect(costs(last)).toEqual(costs(apply(due, cents(100_000n))))
      }),
    )
  })

  it('of eight cents and then two pays nothing for the two', () => {
    const eight = book(orderFor('sell', [cents(10n)]), cents(8n))
    expect(costs(eight)).toEqual([8n, 6n, 0n])
    expect(costs(book(eight, cents(2n)))).toEqual([10n, 7n, 1n])
    // In one piece it is charged as ever.
    expect(costs(book(orderFor('sell', [cents(10n)]), cents(10n)))).toEqual([10n, 8n, 1n])
  })
})

describe('a stop that takes over from the other leg of its pair', () => {
  const takenOver = (leg: Order): Order => ({
    ...orderFor(leg.side, []),
    quantity: quantityOf((leg.quantity ?? 0n) - leg.filledQuantity),
    pairFilled: pairFilledOf(leg, apple.scale),
  })

  it('costs together with it what one order would, and needs no more than was set aside for both', () => {
    fc.assert(
      fc.property(side, parts, parts, (kind, first, then) => {
        const whole = orderFor(kind, [...first, ...then])
        const leg = first.reduce(book, whole)
        const reserved = needOf({ ...leg, worstPrice: whole.worstPrice }, apple.scale)
        let stop = takenOver(leg)
        expect(needOf(stop, apple.scale)).toBe(reserved)
        for (const part of then) {
          const before = needOf(stop, apple.scale)
          const next = book(stop, part)
          const drawn = kind === 'buy' ? paidOf(next) - paidOf(stop) : part[1]
          expect(needOf(next, apple.scale) + drawn <= before).toBe(true)
          stop = next
        }
        const one = [...first, ...then].reduce(book, whole)
        const both = costs(leg).map((value, at) => value + (costs(stop)[at] ?? 0n))
        expect(both).toEqual(costs(one))
      }),
    )
  })
})

describe('a position', () => {
  it('loses no cost: what was paid is what was sold at cost plus what is still owned', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 10 }), (bought, sold) => {
        const fill = { ...fixtureFill, side: 'buy' as const }
        let position = emptyPosition(fill)
        let paid = 0n
        for (const [price, quantity] of bought) {
          const amount = amountOf(price * quantity, 'buy', apple.scale)
          position = positionAfter(position, { ...fill, quantity, amount })
          paid += amount.minor + fill.fee.minor + fill.vat.minor
        }
        let atCost = 0n
        for (const percent of [...sold, 100]) {
          const quantity = quantityOf((position.quantity * BigInt(percent)) / 100n)
          if (quantity === 0n) continue
          const before = position
          position = positionAfter(position, {
            ...fixtureFill,
            side: 'sell',
            quantity,
            amount: { ...fill.amount, minor: 0n },
          })
          atCost += before.cost.minor - position.cost.minor
          expect(position.cost.minor >= 0n).toBe(true)
        }
        expect([position.quantity, position.cost.minor, atCost]).toEqual([0n, 0n, paid])
      }),
    )
  })
})

const fixtureFill = {
  fillId: 'fil_01KJ0000000000000000000001',
  orderId: 'ord_01KJ0000000000000000000001',
  customerId: 'cus_01KJ0000000000000000000001',
  entryId: 'ent_01KJ0000000000000000000001',
  instrumentId: apple.id,
  price: priceOf(1n),
  quantity: quantityOf(1n),
  amount: { minor: 0n, asset: apple.scale.quote },
  fee: { minor: 12n, asset: apple.scale.quote },
  vat: { minor: 1n, asset: apple.scale.quote },
  liquidity: 'taker',
  source: 'simulated',
  sequence: 1,
  entrySeq: 1n,
  at: fixtureOrder(apple, {}).receivedAt,
  settlesOn: '2026-03-03',
  sellableAt: fixtureOrder(apple, {}).receivedAt,
} as const

describe('the states of an order', () => {
  const pairs = orderStates.flatMap((from) => orderStates.map((to) => [from, to] as const))
  it.each(pairs)('from %s to %s only if the table lists it', (from, to) => {
    expect(mayMove(from, to)).toBe(orderTransitions[from].includes(to))
    if (['filled', 'cancelled', 'expired', 'rejected'].includes(from)) expect(mayMove(from, to)).toBe(false)
  })
})
