import { type Id, isRejection } from '@bolsillo/kernel'
import { nameCause, transaction } from '@bolsillo/server-kit'
import { elsewhereReason } from '../../domain/index.ts'
import { lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { startReturn } from '../return.ts'
import { wayElsewhere } from './elsewhere-facts.ts'
import { findDueElsewhere, findElsewhere, insertElsewhereEnd } from './elsewhere-store.ts'

const dueMax = 100

/** Sends what two people agreed on and nobody stopped, once its day has come. What stops one is logged; the others go. */
export async function sendElsewhere(deps: DepositsDeps): Promise<void> {
  const { sql, log, clock } = deps.services
  for (const { depositId } of await findDueElsewhere(sql, clock.now(), dueMax)) {
    try {
      await sendOne(deps, depositId)
    } catch (error) {
      log.error({ depositId, error }, 'a held deposit could not be sent to another account of its payer')
    }
  }
}

async function sendOne(deps: DepositsDeps, depositId: Id<'dep'>): Promise<void> {
  const { sql, clock } = deps.services
  const now = clock.now()
  await transaction(sql, async (tx) => {
    await nameCause(tx, { cause: 'job:deposits.send-elsewhere' })
    const deposit = await lockDeposit(tx, depositId)
    const planned = await findElsewhere(tx, depositId)
    if (deposit === undefined || planned === undefined || planned.dueAt > now) return
    const { elsewhereId, account, holder, approvalId } = planned
    const staff: Id<'opr'>[] = [planned.maker, planned.checker]
    const way =
      deposit.stage === 'held' ? await wayElsewhere(deps, tx, deposit, { account, holder, staff }, now) : undefined
    if (way === undefined || isRejection(way)) {
      await insertElsewhereEnd(tx, { elsewhereId, outcome: 'overtaken', actor: 'deposits', at: now })
      await deps.audit.record(tx, {
        at: now,
        actor: 'deposits',
        action: 'deposits.elsewhere-overtaken',
        subject: deposit.customerId ?? depositId,
        details: { deposit: depositId, approval: approvalId },
      })
      return
    }
    const why = { reason: elsewhereReason, actor: 'deposits', now } as const
    const returnId = await startReturn(deps, tx, deposit, why, way)
    await insertElsewhereEnd(tx, { elsewhereId, outcome: 'sent', actor: 'deposits', returnId, at: now })
  })
}
