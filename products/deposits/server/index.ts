import type { ApprovalKind, CaseKind, WorkQueue } from '@bolsillo/approvals/server'
import { createCaseTimes, sweep } from '@bolsillo/cases/server'
import { type Id, type Instant, idOf, plusMs } from '@bolsillo/kernel'
import { handlersOf, onSubscribe, type Room, type Services, type Tx, type UseCase } from '@bolsillo/server-kit'
import { depositsChannel } from '../contract/index.ts'
import { depositSettings, overdueReason } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { addDeposit, readPayIn } from './add-deposit.ts'
import { approvalKinds } from './approval-kinds.ts'
import { stuckAfterMs } from './book.ts'
import { addProof, cancel } from './change-announcement.ts'
import { type Claims, createClaims } from './claims/claims.ts'
import { takeReturnBack } from './claims/settle-back.ts'
import { addCoinDeposit, generateCoinAddress, readCoinAddress } from './coin-deposits.ts'
import { claimKind, depositChangedTopic, depositKind, moveDeposit } from './deposit-case.ts'
import {
  findCreditedOrigins,
  findDeposit,
  findDepositsOf,
  findOverdueAnnouncements,
  findOverdueHeld,
  lockDeposit,
} from './deposit-store.ts'
import type { DepositsDeps, TimedDepositsDeps } from './deps.ts'
import { proposeElsewhere, proposeUnclaimed, stopElsewhere } from './elsewhere/elsewhere-calls.ts'
import { findElsewhere } from './elsewhere/elsewhere-store.ts'
import { sendElsewhere } from './elsewhere/send-elsewhere.ts'
import { countWaiting } from './operator/case-store.ts'
import { listCases, noteOverLimit, readCase, readClaim, refuseProof, setChannelPassword } from './operator/cases.ts'
import {
  proposeClaim,
  proposeConfirm,
  proposeMatch,
  proposeNotArrived,
  proposeReturn,
  proposeUnmatched,
} from './operator/propose.ts'
import { listCoinDeposits, listDeposits, readDeposit, readReceipt } from './own-deposits.ts'
import { readStatus } from './read-status.ts'
import { takeReceived } from './receive.ts'
import { originOf, returnPrefix, startReturn, takeReturned, takeReturnedOther, takeReturnFailed } from './return.ts'
import { takeReversed } from './reverse.ts'
import { simulatePayment } from './simulate-payment.ts'
import { findArrivals } from './times-store.ts'
import { writeDeposits } from './wire.ts'

export type { Claims, OverpaidWithdrawal } from './claims/claims.ts'
export type { DepositsDeps } from './deps.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const dayMs = 24 * hourMs
const overdueBatch = 100
const overduePagesMax = 1_000
const snapshotRows = 20

const useCases: readonly UseCase<TimedDepositsDeps>[] = [
  readStatus,
  addDeposit,
  readPayIn,
  listDeposits,
  readDeposit,
  readReceipt,
  addProof,
  cancel,
  readCoinAddress,
  generateCoinAddress,
  addCoinDeposit,
  listCoinDeposits,
  simulatePayment,
]
const operatorUseCases: readonly UseCase<DepositsDeps>[] = [
  listCases,
  readCase,
  readClaim,
  proposeConfirm,
  proposeUnmatched,
  proposeMatch,
  proposeReturn,
  proposeNotArrived,
  proposeElsewhere,
  stopElsewhere,
  proposeUnclaimed,
  proposeClaim,
  refuseProof,
  noteOverLimit,
  setChannelPassword,
]

/** The module object of deposits, what two people can do here, the queue they work, and what other rooms' claims need. */
export function createDeposits(deps: DepositsDeps): {
  readonly room: Room
  readonly approvalKinds: readonly ApprovalKind[]
  readonly caseKinds: readonly CaseKind[]
  readonly workQueues: readonly WorkQueue[]
  readonly claims: Claims
} {
  const timed: TimedDepositsDeps = {
    ...deps,
    times: createCaseTimes('how long deposits took, of all customers', findArrivals),
  }
  const { payments } = deps
  payments.takePayIns({
    received: (tx, told) => takeReceived(deps, tx, told),
    reversed: (tx, told) => takeReversed(deps, tx, told),
    origins: findCreditedOrigins,
  })
  payments.takePayouts(returnPrefix, {
    sent: async () => undefined,
    confirmed: (tx, told) => takeReturned(deps, tx, told),
    confirmedOther: (tx, told) => takeReturnedOther(deps, tx, told),
    failed: (tx, told) => takeReturnFailed(deps, tx, told),
    // It has ended as returned: what comes back from there, and is not claimed, is a deposit of its own.
    returned: (tx, back) => takeReturnBack(deps, tx, back),
    ownerKnown: true,
  })
  return {
    room: roomOf(timed),
    approvalKinds: approvalKinds(deps),
    caseKinds: [depositKind, claimKind],
    workQueues: [queueOf(deps)],
    claims: createClaims(deps),
  }
}

function queueOf({ settings }: Pick<DepositsDeps, 'settings'>): WorkQueue {
  return {
    path: '/deposits',
    titleKey: 'deposits.console.title',
    roles: ['support', 'compliance', 'treasury', 'auditor', 'admin'],
    slaMs: settings.get(depositSettings.proofHours) * hourMs,
    waiting: (db, now) => countWaiting(db, { stuckBefore: plusMs(now, -stuckAfterMs), now }),
  }
}

function roomOf(deps: TimedDepositsDeps): Room {
  return {
    name: 'deposits',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(useCases, deps),
    operatorHandlers: handlersOf(operatorUseCases, deps),
    channels: [
      onSubscribe(depositsChannel, async (customer, db) => {
        const rows = await findDepositsOf(db, idOf('cus', customer), { limit: snapshotRows })
        return { rows: await writeDeposits(deps, db, rows) }
      }),
    ],
    events: [
      {
        topic: depositChangedTopic,
        name: 'deposits.tell-stream',
        scope: 'each-process',
        handle: ({ key, payload }, services) => publishDeposit(deps, services, key, String(payload.customerId)),
      },
    ],
    jobs: [
      { name: 'deposits.end-announcements', everyMs: 5 * minuteMs, run: () => endAnnouncements(deps) },
      { name: 'deposits.return-overdue', everyMs: 10 * minuteMs, run: () => returnOverdue(deps) },
      { name: 'deposits.send-elsewhere', everyMs: 10 * minuteMs, run: () => sendElsewhere(deps) },
    ],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
}

async function publishDeposit(
  deps: DepositsDeps,
  { sql }: Services,
  depositId: string,
  customerId: string,
): Promise<void> {
  const { publisher } = deps
  if (publisher.watched?.(depositsChannel, customerId) === false) return
  const deposit = await findDeposit(sql, idOf('dep', depositId))
  if (deposit === undefined) return
  const [written] = await writeDeposits(deps, sql, [deposit])
  if (written !== undefined) publisher.publish(depositsChannel, customerId, { deposit: written })
}

/** Ends announcements nothing came for. Money that comes later is credited as a deposit of its own. */
async function endAnnouncements(deps: DepositsDeps): Promise<void> {
  const { services, settings } = deps
  const now = services.clock.now()
  const before = plusMs(now, -settings.get(depositSettings.announcementHours) * hourMs)
  await sweep(services, await findOverdueAnnouncements(services.sql, before, overdueBatch), {
    name: 'deposits.end-announcements',
    idOf: (depositId) => depositId,
    take: async (tx, depositId) => {
      const deposit = await lockDeposit(tx, depositId)
      if (deposit?.stage !== 'awaiting-payment') return
      const step = { at: now, actor: 'system', reason: 'expired' } as const
      await moveDeposit(deps, tx, deposit, { stage: 'failed', failReason: step.reason }, step)
    },
  })
}

/** Sends back what was held as long as it may be: to return money to where it came from needs no approval. */
async function returnOverdue(deps: DepositsDeps): Promise<void> {
  const { services, settings } = deps
  const now = services.clock.now()
  const before = plusMs(now, -settings.get(depositSettings.heldDaysMax) * dayMs)
  let after = ''
  for (let pages = 0; pages < overduePagesMax; pages += 1) {
    const page = await findOverdueHeld(services.sql, { before, now, after, limit: overdueBatch })
    // What cannot go back waits for people; it must not keep those behind it from going.
    const due = page.filter((deposit) => originOf(deps, deposit) !== undefined)
    await sweep(services, due, {
      name: 'deposits.return-overdue',
      idOf: ({ depositId }) => depositId,
      take: (tx, { depositId }) => returnOne(deps, tx, depositId, now),
    })
    const last = page.at(-1)
    if (last === undefined || page.length < overdueBatch) return
    after = last.depositId
  }
}

async function returnOne(deps: DepositsDeps, tx: Tx, depositId: Id<'dep'>, now: Instant): Promise<void> {
  const deposit = await lockDeposit(tx, depositId)
  if (deposit?.stage !== 'held' || originOf(deps, deposit) === undefined) return
  // Two people found that its origin does not take it: it is not tried while their own way waits.
  if ((await findElsewhere(tx, depositId)) !== undefined) return
  await startReturn(deps, tx, deposit, { reason: overdueReason, actor: 'deposits', now })
}
