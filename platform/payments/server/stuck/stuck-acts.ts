import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalFact, ApprovalKind, ApprovedAct } from '@bolsillo/approvals/server'
import {
  compare,
  type Instant,
  idOf,
  plusMs,
  present,
  type Rejection,
  reject,
  writeMoneyAndCode,
} from '@bolsillo/kernel'
import { type Db, type Tx, useCase } from '@bolsillo/server-kit'
import { paymentRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { type StuckAct, stuckActReasons, stuckActs, transferRoles, writtenReason } from '../../contract/operator.ts'
import { canonicalTrackingKey, mayMove, type PaymentRail } from '../../domain/index.ts'
import type { PaymentsDeps, PaymentsStaffDeps } from '../deps.ts'
import { markDone } from '../event-store.ts'
import type { Takers } from '../pass-event.ts'
import type { PayoutRecord, PayoutTakers } from '../payments.ts'
import { claimNumber, findPayout, lockPayout, movePayout } from '../payout-store.ts'
import { doubtAbout, endOnStatement, isOnStatement, otherRailFor } from './stuck-facts.ts'
import { changeRail, findOtherAmount, findStuckPayout, isNumberOfOther, stopSending } from './stuck-store.ts'

/** The kinds of acts by which two people end a payment that is stuck. */
export const stuckKindOf = (act: StuckAct): string => `payout.${act}`

/** How long a payment is not sent while two people decide about it: as long as a proposal may stay open. */
const stoppedMs = 24 * 3_600_000
/** The reason of the failure, of the closed list of withdrawals. */
const returnedReason = 'rail-unavailable'

type Deps = Pick<PaymentsDeps, 'rails' | 'manual' | 'services'>

/** What two people may decide about a payment that is stuck. Each act asks the rail first, again when it is decided. */
export function stuckKinds(deps: Deps, takers: Takers): readonly ApprovalKind[] {
  return stuckActs.map((act) => ({
    name: stuckKindOf(act),
    titleKey: `payments.powers.${act}`,
    makerRoles: transferRoles,
    checkerRoles: transferRoles,
    reasons: act === 'give-back' ? [stuckActReasons[act], writtenReason] : [stuckActReasons[act]],
    facts: async (db, { payoutId = '', trackingNumber, documentHash }) => [
      ...(await factsOf(deps, db, act, payoutId)),
      ...(trackingNumber === undefined ? [] : [{ labelKey: 'facts.trackingNumber', value: trackingNumber }]),
      ...(documentHash === undefined ? [] : [{ labelKey: 'facts.documentHash', value: documentHash }]),
    ],
    execute: async (tx, approved) => {
      const payout = await lockPayout(tx, approved.payload.payoutId ?? '')
      if (payout === undefined) return reject(r.payoutNotStuck)
      const { trackingNumber, documentHash } = approved.payload
      const refused = await refusalOf(deps, tx, payout, { act, trackingNumber, documentHash, now: approved.now })
      if (refused !== undefined) return refused
      if (act === 'other-rail') return await payByOther(deps, tx, payout, approved)
      return act === 'give-back'
        ? await returnPayment(deps, takers, tx, payout, approved)
        : await settle(deps, takers, tx, payout, approved)
    },
  }))
}

/** Proposes ending a stuck payment. While the proposal is open the payment is not sent to its rail. */
export const proposeStuckEnd = useCase(
  calls.proposeStuckEnd,
  async ({ payoutId, act, ...named }, { tx, now, operator }, deps: PaymentsStaffDeps) => {
    const { documentHash } = named
    const trackingNumber = named.trackingNumber === undefined ? undefined : canonicalTrackingKey(named.trackingNumber)
    const payout = await lockPayout(tx, payoutId)
    if (payout === undefined) return reject(r.payoutNotStuck, { field: 'payoutId' })
    const refused = await refusalOf(deps, tx, payout, { act, trackingNumber, documentHash, now })
    if (refused !== undefined) return refused
    await stopSending(tx, payoutId, plusMs(now, stoppedMs))
    return await deps.staff.approvals.propose(tx, {
      kind: stuckKindOf(act),
      subject: payoutId,
      ...(payout.customerId === undefined ? {} : { customerId: payout.customerId }),
      payload: {
        payoutId,
        ...(trackingNumber === undefined ? {} : { trackingNumber }),
        ...(documentHash === undefined ? {} : { documentHash }),
      },
      reason: documentHash === undefined ? stuckActReasons[act] : writtenReason,
      by: operator,
      now,
    })
  },
)

const railOf = ({ rails }: Deps, railId: string): PaymentRail | undefined => rails.find(({ id }) => id === railId)

async function factsOf(deps: Deps, db: Db, act: StuckAct, payoutId: string): Promise<readonly ApprovalFact[]> {
  const payout = present(await findPayout(db, payoutId), 'the payment proposed')
  const told = act === 'settle' ? await findOtherAmount(db, payoutId) : undefined
  const other = act === 'other-rail' ? otherRailFor(deps, payout) : undefined
  return [
    factOf('amount', writeMoneyAndCode(payout.amount)),
    factOf('cause', payout.cause),
    factOf('reference', payout.reference),
    factOf('rail', payout.railId),
    ...(other === undefined ? [] : [factOf('otherRail', other.id)]),
    ...(told === undefined
      ? []
      : [factOf('arrived', writeMoneyAndCode(told.event.amount)), factOf('trackingNumber', told.event.externalId)]),
  ]
}

/** An act, and what people found beside it. */
interface StuckWish {
  readonly act: StuckAct
  /** On the rail's statement, of a payment the rail never named a number of. */
  readonly trackingNumber: string | undefined
  /** Of the rail's written word that it did not and will not pay. */
  readonly documentHash: string | undefined
  readonly now: Instant
}

/** What was named though the act has no use for it. */
function unexpectedOf({ act, trackingNumber, documentHash }: StuckWish, payout: PayoutRecord): Rejection | undefined {
  if (trackingNumber !== undefined && (act !== 'settle' || payout.externalId !== undefined))
    return reject(r.stuckUnexpected, { field: 'trackingNumber' })
  if (documentHash !== undefined && act !== 'give-back') return reject(r.stuckUnexpected, { field: 'documentHash' })
  return undefined
}

/** Why an act cannot be proposed, or no longer be done, about a payment that is locked. */
async function refusalOf(deps: Deps, tx: Tx, payout: PayoutRecord, wish: StuckWish): Promise<Rejection | undefined> {
  const { act, documentHash, now } = wish
  const { payoutId, railId, state } = payout
  const stuck = await findStuckPayout(tx, payoutId)
  if (stuck === undefined || !mayMove(state, 'failed')) return reject(r.payoutNotStuck, { field: 'payoutId' })
  const unexpected = unexpectedOf(wish, payout)
  if (unexpected !== undefined) return unexpected
  const told = await findOtherAmount(tx, payoutId)
  const rail = railOf(deps, railId)
  if (act === 'settle') {
    if (stuck.reason === 'no-news') return await refuseSilentEnd(rail, tx, payout, wish)
    if (told === undefined || stuck.reason !== 'other-amount') return reject(r.payoutNotStuck, { field: 'payoutId' })
    return (await isOnStatement(rail, payout, told, now))
      ? undefined
      : reject(r.payoutNotOnStatement, { field: 'payoutId' })
  }
  // A payment that the rail reported with any amount was made.
  const isWritten = documentHash !== undefined
  const doubt = told === undefined ? await doubtAbout(rail, tx, payout, { now, isWritten }) : 'taken'
  if (doubt !== undefined) return reject(r.payoutNotCertain, { field: 'act', values: { why: doubt } })
  return act === 'other-rail' && otherRailFor(deps, payout) === undefined
    ? reject(r.payoutNoOtherRail, { field: 'act' })
    : undefined
}

/** Why a payment of which nothing is heard cannot be booked as its rail's statement has it. */
async function refuseSilentEnd(
  rail: PaymentRail | undefined,
  tx: Tx,
  payout: PayoutRecord,
  { trackingNumber, now }: StuckWish,
): Promise<Rejection | undefined> {
  const { payoutId, railId, externalId } = payout
  if (externalId === undefined && trackingNumber === undefined)
    return reject(r.trackingMissing, { field: 'trackingNumber' })
  const number = trackingNumber
  if (number !== undefined && (await isNumberOfOther(tx, { railId, number, payoutId })))
    return reject(r.trackingUsed, { field: 'trackingNumber' })
  const end = await endOnStatement(rail, payout, { now, found: trackingNumber })
  return end === undefined ? reject(r.payoutNotOnStatement, { field: 'payoutId' }) : undefined
}

async function payByOther(deps: Deps, tx: Tx, payout: PayoutRecord, { checker, now }: ApprovedAct): Promise<undefined> {
  const { id } = present(otherRailFor(deps, payout), 'another rail')
  await changeRail(tx, payout.payoutId, { railId: id, actor: checker, now })
}

/** The handler of the payment's outcome, and the payment after two people changed its state. */
async function moved(
  takers: Takers,
  tx: Tx,
  payout: PayoutRecord,
  move: Parameters<typeof movePayout>[2],
): Promise<{ readonly taker: PayoutTakers; readonly payout: PayoutRecord }> {
  await movePayout(tx, payout.payoutId, move)
  const taker = present(takers.payouts.get(payout.cause.split('_')[0] ?? ''), `who takes payments of ${payout.cause}`)
  return { taker, payout: present(await findPayout(tx, payout.payoutId), 'the payment just moved') }
}

async function returnPayment(
  { services }: Deps,
  takers: Takers,
  tx: Tx,
  before: PayoutRecord,
  { checker, now }: ApprovedAct,
): Promise<undefined> {
  const { railId, payoutId } = before
  const move = { state: 'failed', failure: returnedReason, actor: checker, now } as const
  const { taker, payout } = await moved(takers, tx, before, move)
  const event = { kind: 'payout-failed', payoutId, reason: returnedReason, at: now } as const
  await taker.failed(tx, { eventId: services.ids.next('rev'), railId, customerId: undefined, payout, event, now })
}

/** Books the amount that arrived, from the rail's event and its statement, or from its statement alone. */
async function settle(
  deps: Deps,
  takers: Takers,
  tx: Tx,
  before: PayoutRecord,
  { checker, now, payload }: ApprovedAct,
): Promise<Rejection | undefined> {
  const { railId, payoutId } = before
  const told = await findOtherAmount(tx, payoutId)
  const event =
    told?.event ?? (await endOnStatement(railOf(deps, railId), before, { now, found: payload.trackingNumber }))
  if (event === undefined) return reject(r.payoutNotOnStatement)
  const eventId = told?.eventId ?? deps.services.ids.next('rev')
  const holder = await claimNumber(tx, { railId, number: event.externalId, payoutId, now })
  if (idOf('pay', holder) !== payoutId) return reject(r.numberUsed, { values: { cause: holder } })
  const isAsked = compare(event.amount, before.amount) === 0
  const arrivedOther = isAsked ? undefined : event.amount
  const move = { state: 'confirmed', externalId: event.externalId, arrivedOther, actor: checker, now } as const
  const { taker, payout } = await moved(takers, tx, before, move)
  const take = isAsked ? taker.confirmed : taker.confirmedOther
  if (take === undefined) return reject(r.payoutNotStuck)
  await take(tx, { eventId, railId, customerId: undefined, payout, event, now })
  if (told !== undefined) await markDone(tx, eventId, now)
  return undefined
}
