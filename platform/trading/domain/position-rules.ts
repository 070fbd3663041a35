import { divide, type Instant, minOf, money, quantityOf } from '@bolsillo/kernel'
import type { Fill, Position } from './order.ts'

/** What a position must know of a fill. */
type PositionFill = Pick<Fill, 'customerId' | 'instrumentId' | 'side' | 'quantity' | 'amount' | 'fee' | 'vat' | 'at'>

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
 * cost with fee and VAT; a sale takes its share of the cost, and what it brought beyond that is the realized result.
 * The cost of a part is rounded half to even; the last sale takes all that is left, so no cost is ever lost.
 *
 * Coins that were not bought here (a deposit, a conversion) have no cost anybody knows. A sale of more than was bought
 * sells what was bought first; the result counts that part's share of what the sale brought, and nothing of the rest.
 */
export function positionAfter(position: Position, fill: PositionFill): Position {
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
  const known = minOf(fill.quantity, position.quantity)
  if (known === 0n) return common
  const part = costOfPart(position, known)
  const brought = fill.amount.minor - charges
  const counted = known === fill.quantity ? brought : divide(brought * known, fill.quantity, 'half-even')
  return {
    ...common,
    quantity: quantityOf(position.quantity - known),
    cost: money(position.cost.minor - part, asset),
    realised: money(position.realised.minor + counted - part, asset),
  }
}

/** A position of no more than is owned: what left in other ways than by a sale takes its share of the cost with it. */
export function within(position: Position | undefined, owned: bigint): Position | undefined {
  if (position === undefined || position.quantity <= owned) return position
  const cost = position.cost.minor - costOfPart(position, position.quantity - owned)
  return { ...position, quantity: quantityOf(owned), cost: money(cost, position.cost.asset) }
}

function costOfPart(position: Position, quantity: bigint): bigint {
  return quantity === position.quantity
    ? position.cost.minor
    : divide(position.cost.minor * quantity, position.quantity, 'half-even')
}

function laterOf(a: Instant, b: Instant): Instant {
  return a > b ? a : b
}
