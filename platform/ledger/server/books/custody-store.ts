import type { Db } from '@bolsillo/server-kit'
import { type AccountId, isAccountId } from '../../domain/index.ts'

/** Every custodian's account of an asset that was ever posted to, by name: markets, banks and chains. */
export async function findCustodyAccounts(db: Db, asset: string): Promise<readonly AccountId[]> {
  const rows = await db<{ id: string }[]>`
    select id from ledger_account where owner_kind = 'venue' and purse = 'custody' and asset = ${asset} order by id`
  return rows.map(({ id }) => id).filter(isAccountId)
}
