import { assert } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type AccountId, emptyBalance } from '../domain/index.ts'
import type { Ledger } from './ledger.ts'
import {
  findBalances,
  findBalancesOfOwner,
  findEntries,
  findLinesOfAccount,
  findOpenHolds,
  findPostingsOfOwner,
  type LockedBalance,
  lockBalances,
  readHead,
} from './ledger-store.ts'
import { postEntries } from './post-entries.ts'

/** The most accounts one transaction locks. */
const accountsMax = 8192

/** The ledger. Holds nothing in memory beyond open transactions: any number of processes may post. */
export function createLedger(): Ledger {
  // The rows each open transaction has locked, as it left them: nobody else can change them before it ends. Goes with
  // the transaction.
  const lockedBy = new WeakMap<Tx, Map<AccountId, LockedBalance>>()
  const lockOnce = async (tx: Tx, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, LockedBalance>> => {
    const earlier = lockedBy.get(tx)
    if (earlier === undefined) {
      assert(accounts.length <= accountsMax, `more than ${accountsMax} accounts in one transaction`)
      const rows = new Map<AccountId, LockedBalance>()
      lockedBy.set(tx, rows)
      for (const row of await lockBalances(tx, accounts)) rows.set(row.account, row)
      return rows
    }
    const stranger = accounts.find((account) => !earlier.has(account))
    assert(stranger === undefined, `name all accounts in the first lock of a transaction; ${stranger} came later`)
    return earlier
  }
  return {
    lock: async (tx, accounts) => {
      const rows = await lockOnce(tx, accounts)
      return new Map(accounts.map((account) => [account, rows.get(account) ?? emptyBalance]))
    },
    post: async (tx, entries) => {
      const accounts = [...new Set(entries.flatMap((entry) => entry.postings.map(({ account }) => account)))]
      const { outcome, balances } = await postEntries(tx, entries, lockOnce(tx, accounts))
      const rows = lockedBy.get(tx)
      for (const row of balances) rows?.set(row.account, row)
      return outcome
    },
    balances: async (db, accounts) => {
      const found = await findBalances(db, accounts)
      return new Map(accounts.map((account) => [account, found.get(account) ?? emptyBalance]))
    },
    balancesOfCustomer: findBalancesOfOwner,
    entriesOfAccount: findLinesOfAccount,
    entries: findEntries,
    postingsOfCustomer: findPostingsOfOwner,
    openHolds: findOpenHolds,
    head: readHead,
  }
}
