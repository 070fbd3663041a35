import { classes, Icon } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type PointerEvent, useRef, useState } from 'react'
import { movedBefore } from '../../domain/moved-before.ts'
import type { Messages } from '../../messages/watchlists/es-ES.ts'

interface SortableRow {
  readonly symbol: string
  readonly ticker: string
  readonly name: string
}

interface SortableRowsProps {
  readonly rows: readonly SortableRow[]
  /** Puts one in front of another, or at the end. */
  readonly onMove: (symbol: string, before: string | undefined) => void
  readonly onRemove: (symbol: string) => void
}

const rowPixels = 56

/** A row on its way: how far from where it was, and the place it would take. */
interface Pulled {
  readonly index: number
  readonly pixels: number
  readonly place: number
}

/** Drags a row by its handle. The rows keep their places in the document until it is let go: a moved handle is let go by itself. */
function usePulling(count: number, onDrop: (index: number, place: number) => void) {
  const startY = useRef(0)
  const [pulled, setPulled] = useState<Pulled>()
  const handle = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      startY.current = event.clientY
      setPulled({ index, pixels: 0, place: index })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (pulled?.index !== index) return
      const pixels = event.clientY - startY.current
      const place = Math.min(count - 1, Math.max(0, index + Math.round(pixels / rowPixels)))
      setPulled({ index, pixels, place })
    },
    onPointerUp: () => {
      if (pulled?.index === index && pulled.place !== index) onDrop(index, pulled.place)
      setPulled(undefined)
    },
    onPointerCancel: () => setPulled(undefined),
  })
  /** How far a row is from where it was: the pulled one with the finger, those it passes by one row. */
  const offset = (index: number): number => {
    if (pulled === undefined) return 0
    if (index === pulled.index) return pulled.pixels
    if (index > pulled.index && index <= pulled.place) return -rowPixels
    return index < pulled.index && index >= pulled.place ? rowPixels : 0
  }
  return { handle, offset, pulledIndex: pulled?.index }
}

/** Rows put in order by hand: by dragging their handle, or up and down by buttons, which the keyboard reaches too. */
export function SortableRows({ rows, onMove, onRemove }: SortableRowsProps) {
  const t = useWords<Messages>('watchlists')
  const [heard, setHeard] = useState('')
  const symbols = rows.map(({ symbol }) => symbol)
  const move = (index: number, place: number): void => {
    const row = rows[index]
    if (row === undefined) return
    onMove(row.symbol, movedTo(symbols, row.symbol, place)[place + 1])
    setHeard(t('place', { ticker: row.ticker, place: place + 1, count: rows.length }))
  }
  const { handle, offset, pulledIndex } = usePulling(rows.length, move)
  return (
    <>
      <ul>
        {rows.map((row, index) => (
          <li
            key={row.symbol}
            className={classes(
              'flex h-14 items-center gap-1 border-hair border-t bg-card first:border-t-0',
              pulledIndex === index && 'relative z-10 rounded-small shadow-card',
            )}
            style={offset(index) === 0 ? undefined : { transform: `translateY(${offset(index)}px)` }}
          >
            <span
              {...handle(index)}
              title={t('drag', { ticker: row.ticker })}
              className="-ml-3 grid size-11 shrink-0 cursor-grab touch-none select-none place-items-center text-second"
            >
              <Icon of={GripVertical} size={20} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-strong leading-5">{row.ticker}</span>
              <span data-shortens="" className="block truncate text-12 text-second leading-4">
                {row.name}
              </span>
            </span>
            <Act
              label={t('up', { ticker: row.ticker })}
              of={ArrowUp}
              off={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <Act
              label={t('down', { ticker: row.ticker })}
              of={ArrowDown}
              off={index === rows.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <Act label={t('out', { ticker: row.ticker })} of={X} off={false} onClick={() => onRemove(row.symbol)} />
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {heard}
      </p>
    </>
  )
}

/** Symbols with one of them at another place. */
function movedTo(symbols: readonly string[], symbol: string, place: number): readonly string[] {
  const others = symbols.filter((one) => one !== symbol)
  return movedBefore(symbols, symbol, others[place])
}

function Act(props: {
  readonly label: string
  readonly of: typeof ArrowUp
  /** There is no further in that direction. The button keeps its place, so that a second press hits it again. */
  readonly off: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-disabled={props.off}
      onClick={() => !props.off && props.onClick()}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-pill text-second',
        props.off ? 'opacity-35' : 'active:opacity-70',
      )}
    >
      <Icon of={props.of} size={20} />
    </button>
  )
}
