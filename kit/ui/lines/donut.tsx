import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export interface DonutPart<Key extends string> {
  readonly key: Key
  readonly label: string
  /** Any unit; only the proportions count. For drawing, so a number. Nothing is drawn of 0 and less. */
  readonly weight: number
  /** Beside the label: `34 %`. */
  readonly text?: ReactNode
}

interface DonutProps<Key extends string> {
  /** What the picture is of. */
  readonly label: string
  readonly parts: readonly DonutPart<Key>[]
  readonly chosen: Key | undefined
  /** A part was pressed, in the ring or beside it; pressed again it is let go. */
  readonly onChoose: (key: Key | undefined) => void
  /** In the middle of the ring. */
  readonly children?: ReactNode
}

const colors = ['var(--brand)', 'var(--up)', '#8b5cf6', '#e8a317', 'var(--faint)']
const radius = 40
const around = 2 * Math.PI * radius
/** Between two parts, along the ring. */
const gap = 2

/** Shares of a whole as a ring and its legend. A part can be pressed; whoever does not see the ring has the legend's buttons. */
export function Donut<Key extends string>(props: DonutProps<Key>) {
  const { label, parts, chosen, onChoose, children } = props
  const drawn = arcsOf(parts)
  const toggle = (key: Key): void => onChoose(key === chosen ? undefined : key)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="relative size-[104px] shrink-0">
        {/* The legend has the same buttons, with words; the ring is for a finger. */}
        <svg viewBox="0 0 100 100" className="-rotate-90 size-full" aria-hidden="true">
          <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--hair)" strokeWidth="14" />
          {drawn.map(({ key, color, from, length }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the legend's buttons do the same for keyboards and readers
            <circle
              key={key}
              cx="50"
              cy="50"
              r={radius}
              fill="none"
              stroke={color}
              strokeWidth={key === chosen ? 18 : 14}
              strokeDasharray={`${length} ${around - length}`}
              strokeDashoffset={-from}
              opacity={chosen === undefined || key === chosen ? 1 : 0.35}
              className="cursor-pointer"
              onClick={() => toggle(key)}
            />
          ))}
        </svg>
        <div className="pointer-events-none absolute inset-0 grid place-items-center text-center text-12 leading-4">
          <span>{children}</span>
        </div>
      </div>
      <ul aria-label={label} className="min-w-[9rem] flex-1">
        {parts.map((part, index) => (
          <li key={part.key}>
            <button
              type="button"
              aria-pressed={part.key === chosen}
              onClick={() => toggle(part.key)}
              className={classes(
                'flex min-h-11 w-full items-center gap-2 rounded-small px-1.5 text-left text-14',
                part.key === chosen ? 'bg-wash font-strong' : 'active:opacity-70',
              )}
            >
              <span className="size-2.5 shrink-0 rounded-[3px]" style={{ background: colorOf(index) }} />
              <span className="min-w-0 flex-1 truncate">{part.label}</span>
              <span>{part.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function colorOf(index: number): string {
  return colors[Math.min(index, colors.length - 1)] ?? 'var(--faint)'
}

/** Where each part begins along the ring and how long it is; a part too small to see is a dot, and one alone the whole ring. */
export function arcsOf<Key extends string>(parts: readonly Pick<DonutPart<Key>, 'key' | 'weight'>[]) {
  const whole = parts.reduce((sum, { weight }) => sum + Math.max(weight, 0), 0)
  const shown = parts.filter(({ weight }) => weight > 0).length
  let from = 0
  return parts.flatMap(({ key, weight }, index) => {
    if (weight <= 0) return []
    const share = (weight / whole) * around
    const arc = { key, color: colorOf(index), from, length: shown === 1 ? around : Math.max(share - gap, 1) }
    from += share
    return [arc]
  })
}
