import type { BooksRead } from '../books-store.ts'

interface Approval {
  readonly kind: string
  readonly subject: string
  readonly maker: string
  readonly outcome: string | null
  /** Who decided. */
  readonly checker: string | null
  readonly payload: Readonly<Record<string, string>>
}

/** What is kept as decided of a feed, and the approval it names. */
export interface TermsRow {
  readonly feedId: string
  readonly number: number
  readonly name: string
  readonly address: string
  readonly language: string
  readonly everyMinutes: number
  readonly maker: string
  readonly checker: string
  readonly approval: Approval | undefined
}

/** Everything that was decided of feeds. */
export async function readTerms(read: BooksRead): Promise<readonly TermsRow[]> {
  const rows = await read<
    {
      feed_id: string
      number: number
      name: string
      address: string
      language: string
      every_minutes: number
      maker: string
      checker: string
      approval: (Omit<Approval, 'payload'> & { payload: string }) | null
    }[]
  >`
    select feed_id, number, name, address, language, every_minutes, terms.maker, checker,
      case when proposal.id is not null then jsonb_build_object('kind', kind, 'subject', subject, 'maker', proposal.maker,
        'outcome', outcome, 'checker', decided_by, 'payload', payload) end as approval
    from content_feed_terms as terms
      left join approval as proposal on proposal.id = terms.approval_id
      left join approval_decision as decision on decision.approval_id = proposal.id
    order by feed_id, number`
  return rows.map(({ feed_id, every_minutes, approval, ...row }) => ({
    ...row,
    feedId: feed_id,
    everyMinutes: every_minutes,
    approval: approval === null ? undefined : { ...approval, payload: JSON.parse(approval.payload) },
  }))
}

/** Who paused what of which feed, when and why. */
export async function readPauses(read: BooksRead): Promise<
  readonly {
    readonly feedId: string
    readonly number: number
    readonly at: bigint
    readonly by: string
    readonly reason: string
  }[]
> {
  const rows = await read<(Record<'feed_id' | 'at' | 'by' | 'reason', string> & { number: number })[]>`
    select feed_id, number, paused_at::text as at, paused_by as by, reason from content_feed_pause order by feed_id, number`
  return rows.map(({ feed_id, number, at, by, reason }) => ({ feedId: feed_id, number, at: BigInt(at), by, reason }))
}

/** A version of an item that is not from what was decided: when it came, from where, and what was decided. */
export async function readFetched(
  read: BooksRead,
): Promise<
  readonly { readonly what: string; readonly from: string; readonly address: string; readonly isBefore: boolean }[]
> {
  return await read<{ what: string; from: string; address: string; isBefore: boolean }[]>`
    select item_id || ' version ' || version.number as what, fetched_from as from, address,
      fetched_at < decided_at as "isBefore"
    from content_feed_version as version
      join content_feed_terms as terms on terms.feed_id = version.feed_id and terms.number = terms_number
    order by what`
}
