import { divide } from '@bolsillo/kernel'
import type { MarginReport } from './margin.ts'
import { million } from './margin-tiers.ts'

/**
 * What an account must keep, of what it has: hundredths of a percent, half to even. The one margin ratio of lists, phone and
 * warnings. Undefined: nothing is left behind the account.
 */
export function marginRatio({ equity, maintenance }: Pick<MarginReport, 'equity' | 'maintenance'>): bigint | undefined {
  return equity > 0n ? divide(maintenance * 10_000n, equity * million, 'half-even') : undefined
}
