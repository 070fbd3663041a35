import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind } from '@bolsillo/approvals/server'
import { refuseDecimal } from '@bolsillo/contract'
import {
  decimalUnits,
  type Id,
  idOf,
  isRejection,
  type Money,
  money,
  present,
  type Rejection,
  readMoney,
  reject,
  writeMoney,
  writeMoneyAndCode,
} from '@bolsillo/kernel'
import { type Db, type Tx, type UseCase, useCase } from '@bolsillo/server-kit'
import { paymentRejections as r } from '../contract/index.ts'
import {
  acceptReasons,
  closeReasons,
  proposeDifferenceEnd,
  proposePaymentReturn,
  proposeTroubleEnd,
  returnedReasons,
  transferRoles,
} from '../contract/operator.ts'
import { canonicalTrackingKey, isTrackingKey, payableAssets } from '../domain/index.ts'
import type { StoredLine } from './by-hand/by-hand.ts'
import { lineFacts } from './by-hand/line-facts.ts'
import type { PaymentsRoomDeps, PaymentsStaffDeps } from './deps.ts'
import type { Takers } from './pass-event.ts'
import type { PayoutRecord } from './payments.ts'
import { findPayout, lockPayout } from './payout-store.ts'
import { acceptDifference, findDifference } from './reconciliation-store.ts'
import { arrivedOf, leftToReturn, returnProblem, takeComingBack } from './return-payout.ts'
import { isReturnOnStatement } from './stuck/stuck-facts.ts'
import { endTrouble, findTroubled, unparkAbout } from './trouble-store.ts'

// What two people end: a returned payment that no rail reported, a rail event that cannot be dispatched, and a
// difference that was looked into. Only the first moves money, and only what the rail holds for us again.

const returnedKind = 'payments.payment-returned'
const closeKind = 'payments.close-trouble'
export const acceptKind = 'payments.accept-difference'

type Deps = Pick<PaymentsRoomDeps, 'services' | 'manual' | 'rails' | 'payments'>

const people = { makerRoles: transferRoles, checkerRoles: transferRoles }

/** The kinds of acts that end what would otherwise wait for ever. */
export function endingKinds(deps: Deps, takers: Takers): readonly ApprovalKind[] {
  return [paymentReturnedKind(deps, takers), closeTroubleKind(), acceptDifferenceKind()]
}

/** A returned payment as two people read it on the rail's statement. */
interface ReadReturn {
  readonly payout: PayoutRecord
  readonly returnId: string
  readonly amount: Money
  /** The line of the bank's statement that says it, of a transfer by hand. */
  readonly line: StoredLine | undefined
}

/** Checks a returned payment as it was typed, when proposed and again when decided. @returns what is booked, or a refusal. */
async function readReturn(
  { manual, rails, services, payments }: Deps,
  db: Db,
  payout: PayoutRecord | undefined,
  typed: { readonly trackingNumber: string; readonly amount: string },
): Promise<ReadReturn | Rejection> {
  if (payout === undefined) return reject(r.transferUnknown, { field: 'payoutId' })
  const { railId } = payout
  // Numbers of transfers by hand have one spelling; other rails' numbers are compared exactly as on their statement.
  const isByHand = railId === manual?.railId
  const returnId = isByHand ? canonicalTrackingKey(typed.trackingNumber) : typed.trackingNumber.trim()
  if (!isTrackingKey(returnId)) return reject(r.trackingMalformed, { field: 'trackingNumber' })
  const reading = readMoney(typed.amount, payout.amount.asset)
  if (reading.kind !== 'value') return refuseDecimal('amount', reading, await wrongAmount(db, payout))
  const back = { railId, returnId, amount: reading.money }
  const problem = await returnProblem(db, payout, back)
  if (problem === 'amount') return await wrongAmount(db, payout)
  const isUsed = problem === 'known' || (isByHand && (await manual.isRecorded(db, 'in', returnId)))
  if (isUsed) return reject(r.trackingUsed, { field: 'trackingNumber' })
  if (problem !== undefined) return reject(r.returnUnfit, { field: 'payoutId' })
  // Two people alone return no money: the rail's own statement has to show it, when proposed and again when decided.
  const line = isByHand ? await payments.byHand.lineOf(db, railId, returnId) : undefined
  const { asset, minor } = back.amount
  const isLine = line !== undefined && line.amount.asset.code === asset.code && line.amount.minor === minor
  const rail = rails.find(({ id }) => id === railId)
  const isShown = isByHand ? isLine : await isReturnOnStatement(rail, payout, back, services.clock.now())
  return isShown ? { payout, ...back, line } : reject(r.payoutNotOnStatement, { field: 'trackingNumber' })
}

/** What may have come back of a payment; of one that came back whole nothing is left to name. */
async function wrongAmount(db: Db, payout: PayoutRecord): Promise<Rejection> {
  const { asset } = payout.amount
  const left = await leftToReturn(db, payout)
  if (left <= 0n) return reject(r.returnUnfit, { field: 'payoutId' })
  const values = { left: writeMoneyAndCode(money(left, asset)), decimals: String(asset.scale) }
  return reject(r.returnAmount, { field: 'amount', values })
}

function paymentReturnedKind(deps: Deps, takers: Takers): ApprovalKind {
  return {
    ...people,
    name: returnedKind,
    titleKey: 'payments.powers.returned',
    reasons: returnedReasons,
    facts: async (db, payload) => {
      const payout = present(await findPayout(db, payloadText(payload, 'payoutId')), 'the payment proposed')
      const { asset } = payout.amount
      return [
        factOf('cause', payout.cause),
        factOf('paid', writeMoneyAndCode(arrivedOf(payout))),
        factOf('amount', `${payloadText(payload, 'amount')} ${asset.code}`),
        factOf('trackingNumber', payloadText(payload, 'trackingNumber')),
        ...(payout.railId === deps.manual?.railId
          ? lineFacts(await deps.payments.byHand.lineOf(db, payout.railId, payloadText(payload, 'trackingNumber')))
          : []),
      ]
    },
    deciders: async (db, payload, now) => {
      const payout = present(await findPayout(db, payloadText(payload, 'payoutId')), 'the payment proposed')
      const { asset } = payout.amount
      const amount = money(decimalUnits(payloadText(payload, 'amount'), asset.scale), asset)
      return payout.railId === deps.manual?.railId
        ? await deps.payments.byHand.deciders(db, { kind: 'returned', amount }, now)
        : 1
    },
    execute: async (tx, { payload, reason, approvalId, maker, checker, agreed, now }) => {
      const payoutId = idOf('pay', payloadText(payload, 'payoutId'))
      const typed = { trackingNumber: payloadText(payload, 'trackingNumber'), amount: payloadText(payload, 'amount') }
      const read = await readReturn(deps, tx, await lockPayout(tx, payoutId), typed)
      if (isRejection(read)) return read
      if (read.line !== undefined) {
        const people = { approvalId, maker, checker, agreed, now }
        const wish = { kind: 'returned', amount: read.amount, subject: payoutId, line: read.line } as const
        const refused = await deps.payments.byHand.take(tx, { ...wish, ...people })
        if (refused !== undefined) return refused
      }
      await bookReturn(deps, takers, tx, read, { reason, approvalId, now })
      return undefined
    },
  }
}

async function bookReturn(
  { services, manual }: Deps,
  takers: Takers,
  tx: Tx,
  { payout, returnId, amount }: ReadReturn,
  act: { readonly reason: string; readonly approvalId: Id<'apv'>; readonly now: Parameters<typeof unparkAbout>[3] },
): Promise<void> {
  const { payoutId, railId } = payout
  // The rail of transfers by hand reports it as an event; on any other rail the statement has it already.
  if (railId === manual?.railId) await manual.confirmReturned(tx, { payoutId, returnId, amount, ...act })
  else {
    const eventId = services.ids.next('rev')
    await takeComingBack(takers, tx, { railId, payoutId, returnId, amount, ...act, eventId, at: act.now })
  }
  await unparkAbout(tx, railId, payoutId, act.now)
}

function closeTroubleKind(): ApprovalKind {
  return {
    ...people,
    name: closeKind,
    titleKey: 'payments.powers.close',
    reasons: closeReasons,
    facts: async (db, payload) => {
      const trouble = present(await troubleOf(db, payloadText(payload, 'troubleId')), 'what is to be ended')
      const { railId, kind, externalId, problem } = trouble
      return [factOf('rail', railId), factOf('kind', kind), factOf('number', externalId), factOf('problem', problem)]
    },
    execute: async (tx, { payload, reason, approvalId, now }) => {
      const troubleId = payloadText(payload, 'troubleId')
      const found = await troubleOf(tx, troubleId)
      const isEnded =
        found !== undefined && (await endTrouble(tx, { troubleId, trouble: found.trouble, reason, approvalId, now }))
      return isEnded ? undefined : reject(r.troubleUnknown)
    },
  }
}

async function troubleOf(db: Db, troubleId: string) {
  const [found] = await findTroubled(db, 1, troubleId)
  return found
}

function acceptDifferenceKind(): ApprovalKind {
  return {
    ...people,
    name: acceptKind,
    titleKey: 'payments.powers.accept',
    reasons: acceptReasons,
    facts: async (db, payload) => {
      const found = present(await findDifference(db, payloadText(payload, 'differenceId')), 'the difference proposed')
      const { railId, kind, externalId, asset, minor } = found
      return [
        factOf('rail', railId),
        factOf('kind', kind),
        factOf('number', externalId),
        factOf('difference', writeMoneyAndCode(money(minor, present(payableAssets[asset], `asset ${asset}`)))),
      ]
    },
    execute: async (tx, { payload, reason, approvalId, now }) => {
      const accepted = await acceptDifference(tx, payloadText(payload, 'differenceId'), { reason, approvalId, at: now })
      return accepted ? undefined : reject(r.differenceUnknown)
    },
  }
}

/** The calls that propose them. */
export const endingProposals: readonly UseCase<PaymentsStaffDeps>[] = [
  useCase(proposePaymentReturn, async (request, { tx, now, operator: by }, deps: PaymentsStaffDeps) => {
    const { payoutId, trackingNumber, amount, reason } = request
    const read = await readReturn(deps, tx, await findPayout(tx, payoutId), { trackingNumber, amount })
    if (isRejection(read)) return read
    const { customerId } = read.payout
    if (read.line !== undefined) {
      const { lineProblem, capProblem } = deps.payments.byHand
      const wish = { kind: 'returned', amount: read.amount } as const
      const refused = lineProblem(read.line, [by.operatorId]) ?? (await capProblem(tx, wish, now))
      if (refused !== undefined) return refused
    }
    return await deps.staff.approvals.propose(tx, {
      kind: returnedKind,
      subject: payoutId,
      ...(customerId === undefined ? {} : { customerId }),
      payload: { payoutId, trackingNumber: read.returnId, amount: writeMoney(read.amount) },
      reason,
      by,
      now,
    })
  }),
  useCase(proposeTroubleEnd, async ({ troubleId, reason }, { tx, now, operator: by }, { staff }: PaymentsStaffDeps) => {
    if ((await troubleOf(tx, troubleId)) === undefined) return reject(r.troubleUnknown, { field: 'troubleId' })
    const payload = { troubleId }
    return await staff.approvals.propose(tx, { kind: closeKind, subject: troubleId, payload, reason, by, now })
  }),
  useCase(proposeDifferenceEnd, async (request, { tx, now, operator: by }, { staff }: PaymentsStaffDeps) => {
    const { differenceId, reason } = request
    if ((await findDifference(tx, differenceId)) === undefined) {
      return reject(r.differenceUnknown, { field: 'differenceId' })
    }
    const payload = { differenceId }
    return await staff.approvals.propose(tx, { kind: acceptKind, subject: differenceId, payload, reason, by, now })
  }),
]
