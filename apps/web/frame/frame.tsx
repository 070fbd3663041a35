import type { Page } from '@bolsillo/contract'
import { Ribbon, TabBar } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { hasPage } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { LineBanner } from './line-banner.tsx'
import { tabs } from './tabs.ts'

// The side panel exists only where there is room for it; phones never load it.
const SidePanel = lazy(() => import('./side-panel.tsx'))
// The source of prices is requested after the page; until then the ribbon shows its most common text.
const MarketRibbon = lazy(() => import('./market-ribbon.tsx'))
// Rarely shows anything, so it loads after the page.
const PausesBanner = lazy(() => import('./pauses-banner.tsx'))
const wide = window.matchMedia('(width >= 700px)')

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}

/** The frame of a page: the ribbon, the tab bar of tab pages, and from 700 px up a quiet panel beside the column. */
export function Frame({ page, children }: { readonly page: Page<ComponentType>; readonly children: ReactNode }) {
  const t = useWords<Messages>('core')
  const isWide = useIsWide()
  return (
    <div className="mx-auto flex max-w-[1014px] gap-6">
      <div className="flex min-h-dvh w-full min-w-0 max-w-[430px] shrink-0 flex-col bg-page wide:w-[430px]">
        <Suspense fallback={<Ribbon />}>
          <MarketRibbon />
        </Suspense>
        <Suspense fallback={null}>
          <PausesBanner />
        </Suspense>
        {children}
        {page.frame === 'tab' && (
          <TabBar
            label={t('tabs.label')}
            current={page.path}
            items={tabs
              .filter(({ path }) => hasPage(path))
              .map(({ path, word, icon }) => ({ href: path, label: t(word), icon }))}
          />
        )}
        <LineBanner above={page.frame === 'tab' ? 'tabs' : 'footer'} />
      </div>
      {isWide && (
        <aside className="sticky top-0 hidden h-dvh min-w-0 flex-1 overflow-y-auto py-6 pr-6 wide:block">
          <Suspense fallback={null}>
            <SidePanel />
          </Suspense>
        </aside>
      )}
    </div>
  )
}
