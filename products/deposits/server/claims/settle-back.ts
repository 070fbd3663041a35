import { postFitting } from '@bolsillo/cases/server'
import { type Id, type Instant, minus, money } from '@bolsillo/kernel'
import { accountId } from '@bolsillo/ledger/domain'
import type { LeftUnmatched, ReturnedPayment } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { type ClaimParts, claimBackEntry, creditedAccount, partsTotal, splitBack } from '../../domain/index.ts'
import { arrivalAccounts, lockAccounts, moveOf, settleAfter } from '../book.ts'
import type { DepositsDeps } from '../deps.ts'
import { lockReturn } from '../return.ts'
import type { StoredDeposit } from '../stored-deposit.ts'
import { insertClaimBack, lockClaimsOf } from './back-store.ts'
import { distribute, noteShare, sharesTotal } from './shares.ts'

/** Money that came back of a withdrawal that had arrived. */
export interface WithdrawalBack {
  readonly withdrawalId: Id<'wdr'>
  readonly railId: string
  /** The rail's own number of it. */
  readonly returnId: string
  readonly minor: bigint
  /** Whether the customer can be credited. If not, what they covered is not refunded by this. */
  readonly isCustomerThere: boolean
  /** The caller's entry of it. */
  readonly entryId: Id<'ent'>
  readonly now: Instant
}

/** Keeps what of money that came back settles the claim of its withdrawal. @returns what it gives to whom; the caller posts it. */
export async function settleWithdrawalBack(tx: Tx, back: WithdrawalBack): Promise<ClaimParts> {
  const { withdrawalId, railId, returnId, minor, isCustomerThere, entryId, now } = back
  // A withdrawal has one claim at most.
  const [covered] = await lockClaimsOf(tx, withdrawalId)
  if (covered === undefined) return { open: 0n, writtenOff: 0n, paid: 0n }
  const { claim, parts } = covered
  const split = splitBack(minor, isCustomerThere ? parts : { ...parts, paid: 0n })
  const { claimId } = claim
  if (partsTotal(split) > 0n) await insertClaimBack(tx, { ...split, claimId, railId, returnId, entryId, at: now })
  return split
}

/**
 * A payment by which held money had gone back comes back itself. What we claim for that money is settled by it; only the rest
 * is the depositor's. While another return is under way, its end settles the claims.
 */
export async function takeReturnBack(
  deps: DepositsDeps,
  tx: Tx,
  back: ReturnedPayment,
): Promise<boolean | LeftUnmatched> {
  const { deposit } = await lockReturn(tx, back.payout.cause)
  if (deposit.stage === 'returning') return false
  const { railId, returnId, amount, now } = back
  const settled = distribute(await lockClaimsOf(tx, deposit.depositId), amount.minor)
  if (settled.length === 0) return false
  const total = sharesTotal(settled)
  const paying: StoredDeposit = { ...deposit, railId }
  const { code } = amount.asset
  // With the account the rest may be credited to: a transaction names all its accounts at once.
  const owners = [back.payout.customerId, ...settled.map(({ customerId }) => customerId)]
  const balanceOf = await lockAccounts(deps, tx, [
    ...arrivalAccounts(railId, code),
    ...(['unmatched', 'claims', 'fees'] as const).map((purse) => accountId('house', purse, code)),
    ...owners.flatMap((customerId) => (customerId === undefined ? [] : [creditedAccount(customerId, code)])),
  ])
  const move = moveOf(deps, paying, { amount, at: now, actor: 'deposits', externalId: returnId })
  await postFitting(deps, tx, [
    claimBackEntry(move, settled),
    ...settleAfter(deps, paying, { balanceOf, amount, at: now }),
  ])
  for (const given of settled) {
    const { claim, split } = given
    const { entryId } = move
    await insertClaimBack(tx, { ...split, claimId: claim.claimId, railId, returnId, entryId, at: now })
    await noteShare(deps, tx, deposit, given, now)
  }
  return total === amount.minor ? true : { unmatched: minus(amount, money(total, amount.asset)) }
}
