import type { ReactNode } from 'react'
import type { Pages } from '../parts/paged-list.tsx'
import { ErrorState, LoadMore, SkeletonRows } from '../parts/states.tsx'

/** What stands below the rows of a queue: its first rows on their way, why there are none, or the way to more. */
export function QueueEnd<Row>(props: {
  readonly pages: Pages<Row>
  /** What stands where the queue is empty. */
  readonly empty: ReactNode
}) {
  const { pages, empty } = props
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  if (error !== null) return <ErrorState title={error.message} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div className="px-4">
        <SkeletonRows rows={6} />
      </div>
    )
  }
  if (data.pages.every(({ rows }) => rows.length === 0)) return empty
  return hasNextPage ? (
    <LoadMore state={isFetchingNextPage ? 'loading' : 'more'} onMore={() => void fetchNextPage()} />
  ) : null
}

/** Asks for a queue again, beside its title. */
export function QueueRefresh({ label, pages }: { readonly label: string; readonly pages: Pages<unknown> }) {
  return (
    <button type="button" onClick={() => void pages.refetch()} className="-my-1 py-1 font-medium text-brand">
      {label}
    </button>
  )
}
