import { assert, divide, maxOf, minOf } from '@bolsillo/kernel'
import { contractFees } from '../contract-fees.ts'
import { liquidationFeeBps } from '../contract-list.ts'
import { type MarginAccount, type MarginReport, marginReport, type PositionMargin } from '../margin/margin.ts'
import { fineFactor, million, requirement, worthOf } from '../margin/margin-tiers.ts'
import { fineToMinor } from '../position.ts'

/** After a part is closed, equity must be so much of what the rest must keep: percent. */
const safeAfterPercent = 125n
/** A step closes at least this part of a position, percent; what would leave less than it closes all. */
const stepMinPercent = 20n
/** A position of less than this notional is closed whole, fine units: 500 USDT. */
const wholeBelow = 500n * 10n ** 12n

/** How far from the mark a step may fill at most, basis points. */
const farBps = 1000n

/**
 * How far beyond the mark a step may fill at the fund's cost, basis points: the most a counterparty gains of its notional,
 * also when it is a second account of the same person. What stays unfilled within it is handed over. Where the bankruptcy
 * price is further from the mark the fund bears nothing, and bankruptcy is the bound.
 */
const fundCollarBps = 100n

/** Minor units kept back for the rounding of the fills of one order, each against the customer. */
const roundingReserve = 1000n

/** What one step of a liquidation was decided on, and what it decided. Recomputed by whoever has the receipt. */
export interface LiquidationStep {
  readonly kind: 'partial' | 'full' | 'deleveraging'
  /** Which of the account's positions. */
  readonly at: number
  readonly account: MarginAccount
  readonly lot: bigint
  /** Minor units the insurance fund had. */
  readonly fund: bigint
  readonly equity: bigint
  /** Fine units, rounded up. */
  readonly maintenance: bigint
  /** Units to close, > 0. */
  readonly quantity: bigint
  /** The bankruptcy price (with the fund's part where the fund bears one): no fill is beyond it. */
  readonly worstPrice: bigint
}

/** What closing a notional costs while liquidating: commission, VAT and the fund's share. Parts of 10^8 of the notional. */
const costRate = contractFees.takerBps * (10_000n + contractFees.vatBps) + liquidationFeeBps * 10_000n

/** What a liquidation may do next: ask the book, ask it with the fund behind the account, hand everything over. */
export type LiquidationStage = 'book' | 'fund' | 'hand-over'

/** Checks without a fill before the fund bears its part. A check is about a second. */
export const looksBeforeFund = 3
/** Checks without a fill, with the fund or without, before the whole account is handed over. */
export const looksBeforeHandOver = 6

/** The stage of a liquidation after so many checks without a fill. Deleveraging comes last, after book and fund. */
export function liquidationStage(vainLooks: number): LiquidationStage {
  if (vainLooks < looksBeforeFund) return 'book'
  return vainLooks < looksBeforeHandOver ? 'fund' : 'hand-over'
}

/**
 * The next step of a liquidation in the book; undefined: none, the account has its maintenance margin. The position with the
 * highest maintenance margin goes first, unless closing it could cost the fund while another one gains: then the one that
 * gains most. The smallest part is closed that leaves the rest with 125 % of its maintenance margin, and at least a fifth;
 * from four fifths on, all of it. No fill is beyond bankruptcy. `withFund`: no such order was filled, so the whole position
 * is offered, down to what the fund can bear, within its collar.
 */
export function liquidationStep(
  account: MarginAccount,
  of: { readonly lots: readonly bigint[]; readonly fund: bigint; readonly withFund?: boolean },
): LiquidationStep | undefined {
  const { lots, fund, withFund = false } = of
  const report = marginReport(account)
  if (!report.isUnderMaintenance) return undefined
  const fundFine = withFund ? fund * fineToMinor : 0n
  const at = legToClose(account, report, fundFine)
  const [position, sums, lot] = [account.positions[at], report.positions[at], lots[at]]
  assert(
    position !== undefined && sums !== undefined && lot !== undefined,
    'an account under maintenance has a position',
  )
  const length = position.size < 0n ? -position.size : position.size
  const others = report.maintenance - sums.maintenance
  const perUnit = worthOf(position.terms, position.mark, 1n)
  const isSafeAfter = (quantity: bigint): boolean => {
    const cost = divide(perUnit * quantity * costRate, 100_000_000n, 'up')
    const kept = others + requirement(position.terms.tiers, perUnit * (length - quantity), 'maintenancePpm')
    return (report.equity - cost) * million * 100n >= kept * safeAfterPercent
  }
  const quantity = withFund || sums.notional < wholeBelow ? length : leastSafe(length, lot, isSafeAfter)
  const isFull = quantity === length
  return {
    kind: isFull ? 'full' : 'partial',
    at,
    account,
    lot,
    fund,
    equity: report.equity,
    maintenance: divide(report.maintenance, million, 'up'),
    quantity,
    worstPrice: stepBound(account, report, at, fundFine),
  }
}

/** The least whole lots that leave the rest safe, at least a fifth; all of it when four fifths would not do. */
function leastSafe(length: bigint, lot: bigint, isSafeAfter: (quantity: bigint) => boolean): bigint {
  const lots = divide(length, lot, 'floor')
  let low = maxOf(1n, divide(lots * stepMinPercent, 100n, 'up'))
  let high = divide(lots * (100n - stepMinPercent), 100n, 'floor')
  if (low > high || !isSafeAfter(high * lot)) return length
  // More closed is safer: the cost of closing is less than what it frees.
  while (low < high) {
    const middle = (low + high) / 2n
    if (isSafeAfter(middle * lot)) high = middle
    else low = middle + 1n
  }
  return low * lot
}

/**
 * Which position is closed: the one with the highest maintenance margin. The fund does not pay for an account that gains
 * elsewhere: where closing that one at its bound would cost more than the cash, the position that gains most goes first.
 */
function legToClose(account: MarginAccount, report: MarginReport, fundFine: bigint): number {
  const highest = (of: (one: PositionMargin) => bigint): number =>
    report.positions.reduce((best, one, index, all) => {
      const first = all[best]
      return first !== undefined && of(one) > of(first) ? index : best
    }, 0)
  const largest = highest(({ maintenance }) => maintenance)
  if (!gainsElsewhere(report, largest)) return largest
  const worst = worstPriceOf(account, largest, report.equity, fundFine)
  const isPayable = tighter(account, largest, worst, cashBound(account, largest)) === worst
  return isPayable ? largest : highest(({ unrealised }) => unrealised)
}

const gainsElsewhere = ({ positions }: MarginReport, at: number): boolean =>
  positions.some(({ unrealised }, index) => index !== at && unrealised > 0n)

/** No fill is beyond this: neither bankruptcy nor, while another position gains, what there is in cash. */
function stepBound(account: MarginAccount, report: MarginReport, at: number, fundFine: bigint): bigint {
  const worst = worstPriceOf(account, at, report.equity, fundFine)
  return gainsElsewhere(report, at) ? tighter(account, at, worst, cashBound(account, at)) : worst
}

/** The better of two prices for whoever closes. */
function tighter({ positions }: MarginAccount, at: number, one: bigint, other: bigint): bigint {
  return (positions[at]?.size ?? 0n) > 0n ? maxOf(one, other) : minOf(one, other)
}

/**
 * The price at which closing all of a position would take all cash of its account, free money and every margin, with what
 * closing costs. At what it was entered for or better a fill takes nothing, however little there is.
 */
function cashBound({ cash, positions }: MarginAccount, at: number): bigint {
  const position = positions[at]
  assert(position !== undefined, 'a position of the account')
  const { terms, size, entry } = position
  const perPrice = size * fineFactor(terms)
  const spare = maxOf(cash - roundingReserve * fineToMinor, 0n)
  // spare + p × size − entry − p × |size| × cost = 0
  const costs = 100_000_000n * perPrice - (size > 0n ? perPrice : -perPrice) * costRate
  const rounding = size > 0n ? 'ceiling' : 'floor'
  const paid = divide((entry - spare) * 100_000_000n, costs, rounding)
  const entered = divide(entry, perPrice, rounding)
  return maxOf(size > 0n ? minOf(paid, entered) : maxOf(paid, entered), 1n)
}

/**
 * The price at which closing all of a position would leave its account, with what the fund adds, nothing; rounded to the
 * side that leaves something, and never further than a tenth from the mark. The fund adds nothing beyond its collar. Never
 * below one unit.
 */
export function worstPriceOf(account: MarginAccount, at: number, equity: bigint, fundFine: bigint): bigint {
  const position = account.positions[at]
  assert(position !== undefined, 'a position of the account')
  const { terms, size, mark } = position
  const perPrice = size * fineFactor(terms)
  const isLong = size > 0n
  const rounding = isLong ? 'ceiling' : 'floor'
  // equity + behind + (p − mark) × size × factor = 0
  const emptyAt = (behind: bigint): bigint => divide(mark * perPrice - equity - behind, perPrice, rounding)
  const within = (bps: bigint): bigint => divide(mark * (isLong ? 10_000n - bps : 10_000n + bps), 10_000n, rounding)
  const bankrupt = emptyAt(0n)
  const collar = within(fundCollarBps)
  const borne = emptyAt(fundFine)
  const price = isLong ? maxOf(borne, minOf(bankrupt, collar)) : minOf(borne, maxOf(bankrupt, collar))
  // Never further than a tenth from the mark, however much equity the account has.
  return maxOf(tighter(account, at, price, within(farBps)), 1n)
}

/**
 * The prices at which an account that the book did not fill is handed over, one for each position: each mark is moved by the
 * same fraction, so that the equity is zero at all of them together and no more is lost than the account has. For one position
 * that is its bankruptcy price. Rounded in the account's favor; never below one unit.
 */
export function handOverPrices(account: MarginAccount): readonly bigint[] {
  const report = marginReport(account)
  const whole = report.positions.reduce((sum, { notional }) => sum + notional, 0n)
  return account.positions.map(({ size, mark }) => {
    // mark × (1 − equity / Σ notional) for a long, the other way round for a short
    const moved = mark * (size > 0n ? whole - report.equity : whole + report.equity)
    return maxOf(divide(moved, whole, size > 0n ? 'ceiling' : 'floor'), 1n)
  })
}
