import type { Tx } from '@bolsillo/server-kit'
import type { AccountId } from '../domain/index.ts'
import { ActsDigest, type BooksFold, type FoldedAccount } from './fold-books.ts'
import {
  countFiled,
  countHolds,
  findGrants,
  findStrayRows,
  findWrongHolds,
  type StoredBalance,
  type StoredFault,
  storedBalances,
  storedNotes,
} from './verify-store.ts'

/** The first row that does not follow from the journal, whose fold this is. */
export async function compareWithBooks(tx: Tx, fold: BooksFold): Promise<StoredFault | undefined> {
  const [stray] = await findStrayRows(tx)
  if (stray !== undefined) return stray
  const numbers = new Map<number, AccountId>()
  return (
    (await compareFiled(tx, fold)) ??
    (await compareBalances(tx, fold, numbers)) ??
    (await findWrongHolds(tx, [...fold.holds.values()])) ??
    (await compareHoldCount(tx, fold)) ??
    (await compareNotes(tx, fold, numbers)) ??
    (await compareGrants(tx, fold))
  )
}

async function compareFiled(tx: Tx, fold: BooksFold): Promise<StoredFault | undefined> {
  const { count, last, highest } = await countFiled(tx)
  if (highest !== fold.highestId)
    return { problem: `the highest id is said to be ${highest}, in the journal it is ${fold.highestId}` }
  if (count === fold.filedCount) return undefined
  return { problem: `${count} acts are filed by their cause, the journal has ${fold.filedCount}; the last is ${last}` }
}

async function compareHoldCount(tx: Tx, fold: BooksFold): Promise<StoredFault | undefined> {
  const count = await countHolds(tx)
  const open = BigInt(fold.holds.size)
  if (count === open) return undefined
  return { problem: `there are ${count} open holds, the journal leaves ${open} open` }
}

async function compareBalances(
  tx: Tx,
  fold: BooksFold,
  numbers: Map<number, AccountId>,
): Promise<StoredFault | undefined> {
  const left = new Map(fold.accounts)
  for await (const row of storedBalances(tx)) {
    const account = row.id ?? `account number ${row.accountNo}`
    const problem = balanceProblem(row, row.id === null ? undefined : fold.accounts.get(row.id))
    if (problem !== undefined) return { account, problem: `${account} ${problem}` }
    if (row.id === null) continue
    numbers.set(row.accountNo, row.id)
    left.delete(row.id)
  }
  const [missing] = left.keys()
  return missing === undefined ? undefined : { account: missing, problem: `${missing} is in no list of accounts` }
}

function balanceProblem(row: StoredBalance, folded: FoldedAccount | undefined): string | undefined {
  const { posted, held, side } = row
  if (row.id === null) return 'is in no list of accounts'
  if (posted === null || held === null) return 'has no balance'
  if (row.kindSide !== side) return 'is kept on the wrong side'
  if (row.asset !== row.balanceAsset) return `is kept in ${row.balanceAsset}`
  const [madePosted, madeHeld] = [folded?.posted ?? 0n, folded?.held ?? 0n]
  if (posted !== madePosted) return `has posted ${posted}, its postings come to ${madePosted}`
  if (held !== madeHeld) return `has held ${held}, its postings come to ${madeHeld}`
  if (side === 1 && (held < 0n || posted < held)) return 'is overdrawn'
  if (side === -1 && (posted > 0n || held !== 0n)) return 'is on the wrong side of zero'
  if ((folded?.namedSeq ?? null) !== row.namedSeq)
    return `is said to have its number by act ${row.namedSeq}, the journal says ${folded?.namedSeq}`
  if (folded?.accountNo !== undefined && folded.accountNo !== row.accountNo)
    return `has the number ${row.accountNo}, the journal gave it ${folded.accountNo}`
  return undefined
}

async function compareNotes(
  tx: Tx,
  fold: BooksFold,
  numbers: ReadonlyMap<number, AccountId>,
): Promise<StoredFault | undefined> {
  const noted = new Map<AccountId, ActsDigest>()
  for await (const { accountNo, acts } of storedNotes(tx)) {
    const account = numbers.get(accountNo)
    if (account === undefined) return { problem: `the index knows account number ${accountNo}, nobody else` }
    const digest = noted.get(account) ?? new ActsDigest()
    noted.set(account, digest)
    for (const seq of acts) digest.add(seq)
  }
  const nothing = new ActsDigest().value()
  for (const [account, { acts }] of fold.accounts)
    if (acts.value() !== (noted.get(account)?.value() ?? nothing))
      return { account, problem: `the lines of ${account} and the blocks of the journal do not agree` }
  return undefined
}

async function compareGrants(tx: Tx, fold: BooksFold): Promise<StoredFault | undefined> {
  const left = new Map(fold.grants)
  for (const { customerId, entryId, at } of await findGrants(tx)) {
    const grant = left.get(customerId)
    left.delete(customerId)
    if (grant?.entryId !== entryId || BigInt(grant.at) !== at)
      return {
        ...(grant === undefined ? {} : { seq: grant.seq }),
        problem: `the practice grant of ${customerId} is not what its entry says`,
      }
  }
  const [missing] = left
  if (missing === undefined) return undefined
  const [customerId, { seq }] = missing
  return { seq, problem: `the practice grant of ${customerId} is not what its entry says` }
}
