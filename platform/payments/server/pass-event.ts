import { assert, compare, type Instant, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { mayMove, type PayoutState, type RailEvent } from '../domain/index.ts'
import type { OpenEvent } from './event-store.ts'
import type { PayInTakers, PayoutRecord, PayoutTakers } from './payments.ts'
import { claimNumber, lockPayout, movePayout } from './payout-store.ts'
import { arrivedOf, leftToReturn, takeComingBack } from './return-payout.ts'

/** Who takes what, as declared while the rooms were wired. */
export interface Takers {
  payIns: PayInTakers | undefined
  readonly payouts: Map<string, PayoutTakers>
}

type PayoutEvent = Exclude<RailEvent, { kind: 'received' | 'reversed' | 'payout-returned' }>

/** Passes an event to whoever takes it. An error thrown undoes everything and sets the event aside. */
export async function passEvent(takers: Takers, tx: Tx, open: OpenEvent, now: Instant): Promise<void> {
  const { event, railId, customerId } = open
  const delivery = { eventId: open.id, railId, customerId, payout: undefined, now }
  if (event.kind === 'received')
    return await present(takers.payIns, 'a taker of deposits').received(tx, { ...delivery, event })
  if (event.kind === 'reversed')
    return await present(takers.payIns, 'a taker of deposits').reversed(tx, { ...delivery, event })
  if (event.kind === 'payout-returned') {
    return await takeComingBack(takers, tx, { ...event, railId, eventId: open.id, now })
  }
  await passPayout(takers, tx, { ...open, event }, now)
}

async function passPayout(
  takers: Takers,
  tx: Tx,
  open: OpenEvent & { readonly event: PayoutEvent },
  now: Instant,
): Promise<void> {
  const { event, railId } = open
  const before = await lockPayout(tx, event.payoutId)
  assert(before !== undefined, `a payment nobody asked for: ${event.payoutId}`)
  assert(before.railId === railId, `a payment asked of ${before.railId}`)
  // Reported as failed after all of it was returned: the same fact, booked already.
  if (event.kind === 'payout-failed' && before.state === 'confirmed') {
    if ((await leftToReturn(tx, before)) === 0n) return
  }
  const next = stateAfter(event, before)
  if (next === undefined) return
  const externalId = event.kind === 'payout-failed' ? undefined : event.externalId
  if (event.kind === 'payout-confirmed') {
    const holder = await claimNumber(tx, { railId, number: event.externalId, payoutId: event.payoutId, now })
    assert(holder === event.payoutId, `number ${event.externalId} ended payment ${holder} before`)
  }
  const failure = event.kind === 'payout-failed' ? event.reason : undefined
  await movePayout(tx, event.payoutId, { state: next, externalId, failure, actor: railId, now })
  const payout: PayoutRecord = {
    ...before,
    state: next,
    changedAt: now,
    ...(externalId === undefined ? {} : { externalId }),
    ...(failure === undefined ? {} : { failure }),
  }
  const taker = takers.payouts.get(payout.cause.split('_')[0] ?? '')
  assert(taker !== undefined, `nobody takes payments of ${payout.cause}`)
  const delivery = { eventId: open.id, railId, customerId: undefined, payout, now }
  if (event.kind === 'payout-sent') await taker.sent(tx, { ...delivery, event })
  else if (event.kind === 'payout-confirmed') await taker.confirmed(tx, { ...delivery, event })
  else await taker.failed(tx, { ...delivery, event })
}

/** Where a payment goes by an event; undefined when the event is old news. Throws on what cannot be. */
function stateAfter(event: PayoutEvent, payout: PayoutRecord): PayoutState | undefined {
  const next: PayoutState =
    event.kind === 'payout-sent' ? 'sent' : event.kind === 'payout-confirmed' ? 'confirmed' : 'failed'
  if (event.kind === 'payout-confirmed') {
    // What two people booked is what is known to have arrived: the rail may report it again.
    const arrived = arrivedOf(payout)
    assert(
      event.amount.asset.code === arrived.asset.code && compare(event.amount, arrived) === 0,
      'another amount arrived than was asked for',
    )
  }
  if (mayMove(payout.state, next)) return next
  // Sent is old news once the end is known; another end than the known one is for people to look at.
  assert(next === 'sent' || next === payout.state, `told as ${next} after ${payout.state}`)
  return undefined
}
