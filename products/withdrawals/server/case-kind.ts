import type { CaseKind } from '@bolsillo/approvals/server'
import { type Instant, isId } from '@bolsillo/kernel'
import { isEnded } from '../domain/index.ts'
import { findAnyWithdrawal, type Withdrawal } from './withdrawal-store.ts'

/** When a withdrawal ended; undefined while it is on its way. */
export function endOfWithdrawal({ state, changedAt }: Withdrawal): Instant | undefined {
  return isEnded(state) ? changedAt : undefined
}

/** Withdrawals as cases: what makes a look at somebody necessary. */
export const withdrawalCases: CaseKind = {
  prefix: 'wdr',
  find: async (db, caseId) => {
    const found = isId('wdr', caseId) ? await findAnyWithdrawal(db, caseId) : undefined
    return found === undefined ? undefined : { customerId: found.customerId, endedAt: endOfWithdrawal(found) }
  },
}
