import type { BooksRead } from '../books-store.ts'
import { decodeActs } from '../journal/decode-acts.ts'

/** Question and options by language. */
export type WordsRow = Readonly<Record<string, { readonly question: string; readonly options: readonly string[] }>>

/** A vote as it was proposed, and by what it was published. */
export interface ProposedRow {
  readonly id: string
  readonly symbol: string | undefined
  readonly weighting: string
  readonly words: WordsRow
  readonly recordAt: bigint
  readonly opensAt: bigint
  readonly closesAt: bigint
  readonly writtenAt: bigint
  readonly writtenBy: string
  readonly publication:
    | { readonly at: bigint; readonly maker: string; readonly checker: string; readonly approval: Approval | undefined }
    | undefined
}

interface Approval {
  readonly kind: string
  readonly subject: string
  readonly maker: string
  readonly outcome: string | null
  /** Who decided. */
  readonly checker: string | null
  readonly voteHash: string | null
}

/** Every vote there is, published or not. */
export async function readProposed(read: BooksRead): Promise<readonly ProposedRow[]> {
  type Stored = Record<
    'id' | 'weighting' | 'record_at' | 'opens_at' | 'closes_at' | 'written_at' | 'written_by',
    string
  >
  const rows = await read<
    (Stored & {
      symbol: string | null
      words: WordsRow
      publication: { at: string; maker: string; checker: string } | null
      approval: Approval | null
    })[]
  >`
    select vote.id, symbol, weighting, words, record_at::text, opens_at::text, closes_at::text, written_at::text, written_by,
      case when publication.vote_id is not null then jsonb_build_object('at', publication.decided_at::text,
        'maker', publication.maker, 'checker', publication.checker) end as publication,
      case when proposal.id is not null then jsonb_build_object('kind', kind, 'subject', subject, 'maker', proposal.maker,
        'outcome', outcome, 'checker', decided_by, 'voteHash', payload::jsonb ->> 'voteHash') end as approval
    from vote left join vote_publication as publication on publication.vote_id = vote.id
      left join approval as proposal on proposal.id = publication.approval_id
      left join approval_decision as decision on decision.approval_id = proposal.id
    order by vote.id`
  return rows.map(({ symbol, publication, approval, ...row }) => ({
    ...{ id: row.id, symbol: symbol ?? undefined, weighting: row.weighting, words: row.words },
    ...{ recordAt: BigInt(row.record_at), opensAt: BigInt(row.opens_at), closesAt: BigInt(row.closes_at) },
    ...{ writtenAt: BigInt(row.written_at), writtenBy: row.written_by },
    publication:
      publication === null
        ? undefined
        : { ...publication, at: BigInt(publication.at), approval: approval ?? undefined },
  }))
}

/** The times of an act and the next, as far as they are there. */
export async function readAround(
  read: BooksRead,
  position: bigint,
): Promise<readonly { readonly number: bigint; readonly at: bigint }[]> {
  const blocks = await read<{ body: Buffer }[]>`
    select body from journal_block
    where last >= ${String(position)}::bigint and first <= ${String(position + 1n)}::bigint order by first`
  return blocks.flatMap(({ body }) => {
    const decoded = decodeActs(body)
    return decoded.ok ? decoded.acts.filter(({ number }) => number === position || number === position + 1n) : []
  })
}

/** Whether a server was at work for a minute after a time: acts of then are in the journal. */
export async function readWorkedSince(read: BooksRead, since: bigint): Promise<boolean> {
  const [row] = await read<{ worked: boolean }[]>`
    select coalesce(max(at) - min(at) > 60000, false) as worked from journal_act where at > ${String(since)}::bigint`
  return row?.worked === true
}
