import { Amount, DateTime, EmptyState, ErrorState, ListRow, LoadMore, Section, SkeletonRows } from '@bolsillo/ui'
import { usePages, useWords } from '@bolsillo/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import { listExchanges } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

const rowsPerPage = 20

/** What was converted, newest first; a row opens its receipt. */
export function ConvertHistory({
  onOpen,
  most,
}: {
  readonly onOpen: (quoteId: string) => void
  readonly most?: number
}) {
  const t = useWords<Messages>('exchange')
  const pages = usePages(listExchanges, { limit: most ?? rowsPerPage })
  const rows = pages.data?.pages.flatMap((page) => page.rows)
  return (
    <Section title={t('history.title')}>
      {rows === undefined ? (
        pages.error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ErrorState title={t('failed')} text={pages.error.message} onRetry={() => void pages.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={ArrowRightLeft} title={t('history.empty')} text={t('history.emptyText')} className="py-5" />
      ) : (
        rows.map(({ offer, executedAt }) => (
          <ListRow
            key={offer.quoteId}
            title={`${offer.source.asset} → ${offer.target.asset}`}
            note={<DateTime at={executedAt} />}
            aside={
              <Amount value={offer.target.amount} currency={offer.target.asset} sign="always" className="text-ok" />
            }
            asideNote={<Amount value={`-${offer.source.amount}`} currency={offer.source.asset} />}
            onClick={() => onOpen(offer.quoteId)}
          />
        ))
      )}
      {most === undefined && rows !== undefined && rows.length > 0 && (
        <LoadMore
          state={pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'more' : 'no-more'}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </Section>
  )
}
