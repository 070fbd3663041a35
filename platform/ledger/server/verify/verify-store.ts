import type { Tx } from '@bolsillo/server-kit'

/** The longest a whole pass may take: far beyond any journal a single machine keeps. */
const passTimeoutMs = 3_600_000
const rowsAtOnce = 5000
/** Accounts without a balance under their number: none, unless somebody edited one. */
const strayNamesMax = 100

/** Lets a pass over the whole journal take as long as it takes. */
export async function allowLongPass(tx: Tx): Promise<void> {
  await tx`select set_config('statement_timeout', ${String(passTimeoutMs)}, true)`
}

/** What the row of the head says, if there is one. */
export async function findStoredHead(tx: Tx): Promise<{ readonly seq: bigint; readonly hash: string } | undefined> {
  const [row] = await tx<{ seq: bigint; hash: string }[]>`
    select seq, encode(hash, 'hex') as hash from ledger_head order by seq desc limit 1`
  return row
}

/** The number of an act that is filed behind the end of the journal. */
export async function findFiledBeyond(tx: Tx, end: bigint): Promise<bigint | undefined> {
  const [row] = await tx<{ seq: bigint | null }[]>`
    select max(seq) as seq from (
      select seq from ledger_entry_id
      union all select first_seq + cardinality(ids) - 1 from ledger_entry_ids
    ) as filed where seq > ${end}`
  return row?.seq ?? undefined
}

/** All accounts in the order of their numbers, some at a time. */
export async function* storedAccounts(tx: Tx): AsyncGenerator<{ readonly no: number; readonly id: string }> {
  for (let after = -2_147_483_648; ; ) {
    const rows = await tx<{ no: number; id: string }[]>`
      select account_no as no, coalesce(id, '') as id from ledger_account where account_no > ${after} order by account_no limit ${rowsAtOnce}`
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.no
  }
}

/** What else an account may be called whose row somebody edited: by its parts, and what is left of another's row. */
export async function findOtherNames(tx: Tx, accountNos: readonly number[]): Promise<readonly string[]> {
  const rows = await tx<{ name: string }[]>`
    select concat_ws(':', owner, purse, asset) as name from ledger_account where account_no = any (${accountNos}::integer[])
    union
    (select account.id from ledger_account as account left join ledger_balance as balance using (account_no)
    where balance.account_no is null and account.id is not null limit ${strayNamesMax})`
  return rows.map(({ name }) => name)
}
