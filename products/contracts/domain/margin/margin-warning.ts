import type { MarginReport } from './margin.ts'
import { marginRatio } from './margin-ratio.ts'

/** What a customer is warned of before a liquidation: that the position comes near it, and that it is imminent. */
export type WarningLevel = 'first' | 'urgent'

/** What an account's warnings are counted by: a warning of a level, or that the account was clearly safe again. */
export type WarningStep = WarningLevel | 'calm'

/** Margin ratios at which a customer is warned, hundredths of a percent, the first below the urgent one. */
export interface WarningTerms {
  readonly first: bigint
  readonly urgent: bigint
}

/** How far below the first warning the ratio must fall before anything warns again: ten percent of the equity. */
export const calmDistance = 1_000n

/**
 * The next step of an account, or undefined. `last`: the last step it made; undefined: none yet. An episode begins with a
 * warning and ends when the account is clearly safe; in one episode each level warns once, and a ratio that jumps to the
 * urgent level is warned of by that alone. An account below maintenance is liquidated, which is a notice of its own.
 */
export function nextWarningStep(
  last: WarningStep | undefined,
  report: Pick<MarginReport, 'equity' | 'maintenance' | 'isUnderMaintenance'>,
  terms: WarningTerms,
): WarningStep | undefined {
  const ratio = marginRatio(report)
  if (report.isUnderMaintenance || ratio === undefined) return undefined
  const isWarned = last !== undefined && last !== 'calm'
  if (ratio >= terms.urgent && last !== 'urgent') return 'urgent'
  if (ratio >= terms.first && !isWarned) return 'first'
  if (ratio < terms.first - calmDistance && isWarned) return 'calm'
  return undefined
}

/** The ratios between which an account makes no step: warned of at `above` and beyond, calm below `below`. */
export function quietRatios(
  last: WarningStep | undefined,
  { first, urgent }: WarningTerms,
): { readonly above: bigint | undefined; readonly below: bigint | undefined } {
  if (last === 'urgent') return { above: undefined, below: first - calmDistance }
  if (last === 'first') return { above: urgent, below: first - calmDistance }
  return { above: first, below: undefined }
}
