import type { ApprovalKind, CaseKind, WorkQueue } from '@bolsillo/approvals/server'
import { createCaseTimes } from '@bolsillo/cases/server'
import { idOf } from '@bolsillo/kernel'
import { handlersOf, onSubscribe, type Room, type UseCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import * as staff from '../contract/operator.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { acceptKind } from './accept-withdrawal.ts'
import { cancel } from './cancel-withdrawal.ts'
import { publishWithdrawals } from './changes.ts'
import type { WithdrawalsDeps, WithdrawalsGiven } from './deps.ts'
import { addAddress, addBank } from './destinations/add-destination.ts'
import { bankInfo, listAddresses, listBanks } from './destinations/list-destinations.ts'
import { passDestination } from './destinations/pass-wait.ts'
import { remove } from './destinations/remove-destination.ts'
import { listOrigins, returnToOrigin } from './destinations/return-to-origin.ts'
import { endLegalHold, legalHoldKind, proposeLegalHold } from './operator/legal-hold.ts'
import { listQueue, readCase } from './operator/read-queue.ts'
import { proposeRefusal, refuseKind } from './operator/refuse-again.ts'
import { endHold, hold, proposeAccept, refuse } from './operator/review-withdrawal.ts'
import { openEarlierClaims } from './overpaid/open-claims.ts'
import { payoutCause, payoutTakers } from './payout-takers.ts'
import { quotes } from './quote-withdrawal.ts'
import { status, times } from './read-status.ts'
import { terms } from './read-terms.ts'
import { listPages, read, receipt } from './read-withdrawals.ts'
import { requests } from './request-withdrawal.ts'
import { reviewJobs } from './review-jobs.ts'
import { countWaiting } from './review-store.ts'
import { writeWithdrawals } from './rows.ts'
import { findDurations } from './times-store.ts'
import { withdrawalKind } from './withdrawal-case.ts'
import { listOwnWithdrawals } from './withdrawal-store.ts'

export type { OverpaidClaims, PayingOut, WithdrawalsGiven } from './deps.ts'
export { holdersOfDestination } from './destinations/destination-store.ts'

/** How many of the newest withdrawals a channel's snapshot has. */
const snapshotRows = 20
const reviewSlaMs = 4 * 3_600_000

const useCases: readonly UseCase<WithdrawalsDeps>[] = [
  ...[addBank, remove, passDestination, listBanks, bankInfo, addAddress, listAddresses],
  ...[...quotes, ...requests, ...listPages],
  ...[read, cancel, receipt, listOrigins, returnToOrigin],
  ...[status, times, terms],
]

const operatorUseCases: readonly UseCase<WithdrawalsDeps>[] = [
  ...[listQueue, readCase, proposeAccept, refuse, proposeRefusal],
  ...[hold, endHold, proposeLegalHold, endLegalHold],
]

/** The room of withdrawals, what two people of the staff decide in it, and the queue they work. */
export function createWithdrawals(given: WithdrawalsGiven): {
  readonly room: Room
  readonly approvalKinds: readonly ApprovalKind[]
  readonly caseKinds: readonly CaseKind[]
  readonly workQueues: readonly WorkQueue[]
} {
  const deps: WithdrawalsDeps = {
    ...given,
    times: createCaseTimes('how long withdrawals took, of all customers', findDurations),
  }
  deps.payments.takePayouts(payoutCause, payoutTakers(deps))
  const room: Room = {
    name: 'withdrawals',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(useCases, deps),
    operatorHandlers: handlersOf(operatorUseCases, deps),
    channels: [
      onSubscribe(calls.withdrawalsChannel, async (key, db) => {
        const own = await listOwnWithdrawals(db, idOf('cus', key), { limit: snapshotRows })
        return { rows: await writeWithdrawals(db, own, deps.services.clock.now()) }
      }),
    ],
    events: [publishWithdrawals(deps)],
    jobs: reviewJobs(deps),
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    start: () => openEarlierClaims(deps),
  }
  return {
    room,
    approvalKinds: [acceptKind(deps), refuseKind(deps), legalHoldKind(deps)],
    caseKinds: [withdrawalKind],
    workQueues: [
      {
        path: '/withdrawals',
        titleKey: 'withdrawals.console.title',
        slaMs: reviewSlaMs,
        roles: staff.payers,
        waiting: countWaiting,
      },
    ],
  }
}
