import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ListByPlace } from './virtual-list.tsx'

/** A long list that scrolls with the page: only what is near the screen exists. */
export default function WindowList({ count, keyAt, rowAt, rowHeight, measure, onEnd, label }: ListByPlace) {
  const box = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    if (box.current !== null) setMargin(box.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: keyAt,
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      if (last !== undefined && last.index >= count - 5) onEnd?.()
    },
  })
  return (
    <ul ref={box} aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => (
        <li
          key={item.key}
          data-index={item.index}
          ref={measure ? virtual.measureElement : undefined}
          aria-setsize={count}
          aria-posinset={item.index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${item.start - margin}px)`, ...(measure ? {} : { height: rowHeight }) }}
        >
          {rowAt(item.index)}
        </li>
      ))}
    </ul>
  )
}
