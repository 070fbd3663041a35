import { assert, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type AccountId, type ChainHead, emptyBalance } from '../domain/index.ts'
import { findEntries, findLinesOfAccount, findPostingsOfOwner } from './entries-store.ts'
import type { Ledger } from './ledger.ts'
import {
  findAccountNumbers,
  findBalances,
  findBalancesOfOwner,
  findNumberedBalances,
  findOpenHolds,
  type LockedBalance,
  lockBalances,
  lockHead,
  lockNumbered,
  readHead,
} from './ledger-store.ts'
import { postEntries, prepareEntries } from './post-entries.ts'

/** The most accounts one transaction locks. */
const accountsMax = 8192

/** How many accounts' numbers are remembered at most. */
const numbersMax = 500_000

/** Up to so many accounts are locked by their names rather than waiting for the numbers of those not met before. */
const byNameMax = 64

/**
 * The ledger of one database. Holds no balance in memory beyond open transactions: any number of processes may post.
 * What it does remember are the numbers of accounts, which never change, and of which of them the journal knows.
 */
export function createLedger(): Ledger {
  const numbers = new Map<AccountId, number>()
  const namedNumbers = new Map<AccountId, number>()
  const remember = (met: ReadonlyMap<AccountId, number>): void => {
    if (numbers.size + met.size > numbersMax) numbers.clear()
    for (const [account, number] of met) numbers.set(account, number)
  }
  /** What was read under its lock before anything was posted: another transaction committed it. */
  const rememberNamed = (rows: readonly LockedBalance[]): void => {
    if (namedNumbers.size + rows.length > numbersMax) namedNumbers.clear()
    for (const { account, accountNo, namedSeq } of rows)
      if (namedSeq !== undefined) namedNumbers.set(account, accountNo)
  }
  /** `sent` is told once the locks are on their way: what is sent then is taken behind them. */
  const lockRows = async (
    tx: Tx,
    accounts: readonly AccountId[],
    sent: () => void,
  ): Promise<readonly LockedBalance[]> => {
    const strangers = accounts.filter((account) => !numbers.has(account))
    if (strangers.length > 0 && accounts.length <= byNameMax) {
      // The question goes before the locks: what it finds is committed, so its number will stay.
      const meeting = findAccountNumbers(tx, strangers)
      const locking = lockBalances(tx, accounts)
      sent()
      const [met, found] = await Promise.all([meeting, locking])
      remember(met)
      return found
    }
    if (strangers.length > 0) remember(await findAccountNumbers(tx, strangers))
    if (accounts.every((account) => numbers.has(account))) {
      const locking = lockNumbered(tx, accounts, (account) => present(numbers.get(account), account))
      sent()
      const found = await locking
      if (found.length === accounts.length) return found
      // A number was remembered of an account whose opening was undone after all: it has another one by now, or none.
      for (const account of accounts) numbers.delete(account)
    }
    const locking = lockBalances(tx, accounts)
    sent()
    return await locking
  }
  // The rows each open transaction has locked, as it left them: nobody else can change them before it ends. Goes with
  // the transaction.
  const lockedBy = new WeakMap<Tx, Map<AccountId, LockedBalance>>()
  const lockOnce = async (
    tx: Tx,
    accounts: readonly AccountId[],
    sent: () => void = () => undefined,
  ): Promise<ReadonlyMap<AccountId, LockedBalance>> => {
    const earlier = lockedBy.get(tx)
    if (earlier === undefined) {
      assert(accounts.length <= accountsMax, `more than ${accountsMax} accounts in one transaction`)
      const rows = new Map<AccountId, LockedBalance>()
      lockedBy.set(tx, rows)
      const found = await lockRows(tx, accounts, sent)
      rememberNamed(found)
      for (const row of found) rows.set(row.account, row)
      return rows
    }
    const stranger = accounts.find((account) => !earlier.has(account))
    assert(stranger === undefined, `name all accounts in the first lock of a transaction; ${stranger} came later`)
    return earlier
  }
  // The head, where it was taken with the balances, until something is posted.
  const heads = new WeakMap<Tx, Promise<ChainHead>>()
  const takeHead = (tx: Tx): void => {
    if (heads.has(tx)) return
    const head = lockHead(tx)
    // Whoever posts awaits it; if nobody does, its failure is that of the whole transaction.
    head.catch(() => undefined)
    heads.set(tx, head)
  }
  return {
    lock: async (tx, accounts, { withHead = false } = {}) => {
      const rows = await lockOnce(tx, accounts, withHead ? () => takeHead(tx) : undefined)
      if (withHead) await heads.get(tx)
      return new Map(accounts.map((account) => [account, rows.get(account) ?? emptyBalance]))
    },
    post: async (tx, entries, options) => {
      const accounts = [...new Set(entries.flatMap((entry) => entry.postings.map(({ account }) => account)))]
      const locks = { rows: lockOnce(tx, accounts), head: heads.get(tx) }
      // What is written moves the head on.
      if (entries.length > 0) heads.delete(tx)
      const { outcome, balances } = await postEntries(tx, entries, locks, options)
      const rows = lockedBy.get(tx)
      for (const row of balances) rows?.set(row.account, row)
      return outcome
    },
    prepare: (entries, { balances, head }) => prepareEntries(entries, balances, head, namedNumbers),
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
