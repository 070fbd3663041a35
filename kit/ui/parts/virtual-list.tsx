import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

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

/** A long list that scrolls with the page: only what is near the screen exists. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, keyOf, rowHeight, renderRow, measure = false, onEnd, label } = props
  const box = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (box.current !== null) setMargin(box.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= rows.length - 5) onEnd?.()
    },
  })
  return (
    <ul ref={box} aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (row === undefined) return null
        return (
          <li
            key={item.key}
            data-index={item.index}
            ref={measure ? virtual.measureElement : undefined}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)`, ...(measure ? {} : { height: rowHeight }) }}
          >
            {renderRow(row, item.index)}
          </li>
        )
      })}
    </ul>
  )
}
