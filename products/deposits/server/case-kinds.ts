import type { CaseKind } from '@bolsillo/approvals/server'
import { type Instant, isId } from '@bolsillo/kernel'
import { depositMoves } from '../domain/index.ts'
import { findDeposit } from './deposit-store.ts'
import { findClaim } from './reversal-store.ts'
import type { StoredClaim, StoredDeposit } from './stored-deposit.ts'

/** When a deposit was over for staff; undefined while it moves. */
export function endOfDeposit({ stage, updatedAt }: StoredDeposit): Instant | undefined {
  return depositMoves[stage].length === 0 ? updatedAt : undefined
}

/** Since when a claim is at least over; undefined while something of it is owed. */
export function endOfClaim({ open, openedAt }: StoredClaim): Instant | undefined {
  return open > 0n ? undefined : openedAt
}

/** Deposits and claims as cases: what makes a look at somebody necessary. */
export const depositCases: readonly CaseKind[] = [
  {
    prefix: 'dep',
    find: async (db, caseId) => {
      const deposit = isId('dep', caseId) ? await findDeposit(db, caseId) : undefined
      return deposit === undefined ? undefined : { customerId: deposit.customerId, endedAt: endOfDeposit(deposit) }
    },
  },
  {
    prefix: 'clm',
    find: async (db, caseId) => {
      const claim = isId('clm', caseId) ? await findClaim(db, caseId) : undefined
      return claim === undefined ? undefined : { customerId: claim.customerId, endedAt: endOfClaim(claim) }
    },
  },
]
