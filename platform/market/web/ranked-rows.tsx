import { EmptyState, LoadedRows, SkeletonRows } from '@bolsillo/ui'
import type { ComponentProps, ReactNode } from 'react'

const rowHeight = 56

/** The first rows of a ranking: room is kept for all of them, so that nothing below moves when the order changes. */
export function RankedRows<Row>(props: {
  readonly of: ComponentProps<typeof LoadedRows<Row>>['of']
  /** How many there are. */
  readonly rows: number
  /** What is said where there is none. */
  readonly empty: string
  /** Each with a key. */
  readonly children: (row: Row) => ReactNode
}) {
  const { of, rows, empty, children } = props
  // What could not be had needs no room.
  const isGone = of.error !== null && of.data === undefined
  return (
    <div style={isGone ? undefined : { minHeight: rows * rowHeight }}>
      <LoadedRows of={of} skeleton={<SkeletonRows rows={rows} spark />} empty={<EmptyState title={empty} />}>
        {children}
      </LoadedRows>
    </div>
  )
}
