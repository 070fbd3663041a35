import { sweep } from '@bolsillo/cases/server'
import { type Id, type Instant, isRejection } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { elsewhereReason } from '../../domain/index.ts'
import { happened } from '../deposit-case.ts'
import { lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { startReturn } from '../return.ts'
import { wayElsewhere } from './elsewhere-facts.ts'
import { findDueElsewhere, findElsewhere, insertElsewhereEnd } from './elsewhere-store.ts'

const dueMax = 100

/** Sends what two people agreed on and nobody stopped, once its day has come. */
export async function sendElsewhere(deps: DepositsDeps): Promise<void> {
  const { services } = deps
  const now = services.clock.now()
  await sweep(services, await findDueElsewhere(services.sql, now, dueMax), {
    name: 'deposits.send-elsewhere',
    idOf: ({ depositId }) => depositId,
    take: (tx, { depositId }) => sendOne(deps, tx, depositId, now),
  })
}

async function sendOne(deps: DepositsDeps, tx: Tx, depositId: Id<'dep'>, now: Instant): Promise<void> {
  const deposit = await lockDeposit(tx, depositId)
  const planned = await findElsewhere(tx, depositId)
  if (deposit === undefined || planned === undefined || planned.dueAt > now) return
  const { elsewhereId, account, holder, approvalId } = planned
  const staff: Id<'opr'>[] = [planned.maker, planned.checker]
  const way =
    deposit.stage === 'held' ? await wayElsewhere(deps, tx, deposit, { account, holder, staff }, now) : undefined
  if (way === undefined || isRejection(way)) {
    await insertElsewhereEnd(tx, { elsewhereId, outcome: 'overtaken', actor: 'deposits', at: now })
    const details = { approval: approvalId }
    return await happened(deps, tx, deposit, { what: 'elsewhere-overtaken', at: now, actor: 'deposits', details })
  }
  const why = { reason: elsewhereReason, actor: 'deposits', now } as const
  const returnId = await startReturn(deps, tx, deposit, why, way)
  await insertElsewhereEnd(tx, { elsewhereId, outcome: 'sent', actor: 'deposits', returnId, at: now })
}
