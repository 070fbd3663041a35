import type { WireContractPosition, WireMarginAccount } from '../../contract/index.ts'

/**
 * Whether a position is close to being liquidated, or beyond: from the same ratio on as its holder is warned at
 * (`contracts.first-warning-percent`). A position with a mark and without a ratio has nothing left behind it; without a mark
 * nothing is known of it.
 */
export function isNear(
  { mark, marginRatio }: Pick<WireContractPosition, 'mark' | 'marginRatio'>,
  warnPercent: number,
): boolean {
  if (mark === undefined) return false
  // Of two decimals, compared with a whole number: a float is exact enough.
  return marginRatio === undefined || Number(marginRatio) >= warnPercent
}

/** Whether the cross positions must keep something and nothing is left behind them. */
export function isCrossUsedUp({
  crossEquity,
  crossMaintenance,
}: Pick<WireMarginAccount, 'crossEquity' | 'crossMaintenance'>): boolean {
  if (crossEquity === undefined || crossMaintenance === undefined) return false
  return /[1-9]/.test(crossMaintenance) && (crossEquity.startsWith('-') || !/[1-9]/.test(crossEquity))
}
