import { Card, EmptyState, LoadedPages, LoadMore, SkeletonRows } from '@bolsillo/ui'
import { usePages, useWords } from '@bolsillo/web-kit'
import Inbox from 'lucide-react/icons/inbox'
import { listDeposits } from '../contract/index.ts'
import type { DepositKind } from '../domain/deposit.ts'
import type { Messages } from '../messages/es-ES.ts'
import { hubPath } from './addresses.ts'
import { DepositRow } from './deposit-row.tsx'
import { useDepositNews } from './use-news.ts'

const rowsPerPage = 30

/** The customer's deposits of a kind, newest first; they move by themselves. */
export function DepositList({ kind }: { readonly kind?: DepositKind | undefined }) {
  const t = useWords<Messages>('deposits')
  const pages = usePages(listDeposits, { limit: rowsPerPage, ...(kind === undefined ? {} : { kind }) })
  useDepositNews()
  const more = pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'more' : 'no-more'
  return (
    <LoadedPages
      of={pages}
      skeleton={
        <Card pad="list">
          <SkeletonRows rows={6} />
        </Card>
      }
    >
      {(rows) => {
        if (rows.length === 0) {
          return (
            <Card>
              <EmptyState
                icon={Inbox}
                title={t('records.empty')}
                text={t('records.emptyText')}
                action={{ label: t('records.deposit'), href: hubPath }}
              />
            </Card>
          )
        }
        return (
          <>
            <Card pad="list">
              {rows.map((deposit) => (
                <DepositRow key={deposit.depositId} deposit={deposit} />
              ))}
            </Card>
            {(more !== 'no-more' || rows.length > rowsPerPage) && (
              <LoadMore state={more} onMore={() => void pages.fetchNextPage()} />
            )}
          </>
        )
      }}
    </LoadedPages>
  )
}
