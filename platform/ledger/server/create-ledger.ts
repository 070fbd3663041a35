import type { Db, Tx } from '@bolsillo/server-kit'
import { type AccountId, type Balance, type ChainHead, emptyBalance } from '../domain/index.ts'
import { findEntries, findLinesOfAccount, findPostingsOfOwner } from './books/entries-store.ts'
import { actOf, findActs, findMovedBetween } from './journal/journal-store.ts'
import type { Ledger } from './ledger.ts'
import {
  type AccountRow,
  findAccountRows,
  findBalancesOfOwner,
  findNamedAccounts,
  findOpenHolds,
  lockHead,
  openAccounts,
  readHead,
} from './ledger-store.ts'
import { postEntries } from './post-entries.ts'

/** How many accounts' numbers are remembered at most. */
const numbersMax = 500_000

/** What an open transaction knows: the head it has locked, and accounts as it left them. */
interface OpenTransaction {
  head: Promise<ChainHead>
  /** Whether it has posted: then a number it reads may be its own, and undone with it. */
  hasPosted: boolean
  readonly rows: Map<AccountId, AccountRow>
}

type Numbers = ReadonlyMap<AccountId, number>

const isTransaction = (db: Db): db is Tx => 'savepoint' in db

const balanceOf = ({ posted, held }: Balance = emptyBalance): Balance => ({ posted, held })

/**
 * The ledger of one database. Holds no balance in memory beyond open transactions: any number of processes may post.
 * What it does remember are the numbers that acts have given accounts, which never change.
 */
export function createLedger(): Ledger {
  const numbers = new Map<AccountId, number>()
  // Goes with the transaction.
  const open = new WeakMap<Tx, OpenTransaction>()
  const openOf = (tx: Tx): OpenTransaction => {
    const known = open.get(tx)
    if (known !== undefined) return known
    const opened = { head: lockHead(tx), hasPosted: false, rows: new Map<AccountId, AccountRow>() }
    // Whoever goes on awaits it; if nobody does, its failure is that of the whole transaction.
    opened.head.catch(() => undefined)
    open.set(tx, opened)
    return opened
  }
  const hasPosted = (db: Db): boolean => isTransaction(db) && open.get(db)?.hasPosted === true
  return {
    lockHead: (tx) => openOf(tx).head,
    lock: async (tx, accounts) => {
      const opened = openOf(tx)
      await Promise.all([opened.head, readRows(numbers, tx, opened, accounts)])
      return new Map(accounts.map((account) => [account, balanceOf(opened.rows.get(account))]))
    },
    post: async (tx, entries, options = {}) => {
      const opened = openOf(tx)
      if (options.had !== undefined) takeHad(numbers, opened.rows, options.had)
      const readAll = async (): Promise<ReadonlyMap<AccountId, AccountRow>> => {
        const accounts = new Set<AccountId>()
        for (const { postings } of entries) for (const { account } of postings) accounts.add(account)
        await readRows(numbers, tx, opened, [...accounts])
        return opened.rows
      }
      const on = { head: opened.head, rows: readAll }
      const { outcome, moved, head, written } = await postEntries(tx, entries, on, options)
      if (head !== undefined) {
        opened.head = Promise.resolve(head)
        opened.hasPosted = true
      }
      noteMoved(numbers, opened.rows, moved)
      if (outcome.kind === 'posted') options.numbered?.(outcome.seqs, head)
      await written
      return outcome
    },
    balances: async (db, accounts) => {
      const found = await findAccountRows(db, byNumber(numbers, accounts))
      const others = accounts.filter((account) => !found.has(account))
      const named = others.length === 0 ? found : await findNamedAccounts(db, others)
      if (!hasPosted(db)) remember(numbers, named)
      return new Map(accounts.map((account) => [account, balanceOf(found.get(account) ?? named.get(account))] as const))
    },
    movedBetween: findMovedBetween,
    acts: async (db, numbers) => (await findActs(db, numbers)).map(actOf),
    balancesOfCustomer: findBalancesOfOwner,
    entriesOfAccount: findLinesOfAccount,
    entries: findEntries,
    postingsOfCustomer: findPostingsOfOwner,
    openHolds: findOpenHolds,
    head: readHead,
  }
}

/** The accounts whose numbers are known. */
function byNumber(numbers: Numbers, accounts: readonly AccountId[]): ReadonlyMap<number, AccountId> {
  const known = new Map<number, AccountId>()
  for (const account of accounts) {
    const number = numbers.get(account)
    if (number !== undefined) known.set(number, account)
  }
  return known
}

/** Takes the numbers that others have committed. */
function remember(numbers: Map<AccountId, number>, found: ReadonlyMap<AccountId, AccountRow>): void {
  if (numbers.size + found.size > numbersMax) numbers.clear()
  for (const [account, { accountNo, isNamed }] of found) if (isNamed) numbers.set(account, accountNo)
}

/** Reads accounts an open transaction does not know yet; those nobody has named get a number. */
async function readRows(
  numbers: Map<AccountId, number>,
  tx: Tx,
  { rows, hasPosted }: OpenTransaction,
  accounts: readonly AccountId[],
): Promise<void> {
  const wanted = accounts.filter((account) => !rows.has(account))
  if (wanted.length === 0) return
  const strangers = wanted.filter((account) => !numbers.has(account))
  const [known, met] = await Promise.all([findAccountRows(tx, byNumber(numbers, wanted)), openAccounts(tx, strangers)])
  if (!hasPosted) remember(numbers, met)
  for (const found of [known, met]) for (const [account, row] of found) rows.set(account, row)
}

/** Takes balances the caller knows, for accounts that were not read. */
function takeHad(numbers: Numbers, rows: Map<AccountId, AccountRow>, had: ReadonlyMap<AccountId, Balance>): void {
  for (const [account, { posted, held }] of had) {
    const accountNo = numbers.get(account)
    if (accountNo !== undefined && !rows.has(account)) rows.set(account, { accountNo, posted, held, isNamed: true })
  }
}

/** Keeps balances as an entry has left them. */
function noteMoved(numbers: Numbers, rows: Map<AccountId, AccountRow>, moved: ReadonlyMap<AccountId, Balance>): void {
  for (const [account, { posted, held }] of moved) {
    const accountNo = rows.get(account)?.accountNo ?? numbers.get(account)
    // Without a number it is read again by whoever needs it.
    if (accountNo !== undefined) rows.set(account, { accountNo, posted, held, isNamed: true })
  }
}
