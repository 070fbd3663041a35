import type { FactorPurpose } from '@bolsillo/identity/server'
import { type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import { withdrawalsRejections as r } from '../contract.ts'
import type { WithdrawalsPorts } from './ports.ts'

/** How a request carries a second factor's proof. */
export interface ProofFields {
  readonly challengeId: Id<'chl'>
  readonly code?: string | undefined
  readonly assertion?: string | undefined
}

/** Checks the second factor for exactly this purpose. The challenge is used up by it, whatever comes after. */
export async function refuseFactor(
  { factors }: WithdrawalsPorts,
  attempt: {
    readonly customerId: Id<'cus'>
    readonly purpose: FactorPurpose
    readonly proof: ProofFields
    readonly now: Instant
  },
): Promise<Rejection | undefined> {
  const { challengeId, code, assertion } = attempt.proof
  if (code === undefined && assertion === undefined) return reject(r.proofMissing, { field: 'code' })
  const proof = {
    challengeId,
    ...(code === undefined ? {} : { code }),
    ...(assertion === undefined ? {} : { assertion }),
  }
  return factors.verify({ ...attempt, proof })
}
