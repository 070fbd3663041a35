import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import { LoadMore, SkeletonRows } from './states.tsx'
import { VirtualList } from './virtual-list.tsx'

// Rows of an answer, and rows that come in pages, as `useCall` and `usePages` of kit/web give them.

interface Asked<Data> {
  readonly data: Data | undefined
  readonly error: { readonly outcome: 'rejected' | 'unknown'; readonly message: string } | null
  readonly refetch: () => unknown
}

interface MorePages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** A list that comes in pages. */
export type Pages<Row> = Asked<{ readonly pages: ReadonlyArray<{ readonly rows: readonly Row[] }> }> & MorePages

/** Of a title with one line of a note. */
const usualHeight = 62

/** The rows of an answer, or `empty` when there are none. */
export function LoadedRows<Row>(props: {
  readonly of: Asked<{ readonly rows: readonly Row[] }>
  readonly skeleton: ReactNode
  readonly empty: ReactNode
  /** Shown above rows only. */
  readonly head?: ReactNode
  /** Each with a key. */
  readonly children: (row: Row) => ReactNode
}) {
  const { of, skeleton, empty, head, children } = props
  return (
    <Loaded of={of} skeleton={skeleton}>
      {({ rows }) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {head}
            {rows.map(children)}
          </>
        )
      }
    </Loaded>
  )
}

/** The rows of all loaded pages, with the first answer, which also holds their totals. */
export function LoadedPages<Page extends { readonly rows: readonly unknown[] }>(props: {
  readonly of: Asked<{ readonly pages: readonly Page[] }>
  readonly skeleton: ReactNode
  readonly children: (rows: ReadonlyArray<Page['rows'][number]>, first: Page) => ReactNode
}) {
  const { of, skeleton, children } = props
  return (
    <Loaded of={of} skeleton={skeleton}>
      {({ pages }) => {
        const [first] = pages
        if (first === undefined) return skeleton
        const rows: ReadonlyArray<Page['rows'][number]> = pages.flatMap((page) => page.rows)
        return children(rows, first)
      }}
    </Loaded>
  )
}

/** A list that asks for its next page near its end. */
export function PagedList<Row>(props: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** In pixels, the hairline included, of rows that are all alike; without it each row is measured. */
  readonly rowHeight?: number | undefined
  readonly pages: MorePages
  readonly children: (row: Row) => ReactNode
}) {
  const { label, rows, keyOf, pages, rowHeight, children } = props
  const more = (): void => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
  }
  return (
    <>
      <VirtualList
        label={label}
        rows={rows}
        keyOf={keyOf}
        rowHeight={rowHeight ?? usualHeight}
        measure={rowHeight === undefined}
        onEnd={more}
        renderRow={(row, index) => <div className={index === 0 ? '' : 'border-hair border-t'}>{children(row)}</div>}
      />
      {pages.hasNextPage && <LoadMore state={pages.isFetchingNextPage ? 'loading' : 'more'} onMore={more} />}
    </>
  )
}

/** A card with all pages of a list, or `empty` when there is no row. */
export function PagedCard<Row>(props: {
  readonly label: string
  readonly pages: Pages<Row>
  readonly keyOf: (row: Row) => string
  readonly empty: ReactNode
  /** Shown above rows only. */
  readonly head?: ReactNode
  readonly skeleton?: ReactNode
  readonly rowHeight?: number
  readonly children: (row: Row) => ReactNode
}) {
  const { label, pages, keyOf, empty, head, skeleton = <SkeletonRows rows={6} />, rowHeight, children } = props
  return (
    <section className="rounded-card bg-card px-4 shadow-card">
      <LoadedPages of={pages} skeleton={skeleton}>
        {(rows) =>
          rows.length === 0 ? (
            empty
          ) : (
            <>
              {head}
              <PagedList label={label} rows={rows} keyOf={keyOf} pages={pages} rowHeight={rowHeight}>
                {children}
              </PagedList>
            </>
          )
        }
      </LoadedPages>
    </section>
  )
}
