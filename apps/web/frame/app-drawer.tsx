import { Drawer, ErrorState, SkeletonRows } from '@bolsillo/ui'
import { useLocation, useWords } from '@bolsillo/web-kit'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Messages } from '../words/es-ES.ts'
import { drawerTiming } from './drawer-timing.ts'

const loadContent = () =>
  import('./drawer-content.tsx').catch(() => {
    ready = undefined
    return { default: DrawerFailure }
  })
/** The chunk of what is in the drawer, once asked for. */
let ready: ReturnType<typeof loadContent> | undefined
const DrawerContent = lazy(() => (ready ??= loadContent()))

/** This long after the start: the first page and its questions go first. */
const bringAfterMs = 6000

/** The left drawer. What is in it comes after the first page, so that also a phone without a network can sign out. */
export function AppDrawer() {
  const t = useWords<Messages>('core')
  const state = useSyncExternalStore(drawerTiming.subscribe, drawerTiming.state, drawerTiming.state)
  const { pathname } = useLocation()
  // Another page closes it. It comes after the first page and may have been asked for before: that is no other page.
  const openedOn = useRef(pathname)
  useEffect(() => {
    if (openedOn.current !== pathname) drawerTiming.close()
    openedOn.current = pathname
  }, [pathname])
  useEffect(() => {
    const timer = setTimeout(() => {
      ready ??= loadContent()
    }, bringAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Drawer timing={drawerTiming} label={t('drawer.label')}>
      {state !== 'closed' && (
        <Suspense
          fallback={
            <div className="px-4 pt-20" aria-busy="true">
              <SkeletonRows rows={8} />
            </div>
          }
        >
          <DrawerContent />
        </Suspense>
      )}
    </Drawer>
  )
}

/** Shown in the drawer when its chunk did not come. */
function DrawerFailure() {
  const t = useWords<Messages>('core')
  return <ErrorState title={t('pageFailed')} text={t('pageFailedWhy')} onRetry={() => location.reload()} />
}
