import { divide, maxOf } from '@bolsillo/kernel'
import { feeReserve } from '../contract-fees.ts'
import type { OrderTerms } from '../order-terms.ts'
import { fineToMinor, marginFor } from '../position.ts'
import { type ContractTerms, leverageMax, million, requirement, worthOf } from './margin-tiers.ts'

/** What of an order its margin depends on. */
interface NeedFacts {
  readonly side: 'buy' | 'sell'
  readonly remaining: bigint
  readonly worstPrice: bigint
  readonly terms: Pick<OrderTerms, 'leverage' | 'reservePrice' | 'markPrice'>
}

/**
 * The money needed for the open part of an opening order: margin at its leverage, the loss against the mark at its worst
 * price, and commission. Minor units. The one function of admission, reservation, ticket and preview.
 */
export function orderNeed(terms: ContractTerms, { side, remaining, worstPrice, terms: own }: NeedFacts): bigint {
  if (remaining <= 0n) return 0n
  const price = side === 'buy' ? worstPrice : maxOf(worstPrice, own.reservePrice)
  const notional = worthOf(terms, price, remaining)
  const loss = openingLoss(terms, { side, price: worstPrice, quantity: remaining, mark: own.markPrice })
  return marginFor(notional, own.leverage) + loss + feeReserve(notional)
}

/**
 * The loss against the mark of a position opened at this price, minor units, rounded up; 0 when it gains or there is no mark.
 * Set aside with its margin: without it two accounts of one person that trade with each other far from the mark gain on one
 * side more than the other side can pay.
 */
export function openingLoss(
  terms: ContractTerms,
  of: {
    readonly side: 'buy' | 'sell'
    readonly price: bigint
    readonly quantity: bigint
    readonly mark: bigint | undefined
  },
): bigint {
  if (of.mark === undefined) return 0n
  const each = of.side === 'buy' ? of.price - of.mark : of.mark - of.price
  return each <= 0n ? 0n : divide(worthOf(terms, each, of.quantity), fineToMinor, 'up')
}

/**
 * The highest leverage (hundredths) an opening order may have: its margin covers the initial margin of the whole position by
 * the table, less that of the position before it. `open` and `coming`: the open size, and the size other orders of this side
 * will open. Many small orders together therefore set aside as much as one of their size.
 */
export function openingLeverageMax(
  terms: ContractTerms,
  of: {
    readonly open: { readonly size: bigint; readonly entry: bigint } | undefined
    readonly coming: bigint
    readonly quantity: bigint
    /** The highest of limit, mark and last price. */
    readonly price: bigint
  },
): bigint {
  const before = notionalBefore(terms, of)
  const own = worthOf(terms, of.price, of.quantity)
  if (own <= 0n) return leverageMax(terms.tiers, before)
  const added = requirement(terms.tiers, before + own, 'initialPpm') - requirement(terms.tiers, before, 'initialPpm')
  return divide(100n * million * own, added, 'floor')
}

function notionalBefore(
  terms: ContractTerms,
  { open, coming, price }: Omit<Parameters<typeof openingLeverageMax>[1], 'quantity'>,
): bigint {
  const length = (size: bigint): bigint => (size < 0n ? -size : size)
  const rest = worthOf(terms, price, coming)
  if (open === undefined) return rest
  // What was asked of the open part was asked at its entry; what it is worth now may be more.
  return rest + maxOf(worthOf(terms, price, length(open.size)), length(open.entry))
}
