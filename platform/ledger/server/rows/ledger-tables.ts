import { present } from '@bolsillo/kernel'
import { type AccountId, accountKinds, accountParts, type ChainHead } from '../../domain/index.ts'
import { bytesPerNumber } from '../journal/journal-store.ts'
import type { FoldedAccount, FoldedGrant, FoldedHold } from './fold-books.ts'
import { filedList, notedList } from './ledger-lists-store.ts'
import type { DerivedList, DerivedTable, PutRow } from './row-source.ts'

// All that is known here of the ledger's tables: their columns, and how the folded journal becomes their rows.

const kindTable: DerivedTable = {
  name: 'ledger_account_kind',
  key: ['owner_kind', 'purse'],
  columns: { owner_kind: 'text', purse: 'text', side: 'smallint', holds: 'boolean', purpose: 'text' },
}
const accountTable: DerivedTable = {
  name: 'ledger_account',
  key: ['account_no'],
  columns: { account_no: 'integer', id: 'text', owner: 'text', owner_kind: 'text', purse: 'text', asset: 'text' },
}
const balanceTable: DerivedTable = {
  name: 'ledger_balance',
  key: ['account_no'],
  columns: {
    account_no: 'integer',
    side: 'smallint',
    asset: 'text',
    posted: 'bigint',
    held: 'bigint',
    named_seq: 'bigint',
    recent_acts: 'bytea',
  },
  listed: ['recent_acts'],
}
const filedTable: DerivedTable = {
  name: 'ledger_entry_id',
  key: ['id'],
  columns: { id: 'text', seq: 'bigint' },
  listed: ['id', 'seq'],
}
/** Nothing is put here: what is rebuilt is filed one by one. */
const filedTogetherTable: DerivedTable = {
  name: 'ledger_entry_ids',
  key: ['first_id'],
  columns: { first_id: 'text', last_id: 'text', first_seq: 'bigint', ids: 'text[]' },
  listed: ['first_id', 'last_id', 'first_seq', 'ids'],
}
const notedTable: DerivedTable = {
  name: 'ledger_account_acts',
  key: ['account_no', 'last'],
  columns: { account_no: 'integer', last: 'bigint', acts: 'bytea' },
  listed: ['account_no', 'last', 'acts'],
}
const oldNotedTable: DerivedTable = {
  name: 'ledger_account_block',
  key: ['account_no', 'first_seq'],
  columns: { account_no: 'integer', first_seq: 'bigint' },
}
const holdTable: DerivedTable = {
  name: 'ledger_hold',
  key: ['id'],
  columns: {
    id: 'text',
    account_no: 'integer',
    opened: 'bigint',
    remaining: 'bigint',
    opened_seq: 'bigint',
  },
}
const headTable: DerivedTable = {
  name: 'ledger_head',
  key: ['one'],
  columns: { one: 'boolean', seq: 'bigint', hash: 'bytea', highest_id: 'text' },
}
const grantTable: DerivedTable = {
  name: 'ledger_practice_grant',
  key: ['customer_id'],
  columns: { customer_id: 'text', entry_id: 'text', granted_at: 'bigint' },
}
const treeTable: DerivedTable = {
  name: 'ledger_tree',
  key: ['level', 'place'],
  columns: { level: 'smallint', place: 'bigint', hash: 'bytea' },
}

/** Every table of the ledger that follows from the journal and the chart of accounts. */
export const ledgerTables: readonly DerivedTable[] = [
  kindTable,
  accountTable,
  balanceTable,
  filedTable,
  filedTogetherTable,
  notedTable,
  oldNotedTable,
  holdTable,
  headTable,
  grantTable,
  treeTable,
]

/** Lists that are kept in rows of these tables. */
export const ledgerLists: readonly DerivedList[] = [filedList, notedList]

/** Acts of a row that is put away: as many as an account's list has about when the ledger puts it away. */
export const notedAtOnce = 16

/** The chart of accounts. */
export function putKinds(put: PutRow): void {
  for (const { owner, purse, side, holds, purpose } of accountKinds)
    put(kindTable, { owner_kind: owner, purse, side: sideOf(side), holds, purpose })
}

/** An account and what it has. */
export function putAccount(
  put: PutRow,
  no: number,
  account: AccountId,
  { posted, held, namedSeq, recent }: Pick<FoldedAccount, 'posted' | 'held' | 'namedSeq' | 'recent'>,
): void {
  const { owner, ownerKind, purse, asset, side } = accountParts(account)
  put(accountTable, { account_no: no, id: account, owner, owner_kind: ownerKind, purse, asset })
  const [named, acts] = [namedSeq ?? null, numbersText(recent)]
  put(balanceTable, { account_no: no, side: sideOf(side), asset, posted, held, named_seq: named, recent_acts: acts })
}

const sideOf = (side: 'credit' | 'debit'): number => (side === 'credit' ? 1 : -1)

/** Where the act with this cause is: its number. */
export function putFiled(put: PutRow, id: string, seq: bigint): void {
  put(filedTable, { id, seq })
}

/** Some of the acts that posted to an account, ascending. */
export function putNoted(put: PutRow, no: number, acts: readonly bigint[]): void {
  put(notedTable, { account_no: no, last: present(acts.at(-1), 'an act'), acts: numbersText(acts) })
}

/** Of a block from before acts, that some of its entries posted to an account. */
export function putOldNoted(put: PutRow, no: number, first: bigint): void {
  put(oldNotedTable, { account_no: no, first_seq: first })
}

/** Numbers of acts as the index of accounts keeps them. */
function numbersText(acts: readonly bigint[]): string {
  const bytes = Buffer.allocUnsafe(bytesPerNumber * acts.length)
  for (const [at, seq] of acts.entries()) bytes.writeBigInt64BE(seq, bytesPerNumber * at)
  return bytesText(bytes)
}

const bytesText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

/** A reservation of which something is left. */
export function putHold(put: PutRow, no: number, { id, opened, remaining, openedSeq }: FoldedHold): void {
  put(holdTable, { id, account_no: no, opened, remaining, opened_seq: openedSeq })
}

/** The head of the chain, and the highest id that is filed. */
export function putHead(put: PutRow, { seq, hash }: ChainHead, highestId: string): void {
  put(headTable, { one: true, seq, hash: `\\x${hash}`, highest_id: highestId })
}

/** A practice grant. */
export function putGrant(put: PutRow, customerId: string, { entryId, at }: FoldedGrant): void {
  put(grantTable, { customer_id: customerId, entry_id: entryId, granted_at: at })
}

/** A stored node of the tree. */
export function putNode(put: PutRow, level: number, place: bigint, hash: Uint8Array): void {
  put(treeTable, { level, place, hash: bytesText(Buffer.from(hash)) })
}
