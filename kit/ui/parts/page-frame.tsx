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
}

function Body({ children, flush = false, footer, className }: FrameProps) {
  return (
    <>
      <main className={classes('flex flex-1 flex-col', flush ? '' : 'gap-3 px-4 pt-2 pb-4', className)}>
        {children}
      </main>
      {footer !== undefined && (
        <div className="sticky bottom-0 z-10 bg-page px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </>
  )
}

/**
 * A page with the navigation bar: `<PageFrame title={t('title')}>…</PageFrame>`. Children are stacked with 12 px
 * between them.
 */
export function PageFrame({ title, actions, onBack, ...body }: FrameProps & NavBarProps) {
  return (
    <>
      <NavBar title={title} actions={actions} {...(onBack === undefined ? {} : { onBack })} />
      <Body {...body} />
    </>
  )
}

/** A page of the tab bar, with its large title. The shell draws the tab bar below it. */
export function TabFrame({ title, actions, lead, centred, ...body }: FrameProps & TitleBarProps) {
  return (
    <>
      <TitleBar title={title} actions={actions} lead={lead} {...(centred === undefined ? {} : { centred })} />
      <Body {...body} />
    </>
  )
}

/** A page with no bar at all: login, registration, start. Wider gutter, room above. */
export function BareFrame({ children, footer, className }: FrameProps) {
  return (
    <Body flush {...(footer === undefined ? {} : { footer })} className={classes('gap-3.5 px-5 pt-9 pb-5', className)}>
      {children}
    </Body>
  )
}
