import { assert, divide, type Instant, money, quantityOf } from '@bolsillo/kernel'
import type { Fill, Position } from './order.ts'

/** The position of somebody who never owned the instrument. */
export function emptyPosition(fill: Pick<Fill, 'customerId' | 'instrumentId' | 'amount' | 'at'>): Position {
  const nothing = money(0n, fill.amount.asset)
  return {
    customerId: fill.customerId,
    instrumentId: fill.instrumentId,
    quantity: quantityOf(0n),
    cost: nothing,
    realised: nothing,
    fees: nothing,
    vat: nothing,
    openedAt: fill.at,
    updatedAt: fill.at,
  }
}

/**
 * A position after a fill, by the average cost method with fees (Mexico and Brazil tax it so): a purchase adds what it
 * cost with fee and VAT; a sale takes its share of the cost, and what it brought beyond that is the realised result.
 * The cost of a part is rounded half to even; the last sale takes all that is left, so no cost is ever lost.
 */
export function positionAfter(position: Position, fill: Fill): Position {
  const { asset } = position.cost
  const charges = fill.fee.minor + fill.vat.minor
  const common = {
    ...position,
    fees: money(position.fees.minor + fill.fee.minor, asset),
    vat: money(position.vat.minor + fill.vat.minor, asset),
    updatedAt: laterOf(position.updatedAt, fill.at),
  }
  if (fill.side === 'buy') {
    return {
      ...common,
      openedAt: position.quantity === 0n ? fill.at : position.openedAt,
      quantity: quantityOf(position.quantity + fill.quantity),
      cost: money(position.cost.minor + fill.amount.minor + charges, asset),
    }
  }
  assert(fill.quantity <= position.quantity, 'nobody sells more than they own')
  const part =
    fill.quantity === position.quantity
      ? position.cost.minor
      : divide(position.cost.minor * fill.quantity, position.quantity, 'half-even')
  return {
    ...common,
    quantity: quantityOf(position.quantity - fill.quantity),
    cost: money(position.cost.minor - part, asset),
    realised: money(position.realised.minor + fill.amount.minor - charges - part, asset),
  }
}

function laterOf(a: Instant, b: Instant): Instant {
  return a > b ? a : b
}
