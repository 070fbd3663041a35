import type { BooksRead } from '../books-store.ts'

/** A published vote as it is stored, with its record of holdings and its count. */
export interface VoteRow {
  readonly id: string
  readonly asset: string | undefined
  readonly scale: number
  readonly isByShares: boolean
  readonly options: number
  readonly recordAt: bigint
  readonly opensAt: bigint
  readonly closesAt: bigint
  /** The number of the act that holdings were taken after. */
  readonly position: bigint | undefined
  /** When they were taken. */
  readonly takenAt: bigint
  readonly holders: number
  readonly count:
    | { readonly ballots: number; readonly listHash: string; readonly tally: unknown; readonly at: bigint }
    | undefined
}

export interface BallotRow {
  readonly customerId: string
  readonly weight: bigint
  readonly receipt: string
  readonly castAt: bigint
}

export interface LineRow {
  readonly receipt: string
  readonly option: number
  readonly weight: bigint
  readonly nonce: string
}

/** Every published vote; undefined where the database knows of none yet. */
export async function readVoteRows(read: BooksRead): Promise<readonly VoteRow[] | undefined> {
  const [known] = await read<{ there: boolean }[]>`select to_regclass('vote_count') is not null as there`
  if (known?.there !== true) return undefined
  const rows = await read<
    {
      id: string
      asset: string | null
      scale: number
      weighting: string
      option_count: number
      record_at: string
      opens_at: string
      closes_at: string
      position: string | null
      taken_at: string | null
      holders: number | null
      counted_at: string | null
      ballots: number | null
      list_hash: string | null
      tally: unknown
    }[]
  >`
    select vote.id, asset, scale, weighting, option_count, record_at::text, opens_at::text, closes_at::text,
      position::text, taken_at::text, holders, counted_at::text, ballots, list_hash, tally
    from vote join vote_publication as publication on publication.vote_id = vote.id
      left join vote_snapshot as snapshot on snapshot.vote_id = vote.id
      left join vote_count as done on done.vote_id = vote.id order by vote.id`
  return rows.map((row) => ({
    ...{ id: row.id, asset: row.asset ?? undefined, scale: row.scale, isByShares: row.weighting === 'shares' },
    ...{ options: row.option_count, recordAt: BigInt(row.record_at), opensAt: BigInt(row.opens_at) },
    ...{ closesAt: BigInt(row.closes_at), holders: row.holders ?? 0, takenAt: BigInt(row.taken_at ?? 0) },
    position: row.position === null ? undefined : BigInt(row.position),
    count:
      row.counted_at === null
        ? undefined
        : { ballots: row.ballots ?? 0, listHash: row.list_hash ?? '', tally: row.tally, at: BigInt(row.counted_at) },
  }))
}

/** What a vote says of who votes: the weight of each account. */
export async function readWeights(read: BooksRead, voteId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await read<{ id: string; weight: string }[]>`
    select customer_id as id, weight::text from vote_weight where vote_id = ${voteId}`
  return new Map(rows.map(({ id, weight }) => [id, BigInt(weight)]))
}

/** When an act was recorded, and the one after it; nothing of acts there are none of. */
export async function readTimesAt(
  read: BooksRead,
  position: bigint,
): Promise<{ readonly end: bigint; readonly own: bigint | undefined; readonly next: bigint | undefined }> {
  const rows = await read<{ number: string; at: string }[]>`
    select (act.item ->> 1) as number, (act.item ->> 2) as at
    from (select * from journal_block where last >= ${String(position)}::bigint
        and first <= ${String(position + 1n)}::bigint) as block,
      generate_series(0, (block.last - block.first)::integer) as step,
      lateral journal_item(block.body, substring(block.places from 4 * step + 1 for 4)::integer) as act
    where block.first + step between ${String(position)}::bigint and ${String(position + 1n)}::bigint`
  const at = new Map(rows.map((row) => [BigInt(row.number), BigInt(row.at)]))
  const [head] = await read<{ seq: string }[]>`select seq::text from ledger_head`
  return { end: BigInt(head?.seq ?? 0), own: at.get(position), next: at.get(position + 1n) }
}

/** What customers have of an asset by the entries up to an act: the sum of all that was posted. */
export async function readHoldings(
  read: BooksRead,
  asset: string,
  position: bigint,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await read<{ owner: string; units: string }[]>`
    select account.owner, sum(posting.posted)::text as units
    from ledger_posting as posting join ledger_account as account using (account_no)
    where account.asset = ${asset} and account.owner_kind = 'customer' and posting.seq <= ${String(position)}::bigint
    group by account.owner having sum(posting.posted) <> 0`
  return new Map(rows.map(({ owner, units }) => [owner, BigInt(units)]))
}

/** When each of these customers opened their account. */
export async function readOpenings(read: BooksRead, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await read<{ id: string; at: string }[]>`
    select id, created_at::text as at from customer where id = any(${[...ids]})`
  return new Map(rows.map(({ id, at }) => [id, BigInt(at)]))
}

/** The ballots of a vote, by receipt. */
export async function readBallots(read: BooksRead, voteId: string): Promise<readonly BallotRow[]> {
  const rows = await read<{ customer_id: string; weight: string; receipt: string; cast_at: string }[]>`
    select customer_id, weight::text, receipt, cast_at::text from vote_ballot
    where vote_id = ${voteId} order by receipt collate "C"`
  return rows.map(({ customer_id: customerId, weight, receipt, cast_at }) => ({
    ...{ customerId, weight: BigInt(weight), receipt, castAt: BigInt(cast_at) },
  }))
}

/** The published list of a vote, by receipt. */
export async function readLines(read: BooksRead, voteId: string): Promise<readonly LineRow[]> {
  const rows = await read<{ receipt: string; option: number; weight: string; nonce: string }[]>`
    select receipt, option, weight::text, nonce from vote_line where vote_id = ${voteId} order by receipt collate "C"`
  return rows.map(({ weight, ...row }) => ({ ...row, weight: BigInt(weight) }))
}
