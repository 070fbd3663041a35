import { sweep } from '@bolsillo/cases/server'
import { isRejection, plusMs } from '@bolsillo/kernel'
import { returnLeavesMs } from '../domain/index.ts'
import { acceptReturn } from './accept-withdrawal.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { findReturnsDue } from './review-store.ts'

const perRun = 200

/**
 * Sends what goes back where it came from and was asked for a day ago: nobody's yes is needed, and nobody's no counts. What
 * the law stops, or nobody holds enough for, is tried again at the next run.
 */
export async function sendReturns(deps: WithdrawalsGiven): Promise<void> {
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
