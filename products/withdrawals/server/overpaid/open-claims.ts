import { money } from '@bolsillo/kernel'
import { nameCause, transaction } from '@bolsillo/server-kit'
import type { WithdrawalsGiven } from '../deps.ts'
import { findOverpaid } from '../withdrawal-store.ts'

const batch = 200

/**
 * Opens the claims of withdrawals that an earlier version booked as paid beyond what their customers had, and that nobody
 * could see or end. A withdrawal has one claim at most, so this may run at any time and in several processes at once.
 */
export async function openEarlierClaims(deps: WithdrawalsGiven): Promise<void> {
  const { sql, clock } = deps.services
  let after = ''
  for (;;) {
    const page = await findOverpaid(sql, { after, limit: batch })
    const last = page.at(-1)
    if (last === undefined) return
    await transaction(sql, async (tx) => {
      await nameCause(tx, { cause: 'start:withdrawals.claims' })
      const now = clock.now()
      for (const { withdrawal, claim } of page) {
        const { withdrawalId, customerId, channel, changedAt: openedAt } = withdrawal
        await deps.claims.open(tx, { withdrawalId, customerId, amount: money(claim, channel.asset), openedAt, now })
      }
    })
    after = last.withdrawal.withdrawalId
  }
}
