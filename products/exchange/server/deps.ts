import type { Conversions } from '@bolsillo/conversion/server'
import type { Id, Rejection } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db, Services, Tx } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { PurseName } from '../domain/index.ts'

/**
 * How much another room allows to leave a purse: at most an amount (minor units), nothing during a liquidation of the
 * account, nothing while a mark is missing. Undefined: all that is available.
 */
export type LeavingLimit =
  | { readonly kind: 'at-most'; readonly minor: bigint }
  | { readonly kind: 'liquidation' | 'unknown' }
  | undefined

/** What this room is given by the composition root. */
export interface ExchangeDeps {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly conversions: Conversions
  /** Asked with the balance of the purse locked, where something moves. */
  readonly leaving: (
    db: Db,
    from: { readonly customerId: Id<'cus'>; readonly purse: string; readonly asset: string },
  ) => Promise<LeavingLimit>
  /** Why so much may not leave a purse although it is free: the leverage it would leave. Asked under the purse's lock. */
  readonly leavingRefusal: (
    tx: Tx,
    move: {
      readonly customerId: Id<'cus'>
      readonly purse: PurseName
      readonly asset: string
      readonly minor: bigint
    },
  ) => Promise<Rejection | undefined>
}
