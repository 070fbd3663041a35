import { type Instant, money } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { partsTotal, type SettledClaim, splitBack } from '../../domain/index.ts'
import { happened, noticeValues } from '../deposit-case.ts'
import type { DepositsDeps } from '../deps.ts'
import type { StoredClaim, StoredDeposit } from '../stored-deposit.ts'
import type { CoveredClaim } from './back-store.ts'

/** What a claim is given of money that came back. */
export interface ClaimShare extends SettledClaim {
  readonly claim: StoredClaim
}

/** What each claim is given of money that came back, the oldest first; those given nothing are left out. */
export function distribute(claims: readonly CoveredClaim[], minor: bigint): readonly ClaimShare[] {
  const given: ClaimShare[] = []
  let left = minor
  for (const { claim, parts } of claims) {
    const split = splitBack(left, parts)
    if (partsTotal(split) === 0n) continue
    left -= partsTotal(split)
    given.push({ claim, split, customerId: claim.customerId })
  }
  return given
}

/** The sum of what claims are given. */
export const sharesTotal = (given: readonly ClaimShare[]): bigint =>
  given.reduce((sum, { split }) => sum + partsTotal(split), 0n)

/** Records that a claim was given money back, and notifies its customer of what they had covered. */
export async function noteShare(
  deps: DepositsDeps,
  tx: Tx,
  deposit: StoredDeposit,
  { claim, split }: ClaimShare,
  now: Instant,
): Promise<void> {
  const { claimId, customerId, amount } = claim
  const valuesOf = noticeValues({ amount: money(split.paid, amount.asset) })
  await happened(
    deps,
    tx,
    { ...deposit, customerId },
    {
      what: 'claim-returned',
      at: now,
      actor: 'deposits',
      details: { claim: claimId },
      ...(split.paid === 0n ? {} : { notice: 'claimReturned', valuesOf }),
    },
  )
}
