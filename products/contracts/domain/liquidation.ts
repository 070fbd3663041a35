import { assert, divide, maxOf, minOf } from '@bolsillo/kernel'
import { contractFees } from './contract-fees.ts'
import { liquidationFeeBps } from './contract-list.ts'
import { type MarginAccount, marginReport, priceAt } from './margin.ts'
import { fineFactor, million, requirement, worthOf } from './margin-tiers.ts'
import { fineToMinor } from './position.ts'

/** After a part is closed, equity must be so much of what the rest must keep: percent. */
export const safeAfterPercent = 125n
/** A step closes at least this part of a position, percent; what would leave less than it closes all. */
export const stepMinPercent = 20n
/** A position of less than this notional is closed whole, fine units: 500 USDT. */
export const wholeBelow = 500n * 10n ** 12n

/** How far from the mark a step may fill at most, basis points. */
const farBps = 1000n

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
  /** No fill beyond this: at it the account has nothing left (closing all: nothing of it and of the fund). */
  readonly worstPrice: bigint
}

/** What closing a notional costs while liquidating: commission, VAT and the fund's share. Parts of 10^8 of the notional. */
const costRate = contractFees.takerBps * (10_000n + contractFees.vatBps) + liquidationFeeBps * 10_000n

/**
 * What a liquidation does next; undefined: nothing, the account has what it must keep. The position that must keep most
 * goes first. As little is closed as leaves the rest with 125 % of what it must keep, and at least a fifth; when nothing
 * less than four fifths would do, all of it.
 */
export function liquidationStep(
  account: MarginAccount,
  { lots, fund }: { readonly lots: readonly bigint[]; readonly fund: bigint },
): LiquidationStep | undefined {
  const report = marginReport(account)
  if (!report.isUnderMaintenance) return undefined
  const at = report.positions.reduce(
    (best, one, index) => (one.maintenance > (report.positions[best]?.maintenance ?? 0n) ? index : best),
    0,
  )
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
  const quantity = sums.notional < wholeBelow ? length : leastSafe(length, lot, isSafeAfter)
  const isFull = quantity === length
  const fundFine = isFull ? fund * fineToMinor : 0n
  return {
    kind: isFull ? 'full' : 'partial',
    at,
    account,
    lot,
    fund,
    equity: report.equity,
    maintenance: divide(report.maintenance, million, 'up'),
    quantity,
    worstPrice: worstPriceOf(account, at, report.equity, fundFine),
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
 * The price at which closing all of a position would leave its account, with what the fund adds, nothing; rounded to the
 * side that leaves something, and never further than a tenth from the mark. Never below one unit.
 */
export function worstPriceOf(account: MarginAccount, at: number, equity: bigint, fundFine: bigint): bigint {
  const position = account.positions[at]
  assert(position !== undefined, 'a position of the account')
  const { terms, size, mark } = position
  // equity + fund + (p − mark) × size × factor = 0
  const perPrice = size * fineFactor(terms)
  const whole = mark * perPrice - equity - fundFine
  const price = divide(whole, perPrice, size > 0n ? 'ceiling' : 'floor')
  // A full fund must not be a reason to sell at any price: beyond a tenth from the mark nobody is asked.
  const farthest = divide(
    mark * (size > 0n ? 10_000n - farBps : 10_000n + farBps),
    10_000n,
    size > 0n ? 'ceiling' : 'floor',
  )
  if (size > 0n) return maxOf(maxOf(price, farthest), 1n)
  return maxOf(minOf(price, farthest), 1n)
}

/** The price at which a position that nobody would take is handed over: its own bankruptcy, so that no more is lost. */
export function handOverPrice(account: MarginAccount, at: number): bigint {
  const report = marginReport(account)
  const [position, sums] = [account.positions[at], report.positions[at]]
  assert(position !== undefined && sums !== undefined, 'a position of the account')
  if (sums.bankruptcy === undefined) return position.mark
  const price = priceAt(sums.bankruptcy, position.size > 0n ? 'ceiling' : 'floor')
  return price > 0n ? price : 1n
}
