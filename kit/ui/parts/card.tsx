import { createContext, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useUi } from '../ui-context.tsx'

export interface CardProps {
  readonly children: ReactNode
  /** `list` leaves less room below, because rows bring their own. */
  readonly pad?: 'normal' | 'list' | 'none'
  readonly className?: string
}

/** A white card of radius 14. */
export function Card({ children, pad = 'normal', className }: CardProps) {
  const room = { normal: 'p-4', list: 'px-4 pt-3.5 pb-1', none: '' }[pad]
  return <div className={classes('rounded-card bg-card shadow-card', room, className)}>{children}</div>
}

/** Whether a part is in a section of a page: its errors take one line, so that the rest of the page stays usable. */
export const InSection = createContext(false)

interface SectionProps {
  readonly title: string
  /** A link at the right of the title: `Ver todo`. */
  readonly more?: { readonly href: string; readonly label: string }
  /** Something else at the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly pad?: CardProps['pad']
  readonly className?: string
}

/** A card with a heading. Rows inside divide themselves by hairlines. */
export function Section({ title, more, aside, children, pad = 'list', className }: SectionProps) {
  const { Link } = useUi()
  return (
    <section className={classes('rounded-card bg-card shadow-card', className)}>
      <div className={pad === 'none' ? '' : pad === 'list' ? 'px-4 pt-3.5 pb-1' : 'p-4'}>
        <div className="mb-1.5 flex items-baseline justify-between gap-3">
          <h2 className="text-15">{title}</h2>
          {more !== undefined && (
            <Link
              href={more.href}
              className="-mx-2 -my-3.5 px-2 py-3.5 font-medium text-13 text-brand"
              aria-label={`${more.label}: ${title}`}
            >
              {more.label}
            </Link>
          )}
          {aside}
        </div>
        <div>
          <InSection.Provider value>{children}</InSection.Provider>
        </div>
      </div>
    </section>
  )
}
