import { sweep } from '@bolsillo/cases/server'
import { isRejection, plusMs } from '@bolsillo/kernel'
import type { Job } from '@bolsillo/server-kit'
import { returnLeavesMs, withdrawalSettings } from '../domain/index.ts'
import { acceptReturn } from './accept-withdrawal.ts'
import { announceTerms } from './announce-terms.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { escalate, findOverdue, findReturnsDue, findRunOutHolds, noteRunOut } from './review-store.ts'
import { noteEvent } from './withdrawal-case.ts'
import { findAnyWithdrawal, lockWithdrawal } from './withdrawal-store.ts'

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
async function escalateOverdue(deps: WithdrawalsGiven): Promise<void> {
  const { services, settings } = deps
  const now = services.clock.now()
  const before = plusMs(now, -settings.get(withdrawalSettings.reviewHoursMax) * 3_600_000)
  await sweep(services, await findOverdue(services.sql, before, perRun), {
    name: 'withdrawals.escalate',
    idOf: (id) => id,
    take: async (tx, id) => {
      const withdrawal = await lockWithdrawal(tx, id)
      if (withdrawal === undefined || !(await escalate(tx, id, now))) return
      await noteEvent(deps, tx, withdrawal, { at: now, what: 'escalated', actor: 'clock' })
    },
  })
}

/**
 * Sends what goes back where it came from and was asked for a day ago: nobody's yes is needed, and nobody's no counts. What
 * the law stops, or nobody holds enough for, is tried again at the next run.
 */
async function sendReturns(deps: WithdrawalsGiven): Promise<void> {
  const { services } = deps
  const now = services.clock.now()
  await sweep(services, await findReturnsDue(services.sql, plusMs(now, -returnLeavesMs), perRun), {
    name: 'withdrawals.send-returns',
    idOf: (id) => id,
    take: async (tx, id) => {
      const stopped = await acceptReturn(deps, tx, id, now)
      if (isRejection(stopped)) services.log.debug({ withdrawal: id, why: stopped.spec.name }, 'a return waits')
    },
  })
}

/** A hold ends by time without anybody; this only writes down that it did. */
async function endRunOutHolds(deps: WithdrawalsGiven): Promise<void> {
  const { services } = deps
  const now = services.clock.now()
  await sweep(services, await findRunOutHolds(services.sql, now, perRun), {
    name: 'withdrawals.end-holds',
    idOf: ({ id }) => id,
    take: async (tx, { id, until, withdrawalId, reason }) => {
      if (!(await noteRunOut(tx, id, until)) || withdrawalId === undefined) return
      const withdrawal = await findAnyWithdrawal(tx, withdrawalId)
      if (withdrawal === undefined) return
      await noteEvent(deps, tx, withdrawal, { at: now, what: 'hold-ended', actor: 'clock', reason })
    },
  })
}
