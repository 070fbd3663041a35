import { assert, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type AccountId, emptyBalance } from '../domain/index.ts'
import type { Ledger } from './ledger.ts'
import {
  findAccountNumbers,
  findBalances,
  findBalancesOfOwner,
  findEntries,
  findLinesOfAccount,
  findNumberedBalances,
  findOpenHolds,
  findPostingsOfOwner,
  type LockedBalance,
  lockBalances,
  lockNumbered,
  readHead,
} from './ledger-store.ts'
import { postEntries } from './post-entries.ts'

/** The most accounts one transaction locks. */
const accountsMax = 8192

/** How many accounts' numbers are remembered at most. */
const numbersMax = 500_000

/**
 * The ledger of one database. Holds no balance in memory beyond open transactions: any number of processes may post.
 * What it does remember are the numbers of accounts, which never change.
 */
export function createLedger(): Ledger {
  const numbers = new Map<AccountId, number>()
  const lockRows = async (tx: Tx, accounts: readonly AccountId[]): Promise<readonly LockedBalance[]> => {
    const strangers = accounts.filter((account) => !numbers.has(account))
    const met = strangers.length === 0 ? undefined : await findAccountNumbers(tx, strangers)
    if (met !== undefined) {
      if (numbers.size + met.size > numbersMax) numbers.clear()
      for (const [account, number] of met) numbers.set(account, number)
    }
    if (accounts.every((account) => numbers.has(account))) {
      const found = await lockNumbered(tx, accounts, (account) => present(numbers.get(account), account))
      if (found.length === accounts.length) return found
      // A number was remembered of an account whose opening was undone after all: it has another one by now, or none.
      for (const account of accounts) numbers.delete(account)
    }
    return await lockBalances(tx, accounts)
  }
  // The rows each open transaction has locked, as it left them: nobody else can change them before it ends. Goes with
  // the transaction.
  const lockedBy = new WeakMap<Tx, Map<AccountId, LockedBalance>>()
  const lockOnce = async (tx: Tx, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, LockedBalance>> => {
    const earlier = lockedBy.get(tx)
    if (earlier === undefined) {
      assert(accounts.length <= accountsMax, `more than ${accountsMax} accounts in one transaction`)
      const rows = new Map<AccountId, LockedBalance>()
      lockedBy.set(tx, rows)
      for (const row of await lockRows(tx, accounts)) rows.set(row.account, row)
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
    post: async (tx, entries, numbered) => {
      const accounts = [...new Set(entries.flatMap((entry) => entry.postings.map(({ account }) => account)))]
      const { outcome, balances } = await postEntries(tx, entries, lockOnce(tx, accounts), numbered)
      const rows = lockedBy.get(tx)
      for (const row of balances) rows?.set(row.account, row)
      return outcome
    },
    balances: async (db, accounts) => {
      const byNumber = new Map<number, AccountId>()
      for (const account of accounts) {
        const number = numbers.get(account)
        if (number !== undefined) byNumber.set(number, account)
      }
      const found = await findNumberedBalances(db, byNumber)
      const others = accounts.filter((account) => !found.has(account))
      const named = others.length === 0 ? undefined : await findBalances(db, others)
      return new Map(
        accounts.map((account) => [account, found.get(account) ?? named?.get(account) ?? emptyBalance] as const),
      )
    },
    balancesOfCustomer: findBalancesOfOwner,
    entriesOfAccount: findLinesOfAccount,
    entries: findEntries,
    postingsOfCustomer: findPostingsOfOwner,
    openHolds: findOpenHolds,
    head: readHead,
  }
}
