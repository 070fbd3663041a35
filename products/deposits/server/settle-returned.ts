import { assert, type Id, type Instant, minOf, money } from '@bolsillo/kernel'
import { type AccountId, accountId } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import { type ClaimParts, claimReturnedEntry, creditedAccount, partsTotal, splitBack } from '../domain/index.ts'
import { moveOf, postFitting, standingAmount, tellCustomer } from './book.ts'
import { lockClaimsOf } from './claims/back-store.ts'
import type { DepositsDeps } from './deps.ts'
import { insertClaimReturn, type StoredReturn } from './reversal-store.ts'
import type { StoredClaim, StoredDeposit } from './stored-deposit.ts'

/** A claim and what of it money that came back settles; minor units. */
interface ClaimToSettle extends ClaimParts {
  readonly claim: StoredClaim
}

/**
 * What money of a return that came back here settles: the claims for what of the deposit was taken back while it was on
 * its way, the oldest first, as far as the money goes. All locked. `back`: minor units.
 */
export async function lockClaimsToSettle(
  tx: Tx,
  deposit: StoredDeposit,
  sent: StoredReturn,
  back: bigint,
): Promise<readonly ClaimToSettle[]> {
  let left = minOf(back, sent.minor - standingAmount(deposit).minor)
  const settled: ClaimToSettle[] = []
  for (const { claim, parts } of await lockClaimsOf(tx, deposit.depositId)) {
    const split = splitBack(left, parts)
    if (partsTotal(split) === 0n) continue
    left -= partsTotal(split)
    settled.push({ claim, ...split })
  }
  assert(left === 0n, 'all that was taken back on the way back is claimed')
  return settled
}

/** The accounts that settling these claims gives to. */
export function accountsToSettle(claims: readonly ClaimToSettle[], code: string): readonly AccountId[] {
  return claims.flatMap(({ claim: { customerId }, paid, writtenOff }) => [
    accountId('house', 'claims', code),
    ...(writtenOff === 0n ? [] : [accountId('house', 'fees', code)]),
    ...(paid === 0n || customerId === undefined ? [] : [creditedAccount(customerId, code)]),
  ])
}

/** Settles claims, whose accounts are locked, with the money that is held again because its way back failed. */
export async function settleReturned(
  deps: DepositsDeps,
  tx: Tx,
  deposit: StoredDeposit,
  claims: readonly ClaimToSettle[],
  why: { readonly returnId: Id<'ret'>; readonly now: Instant },
): Promise<void> {
  const { returnId, now } = why
  const { depositId } = deposit
  for (const { claim, open, paid, writtenOff } of claims) {
    const { claimId, customerId } = claim
    const { asset } = claim.amount
    const amount = money(open + paid + writtenOff, asset)
    const move = moveOf(deps, deposit, { amount, at: now, actor: 'deposits' })
    const { entryId } = move
    await postFitting(deps, tx, [claimReturnedEntry(move, { open, writtenOff, paid, customerId })])
    await insertClaimReturn(tx, { claimId, returnId, open, paid, writtenOff, entryId, at: now })
    await deps.audit.record(tx, {
      at: now,
      actor: 'deposits',
      action: 'deposits.claim-returned',
      subject: customerId ?? depositId,
      details: { deposit: depositId, claim: claimId },
    })
    if (paid > 0n) {
      await tellCustomer(deps, tx, customerId, { name: 'claimReturned', amount: money(paid, asset), now })
    }
  }
}
