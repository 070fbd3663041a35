import type { Audit } from '@bolsillo/audit/server'
import type { Id, Instant } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db, Services } from '@bolsillo/server-kit'
import type { VerifiedPeople } from '../verified-people.ts'

/** The result of trading: realized, with fees, VAT and funding; below zero is a loss. Minor units of the asset. */
export interface RealisedResult {
  readonly asset: string
  readonly minor: bigint
}

/** The result of a customer's trading in one product since an instant, from recorded facts. */
export type ResultsSince = (db: Db, customerId: Id<'cus'>, since: Instant) => Promise<readonly RealisedResult[]>

/** What the composition root passes to own limits. */
export interface OwnLimitsDeps {
  readonly services: Services
  readonly ledger: Ledger
  readonly audit: Audit
  readonly people: VerifiedPeople
  /** Of every product that is traded. */
  readonly results: readonly ResultsSince[]
  /** What minor units of an asset are worth in minor units of pesos now; undefined while no price is known. */
  readonly pesosOf: (asset: string, minor: bigint, now: Instant) => bigint | undefined
  /** Decimals of an asset. */
  readonly scaleOf: (asset: string) => number
}
