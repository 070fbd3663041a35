import { idOf, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { type AccountId, accountParts, type Balance, type ChainHead } from '../domain/index.ts'
import type { CustomerBalance, Hold } from './ledger.ts'

/** What an account has, and its number. */
export interface AccountRow extends Balance {
  readonly accountNo: number
  /** Whether an act has given the account its number: from the first thing posted there on. */
  readonly isNamed: boolean
}

// postgres.js writes arrays element by element through a serializer; thousands of postings a batch are worth writing
// the literal at once. Only numbers and identifiers go this way, whose shapes `entryProblems` has checked: nothing in
// them needs quoting, and no word of ours is the literal's NULL.
/** The literal of an array of these. */
export const plain = (values: readonly (bigint | number | string)[]): string => `{${values.join(',')}}`

interface BalanceRow {
  readonly account_no: number
  readonly posted: bigint
  readonly held: bigint
  readonly is_named: boolean
}

const rowOf = ({ account_no: accountNo, posted, held, is_named: isNamed }: BalanceRow): AccountRow => ({
  accountNo,
  posted,
  held,
  isNamed,
})

/** The rows of accounts, opening what is missing. */
export async function openAccounts(
  tx: Tx,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, AccountRow>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx<(BalanceRow & { id: AccountId })[]>`
    select id, account_no, posted, held, is_named from ledger_accounts(${plain(accounts)}::text[])`
  return new Map(rows.map((row) => [row.id, rowOf(row)]))
}

/** The rows of accounts that have these numbers. */
export async function findAccountRows(
  db: Db,
  accounts: ReadonlyMap<number, AccountId>,
): Promise<ReadonlyMap<AccountId, AccountRow>> {
  if (accounts.size === 0) return new Map()
  const rows = await db<BalanceRow[]>`
    select account_no, posted, held, named_seq is not null as is_named
    from ledger_balance where account_no = any (${plain([...accounts.keys()])}::integer[])`
  return new Map(rows.map((row) => [present(accounts.get(row.account_no), 'account read'), rowOf(row)]))
}

/** Locks the head of the chain. */
export async function lockHead(tx: Tx): Promise<ChainHead> {
  const [row] = await tx<{ seq: bigint; hash: Buffer }[]>`select seq, hash from ledger_lock_head()`
  return headOf(row)
}

/** The head of the chain. */
export async function readHead(db: Db): Promise<ChainHead> {
  const [row] = await db<{ seq: bigint; hash: Buffer }[]>`select seq, hash from ledger_head`
  return headOf(row)
}

function headOf(row: { readonly seq: bigint; readonly hash: Buffer } | undefined): ChainHead {
  if (row === undefined) throw new Error('ledger_head has no row')
  return { seq: row.seq, hash: row.hash.toString('hex') }
}

/** The numbers of those of these entries that are in the journal. */
export async function findKnownEntries(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const wanted = plain(ids)
  // Most are asked for that are not there yet, and higher than all that are.
  const rows = await db<{ id: string; seq: bigint }[]>`
    select id, seq from ledger_entry_id where id = any (${wanted}::text[])
    union all
    select wanted.id, many.first_seq + array_position(many.ids, wanted.id) - 1
    from (
      select id from unnest(${wanted}::text[]) as asked (id)
      where id collate "C" <= (select highest_id from ledger_head) offset 0
    ) as wanted, lateral (
      select last_id, first_seq, ids from ledger_entry_ids where first_id <= wanted.id order by first_id desc limit 1
    ) as many
    where wanted.id <= many.last_id and wanted.id = any (many.ids)`
  return new Map(rows.map((row) => [row.id, row.seq]))
}

/** Those of these holds that are open. */
export async function findHolds(db: Db, ids: readonly string[]): Promise<readonly Hold[]> {
  if (ids.length === 0) return []
  const rows = await db<HoldRow[]>`
    select hold.id, account.id as account, hold.opened, hold.remaining
    from ledger_hold as hold join ledger_account as account using (account_no)
    where hold.id = any (${ids}::text[])`
  return rows.map(holdOf)
}

/** The open holds of an account, oldest first. */
export async function findOpenHolds(db: Db, account: AccountId): Promise<readonly Hold[]> {
  const rows = await db<HoldRow[]>`
    select hold.id, account.id as account, hold.opened, hold.remaining
    from ledger_account as account join ledger_hold as hold using (account_no)
    where account.id = ${account}
    order by hold.opened_seq, hold.id`
  return rows.map(holdOf)
}

interface HoldRow {
  readonly id: string
  readonly account: AccountId
  readonly opened: bigint
  readonly remaining: bigint
}

function holdOf(row: HoldRow): Hold {
  return { id: idOf('hld', row.id), account: row.account, opened: row.opened, remaining: row.remaining }
}

/** The rows of those of these accounts that exist. */
export async function findNamedAccounts(
  db: Db,
  accounts: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, AccountRow>> {
  const rows = await db<(BalanceRow & { id: AccountId })[]>`
    select account.id, account_no, balance.posted, balance.held, balance.named_seq is not null as is_named
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.id = any (${plain(accounts)}::text[])`
  return new Map(rows.map((row) => [row.id, rowOf(row)]))
}

/** Everything an owner has, accounts at zero included. */
export async function findBalancesOfOwner(db: Db, owner: string): Promise<readonly CustomerBalance[]> {
  const rows = await db<{ id: AccountId; posted: bigint; held: bigint; holds: number }[]>`
    select account.id, balance.posted, balance.held, (
        select count(*)::integer from ledger_hold as hold
        where hold.account_no = balance.account_no) as holds
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.owner = ${owner}
    order by account.id`
  return rows.map((row) => {
    const { purse, asset } = accountParts(row.id)
    return { account: row.id, purse, asset, posted: row.posted, held: row.held, holds: row.holds }
  })
}

/** How much of one asset is where. Whole numbers of its smallest unit. */
export interface AssetSums {
  readonly asset: string
  readonly customers: bigint
  /** The house's accounts but the two below, and what the house owes rails. */
  readonly house: bigint
  /** The insurance fund. */
  readonly insurance: bigint
  /** Practice money that nobody was granted yet. */
  readonly ungranted: bigint
  readonly venues: bigint
}

/** Per asset, the balances of the accounts of customers, of the house, and of venues. */
export async function findSums(db: Db): Promise<readonly AssetSums[]> {
  return await db<AssetSums[]>`
    select account.asset,
      coalesce(sum(balance.posted) filter (where account.owner_kind = 'customer'), 0)::bigint as customers,
      coalesce(sum(balance.posted) filter (
        where account.owner_kind = 'house' and account.purse not in ('practice-funding', 'insurance')
          or account.purse = 'owed'
      ), 0)::bigint as house,
      coalesce(sum(balance.posted) filter (where account.purse = 'insurance'), 0)::bigint as insurance,
      coalesce(sum(balance.posted) filter (where account.purse = 'practice-funding'), 0)::bigint as ungranted,
      coalesce(sum(balance.posted) filter (where account.owner_kind = 'venue' and account.purse <> 'owed'), 0)::bigint as venues
    from ledger_account as account join ledger_balance as balance using (account_no)
    group by account.asset order by account.asset`
}

/** The accounts of an asset that are no customer's, with their balances; and what customers have of it together. */
export async function findAccountsOfAsset(
  db: Db,
  asset: string,
): Promise<{
  readonly customers: bigint
  readonly accounts: readonly { readonly account: AccountId; readonly posted: bigint }[]
}> {
  const rows = await db<{ account: AccountId | null; posted: bigint }[]>`
    select case account.owner_kind when 'customer' then null else account.id end as account,
      sum(balance.posted)::bigint as posted
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.asset = ${asset} group by 1 order by 1`
  return {
    customers: rows.find(({ account }) => account === null)?.posted ?? 0n,
    accounts: rows.flatMap(({ account, posted }) => (account === null ? [] : [{ account, posted }])),
  }
}

/** The kinds of entries the database allows. */
export async function findAllowedKinds(db: Db): Promise<readonly string[]> {
  return (await db<{ kind: string }[]>`select kind from ledger_entry_rule order by kind`).map(({ kind }) => kind)
}
