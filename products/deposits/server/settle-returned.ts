import { assert, type Id, type Instant, minOf, money } from '@bolsillo/kernel'
import { type AccountId, accountId } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import { claimReturnedEntry, creditedAccount } from '../domain/index.ts'
import { moveOf, postFitting, standingAmount, tellCustomer } from './book.ts'
import type { DepositsPorts } from './ports.ts'
import { findClaimSteps, insertClaimReturn, lockUnreturnedClaims, type StoredReturn } from './reversal-store.ts'
import type { StoredClaim, StoredDeposit } from './stored-deposit.ts'

/** What of a claim money that came back settles: what is open of it, and what others covered of it before; minor units. */
export interface ClaimToSettle {
  readonly claim: StoredClaim
  readonly open: bigint
  readonly paid: bigint
  readonly writtenOff: bigint
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
  for (const claim of await lockUnreturnedClaims(tx, deposit.depositId)) {
    if (left === 0n) break
    const steps = await findClaimSteps(tx, claim.claimId)
    const by = (name: string): bigint => steps.reduce((sum, { way, minor }) => (way === name ? sum + minor : sum), 0n)
    const take = (most: bigint): bigint => {
      const part = minOf(left, most)
      left -= part
      return part
    }
    // The customer is given back what they paid before the house is.
    const [open, paid, writtenOff] = [take(claim.open), take(by('take-available')), take(by('write-off'))]
    settled.push({ claim, open, paid, writtenOff })
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
  ports: DepositsPorts,
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
    const move = moveOf(ports, deposit, { amount, at: now, actor: 'deposits' })
    const { entryId } = move
    await postFitting(ports, tx, [claimReturnedEntry(move, { open, writtenOff, paid, customerId })])
    await insertClaimReturn(tx, { claimId, returnId, open, paid, writtenOff, entryId, at: now })
    await ports.audit.record(tx, {
      at: now,
      actor: 'deposits',
      action: 'deposits.claim-returned',
      subject: customerId ?? depositId,
      details: { deposit: depositId, claim: claimId },
    })
    if (paid > 0n) {
      await tellCustomer(ports, tx, customerId, { name: 'claimReturned', amount: money(paid, asset), now })
    }
  }
}
