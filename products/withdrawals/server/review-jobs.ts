import { plusMs } from '@bolsillo/kernel'
import { type Job, nameCause, transaction } from '@bolsillo/server-kit'
import { withdrawalSettings } from '../domain/index.ts'
import { announceTerms } from './announce-terms.ts'
import { changed } from './changes.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { escalate, findOverdue, findRunOutHolds, noteRunOut } from './review-store.ts'
import { sendReturns } from './send-returns.ts'
import { findAnyWithdrawal, lockWithdrawal, note } from './withdrawal-store.ts'

const everyMs = 60_000
const perRun = 200

/** Nobody has to remember: reviews that wait too long are escalated, what goes back leaves, and holds that ran out are noted. */
export function reviewJobs(deps: WithdrawalsGiven): readonly Job[] {
  return [
    { name: 'withdrawals-escalate', everyMs, run: () => escalateOverdue(deps) },
    { name: 'withdrawals-send-returns', everyMs, run: () => sendReturns(deps) },
    { name: 'withdrawals-announce-terms', everyMs, run: () => announceTerms(deps) },
    { name: 'withdrawals-end-holds', everyMs, run: () => endRunOutHolds(deps) },
  ]
}

/** Escalates what nobody decided in time: visible to its owner, first in the queue, counted in public. */
export async function escalateOverdue({ services, settings, audit }: WithdrawalsGiven): Promise<void> {
  const now = services.clock.now()
  const before = plusMs(now, -settings.get(withdrawalSettings.reviewHoursMax) * 3_600_000)
  for (const id of await findOverdue(services.sql, before, perRun)) {
    await transaction(services.sql, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id)
      if (withdrawal === undefined || !(await escalate(tx, id, now))) return
      await note(tx, id, { at: now, what: 'escalated', state: withdrawal.state, actor: 'clock' })
      const subject = withdrawal.customerId
      const details = { withdrawal: id }
      await audit.record(tx, { at: now, actor: 'clock', action: 'withdrawals.escalate', subject, details })
      await changed(tx, withdrawal, now)
    })
  }
}

/** A hold ends by time without anybody; this only writes down that it did. */
export async function endRunOutHolds({ services }: WithdrawalsGiven): Promise<void> {
  const now = services.clock.now()
  for (const hold of await findRunOutHolds(services.sql, now, perRun)) {
    await transaction(services.sql, async (tx) => {
      await nameCause(tx, { cause: 'job:withdrawals.end-holds' })
      const { withdrawalId } = hold
      if (!(await noteRunOut(tx, hold.id, hold.until)) || withdrawalId === undefined) return
      const withdrawal = await findAnyWithdrawal(tx, withdrawalId)
      if (withdrawal === undefined) return
      const line = {
        at: now,
        what: 'hold-ended',
        state: withdrawal.state,
        actor: 'clock',
        reason: hold.reason,
      } as const
      await note(tx, withdrawalId, line)
      await changed(tx, withdrawal, now)
    })
  }
}
