import { Column, Icon, IconButton, TabFrame } from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import Bell from 'lucide-react/icons/bell'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { drawerTiming } from '../../frame/drawer-timing.ts'
import { noticesPath } from '../../frame/notices.ts'
import { hasPage } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'
import { Hot, Indices, Watchlist } from './market-lists.tsx'
import { Money, Welcome } from './money.tsx'
import { Movers } from './movers.tsx'
import { arePutAway } from './put-away.ts'
import { QuickActions } from './quick-actions.tsx'

// Its count is asked for after the page: a bell is there before.
const BellButton = lazy(() => import('./bell-button.tsx'))
// At the end of the page, after everything else.
const AdPlace = lazy(() => import('./ad-place.tsx'))
// Only new customers see them, and nobody twice.
const FirstSteps = lazy(() => import('./first-steps.tsx'))

const searchPath = '/pages/stock/search'

/** Home: own money, today's result, what moved; below, the watchlist, the indices and the most traded. */
export default function HomePage() {
  const t = useWords<Messages>('core')
  const { token, user } = useSession()
  const [wasPutAway] = useState(() => arePutAway(user?.id))
  return (
    <TabFrame
      title={t('home.title')}
      centred
      columns
      lead={<IconButton label={t('drawer.open')} icon={<Icon of={Menu} />} onClick={drawerTiming.open} />}
      actions={<Actions />}
    >
      <Column>
        {token === '' ? <Welcome /> : <Money />}
        {token !== '' && !wasPutAway && (
          <Suspense fallback={null}>
            <FirstSteps />
          </Suspense>
        )}
        <Movers />
        {token !== '' && (
          <>
            <QuickActions />
            <Watchlist />
          </>
        )}
      </Column>
      <Column>
        {token === '' ? (
          <Hot />
        ) : (
          <Later height="h-[344px]">
            <Hot />
          </Later>
        )}
        <Later height="h-72">
          <Indices />
        </Later>
        <Later height="">
          <Suspense fallback={null}>
            <AdPlace />
          </Suspense>
        </Later>
      </Column>
    </TabFrame>
  )
}

/** Search, and the notices; signed out, the codes of the practice market. */
function Actions() {
  const t = useWords<Messages>('core')
  const { token } = useSession()
  return (
    <>
      {hasPage(searchPath) && (
        <IconButton label={t('home.search')} icon={<Icon of={Search} size={22} />} href={searchPath} />
      )}
      {token === '' ? (
        hasPage(noticesPath(false)) && (
          // The rail has it, where there is one.
          <IconButton
            label={t('home.inbox')}
            icon={<Icon of={Bell} size={22} />}
            href={noticesPath(false)}
            className="desk:hidden"
          />
        )
      ) : (
        <Suspense
          fallback={
            <IconButton label={t('home.notices')} icon={<Icon of={Bell} size={22} />} className="desk:hidden" />
          }
        >
          <BellButton />
        </Suspense>
      )}
    </>
  )
}

/** At the latest this long after the first paint. */
const patienceMs = 1500

/**
 * Renders content below the first screen when the browser is idle, so that the first screen shows sooner. Its height
 * is reserved, so that the page does not grow.
 */
function Later({ height, children }: { readonly height: string; readonly children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const show = (): void => startTransition(() => setReady(true))
    // Safari has no idle callback: use a short timeout.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(show, patienceMs / 3)
      return () => clearTimeout(timer)
    }
    const idle = window.requestIdleCallback(show, { timeout: patienceMs })
    return () => window.cancelIdleCallback(idle)
  }, [])
  return ready ? children : <div className={height} />
}
