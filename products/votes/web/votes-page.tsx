import { DateTime, EmptyState, LoadedPages, LoadMore, PageFrame, Section, SkeletonRows } from '@bolsillo/ui'
import { Link, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import Vote from 'lucide-react/icons/vote'
import { readVotes } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { voteAt } from './paths.ts'
import { VotePart } from './vote-part.tsx'
import { type Vote as VoteRowData, VoteStatePill } from './vote-words.tsx'

const everyMs = 30_000

/** The votes there are; with `?id=` one of them. */
export default function VotesPage() {
  const t = useWords<Messages>('votes')
  const id = useQueryValue('id')
  return (
    <PageFrame title={t(id === undefined ? 'title' : 'one')}>
      {id === undefined ? <List /> : <VotePart id={id} />}
    </PageFrame>
  )
}

function List() {
  const t = useWords<Messages>('votes')
  const pages = usePages(readVotes, {}, { everyMs })
  return (
    <LoadedPages of={pages} skeleton={<SkeletonRows rows={3} />}>
      {(rows) => {
        const past = rows.filter(({ state }) => state === 'closed')
        const open = rows.filter(({ state }) => state !== 'closed')
        return (
          <>
            {rows.length === 0 && (
              <section className="rounded-card bg-card shadow-card">
                <EmptyState icon={Vote} title={t('empty')} text={t('emptyText')} />
              </section>
            )}
            {open.length > 0 && <Votes title={t('open')} votes={open} />}
            {past.length > 0 && <Votes title={t('past')} votes={past} />}
            {pages.hasNextPage && (
              <LoadMore
                state={pages.isFetchingNextPage ? 'loading' : 'more'}
                onMore={() => void pages.fetchNextPage()}
              />
            )}
          </>
        )
      }}
    </LoadedPages>
  )
}

function Votes({ title, votes }: { readonly title: string; readonly votes: readonly VoteRowData[] }) {
  return (
    <Section title={title}>
      <ul>
        {votes.map((vote) => (
          <VoteRow key={vote.id} vote={vote} />
        ))}
      </ul>
    </Section>
  )
}

/** One vote: the question in full, who votes, until when. */
function VoteRow({ vote }: { readonly vote: VoteRowData }) {
  const t = useWords<Messages>('votes')
  const { id, question, state, ticker, opensAt, closesAt, own } = vote
  const when = { announced: 'opensAt', open: 'closesAt', counting: 'closedAt', closed: 'closedAt' } as const
  return (
    <li className="border-hair border-t first:border-t-0">
      <Link href={voteAt(id)} className="block min-h-12 py-3 active:opacity-70">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 break-words font-strong">{question}</span>
          <VoteStatePill state={state} />
        </span>
        <span className="mt-1 block text-13 text-second">
          {ticker === undefined ? t('everybody') : t('holdersOf', { ticker })} · {t(when[state])}{' '}
          <DateTime at={state === 'announced' ? opensAt : closesAt} />
        </span>
        {own?.receipt !== undefined && <span className="mt-0.5 block text-13 text-ok">{t('voted')}</span>}
      </Link>
    </li>
  )
}
