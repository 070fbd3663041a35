import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { NavBar, type NavBarProps, TitleBar, type TitleBarProps } from './bars.tsx'

interface FrameProps {
  readonly children: ReactNode
  /** No gutter: content from edge to edge (charts, lists that bleed). */
  readonly flush?: boolean
  /** Stays at the thumb: the one primary button of the page. */
  readonly footer?: ReactNode
  readonly className?: string
  /** From 768 px up two columns beside each other: `<Column>`s, with `<Across>` over both. */
  readonly columns?: boolean
}

/** Where the way past the frame leads. */
export const contentId = 'content'

function Body({ children, flush = false, footer, className, columns = false }: FrameProps) {
  return (
    <>
      <main
        id={contentId}
        tabIndex={-1}
        className={classes(
          'mx-auto flex w-full max-w-(--page-width) flex-1 flex-col outline-none',
          flush ? '' : 'gap-3 px-4 pt-2 pb-4',
          columns && 'pair:grid pair:grid-cols-2 pair:content-start pair:items-start pair:gap-4 roomy:gap-5',
          className,
        )}
      >
        {children}
      </main>
      {footer !== undefined && (
        <div className="sticky bottom-0 z-10 bg-page px-[max(1rem,calc((100%-var(--page-width))/2+1rem))] pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </>
  )
}

/** A page with two columns is wider. Nothing is drawn for it, so that bars and content stay children of the shell. */
function Width({ columns = false, children }: Pick<FrameProps, 'columns' | 'children'>) {
  return columns ? (
    <div className="contents pair:[--page-width:60rem] desk:[--page-width:70rem]">{children}</div>
  ) : (
    children
  )
}

const stack = 'contents pair:flex pair:min-w-0 pair:flex-col pair:gap-4 roomy:gap-5'

/** One of the columns of a page with `columns`: on a phone its parts stand below each other like all others. */
export function Column({ children }: { readonly children: ReactNode }) {
  return (
    <div data-column="" className={stack}>
      {children}
    </div>
  )
}

/** Above the columns of a page with `columns`, as wide as both. */
export function Across({ children }: { readonly children: ReactNode }) {
  return <div className={classes(stack, 'pair:col-span-2 pair:[&>[role=radiogroup]]:max-w-140')}>{children}</div>
}

/**
 * A page with the navigation bar: `<PageFrame title={t('title')}>…</PageFrame>`. Children are stacked with 12 px
 * between them.
 */
export function PageFrame({ title, actions, onBack, ...body }: FrameProps & NavBarProps) {
  return (
    <Width columns={body.columns ?? false}>
      <NavBar title={title} actions={actions} {...(onBack === undefined ? {} : { onBack })} />
      <Body {...body} />
    </Width>
  )
}

/** A page of the tab bar, with its large title. The shell draws the tab bar below it. */
export function TabFrame({ title, actions, lead, centred, ...body }: FrameProps & TitleBarProps) {
  return (
    <Width columns={body.columns ?? false}>
      <TitleBar title={title} actions={actions} lead={lead} {...(centred === undefined ? {} : { centred })} />
      <Body {...body} />
    </Width>
  )
}

/** A page with no bar at all: login, registration, start. Wider gutter, room above. */
export function BareFrame({ children, footer, className }: FrameProps) {
  return (
    <div className="contents pair:[--page-width:30rem]">
      <Body
        flush
        {...(footer === undefined ? {} : { footer })}
        className={classes('gap-3.5 px-5 pt-9 pb-5', className)}
      >
        {children}
      </Body>
    </div>
  )
}
