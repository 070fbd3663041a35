import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'

export interface VirtualListProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Height of a row in pixels: fixed, or a good guess when `measure` is set. */
  readonly rowHeight: number
  readonly renderRow: (row: Row, index: number) => ReactNode
  /** Rows differ in height and are measured. */
  readonly measure?: boolean
  /** Called when the end is near: load the next page. */
  readonly onEnd?: () => void
  /** What the list is, for screen readers. */
  readonly label: string
}

/** The same list by the place of its rows: what brings it needs no type of a row. */
export interface ListByPlace {
  readonly count: number
  readonly keyAt: (place: number) => string
  readonly rowAt: (place: number) => ReactNode
  readonly rowHeight: number
  readonly measure: boolean
  readonly onEnd: (() => void) | undefined
  readonly label: string
}

/** Up to here all rows are in the page: most lists, for which nothing needs to be brought. */
const plainMax = 40
/** How far below the screen the end counts as near. */
const nearPx = 600

// Without a network the list stays plain: slower, but whole.
const WindowList = lazy(() => import('./window-list.tsx').catch(() => ({ default: PlainList })))

/** A list that scrolls with the page; of a long one only what is near the screen exists. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, keyOf, renderRow, measure = false, onEnd, rowHeight, label } = props
  const list: ListByPlace = {
    count: rows.length,
    keyAt: (place) => {
      const row = rows[place]
      return row === undefined ? String(place) : keyOf(row)
    },
    rowAt: (place) => {
      const row = rows[place]
      return row === undefined ? null : renderRow(row, place)
    },
    ...{ rowHeight, measure, onEnd, label },
  }
  if (rows.length <= plainMax) return <PlainList {...list} />
  return (
    <Suspense fallback={<PlainList {...list} />}>
      <WindowList {...list} />
    </Suspense>
  )
}

/** All rows, one under the other. */
function PlainList({ count, keyAt, rowAt, rowHeight, measure, onEnd, label }: ListByPlace) {
  const box = useRef<HTMLUListElement>(null)
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    const last = box.current?.lastElementChild
    if (last === null || last === undefined || count === 0) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current?.(),
      { rootMargin: `0px 0px ${nearPx}px` },
    )
    observer.observe(last)
    return () => observer.disconnect()
  }, [count])
  return (
    <ul ref={box} aria-label={label}>
      {Array.from({ length: count }, (_, place) => (
        <li key={keyAt(place)} style={measure ? undefined : { height: rowHeight }}>
          {rowAt(place)}
        </li>
      ))}
    </ul>
  )
}
