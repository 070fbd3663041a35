import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import { crossAccount } from './admission.ts'
import { type ContractFacts, openPosition } from './contract-facts.ts'
import { feeReserve } from './contract-fees.ts'
import { closingBound, isBeyondBound } from './liquidation/closing-bound.ts'
import { marginReport } from './margin/margin.ts'
import { type ContractTerms, worthOf } from './margin/margin-tiers.ts'
import type { OrderTerms } from './order-terms.ts'
import { fineToMinor } from './position.ts'
import { settleFill } from './settle-fill.ts'

/** An order that rests, and may be met now. */
interface RestingOrder {
  readonly orderId: Id<'ord'>
  readonly side: 'buy' | 'sell'
  readonly remaining: bigint
  /** Where it waits. */
  readonly price: bigint
  readonly reduceOnly: boolean
  /** What is reserved for it. */
  readonly held: bigint
  readonly terms: OrderTerms
}

/** A customer's resting orders in one contract with what is behind them. */
interface CarriedFacts {
  readonly facts: ContractFacts
  readonly terms: ContractTerms
  readonly customerId: Id<'cus'>
  /** Free money of the purse, minor units. */
  readonly available: bigint
  readonly markOf: (symbol: string) => bigint | undefined
  readonly termsOf: (symbol: string) => ContractTerms
  readonly now: Instant
  readonly custodian: string
}

/**
 * Whether an order that rests could be met where its customer cannot answer for it: at a price worse than the mark, or
 * closing, or accepted without a look at the mark. At the mark or better a fill takes nothing from the account, and its
 * margin is reserved.
 */
export function mayBeUncarried(
  { side, price, reduceOnly, terms }: Pick<RestingOrder, 'side' | 'price' | 'reduceOnly' | 'terms'>,
  mark: bigint | undefined,
): boolean {
  if (reduceOnly || terms.markPrice === undefined) return true
  return mark === undefined || (side === 'buy' ? price > mark : price < mark)
}

/**
 * Which of these orders, filled whole in their order at the prices they wait at, would leave an account without what it must
 * keep, or close where nothing is left. The mark has moved since they were accepted: they are ended instead of being met.
 */
export function uncarried(resting: readonly RestingOrder[], given: CarriedFacts): readonly Id<'ord'>[] {
  let { facts, available } = given
  const ended: Id<'ord'>[] = []
  for (const order of resting) {
    const after = isBoundFit(order, facts, available, given) ? filledWhole(order, facts, available, given) : undefined
    if (after !== undefined && isKept(order, after, given)) {
      facts = after.facts
      available = after.available
    } else {
      // Its reservation is free for the orders behind it.
      ended.push(order.orderId)
      available += order.held
    }
  }
  return ended
}

interface After {
  readonly facts: ContractFacts
  readonly available: bigint
  readonly shortfall: bigint
}

/** Closes no worse than bankruptcy, and opens in the mode that is open. */
function isBoundFit(order: RestingOrder, facts: ContractFacts, available: bigint, given: CarriedFacts): boolean {
  const position = openPosition(facts, given.terms.symbol)
  if (position === undefined) return !order.reduceOnly
  const isAgainst = position.size > 0n !== (order.side === 'buy')
  if (!isAgainst) return position.mode === order.terms.mode
  const { markOf, termsOf } = given
  return !isBeyondBound(closingBound({ facts, position, available, markOf, termsOf }), order.price)
}

/** The account after a fill of the whole order, computed by the function that books fills. */
function filledWhole(order: RestingOrder, facts: ContractFacts, available: bigint, given: CarriedFacts): After {
  const { terms, customerId, now, custodian } = given
  const settled = settleFill(facts, {
    ...{ terms, customerId, available, custodian, at: now },
    order: { ...order.terms, orderId: order.orderId, side: order.side, isFirstFill: true },
    isDeleveraging: false,
    price: order.price,
    quantity: order.remaining,
    fee: order.reduceOnly ? 0n : feeReserve(worthOf(terms, order.price, order.remaining)),
    vat: 0n,
    released: order.held,
    orderHoldId: undefined,
    fund: 0n,
    details: {},
    mark: given.markOf(terms.symbol),
    entryId: idOf('ent', noId('ent')),
    newId: (prefix) => idOf(prefix, noId(prefix)),
  })
  const { booked } = settled
  return { facts: settled.facts, available: booked.available, shortfall: booked.shortfall }
}

const noId = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`

/** What is open after it has at least what it must keep, at the marks of now. A close has been bound by its price. */
function isKept(order: RestingOrder, { facts, available, shortfall }: After, given: CarriedFacts): boolean {
  const { terms, markOf, termsOf } = given
  if (shortfall > 0n) return false
  const position = openPosition(facts, terms.symbol)
  if (position === undefined || position.size > 0n !== (order.side === 'buy')) return true
  if (position.mode === 'cross') {
    const account = crossAccount(facts, available, markOf, termsOf)
    return account !== undefined && !marginReport(account).isUnderMaintenance
  }
  const mark = markOf(terms.symbol)
  if (mark === undefined) return false
  const own = { terms, size: position.size, entry: position.entry, mark }
  return !marginReport({ cash: position.margin * fineToMinor, positions: [own] }).isUnderMaintenance
}
