import { minOf } from '@bolsillo/kernel'
import type { Overpaid, OverpaidClaims } from '../deps.ts'

/** Claims in memory: one a withdrawal, with what is open of it and what the house covered. Minor units. */
export interface FakeClaims extends OverpaidClaims {
  readonly kept: Map<string, { open: bigint; writtenOff: bigint; readonly overpaid: Overpaid }>
}

/** Makes claims that are settled as the room of claims does. */
export function fakeClaims(): FakeClaims {
  const kept: FakeClaims['kept'] = new Map()
  return {
    kept,
    open: async (_, overpaid) => {
      const { withdrawalId, amount } = overpaid
      if (!kept.has(withdrawalId)) kept.set(withdrawalId, { open: amount.minor, writtenOff: 0n, overpaid })
    },
    settleBack: async (_, { withdrawalId, minor }) => {
      const claim = kept.get(withdrawalId)
      if (claim === undefined) return { open: 0n, writtenOff: 0n }
      const open = minOf(minor, claim.open)
      const writtenOff = minOf(minor - open, claim.writtenOff)
      claim.open -= open
      claim.writtenOff -= writtenOff
      return { open, writtenOff }
    },
  }
}
