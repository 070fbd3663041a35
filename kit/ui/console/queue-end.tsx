import type { ReactNode } from 'react'
import type { Pages } from '../parts/paged-list.tsx'
import { ErrorState, LoadMore, SkeletonRows } from '../parts/states.tsx'

interface ListEndProps {
  /** What a call's hook returns. */
  readonly list: { readonly error: { readonly message: string } | null; readonly refetch: () => unknown }
  /** The rows shown; absent until they are read. */
  readonly rows: readonly unknown[] | undefined
  /** What is shown where the queue is empty. */
  readonly empty: ReactNode
}

/** Below the rows of a queue that is read whole: loading, the error, or why there are none. */
export function ListEnd({ list, rows, empty }: ListEndProps) {
  const { error, refetch } = list
  if (error !== null) return <ErrorState title={error.message} onRetry={() => void refetch()} />
  if (rows === undefined) {
    return (
      <div className="px-4">
        <SkeletonRows rows={6} />
      </div>
    )
  }
  return rows.length === 0 ? empty : null
}

/** The same below a queue that is read page by page, with the way to more. */
export function QueueEnd<Row>({ pages, empty }: { readonly pages: Pages<Row>; readonly empty: ReactNode }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const rows = data?.pages.flatMap((page) => page.rows)
  return error === null && rows !== undefined && rows.length > 0 && hasNextPage ? (
    <LoadMore state={isFetchingNextPage ? 'loading' : 'more'} onMore={() => void fetchNextPage()} />
  ) : (
    <ListEnd list={pages} rows={rows} empty={empty} />
  )
}

/** Asks for a queue again, beside its title. */
export function QueueRefresh({ label, pages }: { readonly label: string; readonly pages: Pages<unknown> }) {
  return (
    <button type="button" onClick={() => void pages.refetch()} className="-my-1 py-1 font-medium text-brand">
      {label}
    </button>
  )
}
