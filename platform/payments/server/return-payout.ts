import { assert, type Id, type Instant, type Money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { originText } from '../domain/index.ts'
import type { Takers } from './pass-event.ts'
import type { PayoutRecord } from './payments.ts'
import { lockPayout } from './payout-store.ts'
import { findReturned, insertReturn, sumReturned } from './return-store.ts'

/** A returned payment, reported by the rail or by two people who read it on the rail's statement. */
interface ComingBack {
  readonly railId: string
  readonly payoutId: Id<'pay'>
  readonly returnId: string
  readonly amount: Money
  readonly reason: string
  readonly approvalId?: Id<'apv'>
  /** The rail's event, or an id of its own for a return that people reported. */
  readonly eventId: Id<'rev'>
  readonly at: Instant
  readonly now: Instant
}

/** Why a return cannot be booked. */
type ReturnProblem = 'unknown' | 'not-confirmed' | 'amount' | 'known'

/** What arrived of a confirmed payment: what was asked for, unless two people booked another amount. */
export const arrivedOf = ({ amount, arrivedOther }: Pick<PayoutRecord, 'amount' | 'arrivedOther'>): Money =>
  arrivedOther ?? amount

/** What of a payment arrived and did not come back yet. Minor units. */
export async function leftToReturn(db: Db, payout: PayoutRecord): Promise<bigint> {
  return arrivedOf(payout).minor - (await sumReturned(db, payout.payoutId))
}

/** Why a return cannot be booked; checked before it is proposed and again before it is booked. */
export async function returnProblem(
  db: Db,
  payout: PayoutRecord | undefined,
  back: Pick<ComingBack, 'railId' | 'returnId' | 'amount'>,
): Promise<ReturnProblem | undefined> {
  if (payout === undefined || payout.railId !== back.railId) return 'unknown'
  if (payout.state !== 'confirmed') return 'not-confirmed'
  if ((await findReturned(db, back.railId, back.returnId)) !== undefined) return 'known'
  const { amount } = back
  const left = await leftToReturn(db, payout)
  const fits = amount.asset.code === payout.amount.asset.code && amount.minor > 0n && amount.minor <= left
  return fits ? undefined : 'amount'
}

/**
 * Books a payment that came back after it was confirmed, once for each of the rail's numbers. Whoever asked for the
 * payment takes it; what that room cannot give to anybody is taken in like any other money from that account.
 */
export async function takeComingBack(takers: Takers, tx: Tx, back: ComingBack): Promise<void> {
  const { railId, payoutId, returnId, amount, reason, approvalId, eventId, at, now } = back
  const payout = await lockPayout(tx, payoutId)
  const problem = await returnProblem(tx, payout, back)
  if (problem === 'known') {
    const known = present(await findReturned(tx, railId, returnId), 'what came back before')
    assert(known.payoutId === payoutId && known.minor === amount.minor, `${returnId} came back as something else`)
    return
  }
  assert(problem === undefined && payout !== undefined, `a payment cannot come back: ${problem}`)
  await insertReturn(tx, { railId, returnId, payoutId, amount, reason, approvalId, at: now })
  const taker = takers.payouts.get(payout.cause.split('_')[0] ?? '')
  assert(taker !== undefined, `nobody takes payments of ${payout.cause}`)
  const taken = await taker.returned(tx, { payout, railId, returnId, amount, reason, now })
  if (taken === true) return
  const { customerId, destination, reference } = payout
  await present(takers.payIns, 'a taker of deposits').received(tx, {
    eventId,
    railId,
    event: {
      kind: 'received',
      externalId: returnId,
      amount: taken === false ? amount : taken.unmatched,
      to: reference,
      from: { name: 'holder' in destination ? destination.holder : '', account: originText(destination) },
      confirmations: { seen: 1, needed: 1 },
      at,
    },
    // The owner of a returned deposit is decided anew; of a withdrawal that cannot be returned the owner is unknown.
    customerId: taker.ownerKnown ? customerId : undefined,
    payout: undefined,
    inUnmatched: taken !== false,
    now,
  })
}
