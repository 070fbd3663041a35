import { type Id, idOf } from '@bolsillo/kernel'
import type { Db, Sql, Tx } from '@bolsillo/server-kit'
import type { AccountId, ChainHead, OwnerKind } from '../../domain/index.ts'
import { readHead } from '../ledger-store.ts'
import { entriesOf } from './entries-store.ts'

/** What we owe one customer of one asset, over all purses, what is held included; minor units. */
export interface CustomerTotal {
  readonly asset: string
  readonly customerId: Id<'cus'>
  readonly total: bigint
}

/** The balance of the accounts of the house or of a custodian, of one asset; minor units, custody below zero. */
export interface OtherTotal {
  readonly owner: string
  readonly ownerKind: Exclude<OwnerKind, 'customer'>
  readonly purse: string
  readonly asset: string
  readonly posted: bigint
}

/** All balances at one head of the journal. */
export interface BalancesAtHead {
  readonly head: ChainHead
  readonly others: readonly OtherTotal[]
  /** Every customer who is owed something, by asset in the order of its code. Batches, so that a million fit. */
  readonly totals: () => AsyncIterable<readonly CustomerTotal[]>
}

/** A snapshot of a million customers is read within minutes, also on a slow disk. */
const snapshotTimeoutMs = 600_000
const totalsPerBatch = 5_000

/**
 * Reads all balances in one snapshot. Every posting moves balances and the head of the journal in one transaction, so
 * the head a snapshot shows is the one its balances follow from.
 */
export async function withBalancesAtHead<T>(sql: Sql, work: (balances: BalancesAtHead) => Promise<T>): Promise<T> {
  const result = await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('statement_timeout', ${String(snapshotTimeoutMs)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(snapshotTimeoutMs)}, true)`
    return { value: await work({ head: await readHead(tx), others: await findOthers(tx), totals: () => totalsOf(tx) }) }
  })
  return result.value
}

async function findOthers(tx: Tx): Promise<readonly OtherTotal[]> {
  const rows = await tx<{ owner: string; owner_kind: OwnerKind; purse: string; asset: string; posted: bigint }[]>`
    select account.owner, account.owner_kind, account.purse, account.asset, balance.posted
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.owner_kind <> 'customer' and balance.posted <> 0 order by account.id`
  return rows.flatMap(({ owner_kind: ownerKind, ...row }) => (ownerKind === 'customer' ? [] : [{ ...row, ownerKind }]))
}

async function* totalsOf(tx: Tx): AsyncIterable<readonly CustomerTotal[]> {
  const batches = tx<{ asset: string; owner: string; total: string }[]>`
    /* takes long */ select account.asset, account.owner, sum(balance.posted)::text as total
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.owner_kind = 'customer' group by account.asset, account.owner having sum(balance.posted) > 0
    order by account.asset`.cursor(totalsPerBatch)
  for await (const rows of batches) {
    yield rows.map(({ asset, owner, total }) => ({ asset, customerId: idOf('cus', owner), total: BigInt(total) }))
  }
}

/** The balance of each of an owner's accounts right after an entry; accounts at zero are left out. */
export async function findOwedAt(
  db: Db,
  owner: string,
  seq: bigint,
): Promise<readonly { readonly purse: string; readonly asset: string; readonly posted: bigint }[]> {
  const owned = await db<{ id: AccountId; purse: string; asset: string }[]>`
    select id, purse, asset from ledger_account where owner = ${owner} order by id`
  const owed: { readonly purse: string; readonly asset: string; readonly posted: bigint }[] = []
  for (const { id, purse, asset } of owned) {
    for await (const { entry } of entriesOf(db, { account: id }, { before: seq + 1n, atOnce: 1 })) {
      const posted = entry.postings.findLast(({ account }) => account === id)?.postedAfter ?? 0n
      if (posted !== 0n) owed.push({ purse, asset, posted })
      break
    }
  }
  return owed
}
