import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'

export interface ConsoleSection {
  readonly href: string
  readonly label: string
  readonly icon: LucideIcon
}

export interface ConsoleFrameProps {
  readonly title: string
  readonly sections: readonly ConsoleSection[]
  /** The path that is open. */
  readonly current: string
  /** What the rail is, for screen readers. */
  readonly label: string
  /** At the foot of the rail: who is signed in, and the way out. */
  readonly foot: ReactNode
  readonly children: ReactNode
}

/** The staff's desk: a dark rail at the left, the rest is the section's. */
export function ConsoleFrame({ title, sections, current, label, foot, children }: ConsoleFrameProps) {
  const { Link } = useUi()
  return (
    <div className="grid h-dvh min-w-[960px] grid-cols-[216px_minmax(0,1fr)] text-13">
      <nav aria-label={label} className="flex flex-col gap-0.5 bg-rail px-3 py-4.5 text-rail-text">
        <p className="px-2.5 pb-3.5 font-strong text-16 text-rail-strong">{title}</p>
        {sections.map(({ href, label: text, icon }) => {
          const on = href === current
          return (
            <Link
              key={href}
              href={href}
              aria-current={on ? 'page' : undefined}
              className={classes(
                'flex items-center gap-2.5 rounded-[9px] px-2.5 py-2',
                on ? 'bg-rail-on text-rail-strong' : 'hover:bg-rail-on/60',
              )}
            >
              <Icon of={icon} size={17} />
              {text}
            </Link>
          )
        })}
        <div className="mt-auto px-2.5 text-12 text-rail-faint">{foot}</div>
      </nav>
      {children}
    </div>
  )
}
