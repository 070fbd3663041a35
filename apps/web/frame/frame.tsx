import type { Page } from '@bolsillo/contract'
import { Ribbon, TabBar } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Repeat2 from 'lucide-react/icons/arrow-left-right'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartPie from 'lucide-react/icons/chart-pie'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import House from 'lucide-react/icons/house'
import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { hasPage } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { LineBanner } from './line-banner.tsx'

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

/** The five tabs; which set and why: docs/decisions. A tab whose room does not exist yet is left out. */
const tabs = [
  { path: '/pages/tabbar/home', word: 'tabs.home', icon: House },
  { path: '/pages/tabbar/markets', word: 'tabs.markets', icon: ChartCandlestick },
  { path: '/pages/tabbar/trade', word: 'tabs.trade', icon: Repeat2 },
  { path: '/pages/tabbar/position', word: 'tabs.positions', icon: ChartPie },
  { path: '/pages/tabbar/mine', word: 'tabs.mine', icon: CircleUserRound },
] as const satisfies ReadonlyArray<{ readonly path: string; readonly word: string; readonly icon: LucideIcon }>
