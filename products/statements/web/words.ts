import type { ReplyOf } from '@bolsillo/contract'
import type { Messages as LedgerMessages } from '@bolsillo/ledger/messages/es-ES'
import { type Teller, useWords } from '@bolsillo/web-kit'
import type { listMovements } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

export type Movement = ReplyOf<typeof listMovements>['rows'][number]

/** The words of this room, and those of the ledger for what moved. */
export function useStatementWords(): { readonly t: Teller<Messages>; readonly ledger: Teller<LedgerMessages> } {
  return { t: useWords<Messages>('statements'), ledger: useWords<LedgerMessages>('ledger') }
}
