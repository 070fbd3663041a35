import { assert, divide, type Rounding } from '@bolsillo/kernel'
import { type ContractTerms, deductionOf, fineFactor, million, requirement, tierAt, worthOf } from './margin-tiers.ts'

/** A position as its sums see it. */
export interface MarginPosition {
  readonly terms: ContractTerms
  /** Units of quantity; below zero is short; never zero. */
  readonly size: bigint
  /** What it was entered for, exact, in fine units, with the sign of the size: Σ price × quantity of what is still open. */
  readonly entry: bigint
  /** Mark price, in units of price. */
  readonly mark: bigint
}

/** Positions that answer for each other, and the money behind them. Isolated: one position and its own margin. */
export interface MarginAccount {
  /** Fine units: what was put in, with all that was realized, funding and fees; without what is unrealized. */
  readonly cash: bigint
  readonly positions: readonly MarginPosition[]
}

/** A price as an exact quotient of units of price; the divisor is above zero. */
interface ExactPrice {
  readonly dividend: bigint
  readonly divisor: bigint
}

/** What there is to know of one position. Fine units, prices exact; undefined: there is no such price above zero. */
export interface PositionMargin {
  readonly notional: bigint
  readonly unrealised: bigint
  /** × million. */
  readonly initial: bigint
  /** × million. */
  readonly maintenance: bigint
  /** The mark at which the account's equity is exactly what it must keep, all other marks as they are. */
  readonly liquidation: ExactPrice | undefined
  /** The mark at which the account has nothing left. */
  readonly bankruptcy: ExactPrice | undefined
}

export interface MarginReport {
  /** Cash and all that is unrealized, fine units. */
  readonly equity: bigint
  /** × million, like every requirement. */
  readonly initial: bigint
  readonly maintenance: bigint
  /** Equity below what must be kept: to be liquidated. At exactly that it is not. */
  readonly isUnderMaintenance: boolean
  /** What may be taken out or used to open more: equity above what opening all this would take; never below zero. */
  readonly free: bigint
  /** In the order of the account. */
  readonly positions: readonly PositionMargin[]
}

/**
 * Everything margin says about an account: the one function behind the ticket, the list, the engine and the receipt.
 * Sources: equity = cash + Σ (s·p − entry); liquidation price p′ = (e − s·p − MMR of the others) / (|s|·MMF − s), here
 * solved for each step of the margin table and taken where it lies in its own step (exactly one does).
 */
export function marginReport(account: MarginAccount): MarginReport {
  const sums = account.positions.map((position) => {
    const { terms, size, entry, mark } = position
    assert(size !== 0n && mark > 0n, `a position of ${terms.symbol} has a size and a mark`)
    const value = worthOf(terms, mark, size)
    const notional = value < 0n ? -value : value
    return {
      position,
      notional,
      unrealised: value - entry,
      initial: requirement(terms.tiers, notional, 'initialPpm'),
      maintenance: requirement(terms.tiers, notional, 'maintenancePpm'),
    }
  })
  const equity = sums.reduce((sum, { unrealised }) => sum + unrealised, account.cash)
  const initial = sums.reduce((sum, one) => sum + one.initial, 0n)
  const maintenance = sums.reduce((sum, one) => sum + one.maintenance, 0n)
  const free = divide(equity * million - initial, million, 'floor')
  return {
    equity,
    initial,
    maintenance,
    isUnderMaintenance: equity * million < maintenance,
    free: free < 0n ? 0n : free,
    positions: sums.map(({ position, ...one }) => {
      const withoutPrice = equity - worthOf(position.terms, position.mark, position.size)
      return {
        ...one,
        liquidation: liquidationOf(position, withoutPrice, maintenance - one.maintenance),
        bankruptcy: bankruptcyOf(position, withoutPrice),
      }
    }),
  }
}

/** `rest`: equity without this position's value; `others`: what the other positions must keep, × million. */
function liquidationOf({ terms, size }: MarginPosition, rest: bigint, others: bigint): ExactPrice | undefined {
  const factor = fineFactor(terms)
  const length = size < 0n ? -size : size
  for (let at = 0; at < terms.tiers.length; at += 1) {
    const tier = terms.tiers[at]
    assert(tier !== undefined, 'the table has its steps')
    const dividend = rest * million + deductionOf(terms.tiers, at, 'maintenancePpm') - others
    const divisor = factor * (length * tier.maintenancePpm - size * million)
    const price = exact(dividend, divisor)
    if (price === undefined) continue
    // The price is of this step when the notional it comes to lies in the step.
    if (tierAtPrice(terms, length * factor, price) === at) return price
  }
  return undefined
}

function bankruptcyOf({ terms, size }: MarginPosition, rest: bigint): ExactPrice | undefined {
  return exact(-rest, fineFactor(terms) * size)
}

function exact(dividend: bigint, divisor: bigint): ExactPrice | undefined {
  if (divisor === 0n) return undefined
  const [above, below] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor]
  // A price of nothing or less is reached by nobody: there is none, rather than one of zero.
  return above > 0n ? { dividend: above, divisor: below } : undefined
}

/** The step of the notional `perPrice × price`, compared without dividing. */
function tierAtPrice({ tiers }: ContractTerms, perPrice: bigint, { dividend, divisor }: ExactPrice): number {
  const scaled = tiers.map((tier) => ({ ...tier, upTo: tier.upTo === undefined ? undefined : tier.upTo * divisor }))
  return tierAt(scaled, perPrice * dividend)
}

/** The price in whole units, rounded as named. */
export function priceAt({ dividend, divisor }: ExactPrice, rounding: Rounding): bigint {
  return divide(dividend, divisor, rounding)
}

/**
 * The first mark at which the position is below what it must keep: what a ticket and a list show, and where the engine acts.
 * Marks are whole units, not ticks. A long is liquidated below the exact price and not at it, a short above it.
 */
export function firstLiquidatedPrice(size: bigint, price: ExactPrice): bigint | undefined {
  const first = size > 0n ? priceAt(price, 'ceiling') - 1n : priceAt(price, 'floor') + 1n
  return first > 0n ? first : undefined
}
