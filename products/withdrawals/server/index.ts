import type { ApprovalKind, CaseKind, WorkQueue } from '@bolsillo/approvals/server'
import { idOf } from '@bolsillo/kernel'
import { onCommand, onRead, onSubscribe, onWrite, type Room } from '@bolsillo/server-kit'
import * as calls from '../contract.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import * as staff from '../operator-contract.ts'
import { acceptKind } from './accept-withdrawal.ts'
import { addAddressUseCase, addBankUseCase } from './add-destination.ts'
import { cancelUseCase } from './cancel-withdrawal.ts'
import { withdrawalCases } from './case-kind.ts'
import { publishWithdrawals } from './changes.ts'
import { bankInfoUseCase, listAddressesUseCase, listBanksUseCase } from './list-destinations.ts'
import { endLegalHoldUseCase, legalHoldKind, proposeLegalHoldUseCase } from './operator/legal-hold.ts'
import { listQueueUseCase, readCaseUseCase } from './operator/read-queue.ts'
import { proposeRefusalUseCase, refuseKind } from './operator/refuse-again.ts'
import { endHoldUseCase, holdUseCase, proposeAcceptUseCase, refuseUseCase } from './operator/review-withdrawal.ts'
import { openEarlierClaims } from './overpaid/open-claims.ts'
import { payoutCause, payoutTakers } from './payout-takers.ts'
import type { WithdrawalsPorts } from './ports.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { statusUseCase, timesUseCase } from './read-status.ts'
import { termsUseCase } from './read-terms.ts'
import { listUseCase, readUseCase, receiptUseCase } from './read-withdrawals.ts'
import { removeUseCase } from './remove-destination.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { listOriginsUseCase, returnToOriginUseCase } from './return-to-origin.ts'
import { reviewJobs } from './review-jobs.ts'
import { countWaiting } from './review-store.ts'
import { writeWithdrawals } from './rows.ts'
import { createTimes } from './times.ts'
import { listOwnWithdrawals } from './withdrawal-store.ts'

export { holdersOfDestination } from './destination-store.ts'
export type { OverpaidClaims, PayingOut, WithdrawalsPorts } from './ports.ts'

/** How many of the newest withdrawals a channel's snapshot has. */
const snapshotRows = 20
const reviewSlaMs = 4 * 3_600_000

/** The room of withdrawals, what two people of the staff decide in it, and the queue they work. */
export function createWithdrawals(ports: WithdrawalsPorts): {
  readonly room: Room
  readonly approvalKinds: readonly ApprovalKind[]
  readonly caseKinds: readonly CaseKind[]
  readonly workQueues: readonly WorkQueue[]
} {
  const times = createTimes()
  ports.payments.takePayouts(payoutCause, payoutTakers(ports))
  const room: Room = {
    name: 'withdrawals',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: [
      onCommand(calls.addBank, addBankUseCase(ports)),
      onWrite(calls.removeBank, removeUseCase(ports)),
      onRead(calls.listBanks, listBanksUseCase(ports)),
      onRead(calls.bankInfo, bankInfoUseCase),
      onRead(calls.listAddresses, listAddressesUseCase(ports)),
      onCommand(calls.addAddress, addAddressUseCase(ports)),
      onRead(calls.quoteBank, quoteWithdrawal(ports, times, 'stock')),
      onRead(calls.quoteCoin, quoteWithdrawal(ports, times, 'coin')),
      onCommand(calls.addWithdrawal, requestWithdrawal(ports, 'stock')),
      onCommand(calls.addCoinWithdrawal, requestWithdrawal(ports, 'coin')),
      onRead(calls.listWithdrawals, listUseCase('stock')),
      onRead(calls.listCoinWithdrawals, listUseCase('coin')),
      onRead(calls.withdrawalStatus, statusUseCase(ports, times)),
      onRead(calls.readWithdrawal, readUseCase(ports, times)),
      onWrite(calls.cancelWithdrawal, cancelUseCase(ports)),
      onRead(calls.withdrawalReceipt, receiptUseCase(ports)),
      onRead(calls.withdrawalTimes, timesUseCase(ports, times)),
      onRead(calls.withdrawalTerms, termsUseCase(ports)),
      onRead(calls.listOrigins, listOriginsUseCase(ports)),
      onCommand(calls.returnToOrigin, returnToOriginUseCase(ports)),
    ],
    operatorHandlers: [
      onRead(staff.listQueue, listQueueUseCase(ports)),
      onRead(staff.readCase, readCaseUseCase(ports)),
      onWrite(staff.proposeAccept, proposeAcceptUseCase(ports)),
      onWrite(staff.refuseWithdrawal, refuseUseCase(ports)),
      onWrite(staff.proposeRefusal, proposeRefusalUseCase(ports)),
      onWrite(staff.holdWithdrawal, holdUseCase(ports)),
      onWrite(staff.endHold, endHoldUseCase(ports)),
      onWrite(staff.proposeLegalHold, proposeLegalHoldUseCase(ports)),
      onWrite(staff.endLegalHold, endLegalHoldUseCase(ports)),
    ],
    channels: [
      onSubscribe(calls.withdrawalsChannel, async (key, db) => {
        const own = await listOwnWithdrawals(db, idOf('cus', key), { limit: snapshotRows })
        return { rows: await writeWithdrawals(db, own, ports.services.clock.now()) }
      }),
    ],
    events: [publishWithdrawals(ports)],
    jobs: reviewJobs(ports),
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    start: () => openEarlierClaims(ports),
  }
  return {
    room,
    approvalKinds: [acceptKind(ports), refuseKind(ports), legalHoldKind(ports)],
    caseKinds: [withdrawalCases],
    workQueues: [
      {
        path: '/withdrawals',
        titleKey: 'withdrawals.console.title',
        slaMs: reviewSlaMs,
        roles: staff.payers,
        waiting: async (db) => {
          const { count, oldestAt } = await countWaiting(db)
          return { count, ...(oldestAt === undefined ? {} : { oldestAt }) }
        },
      },
    ],
  }
}
