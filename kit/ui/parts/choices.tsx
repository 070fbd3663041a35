import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../classes.ts'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** A number beside the label: open orders. */
  readonly count?: number
  readonly disabled?: boolean
}

interface ChoicesProps<Value extends string> {
  readonly choices: ReadonlyArray<Choice<Value>>
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** What is chosen here, for screen readers. */
  readonly label: string
  readonly className?: string
}

/** Arrow keys move within a group, as the patterns of ARIA ask; the group is one stop of the Tab key. */
function useArrows<Value extends string>({ choices, value, onChange }: ChoicesProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const open = choices.filter((choice) => choice.disabled !== true)
    const index = open.findIndex((choice) => choice.value === value)
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? open.length - 1 : step === undefined ? undefined : index + step
    if (target === undefined) return
    event.preventDefault()
    const next = open[(target + open.length) % open.length]
    if (next === undefined) return
    onChange(next.value)
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return { group, onKeyDown }
}

/** A row of choices of which one holds: order types, ranges. */
export function Segmented<Value extends string>(props: ChoicesProps<Value>) {
  const { choices, value, onChange, label, className } = props
  const { group, onKeyDown } = useArrows(props)
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classes('flex rounded-[10px] bg-hair p-[3px]', className)}
    >
      {choices.map((choice) => {
        const on = choice.value === value
        return (
          // biome-ignore lint/a11y/useSemanticElements: a native radio cannot hold the raised look and the arrow keys at once
          <button
            key={choice.value}
            type="button"
            role="radio"
            aria-checked={on}
            data-value={choice.value}
            tabIndex={on ? 0 : -1}
            disabled={choice.disabled}
            onClick={() => onChange(choice.value)}
            className={classes(
              // The truncation is on an inner element: on this one it would also clip the enlarged touch area.
              'relative min-w-0 flex-1 rounded-small px-1 py-1.5 text-13 before:absolute before:inset-x-0 before:-inset-y-2',
              on ? 'bg-card font-strong text-ink shadow-card' : 'text-second',
            )}
          >
            <span className="block truncate">{choice.label}</span>
          </button>
        )
      })}
    </div>
  )
}

interface TabsProps<Value extends string> extends ChoicesProps<Value> {
  /** The id of the panel the tabs change. Give the panel `role="tabpanel"` and this id. */
  readonly panelId?: string
  /** Tabs keep their natural width and scroll sideways. */
  readonly scroll?: boolean
}

/** Underlined tabs over a panel. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { choices, value, onChange, label, panelId, scroll = false, className } = props
  const { group, onKeyDown } = useArrows(props)
  useEffect(() => {
    if (!scroll) return undefined
    // One that was chosen elsewhere may lie outside of what shows. A layer that opens has no size before its first frame.
    const frame = requestAnimationFrame(() => {
      const [row, tab] = [group.current, group.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)]
      if (row && tab) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [group, scroll, value])
  return (
    <div
      ref={group}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classes(
        'flex border-hair border-b px-2',
        scroll && 'fade-end overflow-x-auto [scrollbar-width:none]',
        className,
      )}
    >
      {choices.map((choice) => {
        const on = choice.value === value
        return (
          <button
            key={choice.value}
            type="button"
            role="tab"
            aria-selected={on}
            aria-controls={panelId}
            data-value={choice.value}
            tabIndex={on ? 0 : -1}
            disabled={choice.disabled}
            onClick={() => onChange(choice.value)}
            className={classes(
              'min-h-11 whitespace-nowrap px-2 text-13',
              !scroll && 'flex-1',
              on ? 'font-strong text-ink shadow-[inset_0_-2px_var(--ink)]' : 'text-second',
            )}
          >
            {choice.label}
            {choice.count !== undefined && choice.count > 0 && (
              <span className="ml-1.5 inline-block min-w-5 rounded-pill bg-brand px-1.5 text-11 text-on-fill">
                {choice.count}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

interface ChipsProps<Value extends string> extends Omit<ChoicesProps<Value>, 'value' | 'onChange'> {
  /** The chip that is on; left out for chips that act, like quick fractions. */
  readonly value?: Value | undefined
  readonly onPick: (value: Value) => void
  /** At the right end of the row: a text button. */
  readonly aside?: ReactNode
}

/** Small pills: filters, or quick amounts. Scroll sideways when they are many. */
export function Chips<Value extends string>({ choices, value, onPick, label, aside, className }: ChipsProps<Value>) {
  return (
    <div className={classes('flex items-center gap-2', className)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways in every browser */}
      <div
        role="group"
        aria-label={label}
        className="fade-end -my-2 flex min-w-0 flex-1 gap-2 overflow-x-auto py-2 [scrollbar-width:none]"
      >
        {choices.map((choice) => {
          const on = choice.value === value
          return (
            <button
              key={choice.value}
              type="button"
              aria-pressed={value === undefined ? undefined : on}
              disabled={choice.disabled}
              onClick={() => onPick(choice.value)}
              className={classes(
                'relative min-w-11 shrink-0 whitespace-nowrap rounded-pill border px-3 py-1.5 text-13 before:absolute before:inset-x-0 before:-inset-y-2',
                'active:opacity-70 disabled:opacity-45',
                on ? 'border-brand bg-wash font-strong text-brand' : 'border-line bg-card',
              )}
            >
              {choice.label}
            </button>
          )
        })}
      </div>
      {aside}
    </div>
  )
}
