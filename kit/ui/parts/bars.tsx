import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'
import { IconButton } from './button.tsx'

/**
 * The practice market's ribbon: small, and on every screen. `prices`: the source of prices, simulated by default.
 * `href`: the page about how that market is made. `text`: where it is not prices that matter.
 */
export function Ribbon(props: {
  readonly prices?: 'simulated' | 'recorded' | 'real'
  readonly href?: string
  readonly text?: string
}) {
  const { prices = 'simulated', href, text } = props
  const { words, Link } = useUi()
  const said = text ?? { simulated: words.practice, recorded: words.practiceRecorded, real: words.practiceReal }[prices]
  return (
    // As high as two lines of what it must not cover: what its link does has a row of the drawer too.
    <section
      aria-label={said}
      data-dense={href === undefined ? undefined : ''}
      className="sticky top-0 z-20 flex h-(--ribbon-height) items-center justify-center gap-1.5 bg-warn px-4 text-12 text-warnink"
    >
      <Icon of={FlaskConical} size={14} className="shrink-0" />
      {href === undefined ? (
        <span className="truncate">{said}</span>
      ) : (
        <Link href={href} className="truncate leading-7 underline decoration-dotted underline-offset-2">
          {said}
        </Link>
      )}
    </section>
  )
}

export interface NavBarProps {
  readonly title: ReactNode
  /** Icons at the right: `<IconButton>`s. */
  readonly actions?: ReactNode
  /** Left out: one page back, or home. `false`: no back arrow. */
  readonly onBack?: (() => void) | false
}

/** The bar of a page: back, title in the middle, actions. 48 px, stays at the top. */
export function NavBar({ title, actions, onBack }: NavBarProps) {
  const { words, goBack } = useUi()
  return (
    <header className="sticky top-(--ribbon-height) z-10 grid h-12 shrink-0 grid-cols-[minmax(2.75rem,1fr)_minmax(0,auto)_minmax(2.75rem,1fr)] items-center bg-page px-[max(1rem,calc((100%-var(--page-width))/2+1rem))]">
      <div className="flex">
        {onBack !== false && (
          <IconButton
            label={words.back}
            icon={<Icon of={ChevronLeft} />}
            onClick={onBack ?? goBack}
            className="-ml-3"
          />
        )}
      </div>
      <h1 className="truncate text-center text-16 tiny:text-14 tiny:leading-tight">{title}</h1>
      <div className="flex justify-end gap-4">{actions}</div>
    </header>
  )
}

export interface TitleBarProps {
  readonly title: ReactNode
  readonly actions?: ReactNode
  /** Before the title: the drawer's button on home. */
  readonly lead?: ReactNode
  readonly centred?: boolean
}

/** The bar of a tab's page: a large title at the left. 52 px. */
export function TitleBar({ title, actions, lead, centred = false }: TitleBarProps) {
  return (
    <header
      className={classes(
        'sticky top-(--ribbon-height) z-10 h-13 shrink-0 items-center gap-3 bg-page px-[max(1rem,calc((100%-var(--page-width))/2+1rem))]',
        centred ? 'grid grid-cols-[1fr_auto_1fr]' : 'flex',
      )}
    >
      {(lead !== undefined || centred) && <div className="flex">{lead}</div>}
      <h1 className={classes('min-w-0 truncate tracking-tight', centred ? 'text-18' : 'flex-1 text-20')}>{title}</h1>
      <div className="flex items-center justify-end gap-4">{actions}</div>
    </header>
  )
}

interface TabItem {
  readonly href: string
  readonly label: string
  readonly icon: LucideIcon
}

interface TabBarProps {
  readonly items: readonly TabItem[]
  /** The path that is open. */
  readonly current: string
  /** What the bar is, for screen readers. */
  readonly label: string
}

/** The tab bar: exactly 50 px high, icons 24, labels 12, idle grey, selected black. */
export function TabBar({ items, current, label }: TabBarProps) {
  const { Link } = useUi()
  return (
    <>
      {/* Keeps the bar's place at the end of the page, so that nothing ends under it. */}
      <div className="h-[calc(50px+env(safe-area-inset-bottom))] shrink-0" />
      <nav
        aria-label={label}
        className="fixed inset-x-0 bottom-0 z-20 bg-bar pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--hair)]"
      >
        <ul className="mx-auto flex h-[50px] max-w-(--page-width)">
          {items.map(({ href, label: text, icon }) => {
            const on = href === current
            return (
              <li key={href} className="min-w-0 flex-1">
                <Link
                  href={href}
                  aria-current={on ? 'page' : undefined}
                  className={classes(
                    'flex h-full flex-col items-center justify-center gap-px text-[12px] leading-[14px]',
                    on ? 'font-strong text-selected' : 'text-second',
                  )}
                >
                  <Icon of={icon} size={24} />
                  <span className="max-w-full truncate px-0.5 tiny:px-0 tiny:tracking-tight">{text}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}
