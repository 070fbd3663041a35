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

/** Puts the focus on the field of the tools, or on the first of what else they are. */
function focusFirst(tools: HTMLElement | null): void {
  const target =
    tools?.querySelector<HTMLElement>('input:not([type=file])') ??
    tools?.querySelector<HTMLElement>('[tabindex="0"],button,select,a')
  target?.focus()
}

const isNothing = (children: ReactNode): boolean => children === undefined || children === null || children === false

/** A queue at the left, one case at the right. J and K, or the arrows, go down and up; `/` searches. */
export function ReviewPanes<Row>(props: ReviewPanesProps<Row>) {
  const { rows, keyOf, selected, onSelect } = props
  const hasTools = props.tools !== undefined
  const tools = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { words } = useUi()
  const index = rows.findIndex((row) => keyOf(row) === selected)
  /** Opens the row so many below; blocked where there is none. */
  const move = (step: 1 | -1) => {
    const next = index === -1 && step === -1 ? undefined : rows[index + step]
    return {
      label: step === 1 ? words.nextCase : words.previousCase,
      run: () => next !== undefined && onSelect(keyOf(next)),
      blocked: next !== undefined ? undefined : step === 1 ? words.lastCase : words.firstCase,
    }
  }
  useKeys([
    { key: 'j', ...move(1) },
    { key: 'k', ...move(-1) },
    { key: 'ArrowDown', ...move(1) },
    { key: 'ArrowUp', ...move(-1) },
    { key: '/', label: words.toTools, run: () => focusFirst(tools.current), active: hasTools },
  ])
  useEffect(() => {
    if (selected !== undefined) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // In a narrow window they stand one above the other, and both scroll as one: half a low window shows neither.
    <div className="grid min-h-0 grid-cols-[clamp(300px,27vw,380px)_minmax(0,1fr)] max-[959px]:flex max-[959px]:flex-col max-[959px]:overflow-y-auto">
      <section
        aria-label={props.title}
        className="flex min-h-0 min-w-0 flex-col border-hair border-r bg-card max-[959px]:shrink-0 max-[959px]:border-b"
      >
        <header className="flex items-baseline justify-between gap-3 p-4">
          <h1 className="text-15">{props.title}</h1>
          <span className="text-12 text-second">{props.aside}</span>
        </header>
        {hasTools && (
          <div ref={tools} className="flex flex-col gap-2.5 px-4 pb-3">
            {props.tools}
          </div>
        )}
        <div className="min-h-0 flex-1 overflow-y-auto max-[959px]:max-h-56">
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
      <CasePane>
        {isNothing(props.children) ? <p className="m-auto text-second">{words.noCase}</p> : props.children}
      </CasePane>
    </div>
  )
}

/** The case, which scrolls by itself where the window is wide. */
function CasePane({ children }: { readonly children: ReactNode }) {
  return (
    <main
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="-outline-offset-2 flex min-h-0 min-w-0 flex-col gap-3.5 overflow-y-auto px-6 py-5 max-[639px]:px-4 max-[959px]:shrink-0 max-[959px]:overflow-y-visible"
    >
      {children}
    </main>
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
