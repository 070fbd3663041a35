import { divide, maxOf, minOf, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { contractsRejections as r } from '../contract/rejections.ts'
import { type ContractFacts, openPosition, openPositions } from './contract-facts.ts'
import { feeReserve } from './contract-fees.ts'
import { type ClosingBound, isBeyondBound } from './liquidation/closing-bound.ts'
import { leverageRefusal, withCash, withOpened } from './margin/effective-leverage.ts'
import { type MarginAccount, marginReport } from './margin/margin.ts'
import { type ContractTerms, million, worthOf } from './margin/margin-tiers.ts'
import { openingLeverageMax, orderNeed } from './margin/opening-need.ts'
import type { OrderTerms } from './order-terms.ts'
import { fineToMinor, type MarginMode, marginFor, marginScale } from './position.ts'

/** A customer's cross account: free money and the margin of cross positions behind all of them together. */
export function crossAccount(
  facts: ContractFacts,
  available: bigint,
  markOf: (symbol: string) => bigint | undefined,
  termsOf: (symbol: string) => ContractTerms,
): MarginAccount | undefined {
  const cross = openPositions(facts).filter(({ mode }) => mode === 'cross')
  const positions = cross.flatMap(({ symbol, size, entry }) => {
    const mark = markOf(symbol)
    return mark === undefined ? [] : [{ terms: termsOf(symbol), size, entry, mark }]
  })
  if (positions.length < cross.length) return undefined
  const margin = cross.reduce((sum, one) => sum + one.margin, 0n)
  return { cash: (available + margin) * fineToMinor, positions }
}

/**
 * What a customer may spend on opening, set aside or take out: free money, but no more than what cross positions leave free.
 * Minor units. Undefined while a mark of the cross account is missing: what it has lost is not known then.
 */
export function spendable(cross: MarginAccount | undefined, available: bigint): bigint | undefined {
  if (cross === undefined) return undefined
  if (cross.positions.length === 0) return available
  return minOf(available, divide(marginReport(cross).free, fineToMinor, 'floor'))
}

/** An order that passed all general checks, with what the customer has. */
interface AdmissionFacts {
  readonly facts: ContractFacts
  readonly terms: ContractTerms
  readonly order: {
    readonly side: 'buy' | 'sell'
    readonly quantity: bigint
    readonly worstPrice: bigint
    readonly reduceOnly: boolean
    readonly terms: OrderTerms
  }
  /** Open orders of the same customer in the same contract. */
  readonly resting: readonly {
    readonly side: 'buy' | 'sell'
    readonly remaining: bigint
    readonly reduceOnly: boolean
    readonly mode: MarginMode
  }[]
  readonly mark: bigint | undefined
  /** Undefined while a mark of the cross account is missing. */
  readonly spendable: bigint | undefined
  /** The customer's cross account as it is; undefined while a mark of it is missing. */
  readonly cross: MarginAccount | undefined
  /** How far a closing order may go: of the open position. */
  readonly bound: ClosingBound | undefined
}

/** Why an order is refused that is well formed: position, side, mode, size, leverage, money, in this order. */
export function admissionProblem(given: AdmissionFacts): Rejection | undefined {
  const position = openPosition(given.facts, given.terms.symbol)
  const isBusy = openPositions(given.facts).some(
    ({ liquidationId, symbol, mode }) =>
      liquidationId !== undefined && (symbol === given.terms.symbol || mode === 'cross'),
  )
  if (given.order.reduceOnly && position === undefined) return reject(r.positionUnknown, { field: 'symbol' })
  if (isBusy) return reject(r.beingLiquidated)
  return given.order.reduceOnly ? closingProblem(given) : openingProblem(given)
}

function closingProblem({ facts, terms, order, resting, bound }: AdmissionFacts): Rejection | undefined {
  const position = openPosition(facts, terms.symbol)
  const size = position?.size ?? 0n
  const length = size < 0n ? -size : size
  const closes = size > 0n === (order.side === 'sell')
  // An opening order on this side would close, too, when it fills: together they could overshoot.
  if (resting.some((one) => !one.reduceOnly && one.side === order.side)) return reject(r.oppositeOrder)
  const reserved = resting.filter((one) => one.reduceOnly).reduce((sum, one) => sum + one.remaining, 0n)
  const free = closes ? length - reserved : 0n
  if (order.quantity <= free) return bankruptcyProblem(bound, order.worstPrice)
  const write = (units: bigint): string => writeDecimal(units, terms.quantityScale)
  return reject(r.moreThanPosition, {
    field: 'quantity',
    values: { open: write(length), free: write(maxOf(free, 0n)) },
  })
}

/** A closing order may not fill beyond bankruptcy: a liquidation closes there. */
function bankruptcyProblem(bound: ClosingBound | undefined, worstPrice: bigint): Rejection | undefined {
  if (bound === undefined || !isBeyondBound(bound, worstPrice)) return undefined
  return bound.kind === 'unknown' ? reject(r.markUnknown) : reject(r.beyondBankruptcy, { field: 'limitPrice' })
}

/** One contract has one margin mode at a time: that of its position, or of the orders that will open it. */
function modeProblem({ facts, terms, order, resting }: AdmissionFacts): Rejection | undefined {
  const field = 'marginMode'
  const position = openPosition(facts, terms.symbol)
  if (position !== undefined && position.mode !== order.terms.mode)
    return reject(r.modeDiffers, { field, values: { mode: position.mode } })
  const other = resting.find((one) => !one.reduceOnly && one.mode !== order.terms.mode)
  return other === undefined ? undefined : reject(r.modeOfOrderDiffers, { field, values: { mode: other.mode } })
}

/** The order's leverage is no higher than the whole position may have with it. */
function leverageProblem({ facts, terms, order, resting, mark }: AdmissionFacts): Rejection | undefined {
  const highest = openingLeverageMax(terms, {
    open: openPosition(facts, terms.symbol),
    coming: resting.filter((one) => one.side === order.side).reduce((sum, one) => sum + one.remaining, 0n),
    quantity: order.quantity,
    price: maxOf(maxOf(mark ?? 0n, order.worstPrice), order.terms.reservePrice),
  })
  if (order.terms.leverage <= highest) return undefined
  return reject(r.leverageAboveTier, { field: 'leverage', values: { max: writeDecimal(highest, 2) } })
}

/** What an order asks: as it was written, or as it is at the mark of now, whichever is more. Minor units. */
function moneyNeed({ terms, order, mark }: AdmissionFacts): bigint {
  const { side, quantity: remaining, worstPrice } = order
  const needAt = (markPrice: bigint | undefined): bigint =>
    orderNeed(terms, { side, remaining, worstPrice, terms: { ...order.terms, markPrice } })
  return maxOf(needAt(order.terms.markPrice), needAt(mark))
}

function moneyProblem(given: AdmissionFacts): Rejection | undefined {
  if (given.spendable === undefined) return reject(r.markUnknown)
  const need = moneyNeed(given)
  const has = maxOf(given.spendable, 0n)
  if (need <= has) return undefined
  const write = (minor: bigint): string => writeDecimal(minor, marginScale)
  const values = { available: write(has), needed: write(need), short: write(need - has) }
  return reject(r.marginShort, { field: 'quantity', values })
}

/**
 * Why somebody who has not passed the questions may not open this: the position it adds to, or the cross account it takes
 * money from, would be above 1× after it, whatever leverage the order names.
 */
function unaskedProblem(given: AdmissionFacts, mark: bigint): Rejection | undefined {
  const { facts, terms, order, cross } = given
  const bound = { passed: false, ceiling: undefined }
  const price = order.side === 'buy' ? order.worstPrice : maxOf(order.worstPrice, order.terms.reservePrice)
  const size = order.side === 'buy' ? order.quantity : -order.quantity
  const opened = { terms, size, entry: worthOf(terms, price, size), mark: price }
  if (cross === undefined) return reject(r.markUnknown)
  const notional = worthOf(terms, price, order.quantity)
  if (order.terms.mode === 'cross')
    return leverageRefusal(withOpened(withCash(cross, -feeReserve(notional)), opened), bound, 'leverage')
  const position = openPosition(facts, terms.symbol)
  const margin = marginFor(notional, order.terms.leverage) + (position?.margin ?? 0n)
  const before = position === undefined ? [] : [{ terms, size: position.size, entry: position.entry, mark }]
  const own = { cash: margin * fineToMinor, positions: before }
  return (
    leverageRefusal(withOpened(own, opened), bound, 'leverage') ??
    leverageRefusal(withCash(cross, -moneyNeed(given)), bound, 'leverage')
  )
}

function openingProblem(given: AdmissionFacts): Rejection | undefined {
  const { facts, terms, order, resting, mark } = given
  const position = openPosition(facts, terms.symbol)
  const mode = modeProblem(given)
  if (mode !== undefined) return mode
  if (position !== undefined && position.size > 0n !== (order.side === 'buy'))
    return reject(r.oppositePosition, { field: 'side' })
  if (resting.some((one) => one.reduceOnly && one.side === order.side)) return reject(r.oppositeOrder)
  if (mark === undefined) return reject(r.markUnknown)
  return (
    leverageProblem(given) ??
    moneyProblem(given) ??
    (order.terms.passed === true ? undefined : unaskedProblem(given, mark))
  )
}

/**
 * What of an isolated position's margin may be taken out: what is beyond opening it now, and never what it lost. A gain does
 * not replace margin, so an open position always has some: it may be gone with the next mark. Minor units.
 */
export function removableMargin(account: MarginAccount, margin: bigint): bigint {
  const report = marginReport(account)
  const least = divide(report.initial, million * fineToMinor, 'up')
  return maxOf(0n, minOf(margin - least, divide(report.free, fineToMinor, 'floor')))
}
