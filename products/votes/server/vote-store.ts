import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { OptionTally, Vote, VoteWords, Weighting } from '../domain/index.ts'

/** A vote as it is kept: with what its weights count. */
export interface StoredVote extends Vote {
  /** The asset whose holders vote; absent in a poll of all customers. */
  readonly asset?: string
  readonly scale: number
}

/** The count of a vote. */
export interface Count {
  readonly countedAt: number
  readonly listHash: string
  readonly ballots: number
  readonly options: readonly OptionTally[]
}

/** A vote with its publication, its holdings and its count. */
export interface VoteWithState extends StoredVote {
  readonly publishedAt?: number
  readonly snapshot?: { readonly position: bigint; readonly holders: number }
  readonly count?: Count
}

interface VoteColumns {
  id: `vot_${string}`
  symbol: string | null
  asset: string | null
  scale: number
  weighting: Weighting
  words: VoteWords
  record_at: bigint
  opens_at: bigint
  closes_at: bigint
  written_at: bigint
  written_by: string
  decided_at: bigint | null
  position: bigint | null
  holders: number | null
  counted_at: bigint | null
  list_hash: string | null
  ballots: number | null
  tally: readonly OptionTally[] | null
}

function voteOf(row: VoteColumns): VoteWithState {
  return {
    ...{ id: row.id, scale: row.scale, weighting: row.weighting, words: row.words, writtenBy: row.written_by },
    ...(row.symbol === null || row.asset === null ? {} : { symbol: row.symbol, asset: row.asset }),
    recordAt: Number(row.record_at),
    opensAt: Number(row.opens_at),
    closesAt: Number(row.closes_at),
    writtenAt: Number(row.written_at),
    ...(row.decided_at === null ? {} : { publishedAt: Number(row.decided_at) }),
    ...(row.position === null ? {} : { snapshot: { position: row.position, holders: row.holders ?? 0 } }),
    ...(row.counted_at === null
      ? {}
      : {
          count: {
            countedAt: Number(row.counted_at),
            ...{ listHash: row.list_hash ?? '', ballots: row.ballots ?? 0, options: row.tally ?? [] },
          },
        }),
  }
}

const everything = (db: Db) => db`
  select vote.*, decided_at, position, holders, counted_at, list_hash, ballots, tally
  from vote left join vote_publication as publication on publication.vote_id = vote.id
    left join vote_snapshot as snapshot on snapshot.vote_id = vote.id
    left join vote_count as done on done.vote_id = vote.id`

/** Where a list of votes goes on: behind a time and an id. */
export interface Place {
  readonly at: number
  readonly id: string
}

/** Keeps a vote for good. */
export async function insertVote(tx: Tx, vote: StoredVote): Promise<void> {
  const { id, symbol = null, asset = null, scale, weighting, words, recordAt, opensAt, closesAt } = vote
  await tx`
    insert into vote (id, symbol, asset, scale, weighting, words, option_count, record_at, opens_at, closes_at,
      written_at, written_by)
    values (${id}, ${symbol}, ${asset}, ${scale}, ${weighting}, ${JSON.stringify(words)}::text::jsonb,
      ${words['es-ES'].options.length}, ${recordAt}, ${opensAt}, ${closesAt}, ${vote.writtenAt}, ${vote.writtenBy})`
}

/** A vote by its id. */
export async function findVote(db: Db, id: string): Promise<VoteWithState | undefined> {
  const [row] = await db<VoteColumns[]>`${everything(db)} where vote.id = ${id}`
  return row === undefined ? undefined : voteOf(row)
}

/** Votes that were published, the last to close first. */
export async function findPublished(
  db: Db,
  wanted: { readonly id?: string | undefined; readonly limit: number; readonly after: Place | undefined },
): Promise<readonly VoteWithState[]> {
  const { id = null, limit, after } = wanted
  const rows = await db<VoteColumns[]>`${everything(db)}
    where decided_at is not null and (${id}::text is null or vote.id = ${id})
      and (${after === undefined} or (closes_at, vote.id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by closes_at desc, vote.id desc limit ${limit}`
  return rows.map(voteOf)
}

/** Every vote that was proposed, the last first. */
export async function findProposed(
  db: Db,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<readonly VoteWithState[]> {
  const rows = await db<VoteColumns[]>`${everything(db)}
    where (${after === undefined} or (written_at, vote.id) < (${after?.at ?? 0}::bigint, ${after?.id ?? ''}))
    order by written_at desc, vote.id desc limit ${limit}`
  return rows.map(voteOf)
}

/** Two people decided that a vote takes place. */
export async function insertPublication(
  tx: Tx,
  publication: {
    readonly voteId: string
    readonly approvalId: string
    readonly decidedAt: Instant
    readonly maker: string
    readonly checker: string
  },
): Promise<void> {
  const { voteId, approvalId, decidedAt, maker, checker } = publication
  await tx`
    insert into vote_publication (vote_id, approval_id, decided_at, maker, checker)
    values (${voteId}, ${approvalId}, ${decidedAt}, ${maker}, ${checker})`
}

/** Votes of holders whose record time is this or before, and whose holders are not known yet. */
export async function findUnrecorded(db: Db, recordedBy: number): Promise<readonly VoteWithState[]> {
  const rows = await db<VoteColumns[]>`${everything(db)}
    where decided_at is not null and asset is not null and position is null and record_at <= ${recordedBy}
    order by record_at, vote.id`
  return rows.map(voteOf)
}

/** Votes that are over and not counted. */
export async function findUncounted(db: Db, now: Instant): Promise<readonly VoteWithState[]> {
  const rows = await db<VoteColumns[]>`${everything(db)}
    where decided_at is not null and counted_at is null and closes_at <= ${now} order by closes_at, vote.id`
  return rows.map(voteOf)
}

/** Who held what at the record time. */
export async function insertSnapshot(
  tx: Tx,
  snapshot: {
    readonly voteId: string
    readonly position: bigint
    readonly takenAt: Instant
    readonly weights: ReadonlyArray<{ readonly customerId: Id<'cus'>; readonly weight: bigint }>
  },
): Promise<void> {
  const { voteId, position, takenAt, weights } = snapshot
  await tx`
    insert into vote_snapshot (vote_id, position, taken_at, holders)
    values (${voteId}, ${position}, ${takenAt}, ${weights.length})`
  await tx`
    insert into vote_weight (vote_id, customer_id, weight)
    select ${voteId}, customer_id, weight
    from unnest(${weights.map(({ customerId }) => customerId)}::text[],
      ${weights.map(({ weight }) => String(weight))}::bigint[]) as held (customer_id, weight)`
}
