import { divide } from '@bolsillo/kernel'
import { fineToMinor } from './position.ts'

/** What trading contracts costs: published, a share of the notional, and VAT on the commission. */
export const contractFees = { schedule: 'tier-USDT-5-2-1600', makerBps: 2n, takerBps: 5n, vatBps: 1600n } as const

/** The most an order of this notional (fine units) can cost: a taker's commission and its VAT, minor units, rounded up. */
export function feeReserve(notionalFine: bigint): bigint {
  const size = notionalFine < 0n ? -notionalFine : notionalFine
  return divide(size * contractFees.takerBps * (10_000n + contractFees.vatBps), fineToMinor * 100_000_000n, 'up')
}
