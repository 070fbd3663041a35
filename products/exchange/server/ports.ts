import type { Conversions } from '@bolsillo/conversion/server'
import type { Id, Rejection } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services, Tx } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { PurseName } from '../domain/index.ts'

/** What this room is given by the composition root. */
export interface ExchangePorts {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly conversions: Conversions
  /** Why money may not leave a purse although it is free: other positions answer with it. Asked under the purse's lock. */
  readonly leaving: (
    tx: Tx,
    move: {
      readonly customerId: Id<'cus'>
      readonly purse: PurseName
      readonly asset: string
      readonly minor: bigint
    },
  ) => Promise<Rejection | undefined>
}
