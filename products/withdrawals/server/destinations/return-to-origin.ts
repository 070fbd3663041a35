import { createHash } from 'node:crypto'
import { type Id, type Instant, minOf, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import type { Channel, Destination } from '@bolsillo/payments/domain'
import type { Origin } from '@bolsillo/payments/server'
import { type Db, type Tx, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import {
  channelFor,
  chargesOf,
  destinationNumber,
  destinationText,
  holderOf,
  masked,
  withdrawalAccount,
} from '../../domain/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { loadFacts } from '../load-facts.ts'
import { type Settled, takeWithdrawal } from '../request-withdrawal.ts'
import { writeCharges } from '../rows.ts'
import { findOriginDestination, type StoredDestination } from './destination-store.ts'
import { findGoneTo } from './origin-store.ts'

// Whoever has money can send it back where it came from: no papers, no level, no waiting, no fee, no setting at all.
// Nothing but who asks (password and second factor), the law and the owner's own freeze is looked at.

interface Returnable {
  readonly originId: string
  readonly channel: Channel
  readonly destination: Destination
  readonly received: bigint
  /** What of it came from there, was credited, and did not go back yet. */
  readonly left: bigint
}

/** One place money came from, however often: rails tell payments, people think of accounts. */
const originIdOf = ({ railId, asset, from }: Origin): string =>
  createHash('sha256').update(`${railId}|${asset}|${from.account}`).digest('hex').slice(0, 32)

async function findReturnable(
  { payments }: WithdrawalsGiven,
  db: Db,
  customerId: Id<'cus'>,
): Promise<readonly Returnable[]> {
  const byOrigin = new Map<string, Returnable>()
  for (const origin of await payments.originsOf(db, customerId)) {
    const destination = payments.originDestination(origin.railId, origin.from)
    const channel = destination === undefined ? undefined : channelFor(origin.asset, destination)
    if (destination === undefined || channel === undefined) continue
    const originId = originIdOf(origin)
    const known = byOrigin.get(originId)
    const received = (known?.received ?? 0n) + origin.received.minor
    byOrigin.set(originId, { originId, channel, destination: known?.destination ?? destination, received, left: 0n })
  }
  return Promise.all(
    [...byOrigin.values()].map(async (one) => {
      const gone = await goneTo(payments, db, customerId, one)
      return { ...one, left: one.received > gone ? one.received - gone : 0n }
    }),
  )
}

/** What went back to an account and stayed there: what its bank returned is here again. */
async function goneTo(
  payments: WithdrawalsGiven['payments'],
  db: Db,
  customerId: Id<'cus'>,
  { destination, channel }: Returnable,
): Promise<bigint> {
  const gone = await findGoneTo(db, customerId, destination, channel.asset.code)
  const returns = await payments.returnsOf(
    db,
    gone.map(({ withdrawalId }) => withdrawalId),
  )
  return gone.reduce((sum, { withdrawalId, amount }) => {
    const back = (returns.get(withdrawalId) ?? []).reduce((total, one) => total + one.amount.minor, 0n)
    return sum + amount - back
  }, 0n)
}

/** Where the customer's money came from and what of it can go back now. */
export const listOrigins = useCase(
  calls.listOrigins,
  async (_request, { db, now, customer }, deps: WithdrawalsGiven) => {
    const { customerId } = customer
    const found = await findReturnable(deps, db, customerId)
    const rows = await Promise.all(
      found.map(async ({ originId, channel, destination, received, left }) => {
        const account = withdrawalAccount({ customerId, channel })
        const balance = (await deps.ledger.balances(db, [account])).get(account) ?? { posted: 0n, held: 0n }
        const facts = await loadFacts(deps, db, { customerId, channel, usableAt: now, goesBack: true, now }, balance)
        const returnable = minOf(left, facts.available)
        const { scale, code } = channel.asset
        const holder = holderOf(destination)
        return {
          originId,
          asset: code,
          scale,
          masked: masked(destinationNumber(destination)),
          text: destinationText(destination),
          ...(holder === undefined ? {} : { holder }),
          received: writeDecimal(received, scale),
          returnable: writeDecimal(returnable, scale),
          ...writeCharges(chargesOf(returnable, facts.terms), scale),
        }
      }),
    )
    return { rows }
  },
)

/** Sends money back where it came from: the same way as every withdrawal, to a destination nobody had to add. */
export const returnToOrigin = useCase(calls.returnToOrigin, async (request, context, deps: WithdrawalsGiven) => {
  const { customerId } = context.customer
  const found = await findReturnable(deps, context.db, customerId)
  const origin = found.find(({ originId }) => originId === request.originId)
  if (origin === undefined) return reject(r.originUnknown, { field: 'originId' })
  const settle = (tx: Tx, amount: bigint) => settleOrigin(deps, tx, { customerId, origin, amount, now: context.now })
  const wish = {
    customerId,
    channel: origin.channel,
    destination: { destination: origin.destination, usableAt: context.now },
    returned: true,
    settle,
  }
  return takeWithdrawal(deps, wish, request, context)
})

/** Under the customer's lock: no more goes back than came, and the destination is the one money came from. */
async function settleOrigin(
  deps: WithdrawalsGiven,
  tx: Tx,
  about: {
    readonly customerId: Id<'cus'>
    readonly origin: Returnable
    readonly amount: bigint
    readonly now: Instant
  },
): Promise<Settled | Rejection> {
  const { customerId, origin, amount, now } = about
  const { channel, destination } = origin
  // Looked at anew: since it was shown, a bank may have taken some of it back, or some may have gone back.
  const found = await findReturnable(deps, tx, customerId)
  const left = found.find(({ originId }) => originId === origin.originId)?.left ?? 0n
  if (amount > left) {
    const { scale, code } = channel.asset
    return reject(r.overOrigin, { field: 'amount', values: { left: writeDecimal(left, scale), asset: code } })
  }
  const stored = await findOriginDestination(tx, customerId, destination)
  if (stored !== undefined) return { destination: stored, isNew: false }
  const made: StoredDestination = {
    id: deps.services.ids.next('dst'),
    customerId,
    destination,
    label: undefined,
    extra: {},
    isOrigin: true,
    addedAt: now,
    usableAt: now,
    removedAt: undefined,
  }
  return { destination: made, isNew: true }
}

/** Whether there is money of this customer's that can go back without papers. */
export async function hasOrigins(deps: WithdrawalsGiven, db: Db, customerId: Id<'cus'>): Promise<boolean> {
  return (await findReturnable(deps, db, customerId)).some(({ left }) => left > 0n)
}
