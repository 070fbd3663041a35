import type { JournalEntry } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Tx } from '@bolsillo/server-kit'

/**
 * Posts entries that must fit: everything they draw on is locked and was looked at before. What does not fit is a bug or
 * books that differ from a rail; it is thrown, so that nothing of the transaction happens and staff see it.
 */
export async function postFitting(
  { ledger }: { readonly ledger: Pick<Ledger, 'post'> },
  tx: Tx,
  entries: readonly JournalEntry[],
): Promise<void> {
  const posted = await ledger.post(tx, entries)
  if (posted.kind === 'insufficient')
    throw new Error(`${posted.account} is ${posted.short} short for ${posted.entryId}`)
}
