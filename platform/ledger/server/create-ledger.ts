import { assert } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type AccountId, type Balance, emptyBalance } from '../domain/index.ts'
import type { Ledger } from './ledger.ts'
import {
  findBalances,
  findBalancesOfOwner,
  findEntries,
  findLinesOfAccount,
  findOpenHolds,
  lockBalances,
  readHead,
} from './ledger-store.ts'
import { postEntries } from './post-entries.ts'

/** The most accounts one transaction locks. */
const accountsMax = 8192

/** The ledger. Holds nothing in memory: any number of processes may post. */
export function createLedger(): Ledger {
  // What each open transaction has locked, so that the order of locking can be asserted. Goes with the transaction.
  const lockedBy = new WeakMap<Tx, ReadonlySet<AccountId>>()
  const noteLocks = (tx: Tx, accounts: readonly AccountId[]): void => {
    const earlier = lockedBy.get(tx)
    if (earlier === undefined) {
      assert(accounts.length <= accountsMax, `more than ${accountsMax} accounts in one transaction`)
      lockedBy.set(tx, new Set(accounts))
      return
    }
    const stranger = accounts.find((account) => !earlier.has(account))
    assert(stranger === undefined, `name all accounts in the first lock of a transaction; ${stranger} came later`)
  }
  return {
    lock: async (tx, accounts) => {
      noteLocks(tx, accounts)
      const rows = await lockBalances(tx, accounts)
      return new Map(rows.map(({ account, posted, held }): [AccountId, Balance] => [account, { posted, held }]))
    },
    post: async (tx, entries) => {
      noteLocks(tx, [...new Set(entries.flatMap((entry) => entry.postings.map(({ account }) => account)))])
      return await postEntries(tx, entries)
    },
    balances: async (db, accounts) => {
      const found = await findBalances(db, accounts)
      return new Map(accounts.map((account) => [account, found.get(account) ?? emptyBalance]))
    },
    balancesOfCustomer: findBalancesOfOwner,
    entriesOfAccount: findLinesOfAccount,
    entries: async (db, ids) => (await findEntries(db, ids)).map(({ entry }) => entry),
    openHolds: findOpenHolds,
    head: readHead,
  }
}
