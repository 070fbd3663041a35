import { type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { OpeningLimits } from '@bolsillo/trading/server'
import { contractsRejections as r } from '../../contract/index.ts'
import type { ContractsGiven } from '../given.ts'

const hourMs = 3_600_000

/**
 * The refusal of what opens or adds to a position while what protects the account is new: whoever got in with a code, or
 * with a factor of their own, loses the customer's money on credit the fastest. Closing and adding margin always pass.
 */
export async function creditRefusal(
  { creditHeldUntil }: Pick<ContractsGiven, 'creditHeldUntil'>,
  db: Db,
  customerId: Id<'cus'>,
  now: Instant,
): Promise<Rejection | undefined> {
  const until = await creditHeldUntil?.(db, customerId, now)
  if (until === undefined) return undefined
  const hours = String(Math.max(1, Math.ceil((until - now) / hourMs)))
  return reject(r.creditHeld, { values: { until: String(until), hours } })
}

/** What binds somebody who opens: first that hold, then what they bound themselves by. */
export function openingLimits(deps: Pick<ContractsGiven, 'creditHeldUntil' | 'ownLimits'>): OpeningLimits {
  return {
    openingRefusal: async (db, customerId, now) =>
      (await creditRefusal(deps, db, customerId, now)) ?? (await deps.ownLimits?.openingRefusal(db, customerId, now)),
  }
}
