import { type Id, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type AccountId, accountKinds } from '../domain/index.ts'
import type { FoldedHold } from './fold-books.ts'
import { actNumbers, bytesPerNumber } from './journal-store.ts'
import { findKnownEntries, plain } from './ledger-store.ts'
import { findStrayOldPostings } from './old-blocks-store.ts'

/** The first row of a kind that does not follow from the journal. */
export interface StoredFault {
  readonly problem: string
  readonly seq?: bigint
  readonly account?: string
}

/** The longest a whole pass may take: far beyond any journal a single machine keeps. */
const passTimeoutMs = 3_600_000
const rowsAtOnce = 5000

/** Lets a pass over the whole journal take as long as it takes. */
export async function allowLongPass(tx: Tx): Promise<void> {
  await tx`select set_config('statement_timeout', ${String(passTimeoutMs)}, true)`
}

interface FiledAct {
  readonly id: string
  readonly seq: bigint
}

/** The first of these entries, of one block, that is not found under its id. */
export async function findMisfiled(tx: Tx, entries: readonly FiledAct[]): Promise<StoredFault | undefined> {
  const [first] = entries
  if (first === undefined || (await areFiledTogether(tx, entries, first))) return undefined
  const known = await findKnownEntries(
    tx,
    entries.map(({ id }) => id),
  )
  const misfiled = entries.find(({ id, seq }) => known.get(id) !== seq)
  return misfiled === undefined
    ? undefined
    : { seq: misfiled.seq, problem: `entry ${misfiled.id} is not found under its id` }
}

/** Whether these are one row of the index of ids, all of it. */
async function areFiledTogether(tx: Tx, entries: readonly FiledAct[], first: FiledAct): Promise<boolean> {
  const [row] = await tx<{ last_id: string; first_seq: bigint; ids: string }[]>`
    select last_id, first_seq, array_to_string(ids, ',') as ids from ledger_entry_ids where first_id = ${first.id}`
  const isSame = row?.first_seq === first.seq && row.last_id === entries.at(-1)?.id
  return isSame && row.ids === entries.map(({ id }) => id).join(',')
}

/** How many acts are filed by their cause, the last of them, and the highest cause as the head has it. */
export async function countFiled(
  tx: Tx,
): Promise<{ readonly count: bigint; readonly last: string | null; readonly highest: string }> {
  const [row] = await tx<{ count: bigint; last: string | null; highest: string }[]>`
    select (select count(*) from ledger_entry_id)
        + (select coalesce(sum(greatest(cardinality(ids), 1)), 0)::bigint from ledger_entry_ids) as count,
      (select id from ledger_filed order by seq desc limit 1) as last, (select highest_id from ledger_head) as highest`
  return present(row, 'a count')
}

/** The first of these reservations whose row is not what its postings made of it. */
export async function findWrongHolds(tx: Tx, holds: readonly FoldedHold[]): Promise<StoredFault | undefined> {
  for (let from = 0; from < holds.length; from += rowsAtOnce) {
    const part = holds.slice(from, from + rowsAtOnce)
    const rows = await tx<
      {
        id: Id<'hld'>
        account: string
        opened: bigint
        remaining: bigint
        opened_seq: bigint
      }[]
    >`
      select hold.id, account.id as account, hold.opened, hold.remaining, hold.opened_seq
      from ledger_hold as hold join ledger_account as account using (account_no)
      where hold.id = any (${plain(part.map(({ id }) => id))}::text[])`
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { id, account, opened, remaining, openedSeq } of part) {
      const row = byId.get(id)
      const isSame =
        row?.account === account && row.opened === opened && row.remaining === remaining && row.opened_seq === openedSeq
      if (!isSame)
        return { seq: openedSeq, account, problem: `hold ${id} on ${account} is not what its postings made of it` }
    }
  }
  return undefined
}

/** How many reservations are open. */
export async function countHolds(tx: Tx): Promise<bigint> {
  const [row] = await tx<{ count: bigint }[]>`select count(*) as count from ledger_hold`
  return present(row, 'a count').count
}

/** A row of the books as it is stored, by account: what is missing on either side is null. */
export interface StoredBalance {
  readonly accountNo: number
  readonly id: AccountId | null
  readonly asset: string | null
  readonly kindSide: number | null
  readonly side: number | null
  readonly balanceAsset: string | null
  readonly posted: bigint | null
  readonly held: bigint | null
  readonly namedSeq: bigint | null
}

/** All accounts with their balances in the order of their numbers, some at a time. */
export async function* storedBalances(tx: Tx): AsyncGenerator<StoredBalance> {
  for (let after = -2_147_483_648; ; ) {
    const rows = await tx<StoredBalance[]>`
      select coalesce(account.account_no, balance.account_no) as "accountNo", account.id, account.asset,
        kind.side as "kindSide", balance.side, balance.asset as "balanceAsset", balance.posted, balance.held,
        balance.named_seq as "namedSeq"
      from (
        select account_no from ledger_account where account_no > ${after}
        union select account_no from ledger_balance where account_no > ${after}
        order by account_no limit ${rowsAtOnce}
      ) as number
        left join ledger_account as account using (account_no)
        left join ledger_balance as balance using (account_no)
        left join ledger_account_kind as kind using (owner_kind, purse)
      order by 1`
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.accountNo
  }
}

/** Acts that posted to an account, ascending. */
export interface StoredNotes {
  readonly accountNo: number
  readonly acts: readonly bigint[]
}

/** The index of accounts as far as it is of acts: of each account in their order, the newest last. */
export async function* storedNotes(tx: Tx): AsyncGenerator<StoredNotes> {
  for (let after = { accountNo: -1, last: -1n }; ; ) {
    const rows = await tx<{ accountNo: number; last: bigint; acts: Buffer }[]>`
      select account_no as "accountNo", last, acts from ledger_account_acts
      where (account_no, last) > (${after.accountNo}, ${after.last}) order by account_no, last limit ${rowsAtOnce}`
    for (const { accountNo, last, acts } of rows) yield { accountNo, acts: numbersOf(acts, last) }
    const last = rows.at(-1)
    if (last === undefined) break
    after = last
  }
  for (let after = -1; ; ) {
    const rows = await tx<{ accountNo: number; acts: Buffer }[]>`
      select account_no as "accountNo", recent_acts as acts from ledger_balance
      where account_no > ${after} order by account_no limit ${rowsAtOnce}`
    for (const { accountNo, acts } of rows) if (acts.length > 0) yield { accountNo, acts: numbersOf(acts) }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.accountNo
  }
}

/** What no act is numbered: stands for what is no list of numbers, or is found by another act than its last. */
const noAct = -1n

function numbersOf(acts: Buffer, last?: bigint): readonly bigint[] {
  const seqs = actNumbers(acts)
  const isWhole = acts.length % bytesPerNumber === 0
  return isWhole && (last === undefined || last === seqs.at(-1)) ? seqs : [...seqs, noAct]
}

/** The practice grants that are kept. */
export async function findGrants(
  tx: Tx,
): Promise<readonly { readonly customerId: string; readonly entryId: string; readonly at: bigint }[]> {
  return await tx<{ customerId: string; entryId: string; at: bigint }[]>`
    select customer_id as "customerId", entry_id as "entryId", granted_at as at from ledger_practice_grant
    order by customer_id`
}

/** Account kinds other than the chart's; of blocks from before acts postings without an entry and a wrong index. */
export async function findStrayRows(tx: Tx): Promise<readonly StoredFault[]> {
  const kinds = accountKinds.map((kind) => ({ ...kind, side: kind.side === 'credit' ? 1 : -1 }))
  const wrongKinds = await tx<{ what: string }[]>`
    select coalesce(stored.owner_kind || ' ' || stored.purse, chart.owner || ' ' || chart.purse) as what
    from ledger_account_kind as stored full join unnest(
      ${kinds.map(({ owner }) => owner)}::text[], ${kinds.map(({ purse }) => purse)}::text[],
      ${kinds.map(({ side }) => side)}::smallint[], ${kinds.map(({ holds }) => String(holds))}::text[],
      ${kinds.map(({ purpose }) => purpose)}::text[]
    ) as chart (owner, purse, side, holds, purpose)
      on (stored.owner_kind, stored.purse, stored.side, stored.holds::text, stored.purpose)
        = (chart.owner, chart.purse, chart.side, chart.holds, chart.purpose)
    where stored.purse is null or chart.purse is null limit 1`
  const stray = await findStrayOldPostings(tx)
  const unlisted = await tx<{ account_no: number; seq: bigint }[]>`
    select coalesce(noted.account_no, posted.account_no) as account_no, coalesce(noted.first_seq, posted.first_seq) as seq
    from ledger_account_block as noted full join (
      select distinct block.first_seq, posting.account_no
      from ledger_block as block, unnest(block.account_nos) as posting (account_no)
    ) as posted on noted.account_no = posted.account_no and noted.first_seq = posted.first_seq
    where noted.account_no is null or posted.account_no is null limit 1`
  return [
    ...wrongKinds.map(({ what }) => ({ problem: `the chart of accounts differs from the program's at: ${what}` })),
    ...stray.map(({ seq, line }) => ({ seq, problem: `posting ${line} of entry ${seq} belongs to no entry` })),
    ...unlisted.map(({ account_no, seq }) => ({
      seq,
      problem: `the lines of account number ${account_no} and the block at ${seq} do not agree`,
    })),
  ]
}
