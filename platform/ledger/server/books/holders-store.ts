import type { Db } from '@bolsillo/server-kit'
import type { AccountId } from '../../domain/index.ts'

/** The accounts of customers that count an asset, in the order of their names. */
export async function findCustomerAccountsOf(
  db: Db,
  asset: string,
): Promise<ReadonlyArray<{ readonly account: AccountId; readonly owner: string }>> {
  return await db<{ account: AccountId; owner: string }[]>`
    select id as account, owner from ledger_account
    where asset = ${asset} and owner_kind = 'customer' order by id collate "C"`
}
