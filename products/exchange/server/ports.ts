import type { Conversions } from '@bolsillo/conversion/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** What this room is given by the composition root. */
export interface ExchangePorts {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly conversions: Conversions
}
