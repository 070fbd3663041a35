import type { Db, Tx } from '@bolsillo/server-kit'
import { accountKinds } from '../domain/index.ts'

/** The first row of a kind that does not follow from the journal. */
export interface StoredFault {
  readonly problem: string
  readonly seq?: bigint
  readonly account?: string
}

/** The longest a whole pass may take: far beyond any journal a single machine keeps. */
const passTimeoutMs = 3_600_000

/** Lets a pass over the whole journal take as long as it takes. */
export async function allowLongPass(tx: Tx): Promise<void> {
  await tx`select set_config('statement_timeout', ${String(passTimeoutMs)}, true)`
}

/** The hashes of the entries that have these numbers. */
export async function findEntryHashes(db: Db, seqs: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (seqs.length === 0) return new Map()
  // By the blocks and not by the view of entries, which would have to be made whole to find one.
  const rows = await db<{ seq: bigint; hash: string }[]>`
    select wanted.seq, encode(block.hashes[wanted.seq - block.first_seq + 1], 'hex') as hash
    from unnest(${seqs.map(String)}::bigint[]) as wanted (seq), lateral (
      select first_seq, last_seq, hashes from ledger_block where first_seq <= wanted.seq order by first_seq desc limit 1
    ) as block
    where block.last_seq >= wanted.seq`
  return new Map(rows.map(({ seq, hash }) => [seq, hash]))
}

/** Postings without an entry, look-ups that do not follow from the blocks, and account kinds other than the chart's. */
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
  const stray = await tx<{ seq: bigint; line: number }[]>`
    select block.first_seq + posting.place as seq, posting.line
    from ledger_block as block, unnest(block.places, block.lines) as posting (place, line)
    where posting.place < 0 or posting.place >= cardinality(block.ids)
    order by 1, 2 limit 1`
  const misfiled = await tx<{ id: string }[]>`
    select coalesce(filed.id, entry.id) as id
    from ledger_entry_id as filed full join (
      select entry.id, block.first_seq + entry.place - 1 as seq
      from ledger_block as block, unnest(block.ids) with ordinality as entry (id, place)
    ) as entry on filed.id = entry.id and filed.seq = entry.seq
    where filed.id is null or entry.id is null limit 1`
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
    ...misfiled.map(({ id }) => ({ problem: `entry ${id} is not found under its id` })),
    ...unlisted.map(({ account_no, seq }) => ({
      seq,
      problem: `the lines of account number ${account_no} and the block at ${seq} do not agree`,
    })),
  ]
}

/** The first practice grant that its entry does not bear out, or the other way round. */
export async function findGrantFaults(tx: Tx): Promise<readonly StoredFault[]> {
  const rows = await tx<{ customer: string; seq: bigint | null }[]>`
    select coalesce(taken.customer_id, entry.actor) as customer, entry.seq
    from ledger_practice_grant as taken full join (
      select seq, id, actor, recorded_at from ledger_entry where kind = 'practice-grant' and actor like 'cus\\_%'
    ) as entry on entry.id = taken.entry_id and entry.actor = taken.customer_id and entry.recorded_at = taken.granted_at
    where taken.customer_id is null or entry.id is null order by entry.seq, 1 limit 1`
  return rows.map(({ customer, seq }) => ({
    ...(seq === null ? {} : { seq }),
    problem: `the practice grant of ${customer} is not what its entry says`,
  }))
}

/** The first posting whose balance after it is not the one before plus what it moved. */
export async function findRunningBalanceFaults(tx: Tx): Promise<readonly StoredFault[]> {
  const rows = await tx<{ seq: bigint; line: number; account: string }[]>`
    select step.seq, step.line, account.id as account
    from (
      select seq, line, account_no, posted, held, posted_after, held_after,
        lag(posted_after, 1, 0) over earlier as posted_before, lag(held_after, 1, 0) over earlier as held_before
      from ledger_posting window earlier as (partition by account_no order by seq, line)
    ) as step join ledger_account as account using (account_no)
    where step.posted_after <> step.posted_before + step.posted or step.held_after <> step.held_before + step.held
    order by step.seq, step.line limit 1`
  return rows.map(({ seq, line, account }) => ({
    seq,
    account,
    problem: `posting ${line} of entry ${seq} does not continue the balance of ${account}`,
  }))
}

/** The first balance that is not the sum of its postings and holds, or stands on the wrong side. */
export async function findBalanceFaults(tx: Tx): Promise<readonly StoredFault[]> {
  const rows = await tx<{ account: string; problem: string }[]>`
    with folded as (
      select account_no, sum(posted) as posted, sum(held) as held from ledger_posting group by account_no
    ), open_holds as (
      select account_no, sum(remaining) as held from ledger_hold where closed_seq is null group by account_no
    )
    select coalesce(account.id, 'account number ' || coalesce(balance.account_no, folded.account_no)) as account,
      case
        when account.id is null then 'is in no list of accounts'
        when balance.account_no is null then 'has no balance'
        when kind.side is distinct from balance.side then 'is kept on the wrong side'
        when account.asset <> balance.asset then 'is kept in ' || balance.asset
        when balance.posted <> coalesce(folded.posted, 0)
          then 'has posted ' || balance.posted || ', its postings come to ' || coalesce(folded.posted, 0)
        when balance.held <> coalesce(folded.held, 0)
          then 'has held ' || balance.held || ', its postings come to ' || coalesce(folded.held, 0)
        when balance.held <> coalesce(open_holds.held, 0)
          then 'has held ' || balance.held || ', its open holds come to ' || coalesce(open_holds.held, 0)
        when balance.side = 1 and (balance.held < 0 or balance.posted < balance.held) then 'is overdrawn'
        when balance.side = -1 and (balance.posted > 0 or balance.held <> 0) then 'is on the wrong side of zero'
      end as problem
    from ledger_balance as balance
      full join ledger_account as account using (account_no)
      full join folded using (account_no)
      left join open_holds using (account_no)
      left join ledger_account_kind as kind using (owner_kind, purse)
    where account.id is null or balance.account_no is null or kind.side is distinct from balance.side
      or balance.posted <> coalesce(folded.posted, 0) or balance.held <> coalesce(folded.held, 0)
      or balance.held <> coalesce(open_holds.held, 0) or account.asset <> balance.asset
      or (balance.side = 1 and (balance.held < 0 or balance.posted < balance.held))
      or (balance.side = -1 and (balance.posted > 0 or balance.held <> 0))
    order by account limit 1`
  return rows.map(({ account, problem }) => ({ account, problem: `${account} ${problem}` }))
}

/** The first hold that is not what its postings made of it. */
export async function findHoldFaults(tx: Tx): Promise<readonly StoredFault[]> {
  const rows = await tx<{ id: string; account: string | null; seq: bigint | null }[]>`
    with folded as (
      select hold_id, account_no, max(held) as opened, sum(held) as remaining, min(seq) as opened_seq,
        case when sum(held) = 0 then max(seq) end as closed_seq, count(*) filter (where held > 0) as openings
      from ledger_posting where hold_id is not null group by hold_id, account_no
    )
    select coalesce(hold.id, folded.hold_id) as id, account.id as account, folded.opened_seq as seq
    from ledger_hold as hold
      full join folded on hold.id = folded.hold_id and hold.account_no = folded.account_no
      left join ledger_account as account on account.account_no = coalesce(hold.account_no, folded.account_no)
    where hold.id is null or folded.hold_id is null or folded.openings <> 1 or hold.opened <> folded.opened
      or hold.remaining <> folded.remaining or hold.opened_seq <> folded.opened_seq
      or hold.closed_seq is distinct from folded.closed_seq
    order by coalesce(folded.opened_seq, hold.opened_seq), 1 limit 1`
  return rows.map(({ id, account, seq }) => ({
    ...(seq === null ? {} : { seq }),
    ...(account === null ? {} : { account }),
    problem: `hold ${id}${account === null ? '' : ` on ${account}`} is not what its postings made of it`,
  }))
}
