import { sideOf } from '@bolsillo/cases/server'
import type { Id, Instant } from '@bolsillo/kernel'
import { writeDecimal, writeMoney } from '@bolsillo/kernel'
import type { PayoutReturn } from '@bolsillo/payments/server'
import type { Db } from '@bolsillo/server-kit'
import type { WireDestination, WireHistory, WireWithdrawal } from '../contract/index.ts'
import {
  assetsFor,
  bankOf,
  type Charges,
  destinationNumber,
  destinationText,
  holderOf,
  masked,
  networkOf,
} from '../domain/index.ts'
import { findDestinations, type StoredDestination } from './destinations/destination-store.ts'
import { findHolds, type StoredHold } from './review-store.ts'
import type { Withdrawal, WithdrawalEvent } from './withdrawal-store.ts'

const when = <Value>(name: string, value: Value | undefined): Readonly<Record<string, Value>> =>
  value === undefined ? {} : { [name]: value }

/** A destination as its owner sees it. */
export function writeDestination(stored: StoredDestination, now: Instant): WireDestination {
  const { destination, extra } = stored
  return {
    destinationId: stored.id,
    kind: destination.kind,
    number: destinationNumber(destination),
    masked: masked(destinationNumber(destination)),
    text: destinationText(destination),
    ...(destination.kind === 'pix' ? { keyKind: destination.keyKind, holderTaxId: destination.holderTaxId } : {}),
    ...when('network', networkOf(destination)),
    ...when('bank', bankOf(destination)),
    ...when('holder', holderOf(destination)),
    ...extra,
    ...when('label', stored.label),
    assets: [...assetsFor(destination)],
    addedAt: stored.addedAt,
    usableAt: stored.usableAt,
    usable: stored.usableAt <= now,
  }
}

/** The number given to a bank or to support: short enough to be read out. */
export function referenceOf(id: Id<'wdr'>): string {
  return `R-${id.slice(-10)}`
}

/** A withdrawal as its owner sees it. */
export function writeWithdrawal(
  withdrawal: Withdrawal,
  stored: StoredDestination | undefined,
  hold: StoredHold | undefined,
): WireWithdrawal {
  const { channel, destinationId } = withdrawal
  const { scale, code } = channel.asset
  const destination = stored?.destination
  return {
    withdrawalId: withdrawal.withdrawalId,
    reference: referenceOf(withdrawal.withdrawalId),
    state: withdrawal.state,
    ...when('failReason', withdrawal.failReason),
    channel: channel.code,
    asset: code,
    amount: writeDecimal(withdrawal.amount, scale),
    ...writeCharges(withdrawal, scale),
    destination: {
      destinationId,
      kind: destination?.kind ?? 'account',
      masked: destination === undefined ? '' : masked(destinationNumber(destination)),
      text: destination === undefined ? '' : destinationText(destination),
      ...(destination === undefined
        ? {}
        : {
            ...when('bank', bankOf(destination)),
            ...when('holder', holderOf(destination)),
            ...when('network', networkOf(destination)),
          }),
      ...when('label', stored?.label),
    },
    requestedAt: withdrawal.requestedAt,
    changedAt: withdrawal.changedAt,
    cancellable: withdrawal.state === 'under-review',
    returned: withdrawal.returned,
    escalated: withdrawal.escalatedAt !== undefined,
    ...when('externalId', withdrawal.externalId),
    ...(hold === undefined || withdrawal.state !== 'under-review'
      ? {}
      : { hold: { reason: hold.reason, until: hold.until, legal: hold.legal } }),
  }
}

/** Withdrawals with their destinations and what holds them, in their order. */
export async function writeWithdrawals(
  db: Db,
  withdrawals: readonly Withdrawal[],
  now: Instant,
): Promise<WireWithdrawal[]> {
  const destinations = await findDestinations(
    db,
    withdrawals.map(({ destinationId }) => destinationId),
  )
  const open = withdrawals.filter(({ state }) => state === 'under-review').map(({ withdrawalId }) => withdrawalId)
  const holds = await findHolds(db, open, now)
  return withdrawals.map((one) =>
    writeWithdrawal(one, destinations.get(one.destinationId), holds.get(one.withdrawalId)),
  )
}

/** Fee, VAT and net as the wire has them. */
export function writeCharges({ fee, vat, net }: Charges, scale: number) {
  return { fee: writeDecimal(fee, scale), vat: writeDecimal(vat, scale), net: writeDecimal(net, scale) }
}

/** A history as its owner sees it: that staff acted, never who. */
export function writeHistory(events: readonly WithdrawalEvent[]): WireHistory[] {
  return events.map(({ at, what, state, actor, reason }) => ({
    at,
    what,
    state,
    by: sideOf(actor) ?? (actor === 'clock' ? 'clock' : 'rail'),
    ...when('reason', reason),
  }))
}

/** What the bank returned after it had arrived, as the wire has it. */
export function writeBankReturns(returns: readonly PayoutReturn[] = []) {
  return returns.map(({ amount, at }) => ({ amount: writeMoney(amount), at }))
}
