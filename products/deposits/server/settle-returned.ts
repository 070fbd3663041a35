import { postFitting } from '@bolsillo/cases/server'
import { assert, type Id, type Instant, minOf, money } from '@bolsillo/kernel'
import { type AccountId, accountId } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import { claimReturnedEntry, creditedAccount, partsTotal } from '../domain/index.ts'
import { moveOf, standingAmount } from './book.ts'
import { lockClaimsOf } from './claims/back-store.ts'
import { type ClaimShare, distribute, noteShare, sharesTotal } from './claims/shares.ts'
import type { DepositsDeps } from './deps.ts'
import { insertClaimReturn, type StoredReturn } from './reversal-store.ts'
import type { StoredDeposit } from './stored-deposit.ts'

/**
 * What money of a return that came back here settles: the claims for what of the deposit was taken back while it was on
 * its way, the oldest first, as far as the money goes. All locked. `back`: minor units.
 */
export async function lockClaimsToSettle(
  tx: Tx,
  deposit: StoredDeposit,
  sent: StoredReturn,
  back: bigint,
): Promise<readonly ClaimShare[]> {
  const claimed = minOf(back, sent.minor - standingAmount(deposit).minor)
  const given = distribute(await lockClaimsOf(tx, deposit.depositId), claimed)
  assert(sharesTotal(given) === claimed, 'all that was taken back on the way back is claimed')
  return given
}

/** The accounts that settling these claims gives to. */
export function accountsToSettle(claims: readonly ClaimShare[], code: string): readonly AccountId[] {
  return claims.flatMap(({ customerId, split: { paid, writtenOff } }) => [
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
  claims: readonly ClaimShare[],
  { returnId, now }: { readonly returnId: Id<'ret'>; readonly now: Instant },
): Promise<void> {
  for (const given of claims) {
    const { claim, split, customerId } = given
    const amount = money(partsTotal(split), claim.amount.asset)
    const move = moveOf(deps, deposit, { amount, at: now, actor: 'deposits' })
    await postFitting(deps, tx, [claimReturnedEntry(move, { ...split, customerId })])
    await insertClaimReturn(tx, { claimId: claim.claimId, returnId, ...split, entryId: move.entryId, at: now })
    await noteShare(deps, tx, deposit, given, now)
  }
}
