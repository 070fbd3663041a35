import { type AccountId, accountKinds, accountParts, type ChainHead } from '../../domain/index.ts'
import type { FoldedAccount, FoldedGrant, FoldedHold } from './fold-books.ts'
import type { DerivedTable, PutRow } from './row-source.ts'

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
  },
}
const filedTable: DerivedTable = { name: 'ledger_entry_id', key: ['id'], columns: { id: 'text', seq: 'bigint' } }
const notedTable: DerivedTable = {
  name: 'ledger_account_block',
  key: ['account_no', 'first_seq'],
  columns: { account_no: 'integer', first_seq: 'bigint', places: 'smallint[]' },
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
    closed_seq: 'bigint',
  },
}
const headTable: DerivedTable = {
  name: 'ledger_head',
  key: ['one'],
  columns: { one: 'boolean', seq: 'bigint', hash: 'bytea' },
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
  notedTable,
  holdTable,
  headTable,
  grantTable,
  treeTable,
]

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
  { posted, held, namedSeq }: Pick<FoldedAccount, 'posted' | 'held' | 'namedSeq'>,
): void {
  const { owner, ownerKind, purse, asset, side } = accountParts(account)
  put(accountTable, { account_no: no, id: account, owner, owner_kind: ownerKind, purse, asset })
  put(balanceTable, { account_no: no, side: sideOf(side), asset, posted, held, named_seq: namedSeq ?? null })
}

const sideOf = (side: 'credit' | 'debit'): number => (side === 'credit' ? 1 : -1)

/** Where what has this cause stands. */
export function putFiled(put: PutRow, id: string, seq: bigint): void {
  put(filedTable, { id, seq })
}

/** Which acts of a block posted to an account; of a block from before acts, that some did. */
export function putNoted(put: PutRow, no: number, first: bigint, places: readonly number[] | undefined): void {
  put(notedTable, { account_no: no, first_seq: first, places: places === undefined ? null : `{${places.join(',')}}` })
}

/** A reservation. */
export function putHold(put: PutRow, no: number, { id, opened, remaining, openedSeq, closedSeq }: FoldedHold): void {
  put(holdTable, { id, account_no: no, opened, remaining, opened_seq: openedSeq, closed_seq: closedSeq ?? null })
}

/** The head of the chain. */
export function putHead(put: PutRow, { seq, hash }: ChainHead): void {
  put(headTable, { one: true, seq, hash: `\\x${hash}` })
}

/** A practice grant. */
export function putGrant(put: PutRow, customerId: string, { entryId, at }: FoldedGrant): void {
  put(grantTable, { customer_id: customerId, entry_id: entryId, granted_at: at })
}

/** A stored node of the tree. */
export function putNode(put: PutRow, level: number, place: bigint, hash: Uint8Array): void {
  put(treeTable, { level, place, hash: `\\x${Buffer.from(hash).toString('hex')}` })
}
