import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { useKeys } from '../keys/use-keys.ts'
import { useUi } from '../ui-context.tsx'

interface ReviewPanesProps<Row> {
  readonly title: string
  /** At the right of the title: how many, how old. */
  readonly aside?: ReactNode
  /** Under the title: a search field, filters. `/` goes to its first field. */
  readonly tools?: ReactNode
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The row open at the right. */
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
  readonly renderRow: (row: Row) => ReactNode
  /** Below the rows: more, loading, empty. */
  readonly end?: ReactNode
  /** The open row in full. */
  readonly children: ReactNode
}

const isNothing = (children: ReactNode): boolean => children === undefined || children === null || children === false

/** A queue at the left, one case at the right. J and K, or the arrows, go down and up; `/` searches. */
export function ReviewPanes<Row>(props: ReviewPanesProps<Row>) {
  const { rows, keyOf, selected, onSelect } = props
  const hasTools = props.tools !== undefined
  const tools = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { words } = useUi()
  const move = (step: number) => (): void => {
    const index = rows.findIndex((row) => keyOf(row) === selected)
    const next = rows[Math.max(0, Math.min(rows.length - 1, index + step))]
    if (next !== undefined) onSelect(keyOf(next))
  }
  useKeys([
    { key: 'j', label: words.nextCase, run: move(1) },
    { key: 'k', label: words.previousCase, run: move(-1) },
    { key: 'ArrowDown', label: words.nextCase, run: move(1) },
    { key: 'ArrowUp', label: words.previousCase, run: move(-1) },
    { key: '/', label: words.search, run: () => tools.current?.querySelector('input')?.focus(), active: hasTools },
  ])
  useEffect(() => {
    if (selected !== undefined) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <div className="grid min-h-0 grid-cols-[380px_minmax(0,1fr)]">
      <section aria-label={props.title} className="flex min-h-0 flex-col border-hair border-r bg-card">
        <header className="flex items-baseline justify-between gap-3 p-4">
          <h1 className="text-15">{props.title}</h1>
          <span className="text-12 text-second">{props.aside}</span>
        </header>
        {hasTools && (
          <div ref={tools} className="flex flex-col gap-2.5 px-4 pb-3">
            {props.tools}
          </div>
        )}
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ul ref={list}>
            {rows.map((row) => (
              <PaneRow key={keyOf(row)} on={keyOf(row) === selected} onSelect={() => onSelect(keyOf(row))}>
                {props.renderRow(row)}
              </PaneRow>
            ))}
          </ul>
          {props.end}
        </div>
      </section>
      <main className="flex min-h-0 flex-col gap-3.5 overflow-y-auto px-6 py-5">
        {isNothing(props.children) ? <p className="m-auto text-second">{words.noCase}</p> : props.children}
      </main>
    </div>
  )
}

function PaneRow(props: { readonly on: boolean; readonly onSelect: () => void; readonly children: ReactNode }) {
  const { on, onSelect, children } = props
  return (
    <li className="border-hair border-t">
      <button
        type="button"
        aria-current={on ? 'true' : undefined}
        onClick={onSelect}
        className={classes(
          'block w-full px-4 py-2.5 text-left -outline-offset-2',
          on ? 'bg-wash shadow-[inset_3px_0_var(--brand)]' : 'hover:bg-hair/60',
        )}
      >
        {children}
      </button>
    </li>
  )
}
