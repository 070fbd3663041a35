import type { Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { AccountId } from '../../domain/index.ts'
import type { Ledger } from '../ledger.ts'
import { findFirstEntryOf } from './entries-store.ts'

/** Of which entries a balance is the sum, and when the first and the last of them were made; undefined while there is none. */
export async function rangeOf(ledger: Pick<Ledger, 'entriesOfAccount'>, db: Db, account: AccountId) {
  const [first, [newest]] = await Promise.all([
    findFirstEntryOf(db, account),
    ledger.entriesOfAccount(db, account, { limit: 1 }),
  ])
  if (first === undefined || newest === undefined) return undefined
  return { from: placeOf(first.entry), to: placeOf(newest.entry) }
}

function placeOf({ seq, at }: { readonly seq: bigint; readonly at: Instant }) {
  return { seq: String(seq), at }
}
