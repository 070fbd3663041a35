import { pageOf, readCursor } from '@bolsillo/cases/server'
import type { ReplyOf } from '@bolsillo/contract'
import type { CustomerSummary } from '@bolsillo/identity/server'
import { type Instant, plusMs, present, reject, writeDecimal } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { hintNames, lawyers, payers } from '../../contract/operator.ts'
import { holderOf, mayRefuseAlone, withdrawalAccount, withdrawalSettings } from '../../domain/index.ts'
import { acceptKindName, refuseHeld } from '../accept-withdrawal.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { findDestinations } from '../destinations/destination-store.ts'
import {
  countRefused,
  countWaiting,
  findEarlierHolds,
  findHolds,
  findPast,
  findQueue,
  listHolds,
  type StoredHold,
} from '../review-store.ts'
import { referenceOf, writeBankReturns, writeHistory, writeWithdrawals } from '../rows.ts'
import { endOfWithdrawal } from '../withdrawal-case.ts'
import { findAnyWithdrawal, listEvents, type Withdrawal } from '../withdrawal-store.ts'

const pageSize = 50
const dayMs = 86_400_000
const states = { waiting: ['under-review'], doing: ['doing'], ended: ['complete', 'fail', 'cancelled'] } as const

/** The queue: the longest waiting first; nothing in it says who the customer is. */
export const listQueue = useCase(
  calls.listQueue,
  async ({ show = 'waiting', cursor, limit = pageSize }, { db, now }, deps: WithdrawalsGiven) => {
    const page = {
      states: states[show],
      newestFirst: show === 'ended',
      after: readCursor(cursor),
      limit: limit + 1,
    }
    const found = await findQueue(db, page)
    const { shown, next } = pageOf(found, limit, ({ at, id }) => `${at}.${id}`)
    const withdrawals = await Promise.all(shown.map(({ id }) => findAnyWithdrawal(db, id)))
    const known = withdrawals.filter((one) => one !== undefined)
    const holds = await findHolds(
      db,
      known.map(({ withdrawalId }) => withdrawalId),
      now,
    )
    const rows = await Promise.all(known.map((one) => writeRow(deps, { db, now }, one, holds.has(one.withdrawalId))))
    const { count } = await countWaiting(db)
    return { rows, waiting: count, ...next }
  },
)

async function writeRow(
  { customers, approvals, settings }: WithdrawalsGiven,
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  withdrawal: Withdrawal,
  held: boolean,
) {
  const { withdrawalId, customerId, channel, amount, net, state } = withdrawal
  const { scale, code } = channel.asset
  const waiting = state === 'under-review'
  const [customer, proposal] = await Promise.all([
    customers.find(db, customerId),
    waiting ? approvals.openAbout(db, acceptKindName, withdrawalId) : undefined,
  ])
  return {
    withdrawalId,
    reference: referenceOf(withdrawalId),
    customer: customer?.displayNumber ?? '',
    state,
    asset: code,
    amount: writeDecimal(amount, scale),
    net: writeDecimal(net, scale),
    channel: channel.code,
    requestedAt: withdrawal.requestedAt,
    dueAt: dueAt(withdrawal, settings.get(withdrawalSettings.reviewHoursMax, now)),
    escalated: withdrawal.escalatedAt !== undefined,
    held: waiting && held,
    proposed: proposal !== undefined,
    returned: withdrawal.returned,
  }
}

const dueAt = ({ requestedAt }: Withdrawal, hours: number): number => requestedAt + hours * 3_600_000

type Case = ReplyOf<typeof calls.readCase>

/** One case in full. The access is recorded in the customer's own log before the answer is sent. */
export const readCase = useCase(calls.readCase, async ({ withdrawalId }, context, deps: WithdrawalsGiven) => {
  const { db, now } = context
  const operator = context.operator
  const withdrawal = await findAnyWithdrawal(db, withdrawalId)
  if (withdrawal === undefined) return reject(r.withdrawalUnknown, { field: 'withdrawalId' })
  const { customerId, destinationId, channel } = withdrawal
  const stopped = await deps.views.viewed(context, {
    customerId,
    what: 'bank-account',
    caseId: withdrawalId,
    endedAt: endOfWithdrawal(withdrawal),
  })
  if (stopped !== undefined) return stopped
  const { people, customers, approvals, settings, payments } = deps
  const [stored, customer, person, proposal, past, holds, history, held, rows] = await Promise.all([
    findDestinations(db, [destinationId]).then((found) => found.get(destinationId)),
    customers.find(db, customerId),
    people.find(db, customerId),
    approvals.openAbout(db, acceptKindName, withdrawalId),
    findPast(db, { customerId, asset: channel.asset.code, destinationId }),
    listHolds(db, withdrawalId, customerId),
    listEvents(db, withdrawalId),
    refuseHeld(db, withdrawal, now),
    writeWithdrawals(db, [withdrawal], now),
  ])
  const [refusedBefore, earlier] = await Promise.all([countRefused(db, customerId), findEarlierHolds(db, customerId)])
  const bankReturns = writeBankReturns((await payments.returnsOf(db, [withdrawalId])).get(withdrawalId))
  const destination = present(stored, 'the destination of a withdrawal')
  const holder = holderOf(destination.destination)
  const mayPay = operator.roles.some((role) => payers.some((one) => one === role))
  const shown = present(rows[0], 'the withdrawal just read')
  return {
    // Whoever only looks on sees the end of a number; whoever decides where money goes sees all of it.
    withdrawal: mayPay ? shown : { ...shown, destination: { ...shown.destination, text: shown.destination.masked } },
    bankReturns,
    customerId,
    customer: writeCustomer(customer, withdrawal),
    ...(person === undefined ? {} : { verifiedName: person.name }),
    ...(person === undefined || holder === undefined ? {} : { nameMatches: people.isNameOf(person, holder) }),
    destinationAddedAt: destination.addedAt,
    dueAt: dueAt(withdrawal, settings.get(withdrawalSettings.reviewHoursMax, now)),
    hints: await hintsOf(deps, db, withdrawal, { past, addedAt: destination.addedAt }),
    past: {
      count: past.count,
      toDestination: past.toDestination,
      ...(past.largest === undefined ? {} : { largest: writeDecimal(past.largest, channel.asset.scale) }),
    },
    history: writeHistory(history),
    holds: holds.map(writeHold),
    ...(proposal === undefined ? {} : { proposal: writeProposal(proposal, operator.operatorId) }),
    may: {
      ...mayOf(withdrawal, { mayPay, isHeld: held !== undefined, refusedBefore }, proposal !== undefined),
      legal: operator.roles.some((role) => lawyers.some((one) => one === role)),
    },
    refusedBefore,
    legalDocumentNeeded: earlier.count > 0,
  }
})

function writeCustomer(customer: CustomerSummary | undefined, { requestedAt }: Withdrawal): Case['customer'] {
  return {
    number: customer?.displayNumber ?? '',
    account: customer?.account ?? '',
    identity: customer?.identityState ?? 'none',
    restricted: customer?.status === 0,
    since: customer?.createdAt ?? requestedAt,
  }
}

function writeHold({ id: holdId, reason, legal, evidence, document, from, until, endedAt }: StoredHold) {
  return {
    ...{ holdId, reason, legal, from, until },
    ...(evidence === undefined ? {} : { evidence }),
    ...(document === undefined ? {} : { document: { sha256: document.hash, name: document.name } }),
    ...(endedAt === undefined ? {} : { endedAt }),
  }
}

type Proposal = NonNullable<Awaited<ReturnType<WithdrawalsGiven['approvals']['openAbout']>>>

const writeProposal = ({ approvalId, maker, payloadHash }: Proposal, me: string) => ({
  approvalId,
  mine: maker === me,
  payloadHash,
})

/** What an operator may do with a withdrawal now. */
function mayOf(
  { state, returned }: Withdrawal,
  about: { readonly mayPay: boolean; readonly isHeld: boolean; readonly refusedBefore: number },
  isProposed: boolean,
) {
  const isOpen = state === 'under-review' && about.mayPay
  return {
    propose: isOpen && !about.isHeld && !isProposed,
    refuse: isOpen && !returned,
    refuseAlone: isOpen && mayRefuseAlone({ refusedBefore: about.refusedBefore, returned }),
    hold: isOpen && !about.isHeld && !returned,
  }
}

const recentMs = 3 * dayMs
/** So many times the largest before counts as large. */
const largeTimes = 3n

/** What is worth a look. None of it decides anything. */
async function hintsOf(
  { customers, ledger }: WithdrawalsGiven,
  db: ReadContext['db'],
  withdrawal: Withdrawal,
  about: {
    readonly past: { readonly count: number; readonly largest: bigint | undefined }
    readonly addedAt: Instant
  },
): Promise<Case['hints']> {
  const { customerId, requestedAt, amount } = withdrawal
  const account = withdrawalAccount(withdrawal)
  const [coolDown, balances] = await Promise.all([
    // Nobody can ask during a cool-down; one that ended shortly before is worth a look.
    customers.coolDown(db, customerId, plusMs(requestedAt, -recentMs)),
    ledger.balances(db, [account]),
  ])
  const left = balances.get(account)
  const { past, addedAt } = about
  const is: Readonly<Record<(typeof hintNames)[number], boolean>> = {
    'new-destination': requestedAt - addedAt < recentMs && !withdrawal.returned,
    'first-withdrawal': past.count === 0,
    'recent-reset': coolDown !== undefined,
    'large-for-history': past.largest !== undefined && amount > past.largest * largeTimes,
    'all-of-balance': withdrawal.state === 'under-review' && left !== undefined && available(left) === 0n,
  }
  return hintNames.filter((name) => is[name])
}
