import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'
import { KeyEcho } from './key-echo.tsx'

export interface ConsoleSection {
  readonly href: string
  readonly label: string
  readonly icon: LucideIcon
  /** How much work waits there. */
  readonly count?: number | undefined
  /** The oldest item is overdue. */
  readonly late?: boolean | undefined
  /** The same in words, for screen readers. */
  readonly countLabel?: string | undefined
}

interface ConsoleFrameProps {
  readonly title: string
  readonly sections: readonly ConsoleSection[]
  /** The path that is open. */
  readonly current: string
  /** What the rail is, for screen readers. */
  readonly label: string
  /** At the foot of the rail: who is signed in, and the way out. */
  readonly foot: ReactNode
  /** Over everything, as wide as the window: that this market is for practice. */
  readonly ribbon?: ReactNode
  /** Shown above every section. */
  readonly banner?: ReactNode
  readonly children: ReactNode
}

/** In a narrow or a low window the rail is longer than what shows of it: the open section is brought into view. */
function useCurrentInView(current: string) {
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    if (current === '') return
    rail.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return rail
}

/** The staff's desk: a dark rail at the left, or above where the window is narrow; the rest is the section's. */
export function ConsoleFrame(props: ConsoleFrameProps) {
  const { title, sections, current, label, foot, ribbon, banner, children } = props
  const { Link } = useUi()
  const rail = useCurrentInView(current)
  return (
    <div className="grid h-dvh grid-cols-[216px_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] text-13 max-[959px]:grid-cols-1 max-[959px]:grid-rows-[auto_auto_minmax(0,1fr)]">
      {/* Nothing is placed under the ribbon here: what it says is said whole. */}
      <div className="col-span-full max-[479px]:[&>section]:h-auto max-[479px]:[&>section]:py-1 max-[479px]:[&_span]:whitespace-normal">
        {ribbon}
      </div>
      <nav
        ref={rail}
        aria-label={label}
        className="flex min-h-0 flex-col gap-0.5 overflow-y-auto bg-rail px-3 py-4.5 text-rail-text max-[959px]:flex-row max-[959px]:items-center max-[959px]:overflow-x-auto max-[959px]:py-2"
      >
        <p className="px-2.5 pb-3.5 font-strong text-16 text-rail-strong max-[959px]:sr-only">{title}</p>
        {sections.map(({ href, label: text, icon, count = 0, late = false, countLabel }) => {
          const on = href === current
          return (
            <Link
              key={href}
              href={href}
              aria-current={on ? 'page' : undefined}
              className={classes(
                'flex shrink-0 items-center gap-2.5 rounded-[9px] px-2.5 py-2',
                on ? 'bg-rail-on text-rail-strong' : 'hover:bg-rail-on/60',
              )}
            >
              <Icon of={icon} size={17} />
              <span className="min-w-0 flex-1 truncate">{text}</span>
              {count > 0 && (
                <span
                  role="img"
                  aria-label={countLabel}
                  className={classes(
                    'rounded-pill px-2 text-12',
                    late
                      ? 'bg-rail-late text-rail-strong'
                      : on
                        ? 'bg-rail text-rail-strong'
                        : 'bg-rail-on text-rail-text',
                  )}
                >
                  {count > 99 ? '99+' : count}
                </span>
              )}
            </Link>
          )
        })}
        <div className="mt-auto px-2.5 pt-4 text-12 text-rail-faint max-[959px]:mt-0 max-[959px]:pt-0">{foot}</div>
      </nav>
      <div className="grid min-h-0 min-w-0 grid-rows-[auto_minmax(0,1fr)]">
        <div>{banner}</div>
        {children}
      </div>
      <KeyEcho />
    </div>
  )
}
