import { postFitting } from '@bolsillo/cases/server'
import { assert, type Money, minOf, money } from '@bolsillo/kernel'
import { accountId, type JournalEntry } from '@bolsillo/ledger/domain'
import type { Delivery } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { reversalEntry, splitReversal } from '../domain/index.ts'
import { coverBefore, lockGift, moveOf, ownAccount, standingAmount } from './book.ts'
import { happened, moveDeposit } from './deposit-case.ts'
import { lockByExternalId, lockExternal } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { insertClaim, insertReversal, isReversalKnown, sumTakenBack } from './reversal-store.ts'
import { isNotFound, type StoredDeposit } from './stored-deposit.ts'

/**
 * A bank or network takes back what it delivered, in whole or in part. Before crediting that much less is credited;
 * after it what the customer has available goes back at once and the rest becomes a claim. Each part counts once.
 */
export async function takeReversed(deps: DepositsDeps, tx: Tx, told: Delivery<'reversed'>): Promise<void> {
  const { railId, event, now } = told
  await lockExternal(tx, railId, event.externalId)
  if (await isReversalKnown(tx, railId, event.reversalId)) return
  const deposit = await lockByExternalId(tx, railId, event.externalId)
  assert(deposit?.amount !== undefined, `${railId} takes back ${event.externalId}, which it delivered`)
  const takenBack = (await sumTakenBack(tx, deposit)) + event.amount.minor
  assert(
    event.amount.asset.code === deposit.asset.code && takenBack <= deposit.amount.minor,
    `${railId} takes back of ${event.externalId} no more than it delivered`,
  )
  // A part that went back to its origin by a payment of ours counts once, even when its bank takes it back as well.
  const reversedMinor = minOf(deposit.amount.minor, deposit.reversedMinor + event.amount.minor)
  const outcome = await bookReversal(deps, tx, deposit, told)
  const { reason, reversalId } = event
  const depositId = deposit.depositId
  await insertReversal(tx, { railId, reversalId, depositId, minor: event.amount.minor, reason, at: now, ...outcome })
  const isGone = reversedMinor === deposit.amount.minor && ['confirming', 'held'].includes(deposit.stage)
  // A customer who was notified that nothing came loses nothing.
  const noticed = isNotFound(deposit) ? {} : { notice: { name: 'reversed', amount: event.amount } as const }
  const end = isGone ? ({ stage: 'failed', failReason: 'reversed' } as const) : {}
  const step = { at: now, actor: 'provider', reason: 'reversed', ...noticed }
  await moveDeposit(deps, tx, deposit, { reversedMinor, ...end }, step)
}

interface Outcome {
  readonly taken: bigint
  readonly claimed: bigint
  readonly entryId?: JournalEntry['id']
}

async function bookReversal(
  deps: DepositsDeps,
  tx: Tx,
  deposit: StoredDeposit,
  { event, now }: Delivery<'reversed'>,
): Promise<Outcome> {
  // Nothing was booked of it.
  if (deposit.stage === 'confirming' || isNotFound(deposit)) return { taken: 0n, claimed: 0n }
  const { amount, reversalId } = event
  const move = moveOf(deps, deposit, { amount, at: now, actor: 'deposits', externalId: reversalId })
  const { code } = amount.asset
  const unmatched = accountId('house', 'unmatched', code)
  const own = deposit.stage === 'credited' ? ownAccount(deposit) : undefined
  const { balanceOf, held } = await lockGift(deps, tx, deposit, [
    unmatched,
    accountId('house', 'claims', code),
    ...(own === undefined ? [] : [own]),
  ])
  const cover = coverBefore(deps, deposit, { held, amount, at: now })
  const standing = standingAmount(deposit).minor
  const beyondLimit = own === undefined ? 0n : ((await deps.ownLimits?.heldOn(tx, own)) ?? 0n)
  const free = own === undefined ? 0n : balanceOf(own).available + beyondLimit
  // What went back to its origin and is taken back all the same is on no account of ours any more: all of it is claimed.
  const unmatchedMinor = deposit.stage === 'held' ? minOf(amount.minor, standing) : 0n
  const split = splitReversal(amount.minor - unmatchedMinor, minOf(standing, free))
  const cause = `deposit:${deposit.depositId}`
  const leaving = own === undefined ? undefined : { account: own, minor: split.taken, cause, now }
  const letGo = leaving === undefined ? [] : ((await deps.ownLimits?.letGo(tx, leaving)) ?? [])
  const customerId = own === undefined ? undefined : deposit.customerId
  await postFitting(deps, tx, [...cover, ...letGo, reversalEntry(move, { customerId, unmatchedMinor, ...split })])
  if (split.claimed > 0n) await openClaim(deps, tx, deposit, money(split.claimed, amount.asset), event.reason, now)
  return { ...split, entryId: move.entryId }
}

/** Opens a claim for money the house paid out; the caller posts its entry. */
export async function openClaim(
  deps: DepositsDeps,
  tx: Tx,
  deposit: StoredDeposit,
  amount: Money,
  reason: string,
  now: Delivery<'reversed'>['now'],
): Promise<void> {
  const claimId = deps.services.ids.next('clm')
  const { depositId, customerId } = deposit
  await insertClaim(tx, { claimId, depositId, customerId, amount, reason: reason.slice(0, 120), openedAt: now })
  await happened(deps, tx, deposit, { what: 'claim', at: now, actor: 'deposits', details: { claim: claimId } })
}
