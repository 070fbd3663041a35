import { divide, minOf, priceOf, type TickStep, tickAt } from '@bolsillo/kernel'
import { type ContractFacts, type ContractPosition, openPositions } from '../contract-facts.ts'
import { type ContractTerms, fineFactor, worthOf } from '../margin/margin-tiers.ts'
import { fineToMinor } from '../position.ts'

/** What a position is closed with: what its account has, and the marks of the others in it. */
interface ClosingFacts {
  readonly facts: ContractFacts
  readonly position: Pick<ContractPosition, 'positionId' | 'mode' | 'size' | 'entry' | 'margin' | 'symbol'>
  /** Free money of the purse, minor units. */
  readonly available: bigint
  readonly markOf: (symbol: string) => bigint | undefined
  readonly termsOf: (symbol: string) => ContractTerms
  /** Whether gaining positions are closed before it in the same step: then their gains are realized. */
  readonly gainsFirst?: boolean
}

/**
 * The worst price at which a position may be closed: that at which its account has nothing left. `any`: no price above zero
 * takes so much. `none`: there is no such price any more, only a liquidation ends it. `unknown`: a mark is missing that it
 * depends on.
 */
export type ClosingBound =
  | { readonly kind: 'price'; readonly dividend: bigint; readonly divisor: bigint; readonly isFloor: boolean }
  | { readonly kind: 'any' | 'none' | 'unknown' }

/**
 * The bound of closing a position: its bankruptcy price. Below it (a long) or above it (a short) every further unit of
 * loss would be paid by others, so no order of a customer and no exit closes there. Gains of other cross positions count only
 * once realized: a loss is booked at once, and the fund would have to advance an unrealized gain. Of a cross account with
 * another mark missing it is the position's own mark, at which closing does not reduce equity.
 */
export function closingBound({ facts, position, available, markOf, termsOf, gainsFirst }: ClosingFacts): ClosingBound {
  const { size, entry, mode } = position
  const terms = termsOf(position.symbol)
  const isFloor = size > 0n
  const length = isFloor ? size : -size
  const divisor = fineFactor(terms) * length
  let behind = position.margin * fineToMinor
  if (mode === 'cross') {
    behind += available * fineToMinor
    let elsewhere = 0n
    let isKnown = true
    for (const other of openPositions(facts)) {
      if (other.mode !== 'cross' || other.positionId === position.positionId) continue
      const mark = markOf(other.symbol)
      behind += other.margin * fineToMinor
      if (mark === undefined) isKnown = false
      else elsewhere += worthOf(termsOf(other.symbol), mark, other.size) - other.entry
    }
    if (isKnown) behind += gainsFirst === true ? elsewhere : minOf(elsewhere, 0n)
    else {
      const mark = markOf(position.symbol)
      if (mark === undefined) return { kind: 'unknown' }
      // At its own mark closing takes nothing from the account, and no more is realized than there is in money.
      behind = minOf(behind, position.entry - worthOf(terms, mark, size))
    }
  }
  // Closed at p it leaves behind + size × p − entry, which is zero at p = (entry − behind) / size.
  const dividend = isFloor ? entry - behind : behind - entry
  if (dividend <= 0n) return { kind: isFloor ? 'any' : 'none' }
  return { kind: 'price', dividend, divisor, isFloor }
}

/** Whether a price lies beyond the bound: a fill there would cost more than the account has. */
export function isBeyondBound(bound: ClosingBound, price: bigint): boolean {
  switch (bound.kind) {
    case 'any':
      return false
    case 'none':
    case 'unknown':
      return true
    case 'price':
      return bound.isFloor ? price * bound.divisor < bound.dividend : price * bound.divisor > bound.dividend
  }
}

/** How far a position may be closed by itself, as its holder is shown it before sending. */
interface ClosingAlone {
  /** The worst price, in units; 0 for a short: none is good enough. Undefined: every price is, or nobody can say. */
  readonly worst: bigint | undefined
  /** The cross position that gains most, where all of them gain together: closed before this one, its gain is money for it. */
  readonly first: string | undefined
}

export function closingAlone(given: ClosingFacts): ClosingAlone {
  const { facts, position, markOf, termsOf } = given
  const worst = worstUnits(closingBound(given))
  if (worst === undefined) return { worst, first: undefined }
  const others = openPositions(facts).filter(
    ({ mode, positionId }) => position.mode === 'cross' && mode === 'cross' && positionId !== position.positionId,
  )
  const gains = others.map(({ symbol, size, entry }) => {
    const mark = markOf(symbol)
    return { symbol, gain: mark === undefined ? undefined : worthOf(termsOf(symbol), mark, size) - entry }
  })
  // Without a mark of one of them nobody can say whether they gain together.
  const sum = gains.reduce<bigint | undefined>(
    (all, { gain }) => (all === undefined || gain === undefined ? undefined : all + gain),
    0n,
  )
  if (sum === undefined || sum <= 0n) return { worst, first: undefined }
  const most = gains.toSorted((a, b) => ((a.gain ?? 0n) > (b.gain ?? 0n) ? -1 : 1))[0]
  return { worst, first: most?.symbol }
}

function worstUnits(bound: ClosingBound): bigint | undefined {
  if (bound.kind === 'none') return 0n
  return bound.kind === 'price' ? divide(bound.dividend, bound.divisor, bound.isFloor ? 'ceiling' : 'floor') : undefined
}

/** The bound on a tick, away from bankruptcy; undefined when there is no such price. */
export function boundPrice(bound: ClosingBound, ticks: readonly TickStep[]): bigint | undefined {
  if (bound.kind !== 'price') return undefined
  const { dividend, divisor, isFloor } = bound
  const rounding = isFloor ? 'ceiling' : 'floor'
  const units = divide(dividend, divisor, rounding)
  if (units <= 0n) return undefined
  const tick = tickAt(priceOf(units), ticks)
  const price = divide(units, tick, rounding) * tick
  return price > 0n ? price : undefined
}

/**
 * The worst price of a closing order: what was asked (a limit, or how far an order at market may slip), but no worse than
 * the bound. Undefined: it may not be closed at any price there is.
 */
export function closingWorst(asked: bigint, bound: ClosingBound, ticks: readonly TickStep[]): bigint | undefined {
  if (!isBeyondBound(bound, asked)) return asked
  return boundPrice(bound, ticks)
}
