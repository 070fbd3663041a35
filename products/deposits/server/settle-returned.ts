import { assert, type Id, type Instant, money } from '@bolsillo/kernel'
import { type AccountId, accountId } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import { claimReturnedEntry, creditedAccount } from '../domain/index.ts'
import { moveOf, postFitting, standingAmount, tellCustomer } from './book.ts'
import type { DepositsPorts } from './ports.ts'
import { findClaimSteps, insertClaimReturn, lockUnreturnedClaims, type StoredReturn } from './reversal-store.ts'
import type { StoredClaim, StoredDeposit } from './stored-deposit.ts'

/** A claim that money which came back settles, and what was covered of it before; minor units. */
export interface ClaimToSettle {
  readonly claim: StoredClaim
  readonly paid: bigint
  readonly writtenOff: bigint
}

/** The claims for what of a deposit was taken back while it was on the way back that has just failed; all locked. */
export async function lockClaimsToSettle(
  tx: Tx,
  deposit: StoredDeposit,
  sent: StoredReturn,
): Promise<readonly ClaimToSettle[]> {
  const claims = await lockUnreturnedClaims(tx, deposit.depositId)
  const claimed = claims.reduce((sum, { amount }) => sum + amount.minor, 0n)
  assert(sent.minor - standingAmount(deposit).minor === claimed, 'all that was taken back on the way back is claimed')
  return await Promise.all(
    claims.map(async (claim) => {
      const steps = await findClaimSteps(tx, claim.claimId)
      const by = (name: string): bigint => steps.reduce((sum, { way, minor }) => (way === name ? sum + minor : sum), 0n)
      return { claim, paid: by('take-available'), writtenOff: by('write-off') }
    }),
  )
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
  for (const { claim, paid, writtenOff } of claims) {
    const { claimId, customerId, amount, open } = claim
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
      await tellCustomer(ports, tx, customerId, { name: 'claimReturned', amount: money(paid, amount.asset), now })
    }
  }
}
