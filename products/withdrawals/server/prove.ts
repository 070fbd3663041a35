import type { FactorPurpose } from '@bolsillo/factors/server'
import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { WithdrawalsGiven } from './deps.ts'

/** How a request carries a second factor's proof. */
export interface ProofFields {
  readonly challengeId: Id<'chl'>
  readonly code?: string | undefined
  readonly assertion?: string | undefined
}

/** Checks the second factor for exactly this purpose. The challenge is used up by it, whatever comes after. */
export async function refuseFactor(
  { factors }: WithdrawalsGiven,
  attempt: {
    readonly customerId: Id<'cus'>
    readonly purpose: FactorPurpose
    readonly proof: ProofFields
    readonly now: Instant
  },
): Promise<Rejection | undefined> {
  const { challengeId, code, assertion } = attempt.proof
  const proof = {
    challengeId,
    ...(code === undefined ? {} : { code }),
    ...(assertion === undefined ? {} : { assertion }),
  }
  return factors.verify({ ...attempt, proof })
}
