import { postFitting } from '@bolsillo/cases/server'
import { assert, type Id, type Instant, idOf, isId, maxOf, money } from '@bolsillo/kernel'
import { accountId } from '@bolsillo/ledger/domain'
import type { ChannelCode, Destination } from '@bolsillo/payments/domain'
import type { Delivery } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { returnEntry, returnedEntry, returnedOtherEntry, returnFailedEntry } from '../domain/index.ts'
import { coverBefore, lockAccounts, lockGift, moveOf, standingAmount } from './book.ts'
import { sharesTotal } from './claims/shares.ts'
import { moveDeposit } from './deposit-case.ts'
import { lockDeposit } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { findReturn, insertReturn, insertReturnEnd, insertReversal, type StoredReturn } from './reversal-store.ts'
import { openClaim } from './reverse.ts'
import { accountsToSettle, lockClaimsToSettle, settleReturned } from './settle-returned.ts'
import type { StoredDeposit } from './stored-deposit.ts'

/** The prefix of what payments of this room are caused by. */
export const returnPrefix = 'ret'

/** Where a deposit came from, as a destination to pay to; undefined when the rail cannot pay there. */
export function originOf(
  { payments }: Pick<DepositsDeps, 'payments'>,
  deposit: StoredDeposit,
): Destination | undefined {
  const { channel, from } = deposit
  if (channel === undefined || from === undefined) return undefined
  const destination = payments.originDestination(deposit.railId, from)
  if (destination === undefined) return undefined
  return payments.destinationProblem(channel, destination) === undefined ? destination : undefined
}

/** How held money is paid back. */
export interface ReturnWay {
  readonly destination: Destination
  readonly channel: ChannelCode
}

function originWay(deps: Pick<DepositsDeps, 'payments'>, deposit: StoredDeposit): ReturnWay | undefined {
  const { channel } = deposit
  const destination = originOf(deps, deposit)
  return channel === undefined || destination === undefined ? undefined : { destination, channel }
}

/**
 * Sends a held deposit, which is locked, back to where it came from; nobody chooses the destination. `way`: to another
 * account of the payer, checked as `elsewhere/` does.
 */
export async function startReturn(
  deps: DepositsDeps,
  tx: Tx,
  deposit: StoredDeposit,
  why: { readonly reason: string; readonly actor: string; readonly now: Instant },
  way: ReturnWay | undefined = originWay(deps, deposit),
): Promise<Id<'ret'>> {
  const { reason, actor, now } = why
  assert(deposit.stage === 'held' && way !== undefined, 'a held deposit can go back')
  const { destination, channel } = way
  const amount = standingAmount(deposit)
  const { code } = amount.asset
  await lockAccounts(deps, tx, [accountId('house', 'unmatched', code), accountId('house', 'payouts', code)])
  await postFitting(deps, tx, [returnEntry(moveOf(deps, deposit, { amount, at: now, actor }))])
  const returnId = deps.services.ids.next(returnPrefix)
  await insertReturn(tx, { returnId, depositId: deposit.depositId, minor: amount.minor, reason, actor, askedAt: now })
  const reference = `DEV ${returnId.slice(-10)}`
  await deps.payments.requestPayout(tx, {
    cause: returnId,
    ...(deposit.customerId === undefined ? {} : { customerId: deposit.customerId }),
    channel,
    amount,
    destination,
    reference,
    goesBack: true,
    now,
  })
  const notice = { name: 'returning', amount } as const
  await moveDeposit(deps, tx, deposit, { stage: 'returning' }, { at: now, actor, reason, notice })
  return returnId
}

/** The deposit on the rail that paid it back: two people may have sent it by another than the one it came by. */
function payingFor(deposit: StoredDeposit, { railId }: Delivery<'payout-confirmed'>): StoredDeposit {
  return { ...deposit, railId }
}

/** It arrived where it had come from. */
export async function takeReturned(deps: DepositsDeps, tx: Tx, told: Delivery<'payout-confirmed'>): Promise<void> {
  const { sent, deposit } = await lockReturn(tx, told.payout?.cause)
  const { now, event } = told
  const end = { returnId: sent.returnId, outcome: 'arrived', detail: event.externalId, at: now } as const
  if (!(await insertReturnEnd(tx, end))) return
  const amount = money(sent.minor, deposit.asset)
  const { code } = amount.asset
  const paying = payingFor(deposit, told)
  const { held } = await lockGift(deps, tx, paying, [accountId('house', 'payouts', code)])
  const cover = coverBefore(deps, paying, { held, amount, at: now })
  const move = moveOf(deps, paying, { amount, at: now, actor: 'deposits', externalId: event.externalId })
  await postFitting(deps, tx, [...cover, returnedEntry(move)])
  const step = { at: now, actor: 'provider', reason: 'returned', notice: { name: 'returned', amount } } as const
  await moveDeposit(deps, tx, deposit, { stage: 'failed', failReason: 'returned' }, step)
}

/**
 * A return arrived with another amount than was sent, as two people found on the rail's statement. The rest of the deposit is
 * held again, with the part that went back counted as taken back; an excess is a claim on the recipient.
 */
export async function takeReturnedOther(deps: DepositsDeps, tx: Tx, told: Delivery<'payout-confirmed'>): Promise<void> {
  const { sent, deposit } = await lockReturn(tx, told.payout?.cause)
  const { now, event } = told
  const arrived = event.amount.minor
  assert(event.amount.asset.code === deposit.asset.code, 'the asset that was sent arrived')
  const end = { returnId: sent.returnId, outcome: 'arrived', detail: event.externalId, at: now } as const
  if (!(await insertReturnEnd(tx, end))) return
  const { code } = deposit.asset
  const accounts = ['payouts', 'unmatched', 'claims'] as const
  // What did not arrive is here again.
  const back = maxOf(0n, sent.minor - arrived)
  const claims = await lockClaimsToSettle(tx, deposit, sent, back)
  const paying = payingFor(deposit, told)
  const { held } = await lockGift(deps, tx, paying, [
    ...accounts.map((purse) => accountId('house', purse, code)),
    ...accountsToSettle(claims, code),
  ])
  const cover = coverBefore(deps, paying, { held, amount: event.amount, at: now })
  const amount = money(sent.minor, deposit.asset)
  const move = moveOf(deps, paying, { amount, at: now, actor: 'deposits', externalId: event.externalId })
  await postFitting(deps, tx, [...cover, returnedOtherEntry(move, arrived)])
  const over = arrived - sent.minor
  if (over > 0n) await openClaim(deps, tx, deposit, money(over, deposit.asset), 'returned-too-much', now)
  const left = back - sharesTotal(claims)
  await settleReturned(deps, tx, deposit, claims, { returnId: sent.returnId, now })
  const notice = { name: 'returned', amount: event.amount } as const
  const step = { at: now, actor: 'provider', reason: 'returned', notice }
  if (left === 0n) await moveDeposit(deps, tx, deposit, { stage: 'failed', failReason: 'returned' }, step)
  else {
    const { railId, depositId } = paying
    const part = { railId, depositId, reversalId: event.externalId, minor: arrived, reason: 'returned', at: now }
    await insertReversal(tx, { ...part, taken: 0n, claimed: 0n, entryId: move.entryId })
    const reversedMinor = deposit.reversedMinor + arrived
    await moveDeposit(deps, tx, deposit, { stage: 'held', reversedMinor }, step)
  }
}

/**
 * It certainly did not arrive: it is held again, and may be sent back again. What was taken back of it meanwhile settles
 * its claim; a deposit of which nothing is left then has ended.
 */
export async function takeReturnFailed(deps: DepositsDeps, tx: Tx, told: Delivery<'payout-failed'>): Promise<void> {
  const { sent, deposit } = await lockReturn(tx, told.payout?.cause)
  const { now, event } = told
  const end = { returnId: sent.returnId, outcome: 'failed', detail: event.reason.slice(0, 120), at: now } as const
  if (!(await insertReturnEnd(tx, end))) return
  const amount = money(sent.minor, deposit.asset)
  const { code } = amount.asset
  const claims = await lockClaimsToSettle(tx, deposit, sent, sent.minor)
  await lockAccounts(deps, tx, [
    accountId('house', 'unmatched', code),
    accountId('house', 'payouts', code),
    ...accountsToSettle(claims, code),
  ])
  await postFitting(deps, tx, [returnFailedEntry(moveOf(deps, deposit, { amount, at: now, actor: 'deposits' }))])
  await settleReturned(deps, tx, deposit, claims, { returnId: sent.returnId, now })
  const step = { at: now, actor: 'provider', reason: 'return-failed' }
  const isGone = standingAmount(deposit).minor === 0n
  const change = isGone ? ({ stage: 'failed', failReason: 'reversed' } as const) : ({ stage: 'held' } as const)
  await moveDeposit(deps, tx, deposit, change, step)
}

/** The return a payment is made for, and its deposit, locked. */
export async function lockReturn(
  tx: Tx,
  cause: string | undefined,
): Promise<{ readonly sent: StoredReturn; readonly deposit: StoredDeposit }> {
  assert(cause !== undefined && isId(returnPrefix, cause), 'a payment of ours is caused by a return')
  const returnId: Id<'ret'> = idOf(returnPrefix, cause)
  const sent = await findReturn(tx, returnId)
  assert(sent !== undefined, `the return ${returnId} that was paid was asked for`)
  const deposit = await lockDeposit(tx, sent.depositId)
  assert(deposit !== undefined, `the deposit ${sent.depositId} of a return exists`)
  return { sent, deposit }
}
